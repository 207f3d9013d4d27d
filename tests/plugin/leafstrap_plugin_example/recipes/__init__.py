"""Recipes: every `.toml` file here is one, known by its name."""
