"""A small language for questions about trees, in the spirit of Tregex and CorpusSearch: ``PP < (IN < due) << PP``.

A query is a node and what must hold of it. All relations that follow a node are about that node, unless brackets say otherwise.

Nodes
    ``NP``          a node of the category NP, whatever its function tags and numbers
    ``due``         a word as it stands, if it has a small letter (others in quotes: ``"DNA"``)
    ``NP-SBJ``      ... that has the function tag SBJ besides, perhaps among others; ``-SBJ`` any node that has it
    ``NP|NML|-TMP`` any of these; ``!NP|VP`` none of these
    ``/^V/``        a label, or a word, as written, in which the regular expression is found; ``/to/i`` without regard to capitals
    ``"NP-SBJ-1"``  exactly this label or word
    ``__``          any node
    ``NP=x``        a node with a name; ``=x`` later in the query is the same node again

    ``__`` and expressions fit words, too. Words are nodes, each the only child of its tag; so is the text of an empty category (``-NONE- < /^\\*T\\*/``).

Relations (A R B; each also negated, ``!R``)
    ``<``  ``>``    A is the parent, a child of B             ``<<``  ``>>``    A is above, below B
    ``<,`` ``>,``   B is A's first child, A is B's            ``<-``  ``>-``    the last child
    ``<3`` ``<-3``  B is A's third child, third from the end  ``<:``  ``>:``    the only child
    ``<<,`` ``<<-`` B begins, ends A, at any depth            ``$``             A and B are sisters
    ``.``  ``,``    A stands right before, right behind B     ``..``  ``,,``    A stands somewhere before, behind B
    ``$.`` ``$,``   A is the sister right before, behind B    ``$..`` ``$,,``   a sister before, behind B
    ``~``           A and B carry the same number (trace and antecedent, gap and template)

    ``A < B < C`` and ``A < B & < C`` ask for both; ``A [< B | < C]`` for one of them; ``A < (B > C)`` asks something of B.
"""

from .pattern import Pattern
from .query import Query, query
from .search import Hit, search

__all__ = ["Hit", "Pattern", "Query", "query", "search"]
