"""The command line: one file a command, put together in `app`."""

import os

# Games run in threads side by side; the linear algebra of NumPy would start threads of its own beside them, which wait
# for each other. It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from leafstrap.cli.app import main

__all__ = ["main"]
