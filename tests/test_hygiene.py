"""What is kept in the repository: nothing of one machine, no broken link, one version."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from alhambra import __version__

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
PAGE_LOCK = "web/package-lock.json"

ADDRESS = re.compile(r"https?://([\w-][\w.-]*)|file:///\w", re.IGNORECASE)
# The only addresses in the repository: a package registry, or anybody's mirror of one, is none.
KNOWN_HOSTS = {
    "127.0.0.1",
    "creativecommons.org",
    "docs.astral.sh",
    "example.org",
    "keepachangelog.com",
    "matplotlib.org",
    "openskill.me",
    "purl.org",
    "semver.org",
    "svelte.dev",
    "www.w3.org",
}
MACHINE_PATHS = re.compile(
    r"(?<![\w.$}/-])/(?:home|root|Users|work|opt|mnt|private|workspace)/\w|[A-Z]:\\Users\\"
)
LOCKS = re.compile(r"(?:uv|poetry|Pipfile|pdm)\.lock|pylock.*\.toml|yarn\.lock|pnpm-lock\.yaml")


def kept() -> list[Path]:
    """The files git keeps, or would keep if they were added now."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    try:
        listed = subprocess.run(
            [*command, "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file() and file != Path(__file__)]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Each line of a kept text file in which the pattern is found."""
    found = []
    for file in kept():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line}")
    return found


def foreign_addresses(line: str) -> list[str]:
    """The addresses in a line that are not known; names in .example belong to nobody."""
    hosts = [(found[0], (found[1] or "").rstrip(".")) for found in ADDRESS.finditer(line)]
    return [
        address
        for address, host in hosts
        if host not in KNOWN_HOSTS and not host.endswith(".example")
    ]


def test_no_registry_address() -> None:
    lines = [line for line in lines_with(ADDRESS) if not line.startswith(PAGE_LOCK)]
    assert [line for line in lines if foreign_addresses(line)] == []


def test_no_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATHS) == []


def test_no_lock_that_names_a_registry() -> None:
    locks = [file.name for file in kept() if LOCKS.fullmatch(file.name)]
    assert locks == []
    packages = json.loads((ROOT / PAGE_LOCK).read_text(encoding="utf-8"))["packages"]
    for package in packages.values():
        package.pop("funding", None)  # whom to thank, not where to fetch
    assert foreign_addresses(json.dumps(packages)) == []


@pytest.mark.parametrize(
    "text",
    [
        "https://packages.invalid/simple/rich/",
        'index-url = "https://packages.invalid"',
        "file:///srv/wheels",
        '"resolved": "https://packages.invalid/vite", "url": "https://example.org"',
    ],
)
def test_a_registry_address_is_seen(text: str) -> None:
    assert len(foreign_addresses(text)) == 1


@pytest.mark.parametrize("text", ["/home/ana/alhambra", "see /Users/ana", r"C:\Users\ana"])
def test_a_path_of_one_machine_is_seen(text: str) -> None:
    assert MACHINE_PATHS.search(text)


def pages() -> list[Path]:
    return [file for file in kept() if file.suffix == ".md"]


def linked(page: Path) -> list[Path]:
    """The files of the repository to which a page links."""
    targets = re.findall(r"\]\(([^)\s#:]+)[)#]", page.read_text(encoding="utf-8"))
    return [(page.parent / target).resolve() for target in targets]


def test_each_linked_page_exists() -> None:
    links = [(page, target) for page in pages() for target in linked(page)]
    lost = [f"{page.relative_to(ROOT)}: {target}" for page, target in links if not target.exists()]
    assert lost == []


def test_each_page_of_the_docs_can_be_reached() -> None:
    found: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in found or page.suffix != ".md" or not page.exists():
            continue
        found.add(page)
        ahead += linked(page)
    docs = {page for page in pages() if page.is_relative_to(ROOT / "docs")}
    assert sorted(str(page.relative_to(ROOT)) for page in docs - found) == []


def test_package_and_library_have_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
