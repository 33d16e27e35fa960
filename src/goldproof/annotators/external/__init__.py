"""Tools made elsewhere, put to work here: a command, a Python callable, an HTTP endpoint, or a folder of outputs."""

from __future__ import annotations

from .description import Description, described, shipped
from .run import Run
from .tool import External, external
from .training import ToolTrainer, TrainedTool

__all__ = ["Description", "External", "Run", "ToolTrainer", "TrainedTool", "described", "external", "shipped"]
