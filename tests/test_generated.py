"""Files of the page that scripts generate from the engine and the server are up to date."""

import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

TOOLS = Path(__file__).parents[1] / "web" / "tools"


@pytest.mark.parametrize("script", ["examples.py", "fixtures.py"])
def test_a_generated_file_is_what_its_script_writes(script: str) -> None:
    for file, text in runpy.run_path(str(TOOLS / script))["files"]().items():
        assert file.read_text(encoding="utf-8") == text, f"run web/tools/{script}"
