"""`leafstrap web`: the page on which one plays, watches and looks inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leafstrap.errors import UsageError


def web(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="RUN...", help="Runs, or folders of runs; others cannot be read by the page."),
    ] = None,
    *,
    host: Annotated[str, typer.Option("--host", help="The address; others than your own need a token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free.")] = 8765,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    token: Annotated[
        str | None,
        typer.Option("--token", help="What a page has to know.", show_default="made where one is needed"),
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Start nothing: no runs and no matches, only play and look.")
    ] = False,
    no_runs: Annotated[bool, typer.Option("--no-runs", help="Start and stop no runs.")] = False,
    engines: Annotated[
        bool, typer.Option("--engines", help="Let the page start programs of others as players.")
    ] = False,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Another name the page is reached by; may be repeated."),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option("--state", metavar="DIR", help="Where games are kept.", show_default="the user's own"),
    ] = None,
) -> None:
    """Play, watch runs learn and look inside, in the browser."""
    try:
        from leafstrap.web.config import WebConfig, default_state, is_loopback, new_token, opened_folders
        from leafstrap.web.serve import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn"):
            raise
        raise UsageError("The web page needs more packages: pip install 'leafstrap[web]'.") from None
    if token is None and not is_loopback(host):
        token = new_token()
    config = WebConfig(
        folders=opened_folders(runs or []),
        host=host,
        port=port,
        token=token,
        runs=not (read_only or no_runs),
        arena=not read_only,
        engines=engines and not read_only,
        state=default_state() if state is None else state,
        names=tuple(names or ()),
    )
    serve(config, browser=not no_browser)
