"""The docs name files and headings that exist, and list every experiment."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = ("src", "tests", "web/src", "web/tests", "bench", "tools", "docs")
FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|pxd|ts|svelte))`")
FOLDER = re.compile(r"`((?:src|tests|web|bench|tools|docs)/(?:[\w.-]+/?)*)`")
OWN_BOTS = {"saver.py", "my_bot.py"}  # examples that the reader writes


def source_files() -> list[str]:
    """Every source file and the files in the root, as paths with a slash before each part."""
    files = [*ROOT.iterdir(), *(file for name in SOURCES for file in (ROOT / name).rglob("*"))]
    return [f"/{file.relative_to(ROOT).as_posix()}" for file in files if file.is_file()]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes from the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    texts = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts}


def test_each_file_named_in_the_docs_exists() -> None:
    """A name may leave out the first folders: `neural/features.py`."""
    sources = source_files()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        files = {
            name
            for name in set(FILE.findall(text)) - OWN_BOTS
            if not any(file.endswith(f"/{name}") for file in sources)
        }
        folders = {name for name in FOLDER.findall(text) if not (ROOT / name).exists()}
        assert files | folders == set(), page.name


def test_each_linked_heading_exists() -> None:
    missing = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", text):
            linked = page.parent / target if target else page
            if anchor not in anchors(linked):
                missing.append(f"{page.name}: {target}#{anchor}")
    assert missing == []


EXPERIMENTS = ROOT / "docs" / "experiments"


@pytest.mark.parametrize(
    "page", sorted(set(EXPERIMENTS.glob("*.md")) - {EXPERIMENTS / "README.md"})
)
def test_experiments_are_in_the_index_and_have_the_same_parts(page: Path) -> None:
    index = (EXPERIMENTS / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(rf"\({page.name}#([^)]+)\)", index))
    entries = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert entries and len(listed) == len(entries)
    for entry in entries:
        parts = ("*20", "**Question**", "**Measured**", "**Verdict**")
        assert all(part in entry for part in parts), entry.partition("\n")[0]


SERVER = ROOT / "src" / "alhambra" / "server"


def test_constants_that_limit_the_server_are_where_the_docs_say() -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \| `([\w/.]+)` \|", text, re.MULTILINE)
    named = [(name, file) for names, file in rows for name in re.findall(r"\w+", names)]
    assert len(named) >= 9
    for name, file in named:
        module = (SERVER / file).read_text(encoding="utf-8")
        assert re.search(rf"^{name} = ", module, re.MULTILINE), (name, file)


def test_the_folders_of_the_server_are_all_named() -> None:
    folders = {file.parent.name for file in SERVER.glob("*/__init__.py")}
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    row = re.search(r"\| `src/alhambra/server` \|.*folders by layer: (.*) \|", contributing)
    picture = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    box = re.search(r">server</text><text [^>]*>([^<]*)<", picture)
    assert row and set(re.findall(r"\w+", row[1])) == folders
    assert box and set(re.findall(r"\w+", box[1])) == folders


def test_the_protocol_names_every_code_that_closes_a_socket() -> None:
    connection = (SERVER / "socket" / "connection.py").read_text(encoding="utf-8")
    lines = [line for line in connection.splitlines() if "close codes" in line]
    sent = {code for line in lines for code in re.findall(r"\b\d{4}\b", line)}
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert sent == set(re.findall(r"^\| (\d{4}) \|", protocol, re.MULTILINE))
