"""What results mean: scores with intervals, the sequential test, ratings and standings of a pool."""
