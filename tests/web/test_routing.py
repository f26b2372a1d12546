"""Each address is answered by the first of all routes that fit it, however few of them are tried."""

from __future__ import annotations

import re

from starlette.routing import BaseRoute, Match, Router

from pbmserv.web.app import application
from pbmserv.web.routing import ByFirstPart
from pbmserv.web.site import Site

PLACES = ("101", "hex", "alice.atom", "101.svg", "a b", "")


def found(router: Router, path: str) -> BaseRoute | None:
    """The route of a router that answers an address."""
    scope = {"type": "http", "method": "GET", "path": path}
    return next((route for route in router.routes if route.matches(scope)[0] is not Match.NONE), None)


def test_an_address_is_answered_by_the_first_route_that_fits(site: Site) -> None:
    router = application(site).router
    assert isinstance(router, ByFirstPart)
    addresses = {
        re.sub(r"\{[^}]*\}", place, getattr(route, "path", "")) for route in router.routes for place in PLACES
    }

    answered = {address: found(router.of(address), address) for address in [*addresses, "/hex/101/events", "//", "x"]}

    assert answered == {address: found(router, address) for address in answered}
    assert sum(route is not None for route in answered.values()) > 200
    assert len(router.of("/hex/101").routes) < len(router.routes) / 2
