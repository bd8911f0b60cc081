"""What goes wrong in a browser: page errors, console errors and failed requests."""

import re

from playwright.async_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# What Chromium reports when the server cannot be reached.
LOST_LINE = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|NETWORK_\w+|FAILED|SOCKET_\w+)"
    r"|WebSocket connection to .* failed"
)
# The browser itself gives up a request when its page is left, and when a link is downloaded.
_GIVEN_UP = "net::ERR_ABORTED"


class Faults:
    """Every fault seen in one browser context. Any that the test has not announced fails it."""

    def __init__(self, context: BrowserContext) -> None:
        self._seen: list[str] = []
        self._announced: list[re.Pattern[str]] = []
        context.on("weberror", self._page_error)
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("requestfailed", self._failed_request)
        context.on("response", self._response)

    def announce(self, *patterns: str | re.Pattern[str]) -> None:
        """Faults like these are expected from now on."""
        self._announced += map(re.compile, patterns)

    @property
    def unexpected(self) -> list[str]:
        """All faults so far that were not announced."""
        return list(self._seen)

    def take(self) -> list[str]:
        """All unexpected faults so far; they are forgotten here."""
        taken, self._seen = self._seen, []
        return taken

    def add(self, fault: str) -> None:
        """Report a fault, unless it was announced."""
        if not any(pattern.search(fault) for pattern in self._announced):
            self._seen.append(fault)

    def _page_error(self, error: WebError) -> None:
        self.add(f"page error: {error.error.stack or error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        # Failed requests are reported below, with their address and status.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.add(f"console error: {message.text}")

    def _request(self, request: Request) -> None:
        # The page catches errors while drawing a screen; it reports them to the server.
        if request.url.endswith("/api/page-errors"):
            self.add(f"page error reported: {request.post_data}")

    def _failed_request(self, request: Request) -> None:
        if request.failure != _GIVEN_UP:
            self.add(f"failed request: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            request = response.request
            self.add(f"failed request: {request.method} {request.url}: {response.status}")
