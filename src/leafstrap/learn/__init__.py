"""Learning rules: the papers' backups, one file each, which register themselves as they are imported."""

from leafstrap.learn import rootstrap, td, td_leaf, td_root, treestrap
from leafstrap.learn.ebnn import rule as ebnn
from leafstrap.learn.rule import (
    RULES,
    GameLearner,
    PlainRule,
    Rule,
    RuleContext,
    RuleKind,
    Step,
    Update,
    make_rule,
)
from leafstrap.learn.settings import RuleSettings, read_settings
from leafstrap.learn.step_size import StepSize
from leafstrap.learn.trajectories import Trajectories, WholeGameRule

__all__ = [
    "RULES",
    "GameLearner",
    "PlainRule",
    "Rule",
    "RuleContext",
    "RuleKind",
    "RuleSettings",
    "Step",
    "StepSize",
    "Trajectories",
    "Update",
    "WholeGameRule",
    "ebnn",
    "make_rule",
    "read_settings",
    "rootstrap",
    "td",
    "td_leaf",
    "td_root",
    "treestrap",
]
