"""Recipes: one point of the grid game × evaluator × rule × experience each, with all its numbers."""
