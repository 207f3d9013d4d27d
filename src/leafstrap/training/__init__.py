"""Training: a recipe carried to its end in a folder from which it can always go on."""

from typing import TYPE_CHECKING

from leafstrap.lazy import exports

if TYPE_CHECKING:
    from leafstrap.training.builder import Builder
    from leafstrap.training.run import Run, TrainingResult

__all__ = ["Builder", "Run", "TrainingResult"]

__getattr__ = exports(__name__)
