"""What an ontology says of its classes and relations, in the fragment that is reasoned over (OWL EL and unions on the left).

Names are CURIEs, as everywhere. What a file says beyond this fragment is counted by kind in :class:`Axioms` and left out, never dropped silently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..model.expression import Expression

THING = "owl:Thing"
NOTHING = "owl:Nothing"
NONE_LEFT_OUT: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Or:
    """Any of the parts. It stands on the left of :class:`Subclass` and in :class:`Equivalent`, nowhere else."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Subclass:
    """Everything that is ``sub`` is ``sup``."""

    sub: Expression | Or
    sup: Expression


@dataclass(frozen=True, slots=True)
class Equivalent:
    """The parts say the same."""

    parts: tuple[Expression | Or, ...]


@dataclass(frozen=True, slots=True)
class Disjoint:
    """Nothing is two of the parts."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Subrole:
    """What is related by the roles of ``chain``, one after the other, is related by ``sup``. Transitivity is the chain ``(r, r)``."""

    chain: tuple[str, ...]
    sup: str


@dataclass(frozen=True, slots=True)
class Domain:
    """Whatever has ``role`` is ``of``."""

    role: str
    of: Expression


Axiom = Subclass | Equivalent | Disjoint | Subrole | Domain


@dataclass(frozen=True)
class Axioms:
    """The axioms of one ontology or of several merged. ``left_out``: kind of axiom outside the fragment -> how many were left out."""

    axioms: Sequence[Axiom] = ()
    left_out: Mapping[str, int] = field(default_factory=lambda: NONE_LEFT_OUT)


NO_AXIOMS = Axioms()
