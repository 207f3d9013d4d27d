"""One game: the loop that plays it, where it starts, how it may end early, and what is kept of it."""
