"""The files for running a server, as far as they can be checked without a container engine."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from alhambra.cli.commands.serve import serve
from alhambra.server.runtime.metrics import Metrics

pytestmark = pytest.mark.compiled_only

DEPLOY = Path(__file__).parents[2] / "deploy"
METRIC = re.compile(r"\balhambra_\w+")
SUFFIXES = ("_bucket", "_sum", "_count")


def read_yaml(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def exported() -> set[str]:
    """The names of all samples that the server exports."""
    found = set()
    for metric in Metrics().registry.collect():
        names = {sample.name for sample in metric.samples} or {metric.name}
        found |= names
        if metric.type == "counter":
            found.add(f"{metric.name}_total")
        if metric.type == "histogram":
            found |= {metric.name + suffix for suffix in SUFFIXES}
    return {name for name in found if not name.endswith("_created")}


def expressions() -> list[str]:
    groups = read_yaml("alerts.yaml")["groups"]
    found = [rule["expr"] for group in groups for rule in group["rules"]]
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    return found + [target["expr"] for panel in panels for target in panel["targets"]]


def test_alerts_and_dashboard_use_metrics_that_exist() -> None:
    used = {name for expression in expressions() for name in METRIC.findall(expression)}
    assert used <= exported()
    shown = {name.removesuffix(suffix) for name in used for suffix in ("_total", *SUFFIXES)}
    metrics = {metric.name for metric in Metrics().registry.collect()}
    assert metrics <= shown, "all that is measured is watched"


def test_panels_do_not_overlap() -> None:
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(panels) == len({panel["id"] for panel in panels})


def test_the_dockerfile_has_no_known_mistakes() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    checked = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_container_does_not_run_as_root_and_has_a_health_check() -> None:
    last = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", last, re.MULTILINE)


def test_what_compose_names_exists() -> None:
    compose = read_yaml("compose.yaml")
    services = compose["services"]
    assert set(services) == {"server", "database", "redis", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("networks", ())) <= set(compose["networks"])
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists()
        for other, how in dict.fromkeys(service.get("depends_on", ())).items():
            assert how is None and other
    for name, service in services.items():
        if name != "caddy":
            assert "ports" not in service, "only Caddy is reached from outside"
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()


def resolved(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What ``podman-compose config`` makes of compose.yaml. It starts nothing, but it asks for
    Podman's version, which a script says."""
    podman = folder / "podman"
    podman.write_text("#!/bin/sh\necho podman version 5.0.0\n")
    podman.chmod(0o755)
    return subprocess.run(
        [sys.executable, "-m", "podman_compose", "--file", DEPLOY / "compose.yaml", "config"],
        env={"PATH": f"{folder}:{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
    )


def test_compose_accepts_the_file(tmp_path: Path) -> None:
    accepted = resolved(tmp_path, ALHAMBRA_HOST="alhambra.example")
    assert accepted.returncode == 0, accepted.stderr
    server = yaml.safe_load(accepted.stdout)["services"]["server"]
    assert {"--workers=2", "--origin=https://alhambra.example"} <= set(server["command"])
    assert "the public name of the server" in resolved(tmp_path).stderr


def test_the_server_has_the_options_that_compose_gives() -> None:
    command = read_yaml("compose.yaml")["services"]["server"]["command"]
    entry = (DEPLOY / "entrypoint.sh").read_text()
    options = re.findall(r"--([a-z-]+)", " ".join([*command, entry.partition("exec ")[2]]))
    assert options and {each.replace("-", "_") for each in options} <= set(serve.__annotations__)


def test_caddy_hides_what_is_not_for_everybody() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert "/healthz /metrics" in text and "reverse_proxy server:8000" in text
    assert text.count("{") == text.count("}")


def test_the_container_reads_its_secrets_from_files(tmp_path: Path) -> None:
    for name in ("signing_key", "database_password"):
        (tmp_path / name).write_text(f"the {name}\n")
    program = tmp_path / "alhambra"
    program.write_text('#!/bin/sh\necho "$ALHAMBRA_SECRET_KEY|$PGPASSWORD|$*"\n')
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ALHAMBRA_SECRETS": str(tmp_path)}
    said = subprocess.run(
        ["sh", DEPLOY / "entrypoint.sh", "--workers=2"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    options = "serve --host 0.0.0.0 --port 8000 --data /data --workers=2"
    assert said == f"the signing_key|the database_password|{options}"


@pytest.mark.skipif(not shutil.which("promtool"), reason="needs promtool, of Prometheus")
def test_prometheus_accepts_the_rules() -> None:
    for command in (["check", "rules", "alerts.yaml"], ["check", "config", "prometheus.yaml"]):
        subprocess.run(["promtool", *command], cwd=DEPLOY, check=True, capture_output=True)
