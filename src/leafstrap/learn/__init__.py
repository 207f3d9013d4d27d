"""Learning rules: the papers' backups, one file each."""

from leafstrap.learn.catalogue import RuleSettings, make_rule
from leafstrap.learn.rule import GameLearner, Rule, Step, Update
from leafstrap.learn.step_size import StepSize

__all__ = ["GameLearner", "Rule", "RuleSettings", "Step", "StepSize", "Update", "make_rule"]
