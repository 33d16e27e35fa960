"""Where the real data is, and what every test may use."""

from __future__ import annotations

import getpass
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# A deadline for each example would measure what else the machine is doing.
settings.register_profile("goldproof", deadline=None)
settings.load_profile("goldproof")

HERE = Path(__file__).parent

# The tests' own cache of ontologies, which outlives a run: its key holds the checksum of the readers' code, so nothing in it is ever stale.
os.environ["GOLDPROOF_CACHE"] = os.path.join(tempfile.gettempdir(), f"goldproof-test-cache-{getpass.getuser()}")


def data_folder() -> Path | None:
    """GOLDPROOF_DATA, or ../shared/data beside the project (two places: a clone may lie one level deeper)."""
    named = os.environ.get("GOLDPROOF_DATA")
    for place in [Path(named)] if named else [HERE.parents[1] / "shared/data", HERE.parents[2] / "shared/data"]:
        if place.is_dir():
            return place
    return None


@pytest.fixture(scope="session")
def data() -> Path:
    """The real corpora; the test is skipped, and says why, where they are absent."""
    found = data_folder()
    if found is None:
        pytest.skip("the real data is not here: set GOLDPROOF_DATA to the folder that holds craft/, hpo/, mantra/, ...")
    return found
