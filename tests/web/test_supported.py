"""The built page uses nothing that a supported browser does not know."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "alhambra" / "server" / "static"

pytestmark = pytest.mark.compiled_only

# Since which version Chrome, Firefox and Safari know it. Features that only make a page nicer, such
# as balanced lines, need no entry.
SINCE: dict[str, tuple[float, float, float]] = {
    r"@container": (105, 110, 16),
    r":has\(": (105, 121, 15.4),
    r"\ddvh": (108, 101, 15.4),
    r"color-mix\(": (111, 113, 16.2),
    r"light-dark\(": (123, 120, 17.5),
    r"@scope": (118, 128, 17.4),
    r"@starting-style": (117, 129, 17.5),
    r"field-sizing:": (123, 999, 26.2),
    r"\.toReversed\(": (110, 115, 16),
    r"\.toSorted\(": (110, 115, 16),
    r"\.findLast\(": (97, 104, 15.4),
    r"\bstructuredClone\(": (98, 94, 15.4),
    r"Object\.groupBy\(": (117, 119, 17.4),
    r"Promise\.withResolvers\(": (119, 121, 17.4),
    r"Promise\.try\(": (128, 134, 18.2),
    r"AbortSignal\.any\(": (116, 124, 17.4),
    r"Iterator\.from\(": (122, 131, 18.4),
    r"\.showPopover\(": (114, 125, 17),
    r"startViewTransition\(": (111, 144, 18),
}
FAMILY = {"chrome": 0, "edge": 0, "firefox": 1, "safari": 2, "ios_saf": 2}


def supported() -> dict[str, float]:
    """The lowest supported version of each browser."""
    package = json.loads((ROOT / "web" / "package.json").read_text())
    lines = [line.split(" >= ") for line in package["browserslist"]]
    return {name: float(version) for name, version in lines}


def built() -> str:
    """The built scripts and styles."""
    assert STATIC.exists(), "the page is not built: make setup"
    files = [*STATIC.glob("**/*.js"), *STATIC.glob("**/*.css")]
    return "\n".join(file.read_text() for file in files)


def too_new(code: str, versions: dict[str, float]) -> list[str]:
    """What is used in this code and which of these browsers does not know it."""
    return [
        f"{feature} in {name} {version}"
        for feature, since in SINCE.items()
        if re.search(feature, code)
        for name, version in versions.items()
        if version < since[FAMILY[name]]
    ]


def test_the_page_uses_nothing_newer_than_the_supported_browsers() -> None:
    assert too_new(built(), supported()) == []


def test_what_is_too_new_is_found() -> None:
    found = too_new("color: light-dark(red, blue)", {"safari": 16.4, "chrome": 130})
    assert found == [r"light-dark\( in safari 16.4"]
    assert too_new(built(), {"safari": 15}) != []


def test_the_readme_says_which_browsers_are_supported() -> None:
    said = re.search(
        r"Chrome and Edge from version ([\d.]+), in Firefox from ([\d.]+), and in Safari, "
        r"on iPhones and iPads\s+too, from (\d+(?:\.\d+)?)",
        (ROOT / "README.md").read_text(),
    )
    assert said
    chrome, firefox, safari = map(float, said.groups())
    wanted = {"chrome": chrome, "edge": chrome, "firefox": firefox}
    assert supported() == {**wanted, "safari": safari, "ios_saf": safari}
