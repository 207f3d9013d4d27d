"""What a run measures, as columns that never have more rows than a chart can show, however long the run is."""

from __future__ import annotations

from collections.abc import Sequence

from leafstrap.types import JsonObject

MOST_ROWS = 2000
FIGURES = ("mean_error", "rms_error", "plies", "mean_depth", "rating", "points_per_game")
COLUMNS = ("game", "minutes", *FIGURES, "games_per_second", "nodes_per_second")
ELO = ("elo", "elo_low", "elo_high")
POINTS = (("points_per_game", "points_per_game"), ("points_low", "ppg_low"), ("points_high", "ppg_high"))

Row = dict[str, float | None]


class RecordReader:
    """Turns records of games, in their order, into rows: what a record does not say follows from those before."""

    def __init__(self, workers: int) -> None:
        self._workers = max(workers, 1)
        self._game = 0
        self.seconds = 0.0  # of learning, as far as games tell

    def row(self, record: JsonObject) -> Row:
        """One record of a game, or of a batch of games."""
        game = int(_number(record.get("game")) or 0)
        seconds = (_number(record.get("seconds")) or 0.0) / self._workers
        self.seconds += seconds
        played, self._game = max(game - self._game, 1), game
        nodes = _number(record.get("nodes"))
        rates = {
            "games_per_second": played / seconds if seconds > 0 else None,
            "nodes_per_second": nodes / seconds if nodes is not None and seconds > 0 else None,
        }
        figures = {name: _number(record.get(name)) for name in FIGURES}
        if not record.get("positions"):
            figures["mean_error"] = figures["rms_error"] = None  # nothing was learned from it
        return {"game": float(game), "minutes": self.seconds / 60, **figures, **rates}


class ThinnedRows:
    """Rows of which neighbours are put together whenever there are too many."""

    def __init__(self, most: int = MOST_ROWS) -> None:
        self._most = most
        self._rows: list[Row] = []
        self._open: list[Row] = []
        self.stride = 1
        self.records = 0

    def add(self, row: Row) -> None:
        """One more."""
        self.records += 1
        self._open.append(row)
        if len(self._open) < self.stride:
            return
        self._rows.append(mean_row(self._open))
        self._open = []
        if len(self._rows) > 2 * self._most:
            self._rows = [mean_row(self._rows[i : i + 2]) for i in range(0, len(self._rows), 2)]
            self.stride *= 2

    def rows(self, points: int) -> list[Row]:
        """At most so many, of all there are."""
        rows = [*self._rows, *([mean_row(self._open)] if self._open else [])]
        return thinned(rows, points)


def thinned(rows: Sequence[Row], points: int) -> list[Row]:
    """At most so many rows, each the mean of as many neighbours."""
    step = -(-len(rows) // max(points, 1)) or 1
    return [mean_row(rows[i : i + step]) for i in range(0, len(rows), step)] if step > 1 else list(rows)


def mean_row(rows: Sequence[Row]) -> Row:
    """The mean of each figure; of games and minutes the last, so that rows end where they say."""
    if len(rows) == 1:
        return rows[0]
    found: Row = {}
    for name in COLUMNS:
        known = [value for row in rows if (value := row.get(name)) is not None]
        if name in ("game", "minutes"):
            found[name] = known[-1] if known else None
        else:
            found[name] = sum(known) / len(known) if known else None
    return found


def columns(rows: Sequence[Row]) -> JsonObject:
    """Rows as columns; those without a single value are left out."""
    found: JsonObject = {}
    for name in COLUMNS:
        values = [row.get(name) for row in rows]
        if any(value is not None for value in values) or name in ("game", "minutes"):
            found[name] = [None if value is None else round(value, 6) for value in values]
    found["game"] = [None if value is None else int(value) for value in found["game"]]
    return found


class StrengthCurve:
    """Strength on the way: ratings on a ladder, and matches, each step added to what was reached before."""

    def __init__(self) -> None:
        self.steps: list[JsonObject] = []
        self._totals: dict[int, float] = {0: 0.0}

    def add(self, record: JsonObject, minutes: float) -> None:
        """One match."""
        game, against = int(record.get("game", 0)), int(record.get("against_game", 0))
        base = self._totals.get(against, 0.0)
        elo, low, high = (_number(record.get(name)) or 0.0 for name in ELO)
        if record.get("against") != "initial":
            self._totals[game] = base + elo
        points = {name: _number(record.get(source)) for name, source in POINTS}
        self.steps.append(
            {
                "game": game,
                "minutes": round(minutes, 4),
                "against": str(record.get("against", "")),
                "against_game": against,
                "elo": elo,
                "elo_low": low,
                "elo_high": high,
                "games": record.get("games"),
                "total": base + elo,
                "total_low": base + low,
                "total_high": base + high,
                "initial": 0.0,
                **points,
            }
        )

    def rate(self, record: JsonObject, minutes: float) -> None:
        """One rating on the ladder of the game, and that of the first weights as it is known by then."""
        rating, low, high, initial = (
            _number(record.get(name)) for name in ("rating", "rating_low", "rating_high", "initial")
        )
        if rating is None or initial is None:
            return
        low, high = rating if low is None else low, rating if high is None else high
        self.steps.append(
            {
                "game": int(_number(record.get("game")) or 0),
                "minutes": round(minutes, 4),
                "against": "ladder",
                "against_game": 0,
                "elo": rating - initial,
                "elo_low": low - initial,
                "elo_high": high - initial,
                "games": record.get("games"),
                "total": rating,
                "total_low": low,
                "total_high": high,
                "initial": initial,
                **{name: None for name, _ in POINTS},
            }
        )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
