"""Reviews games as the server does, but after the first turn of each it waits for a file."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from alhambra.server.runtime.worker_process import Message, do_jobs
from alhambra.server.table.review_process import review

GATE = "ALHAMBRA_TEST_GATE"


def held_review(job: Message) -> Iterator[Message]:
    server = os.getppid()
    for message in review(job):
        yield message
        while "number" in message and not Path(os.environ[GATE]).exists():
            if os.getppid() != server:
                return
            time.sleep(0.01)


if __name__ == "__main__":
    do_jobs(held_review)
