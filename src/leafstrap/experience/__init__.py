"""Experience: the games that positions to learn from come from."""
