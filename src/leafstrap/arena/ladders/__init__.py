"""Ladders that come along: opponents of known strength, as data."""
