"""Ladders that ship with Leafstrap: opponents of known strength, as data."""
