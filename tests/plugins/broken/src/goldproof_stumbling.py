"""A format that loads, and stumbles when it is asked whether a file is its own."""

from goldproof.formats import Format

FORMAT = Format("stumbling", "stumbles", (".stumbling",), frozenset(), sniff=lambda path, start: bool(start[10**6]), read=lambda path, reading: 1 / 0)
