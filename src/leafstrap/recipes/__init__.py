"""Recipes as data: the TOML files beside this one."""
