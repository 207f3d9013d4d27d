"""Boards, moves and squares as plain data, for whoever draws them without knowing the rules: a web page, a notebook."""

from leafstrap.games.boards.board_data import BoardData

__all__ = ["BoardData"]
