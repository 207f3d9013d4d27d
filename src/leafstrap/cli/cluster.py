"""`leafstrap cluster`: what one may ask of a cluster."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from leafstrap.cli.common.options import Json
from leafstrap.cluster.connect import AUTO, LOCAL, connected
from leafstrap.cluster.status import cluster_status, status_lines
from leafstrap.errors import UsageError

STATUS = "status"


def cluster(
    question: Annotated[str, typer.Argument(metavar=STATUS, help="Its nodes, and runs with their workers.")],
    address: Annotated[
        str,
        typer.Argument(
            metavar="[ADDRESS]",
            help=f"HOST:PORT or ray://HOST:PORT; {AUTO}, unless given, is the one that is running on this machine.",
        ),
    ] = AUTO,
    as_json: Json = False,
) -> None:
    """Show the nodes of a Ray cluster and the workers of runs on it: games a second, staleness, restarts, state."""
    if question != STATUS:
        raise UsageError(f"A cluster can be asked for its {STATUS}, not for {question!r}.")
    if address == LOCAL:
        raise UsageError(
            f"A cluster that a command starts with {LOCAL} is found by {AUTO}, as long as it is there."
        )
    with connected(address) as ray:
        found = cluster_status(ray)
    print("\n".join(status_lines(found)))
    if as_json:
        print(json.dumps(found))
