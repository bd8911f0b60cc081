"""Firefox, driven by WebDriver BiDi."""

import contextlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from web.engine import Engine, Size

SETTINGS = """
user_pref("intl.accept_languages", "en");
user_pref("dom.w3c_touch_events.enabled", 1);
"""
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox(Engine):
    """Firefox without a window, with a profile of its own."""

    def __init__(self, program: str, size: Size, folder: Path, *, touch: bool) -> None:
        self.pointer = "touch" if touch else "mouse"
        self._errors: list[str] = []
        self._open = contextlib.ExitStack()
        self._number = 0
        (folder / "user.js").write_text(SETTINGS)
        options = ["--headless", "--no-remote", "--remote-debugging-port=0"]
        self._process = subprocess.Popen(
            [program, *options, "--profile", str(folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self._connect(size)
        except BaseException:
            self._end()
            raise

    def _connect(self, size: Size) -> None:
        assert self._process.stderr is not None
        found = next(filter(None, map(ADDRESS.search, self._process.stderr)), None)
        assert found, "Firefox did not start"
        self._socket = self._open.enter_context(connect(f"{found[1]}/session", max_size=None))
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": size[0], "height": size[1]}
        self._ask("browsingContext.setViewport", context=self._page, viewport=viewport)

    def _ask(self, method: str, **params: object) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self._errors.append(message["params"]["text"])
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, body: str, *args: object) -> Any:
        function = f"async function () {{ {body} }}"
        code = f"({function})(...{json.dumps(args)}).then((found) => JSON.stringify(found ?? null))"
        target = {"context": self._page}
        found = self._ask("script.evaluate", expression=code, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._page, actions=[source])

    def errors(self) -> list[str]:
        self.run("")  # what is under way arrives before the answer
        return self._errors

    def close(self) -> None:
        with contextlib.suppress(Exception):  # it ends before it answers
            self._ask("browser.close")
        self._end()

    def _end(self) -> None:
        self._open.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()
