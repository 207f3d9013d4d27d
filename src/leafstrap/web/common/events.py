"""Server-sent events: channels that many pages listen to, each through a stream that never makes the others wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from leafstrap.types import JsonObject
from leafstrap.web.common.fields import WebError, to_json

ALIVE_EVERY = 15.0  # seconds between comments, by which both ends notice that the other is gone
MOST_WAITING = 200  # events that a page has not fetched; then it must connect again


def event_bytes(name: str, data: JsonObject) -> bytes:
    """An event as it is sent."""
    return f"event: {name}\ndata: {to_json(data)}\n\n".encode()


class Stream:
    """What one page has yet to be sent. Of an event whose newest version says all, only that waits."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, bytes]] = []
        self._something = asyncio.Event()
        self.closed = False

    def put(self, name: str, content: bytes, *, newest_only: bool) -> None:
        """Add an event."""
        if self.closed:
            return
        if newest_only:
            self._waiting = [each for each in self._waiting if each[0] != name]
        self._waiting.append((name, content))
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self.closed = True
        self._something.set()

    def send(self, name: str, data: JsonObject) -> None:
        """Add an event for this page alone."""
        self.put(name, event_bytes(name, data), newest_only=False)

    def close(self) -> None:
        """End it after what waits."""
        self.closed = True
        self._something.set()

    async def take(self) -> bytes | None:
        """What waits, or a comment when nothing came for long; None at the end."""
        if not self._waiting and not self.closed:
            try:
                await asyncio.wait_for(self._something.wait(), ALIVE_EVERY)
            except TimeoutError:
                return b": alive\n\n"
        if not self._waiting:
            return None if self.closed else b""
        content = b"".join(each for _, each in self._waiting)
        self._waiting.clear()
        if not self.closed:
            self._something.clear()
        return content


class Channel:
    """All streams about one thing. Used in the event loop only."""

    def __init__(self, on_empty: Callable[[], None] = lambda: None) -> None:
        self._streams: set[Stream] = set()
        self._on_empty = on_empty

    def __len__(self) -> int:
        return len(self._streams)

    def open(self) -> Stream:
        """One more listener."""
        stream = Stream()
        self._streams.add(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        """One less; who cares is told when there are none."""
        self._streams.discard(stream)
        if not self._streams:
            self._on_empty()

    def publish(self, name: str, data: JsonObject, *, newest_only: bool = True) -> None:
        """Tell all; the text is made once, however many listen."""
        if self._streams:
            content = event_bytes(name, data)
            for stream in self._streams:
                stream.put(name, content, newest_only=newest_only)

    def close(self) -> None:
        """End all streams."""
        for stream in self._streams:
            stream.close()


class StreamCount:
    """How many streams are open, so that there are never too many; and all of them, to be closed at the end."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: set[Stream] = set()

    def check(self) -> None:
        """Refuse one more if there are too many."""
        if len(self.open) >= self.most:
            raise WebError("Too many pages are watching: close some of them.", 429)

    def close(self) -> None:
        """End all of them."""
        for stream in list(self.open):
            stream.close()


class EventStream(Response):
    """The answer that never ends, until the page closes it or `stream` is closed; then `leave` is called."""

    media_type = "text/event-stream"

    def __init__(
        self,
        count: StreamCount,
        stream: Stream,
        leave: Callable[[], object],
        feed: Callable[[], Awaitable[None]] | None = None,  # work that is done for this stream alone
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._count, self._stream, self._leave, self._feed = count, stream, leave, feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the end."""
        self._count.open.add(self._stream)
        tasks = [asyncio.create_task(self._until_gone(receive))]
        if self._feed is not None:
            tasks.append(asyncio.create_task(_run(self._feed)))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while (content := await self._stream.take()) is not None:
                if content:
                    await send({"type": "http.response.body", "body": content, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except OSError:
            pass  # the page went away while something was sent to it
        finally:
            self._stream.close()
            self._count.open.discard(self._stream)
            for task in tasks:
                task.cancel()
            self._leave()

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.close()


async def _run(feed: Callable[[], Awaitable[None]]) -> None:
    await feed()
