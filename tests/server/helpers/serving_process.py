"""A server in a process of its own: ``python serving_process.py DATABASE PORT [SETTINGS]``, with
settings as JSON."""

import json
import sys
from pathlib import Path

from alhambra.server.run import run
from server.helpers.live_server import settings_for


def main() -> None:
    file, port, *more = sys.argv[1:]
    settings = settings_for(Path(file), **json.loads(*more or ["{}"]))
    run(settings, "127.0.0.1", int(port), ready=lambda url: print(url, flush=True))


if __name__ == "__main__":
    main()
