"""WebKit, the engine of Safari, as GTK has it, driven by WebDriver."""

import contextlib
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web.engine import PATIENCE, Engine, Size

WINDOW = Path(__file__).parent / "webkit_window.py"


@contextlib.contextmanager
def unseen_display() -> Iterator[str]:
    """The name of a display that nobody sees."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
    process = subprocess.Popen(
        [*command, "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as display:
            yield f":{display.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


class WebKit(Engine):
    """A WebKit window. Its driver has no fingers, so a phone is used with a mouse."""

    def __init__(self, driver: str, size: Size, display: str, folder: Path) -> None:
        self._errors = folder / "errors"
        self._errors.touch()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._server = f"http://127.0.0.1:{port}"
        wide, high = size
        settings = {"DISPLAY": display, "GDK_BACKEND": "x11", "LANG": "C.UTF-8"}
        window = {"WINDOW": f"{wide}x{high}", "ERRORS": str(self._errors)}
        self._process = subprocess.Popen(
            [driver, f"--port={port}"],
            env={**os.environ, **settings, **window},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._connect()
        except BaseException:
            self._end()
            raise

    def _connect(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                self._ask("GET", "/status")
                break
            assert time.monotonic() < end, "WebKit's driver did not start"
            time.sleep(0.05)
        options = {"binary": str(WINDOW), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "/session", {"capabilities": wanted})
        self._session = f"/session/{session['sessionId']}"

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._server + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def go(self, address: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": address})

    def run(self, body: str, *args: object) -> Any:
        script = {"script": f"return (async function () {{ {body} }})(...arguments)", "args": args}
        return self._ask("POST", f"{self._session}/execute/sync", script)

    def act(self, source: dict[str, Any]) -> None:
        self._ask("POST", f"{self._session}/actions", {"actions": [source]})

    def errors(self) -> list[str]:
        return self._errors.read_text("utf-8").splitlines()

    def close(self) -> None:
        with contextlib.suppress(AssertionError, OSError):
            self._ask("DELETE", self._session)
        self._end()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait()
