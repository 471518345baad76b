"""Ctrl-C and SIGTERM, also while a kernel runs.

Python hears of a signal only between two instructions of its own, and a kernel may search for
minutes. So a thread waits for the signal as well; if the command has not heard of it some time
later, the thread ends the process.
"""

import os
import signal
from contextlib import suppress
from threading import Event, Thread
from types import FrameType

from pipeline.errors import ExitCode

GRACE = 2.0
"""Seconds in which the command itself may hear of the signal."""


def heed_interrupts() -> None:
    """Take SIGTERM like Ctrl-C, and both in the midst of a kernel.

    A Ctrl-C that whoever started us ignores (a shell does, for ``&``) stays ignored.
    """
    heard = Event()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        heard.set()
        raise KeyboardInterrupt

    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        if number is signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)
    Thread(target=_end_if_unheard, args=(reader, heard), daemon=True).start()


def _end_if_unheard(reader: int, heard: Event) -> None:
    """Wait for the number of a signal; end the process if nobody else does."""
    while os.read(reader, 1)[0] not in (signal.SIGINT, signal.SIGTERM):
        pass
    if not heard.wait(GRACE):
        from pipeline.cli.console import error, flush

        with suppress(Exception):  # whoever reads may be gone, too
            flush()
            error("interrupted")
        os._exit(ExitCode.INTERRUPTED)
