"""Where the answers of the Hub engine go."""

from __future__ import annotations

from leafstrap.players.external.hub_line import HubLine
from leafstrap.protocols.output import Output


class HubOutput(Output):
    """Lines to the program at the other end; what is no answer is an `error` there."""

    def note(self, text: str) -> None:
        """Say what is wrong, on one line."""
        self.send(str(HubLine("error", {"message": text})))
