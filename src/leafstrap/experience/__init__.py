"""Experience: the games that positions to learn from come from."""

from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.record import GameRecord
from leafstrap.experience.self_play import SelfPlay
from leafstrap.experience.versus import Form, Versus

__all__ = ["Exploration", "Form", "GameRecord", "LearningPlayer", "SelfPlay", "Versus"]
