"""All that one server has: its threads, its games, its runs, its matches, and everyone who listens."""

from __future__ import annotations

from starlette.requests import Request

from leafstrap.web.arena.matches import Matches
from leafstrap.web.common.analysis import Analysts
from leafstrap.web.common.events import StreamCount
from leafstrap.web.common.sources import Folders, Sources
from leafstrap.web.common.work import Work
from leafstrap.web.config import WebConfig
from leafstrap.web.play.store import GameStore
from leafstrap.web.runs.library import RunLibrary


class Server:
    """Made when the event loop runs, closed before it ends."""

    def __init__(self, config: WebConfig) -> None:
        self.config = config
        self.closing = False
        self.work = Work(config.most.searches)
        self.folders = Folders(list(config.folders))
        self.streams = StreamCount(config.most.streams)
        self.runs = RunLibrary(config, self.folders, self.work)
        self.sources = Sources(self.folders, self.runs.folder, config.engines)
        self.analysts = Analysts()
        self.games = GameStore(
            config.state / "games", config.most.sessions, self.work, self.sources, self.analysts
        )
        self.matches = Matches(config, self.work, self.sources)

    def close(self) -> None:
        """End everything but the runs, which are processes of their own."""
        self.closing = True
        self.streams.close()
        self.games.close()
        self.matches.close()
        self.runs.close()
        self.work.close()


def server_of(request: Request) -> Server:
    """The server that a request came to."""
    server: Server = request.app.state.server
    return server
