"""Our engine served to others: the protocols that graphical programs speak."""
