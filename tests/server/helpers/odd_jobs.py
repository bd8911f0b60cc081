"""Jobs that show how a worker process behaves."""

import os
import signal
import sys
import time
from collections.abc import Iterator

from alhambra.server.runtime.worker_process import Message, do_jobs


def odd_job(job: Message) -> Iterator[Message]:
    match job["do"]:
        case "count":
            yield from ({"n": n} for n in range(job["to"]))
        case "print":
            print("this is no message", flush=True)
            yield {"printed": True}
        case "raise":
            raise ValueError("odd")
        case "end":
            sys.stdout.flush()
            os._exit(3)
        case "wait":
            yield {"waits": True}
            time.sleep(600)
        case "describe":
            interrupts = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            yield {
                "nice": os.nice(0),
                "idle": os.sched_getscheduler(0) == os.SCHED_IDLE,
                "ignores_interrupts": interrupts,
            }
        case "fill":
            yield {"size": len(bytearray(job["bytes"]))}


if __name__ == "__main__":
    do_jobs(odd_job)
