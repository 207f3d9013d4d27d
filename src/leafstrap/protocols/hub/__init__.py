"""Our engine for draughts programs: version 2 of the Hub protocol, which Scan brought along."""

from leafstrap.protocols.hub.server import HubOutput, HubServer, serve

__all__ = ["HubOutput", "HubServer", "serve"]
