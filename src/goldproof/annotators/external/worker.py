"""The process that a Python callable lives in: a line of JSON in, a line of JSON out. It imports nothing of goldproof, so that it starts at once.

    python worker.py MODULE:FUNCTION FACTORY SETTINGS
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable
from typing import Any


def main() -> None:
    target, factory, settings = sys.argv[1], sys.argv[2] == "1", json.loads(sys.argv[3])
    # What the callable prints must not come between the lines of the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(**line: Any) -> None:
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        out.flush()

    try:
        module, _, name = target.partition(":")
        sys.path[:0] = ["."]
        sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
        function = importlib.import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
        called: Callable[..., Any] = function(**settings) if factory else function  # type: ignore[operator, assignment]
        more = {} if factory else settings
        takes = inspect.signature(called).parameters
        wants = "sentences" in takes
        unknown = [name for name in more if name not in takes and not any(p.kind is p.VAR_KEYWORD for p in takes.values())]
        if unknown:
            say(broken=f"it takes no setting {unknown[0]!r}")
            return
    except ModuleNotFoundError as error:
        say(absent=error.name or str(error))
        return
    except BaseException as error:  # noqa: BLE001  whatever it is, the other side has to be told
        say(broken=f"{type(error).__name__}: {error}")
        return
    say(ready=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            given = {"sentences": request["sentences"]} if wants else {}
            say(answer=plain(called(request["text"], **given, **more)))
        except BaseException as error:  # noqa: BLE001
            say(failed=f"{type(error).__name__}: {error}")
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                return


def plain(value: Any) -> Any:
    """What JSON can say of an answer: tuples, generators and numbers of numpy are no obstacle."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if hasattr(value, "item"):
        return value.item()
    return [plain(v) for v in value]


if __name__ == "__main__":
    main()
