"""An HTTP endpoint: the text is sent with POST to the address that the user named, and to no other.

No proxy is used and no redirection followed. ``input`` is ``text`` (the body is the text) or ``json`` (``{"id", "text", "sentences"}``); ``output`` is what is answered.
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from email.message import Message
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from ...errors import BadInput
from ...formats.files import limit
from ...version import __version__
from .asked import asked
from .description import Description
from .limits import Stopped
from .work import Work


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str) -> None:
        return None


def opener() -> OpenerDirector:
    return build_opener(ProxyHandler({}), _Stay())


def asking(tool: Description, works: list[Work]) -> Iterator[tuple[Work, object]]:
    """Each piece of work with the answer, or the reason why there is none."""
    where = urlsplit(tool.http)
    if where.scheme not in ("http", "https") or not where.hostname:
        raise BadInput(f"no address of a service: {tool.http}", where=f"tool {tool.name}", remedy="write it as http://127.0.0.1:8000/annotate")
    if tool.input not in ("text", "json"):
        raise BadInput(f"input = {tool.input!r} for a service", where=f"tool {tool.name}", remedy="text or json")
    door = opener()
    for work in works:
        try:
            yield work, _post(door, tool, work)
        except Stopped as why:
            yield work, why


def _post(door: OpenerDirector, tool: Description, work: Work) -> str:
    kind = "application/json" if tool.input == "json" else "text/plain; charset=utf-8"
    body = asked(tool.input, work).encode("utf-8", "surrogatepass")
    request = Request(tool.http, data=body, method="POST", headers={"Content-Type": kind, "Accept": "*/*", "User-Agent": f"goldproof/{__version__}"})
    until = time.monotonic() + tool.timeout
    try:
        with door.open(request, timeout=tool.timeout) as answer:
            data, most = b"", limit()
            while chunk := answer.read1(1 << 16):
                data += chunk
                if time.monotonic() > until:
                    raise Stopped(f"no whole answer in {tool.timeout:g} s")
                if len(data) > most:
                    raise Stopped(f"an answer of more than {most / 1e6:.0f} MB")
    except HTTPError as error:
        said = error.read(300).decode("utf-8", "replace").strip().split("\n")[0]
        raise Stopped(f"HTTP {error.code} {error.reason}" + (f": {said}" if said and not said.startswith("<") else "")) from None
    except TimeoutError:
        raise Stopped(f"no answer in {tool.timeout:g} s") from None
    except URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise Stopped(f"no answer in {tool.timeout:g} s") from None
        raise Stopped(f"cannot be reached: {error.reason}") from None
    except (OSError, http.client.HTTPException) as error:
        raise Stopped(f"{type(error).__name__}: {error}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Stopped(f"an answer that is not UTF-8 (byte {error.start})") from None
