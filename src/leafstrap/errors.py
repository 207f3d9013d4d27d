"""The errors a user can cause: each message is one sentence that names the fault."""


class LeafstrapError(ValueError):
    """Something asked for cannot be done; the command line prints the sentence and exits with status 2."""


class UsageError(LeafstrapError):
    """A command was called with words that make no sense together."""


class WeightsError(LeafstrapError):
    """A weights file is damaged or was made for something else."""


class RecipeError(LeafstrapError):
    """A recipe names something unknown, or a combination that has no meaning."""


class FeatureError(LeafstrapError):
    """A feature set of somebody's own failed, or told what cannot be; what its function raised is the cause."""


class PlayerError(LeafstrapError):
    """A player cannot be made from its description, or an outside engine failed for good."""


class BookError(LeafstrapError):
    """An opening book is damaged or of an unknown kind."""


class RunError(LeafstrapError):
    """A run folder is damaged, busy, or belongs to another recipe."""


class ClusterError(LeafstrapError):
    """A cluster cannot be reached, or fails for good."""
