"""Importing the package costs almost nothing."""

from __future__ import annotations

import subprocess
import sys
import time


def seconds(code: str) -> float:
    """The best of five runs: what the code costs, not what the machine was doing."""
    best = 9e9
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, time.perf_counter() - start)
    return best


def test_import_takes_under_a_third_of_a_second_more_than_nothing() -> None:
    assert seconds("import goldproof") - seconds("pass") < 0.3


def test_import_and_help_load_no_heavy_library() -> None:
    code = (
        "import sys; import goldproof, goldproof.cli\n"
        "from goldproof.cli import cli\n"
        "try: cli.main(['--help'], standalone_mode=True)\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'sqlalchemy', 'rich', 'openpyxl', 'pyarrow', 'cassis', 'lxml'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_public_name_is_there() -> None:
    import goldproof

    for name in goldproof.__all__:
        assert getattr(goldproof, name) is not None
    assert "__version__" in dir(goldproof)
