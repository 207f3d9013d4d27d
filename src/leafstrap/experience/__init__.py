"""Experience: the games that positions to learn from come from."""

from typing import TYPE_CHECKING

from leafstrap.lazy import exports

if TYPE_CHECKING:
    from leafstrap.experience.balance import Balance
    from leafstrap.experience.batch_play import BatchKind, BatchPlay, BatchSettings, ExpertPlay
    from leafstrap.experience.database import Database
    from leafstrap.experience.exploration import Exploration
    from leafstrap.experience.learning_player import LearningPlayer
    from leafstrap.experience.mixed import Mixed
    from leafstrap.experience.observing import Observing
    from leafstrap.experience.opponents import Opponents
    from leafstrap.experience.pool import Opponent, read_pool
    from leafstrap.experience.rating import GlickoRating, Standing
    from leafstrap.experience.record import GameRecord
    from leafstrap.experience.self_play import SelfPlay
    from leafstrap.experience.versus import Versus
    from leafstrap.experience.watching import Watching

__all__ = [
    "Balance",
    "BatchKind",
    "BatchPlay",
    "BatchSettings",
    "Database",
    "ExpertPlay",
    "Exploration",
    "GameRecord",
    "GlickoRating",
    "LearningPlayer",
    "Mixed",
    "Observing",
    "Opponent",
    "Opponents",
    "SelfPlay",
    "Standing",
    "Versus",
    "Watching",
    "read_pool",
]

__getattr__ = exports(__name__)
