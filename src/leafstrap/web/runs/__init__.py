"""Runs below the opened folders: found, watched while they learn, started, stopped and gone on with."""
