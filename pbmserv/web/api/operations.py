"""Operations of the API, and how HTTP requests are dispatched to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.commands.requests.expectations import ByProgram
from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.sessions.signing_in import session_of
from pbmserv.games.base import Game
from pbmserv.language.words import join
from pbmserv.letters.shapes import as_json, prepare
from pbmserv.play.board import Player
from pbmserv.post_office import Answer, PlayerGone, Request
from pbmserv.storage.inbox import DoneBefore
from pbmserv.storage.sessions import Scope, Session
from pbmserv.web.api.shapes import Problem
from pbmserv.web.concurrency import run_limited
from pbmserv.web.page_context import client_of
from pbmserv.web.routing import site_of
from pbmserv.web.site import Site

S = TypeVar("S", bound=Struct)

SCOPES = (Scope.READ, Scope.PLAY)
"""The scopes a token can have."""

ONCE_KEY = "Idempotency-Key"
"""The header that makes a repeated request take effect once."""

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"

_STATUS = {
    Why.UNAUTHORISED: HTTPStatus.FORBIDDEN,
    Why.WRONG_WORD: HTTPStatus.FORBIDDEN,
    Why.OVER_BUDGET: HTTPStatus.TOO_MANY_REQUESTS,
}
"""The status of each kind of refusal; 422 for all others."""


class Wrong(Exception):
    """A failed request, answered with this problem."""

    def __init__(self, status: HTTPStatus, error: str, **more: Any) -> None:
        super().__init__(error)
        self.problem = Problem(status.value, status.phrase, error, **more)

    @classmethod
    def without_token(cls) -> Wrong:
        """A request that needs a token and has none."""
        return cls(HTTPStatus.UNAUTHORIZED, "This needs a token: Authorization: Bearer TOKEN.")


@dataclass(frozen=True)
class Question:
    """A program's request: `at` are the path parameters, `given` the query, `sent` the body.

    They have the shapes that the operation declares. `token` may be None; `client` and `once` are as in
    `post_office.Request`.
    """

    site: Site
    at: Any
    given: Any
    sent: Any
    token: Session | None
    client: str
    once: str = ""

    @property
    def player(self) -> Player | None:
        """The token's owner, or None."""
        return self.token.player if self.token else None

    @property
    def me(self) -> Player:
        """The token's owner, for operations that need a token."""
        if self.token is None:
            raise LookupError("an operation for everybody asks who it is")
        return self.token.player

    @property
    def game(self) -> Game[Any]:
        """The game in the address. Raises `Wrong`."""
        game = self.site.catalogue.get(self.at.game)
        if game is None:
            raise Wrong(HTTPStatus.NOT_FOUND, "There is no such game here.")
        return game

    def carry_out(
        self,
        command: str,
        *values: str,
        game: str = "",
        options: Mapping[str, str] | None = None,
        comment: str = "",
        version: str = "",
    ) -> Answer:
        """Carry out a command, or only preview it if the token is read-only. Raises `Wrong`."""
        # A newline at the end of a value is no part of it.
        own = tuple(value.rstrip("\n") for value in values)
        fields = CommandFields(command, own, game, options or {})
        return self._hand_in(Request(self._credential, (), "", comment, fields=fields), version)

    def carry_out_typed(self, words: Sequence[str], comment: str, body: str, version: str) -> Answer:
        """Carry out a command typed by its author. Raises `Wrong`."""
        line = join(word.rstrip("\n") for word in words)
        return self._hand_in(Request(self._credential, (line,), body, comment), version)

    @property
    def _credential(self) -> Credential:
        session = self.token.id if self.token else None
        return signed_in(self.me.userid, self.client, session, is_program=True)

    def _hand_in(self, request: Request, version: str = "") -> Answer:
        request = replace(request, once=self.once, expects=ByProgram(version) if version else None)
        try:
            if self.token is not None and self.token.scope is Scope.PLAY:
                answer = self.site.hand_in(request)
            else:
                answer = self._look(request)
        except PlayerGone as gone:
            raise Wrong.without_token() from gone
        except DoneBefore as before:
            raise Wrong(HTTPStatus.CONFLICT, f"This was done before, with the same {ONCE_KEY}.") from before
        if isinstance(answer.came_of_it, Refused):
            raise _problem_of(answer.came_of_it)
        return answer

    def _look(self, request: Request) -> Answer:
        from pbmserv.commands.run.runner import ChangesSomething

        try:
            return self.site.office.look(request)
        except ChangesSomething as change:
            raise Wrong(
                HTTPStatus.FORBIDDEN, f"This token is only for reading, and {change.command} changes something."
            ) from change


def looked_up(answer: Callable[[Call, Question], S]) -> Callable[[Question], S]:
    """Make an operation of a function that answers by what is stored, and changes nothing."""

    @wraps(answer)
    def operation(question: Question) -> S:
        return question.site.office.look_up(lambda call: answer(call, question))

    return operation


@dataclass(frozen=True)
class Operation:
    """An operation of the API.

    `answers` returns an object of the shape `gives`; `at`, `given` and `takes` are the shapes of its input. If
    `scope` is set, it needs a token with that scope. `hashes` marks operations that may check a password, which is
    expensive.
    """

    method: str
    path: str
    name: str
    summary: str
    answers: Callable[[Question], Struct]
    gives: type[Struct]
    at: type[Struct] | None = None
    given: type[Struct] | None = None
    takes: type[Struct] | None = None
    scope: Scope | None = None
    status: HTTPStatus = HTTPStatus.OK
    hashes: bool = False


class Endpoint:
    """All operations at one address; an ASGI application, so that Starlette does not dispatch by method."""

    def __init__(self, operations: Mapping[str, Operation]) -> None:
        self._operations = operations

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        http = HttpRequest(scope, receive)
        operation = self._operations.get("GET" if http.method == "HEAD" else http.method)
        if operation is None:
            response = problem(Wrong(HTTPStatus.METHOD_NOT_ALLOWED, "This address does not take that method."))
            response.headers["Allow"] = ", ".join(self._operations)
        else:
            body = await http.body()
            response = await run_limited(http, _answer, http, operation, body, hashes=operation.hashes)
        await response(scope, receive, send)


def routes_of(operations: list[Operation]) -> list[Route]:
    """Prepare the shapes of these operations; return their routes, and one for all other paths below /api."""
    for each in operations:
        prepare(*filter(None, (each.gives, each.at, each.given, each.takes)))
    paths = dict.fromkeys(operation.path for operation in operations)
    routes = [
        Route(path, Endpoint({each.method: each for each in operations if each.path == path})) for path in paths
    ]
    return [*routes, Route("/api/{rest:path}", _Nothing())]


class _Nothing:
    """Any path below /api without an operation."""

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        await problem(Wrong(HTTPStatus.NOT_FOUND, "There is nothing at this address."))(scope, receive, send)


def _answer(http: HttpRequest, operation: Operation, body: bytes) -> Response:
    try:
        question = _question(http, operation, body)
        answer = operation.answers(question)
    except Wrong as wrong:
        return problem(wrong)
    return Response(as_json(answer), operation.status, media_type=JSON)


def _question(http: HttpRequest, operation: Operation, body: bytes) -> Question:
    site = site_of(http)
    token = token_of(site, http)
    if operation.scope is not None and token is None:
        raise Wrong.without_token()
    if operation.scope is Scope.PLAY and token is not None and token.scope is not Scope.PLAY:
        raise Wrong(HTTPStatus.FORBIDDEN, "This token is only for reading.")
    return Question(
        site,
        _read("The address", http.path_params, operation.at),
        _read("What stands behind the ?", http.query_params, operation.given),
        _read_body(http, body, operation.takes),
        token,
        client_of(http.scope),
        _once(http, token),
    )


def _once(http: HttpRequest, token: Session | None) -> str:
    key = http.headers.get(ONCE_KEY, "")
    return sha256(f"{token.player.id} {key}".encode()).hexdigest() if key and token else ""


def token_of(site: Site, http: HttpRequest) -> Session | None:
    """The session of the `Authorization` header, or None. Raises `Wrong` for an invalid token."""
    header = http.headers.get("authorization")
    if header is None:
        return None
    kind, _, word = header.partition(" ")
    session = program_of(site, word.strip()) if kind.lower() == "bearer" else None
    if session is None:
        raise Wrong(HTTPStatus.UNAUTHORIZED, "This token is not known here, or not any more.")
    return session


def program_of(site: Site, word: str) -> Session | None:
    """The session of a program's token; browser sessions are not accepted."""

    def known(call: Call) -> tuple[Session | None, bool]:
        session = session_of(call, word)
        return session, session is not None and session.needs_touch(call.at)

    session, needs_touch = site.office.look_up_at_once(known)
    if session is None or session.scope not in SCOPES:
        return None
    if needs_touch:
        site.office.for_visitor(lambda call: session_of(call, word))
    return session


def _read(what: str, values: Mapping[str, Any], shape: type[Struct] | None) -> Any:
    if shape is None:
        return None
    try:
        return msgspec.convert(dict(values), shape, strict=False)
    except msgspec.ValidationError as fault:
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, f"{what} is not right: {fault}.") from fault


def _read_body(http: HttpRequest, body: bytes, shape: type[Struct] | None) -> Any:
    if shape is None:
        return None
    if http.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Wrong(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"The body has to be JSON: Content-Type: {JSON}.")
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, f"The body is not right: {fault}.") from fault


def _problem_of(refused: Refused) -> Wrong:
    return Wrong(
        _STATUS.get(refused.why, HTTPStatus.UNPROCESSABLE_ENTITY),
        refused.words,
        why=refused.why.value,
        expected=refused.form,
        example=refused.example,
        choices=list(refused.choices),
    )


def problem(wrong: Wrong) -> Response:
    """The response that describes a problem."""
    status = wrong.problem.status
    headers = {"WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else {}
    return Response(as_json(wrong.problem), status, headers, PROBLEM_JSON)
