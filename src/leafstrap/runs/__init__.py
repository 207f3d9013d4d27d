"""Runs: a recipe carried out in a folder from which it can always go on."""
