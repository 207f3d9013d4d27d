"""Default weights, one file a game; `leafstrap.evaluators.default_weights` reads them."""
