"""Work that would keep the event loop waiting: threads for what is quick, and a few for searches."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from starlette.requests import Request

from leafstrap.web.common.fields import WebError

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
QUICK_THREADS = 4
WAITING_FOR_EACH = 8  # searches that may wait for each that runs
NICENESS = 10
LOOK_EVERY = 0.2  # seconds between looks whether the page that asked is still there


class Work:
    """Two sets of threads. Native searches release the interpreter's lock, so that all else goes on beside them."""

    def __init__(self, searches: int) -> None:
        self._quick = ThreadPoolExecutor(QUICK_THREADS, "web quick")
        self._searches = ThreadPoolExecutor(searches, "web search", _step_back)
        self._most = searches * (1 + WAITING_FOR_EACH)
        self._under_way = 0

    async def quick(
        self, function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Something that takes less than a second: files, weights, a few positions."""
        return await _in(self._quick, lambda: function(*args, **kwargs))

    async def search(self, function: Callable[[], Result], stop: Callable[[], object]) -> Result:
        """Something that takes longer. Who is cancelled while waiting stops it."""
        if self._under_way >= self._most:
            raise WebError("Too many searches are under way: try again in a moment.", 429)
        self._under_way += 1
        try:
            return await _in(self._searches, function)
        except asyncio.CancelledError:
            stop()
            raise
        finally:
            self._under_way -= 1

    async def search_for(
        self, request: Request, function: Callable[[], Result], stop: Callable[[], object]
    ) -> Result:
        """The same for a request, as long as the page is there to hear the answer."""
        task = asyncio.create_task(self.search(function, stop))
        try:
            while not task.done():
                await asyncio.wait([task], timeout=LOOK_EVERY)
                if not task.done() and await request.is_disconnected():
                    task.cancel()
                    raise WebError("The page has gone.", 400)
        except asyncio.CancelledError:
            task.cancel()
            raise
        return task.result()

    def close(self) -> None:
        """Take no more work; what is under way has been told to stop."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._searches.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Let everything else come first where there are fewer cores than searches: answers to pages, runs that learn."""
    if sys.platform == "linux":  # where a thread has a priority of its own
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


async def _in(pool: ThreadPoolExecutor, function: Callable[[], Result]) -> Result:
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, function)
    except RuntimeError as error:
        if "shutdown" in str(error):
            raise WebError("The server is going down.", 503) from None
        raise
