"""Matches and tournaments started from the page, and pages of results."""
