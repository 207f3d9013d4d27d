"""EBNN, NeuroChess's explanation-based learning: the rule, the model it looks through, and how that is made."""
