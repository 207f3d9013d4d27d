"""`python -m leafstrap` is the command `leafstrap`."""

from leafstrap.cli import main

main()
