"""Trees: edited, searched, turned into dependencies."""

from .dependencies import Arc, dependencies_of, with_dependencies

__all__ = ["Arc", "dependencies_of", "with_dependencies"]
