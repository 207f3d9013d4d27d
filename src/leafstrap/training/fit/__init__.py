"""Weights from positions whose results are known: logistic regression, or "Texel tuning"."""

from leafstrap.training.fit.data import (
    FeatureMatrix,
    LabelledPositions,
    matrix_of,
    read_matrix,
    read_positions,
)
from leafstrap.training.fit.fitted import Fitted, fit
from leafstrap.training.fit.fitting import Fit, FitSettings, Progress, fit_weights

__all__ = [
    "FeatureMatrix",
    "Fit",
    "FitSettings",
    "Fitted",
    "LabelledPositions",
    "Progress",
    "fit",
    "fit_weights",
    "matrix_of",
    "read_matrix",
    "read_positions",
]
