"""What an XGID says beside the board: the cube, the score of a match, and whether a double has been offered."""

from __future__ import annotations

from dataclasses import dataclass, field

from leafstrap._core import Side
from leafstrap._core.backgammon import Position
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore

OWNERS = {"0": None, "1": Side.first, "-1": Side.second}
FIELDS = 9  # board, cube, owner, turn, dice, two scores, Crawford, length; the rest does not matter here


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a game is about; without a score it is for money."""

    cube: DoublingCube = field(default_factory=DoublingCube)
    score: MatchScore | None = None
    offered: bool = False  # the side to move has doubled, and the other side is to answer

    @classmethod
    def of_xgid(cls, text: str) -> Stakes:
        """Those of an XGID that is whole; `ValueError` for what is none.

        >>> stakes = Stakes.of_xgid("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10")
        >>> stakes.cube, stakes.score.points, stakes.score.length
        (DoublingCube(value=2, owner=Side.first), (3, 2), 7)
        """
        Position.parse(text)  # what is wrong with a number is said there
        fields = text.strip().removeprefix("XGID=").split(":")
        cube = DoublingCube(2 ** int(fields[1]), OWNERS[fields[2]])
        if len(fields) < FIELDS or int(fields[8]) == 0:
            return cls(cube, None, fields[4] == "D")
        first, second, length = int(fields[5]), int(fields[6]), int(fields[8])
        return cls(cube, MatchScore(length, (first, second), fields[7] == "1"), fields[4] == "D")

    def seen_by(self, side: Side) -> Stakes:
        """The same with a side as the first player."""
        if side == Side.first:
            return self
        owner, score = self.cube.owner, self.score
        cube = DoublingCube(self.cube.value, None if owner is None else owner.other)
        if score is not None:
            score = MatchScore(score.length, (score.points[1], score.points[0]), score.crawford)
        return Stakes(cube, score, self.offered)
