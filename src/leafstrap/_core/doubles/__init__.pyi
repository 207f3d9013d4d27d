"""Games for tests and examples."""

from leafstrap._core.doubles import tictactoe as tictactoe
