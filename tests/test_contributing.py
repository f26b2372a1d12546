"""What CONTRIBUTING.md says of where things live is so: each package is in its table, in the order of the layers."""

from __future__ import annotations

import re
import tomllib

from tests.docs import TOP

CONTRIBUTING = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
TABLE = CONTRIBUTING.partition("<!-- packages -->\n")[2].partition("<!-- /packages -->")[0]
PACKAGES = dict(re.findall(r"^\| `(pbmserv/[^`]+)` \|(.*)\|$", TABLE, re.MULTILINE))
"""What the table says of each package, and of modules beside them, by their paths."""
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_table_names_every_package() -> None:
    package = TOP / "pbmserv"
    games = {place.partition(":")[0] for place in PROJECT["project"]["entry-points"]["pbmserv.games"].values()}
    homes_of_games = [TOP / place.replace(".", "/") for place in games]
    folders = {
        folder
        for file in package.rglob("*")
        if file.suffix in (".py", ".txt") and (folder := file.parent) != package
        if not any(folder.is_relative_to(home) for home in homes_of_games)
        if not (folder.name == "templates" and folder.is_relative_to(package / "commands"))
    }
    modules = set(package.glob("*.py")) - {package / "__init__.py"}

    there = {f"{folder.relative_to(TOP)}/" for folder in folders} | {str(file.relative_to(TOP)) for file in modules}

    assert set(PACKAGES) == there


def test_whatever_the_page_names_is_there() -> None:
    for where, words in PACKAGES.items():
        for name in re.findall(r"\(`(\w+)`\)", words):
            assert (TOP / where / f"{name}.py").exists(), f"{where}{name}"
    for path in re.findall(r"`((?:pbmserv|migrations|help|tests|benchmarks|docs)/[a-z_/.]*)`", CONTRIBUTING):
        assert (TOP / path).exists(), path


def test_the_packages_stand_in_the_order_of_the_layers_that_are_checked() -> None:
    [layers] = [
        contract["layers"]
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["pbmserv"]
    ]
    layer_of = {name.strip(): layer for layer, names in enumerate(layers) for name in names.split("|")}

    there = [layer_of[where.split("/")[1].removesuffix(".py")] for where in PACKAGES]

    assert there == sorted(there)
