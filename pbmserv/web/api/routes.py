"""The API's routes: its operations, the OpenAPI document and an introduction."""

from __future__ import annotations

import msgspec
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from pbmserv.web.api.openapi import document_of
from pbmserv.web.api.operations import JSON, routes_of
from pbmserv.web.api.table import OPERATIONS
from pbmserv.web.page_context import PageContext
from pbmserv.web.routing import page, site_of


async def _document(http: HttpRequest) -> Response:
    return Response(msgspec.json.encode(document_of(OPERATIONS, site_of(http).url)), media_type=JSON)


def _begin(asked: PageContext) -> Response:
    address = asked.site.address_to_type
    return asked.page("api", operations=OPERATIONS, address=address)


ROUTES = [page("/api", _begin), Route("/api/openapi.json", _document), *routes_of(OPERATIONS)]
