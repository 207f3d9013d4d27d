"""A game between a person and the program in the terminal."""
