"""Leafstrap learns evaluation functions for board games by looking ahead."""

from importlib.metadata import version

__version__ = version("leafstrap")
