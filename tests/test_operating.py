"""What the pages for operators say is so: settings, figures, commands and links, the unit for systemd, containers."""

from __future__ import annotations

import grp
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from datetime import timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pbmserv.cli import main
from pbmserv.commands.playing.actions import WITHDRAWALS
from pbmserv.commands.playing.turns import OFFERED
from pbmserv.commands.requests.budgets import SAID, TO_ONE_PLAYER
from pbmserv.commands.requests.confirmed_addresses import FEW_BOARDS
from pbmserv.commands.sessions.signing_in import MOST_SESSIONS
from pbmserv.commands.starting.challenge_faults import MOST_UNANSWERED
from pbmserv.commands.starting.limits import MOST_ALONE
from pbmserv.commands.starting.new_boards import BEGUN_ALONE
from pbmserv.commands.starting.open_challenges import LEFT
from pbmserv.commands.starting.rematches import ASKED
from pbmserv.mail.sending.signing import signer_for
from pbmserv.monitoring.metrics import Metrics
from pbmserv.monitoring.whole_server import WholeServer
from pbmserv.play.unread import A_FEW
from pbmserv.setting_values import TcpAddress
from pbmserv.settings import Settings, in_force, load
from pbmserv.storage.database import Database
from tests import docs
from tests.docs import TOP
from tests.endtoend.programs import installed

SETTINGS = {f"PBMSERV_{setting.name.upper()}" for setting in fields(Settings)}
COMPOSE: dict[str, Any] = yaml.safe_load((TOP / "compose.yaml").read_text())
PARTS = {name: service for name, service in COMPOSE["services"].items() if service.get("image") == "pbmserv"}
DOCKERFILE = (TOP / "Dockerfile").read_text().replace("\\\n", " ")


def instructions(name: str) -> list[list[str]]:
    """The words that follow an instruction of the Dockerfile, wherever it is given."""
    return [line.split()[1:] for line in DOCKERFILE.splitlines() if line.startswith(f"{name} ")]


# The pages


@pytest.mark.parametrize("given", docs.blocks("toml"))
def test_settings_are_read_as_they_stand(given: str, tmp_path: Path) -> None:
    file = tmp_path / "pbmserv.toml"
    file.write_text(given)

    from_file = {setting.name for setting in in_force(file, {}) if setting.origin == str(file)}

    assert from_file == set(tomllib.loads(given))


def test_all_pages_name_the_same_port() -> None:
    port = tomllib.loads(docs.file_of("/etc/pbmserv.toml"))["lmtp_listen"]

    assert f"lmtp:inet:{port}\n" in docs.file_of("/etc/postfix/transport")
    assert f"PBMSERV_LMTP_LISTEN: 0.0.0.0:{port.partition(':')[2]}" in (TOP / "compose.yaml").read_text()


def test_all_figures_that_are_named_are_told(sqlite_database: Database) -> None:
    metrics = Metrics(sqlite_database)
    metrics.clock_looked(0.1, {"nag": 1})
    whole = WholeServer(sqlite_database, {"1": TcpAddress("127.0.0.1", 1)})
    told = set(re.findall(r"^# TYPE (\w+)", (metrics.exposition() + whole.figures()).decode(), re.MULTILINE))
    alerts = [rule["expr"] for group in yaml.safe_load(docs.blocks("yaml")[0])["groups"] for rule in group["rules"]]

    named = set(re.findall(r"pbmserv_[a-z_]+[a-z]", docs.PAGES["docs/watching.md"]))

    assert named - {"pbmserv_inbox", "pbmserv_outbox"} <= told
    assert len(alerts) >= 7
    assert all(re.search(r"pbmserv_\w+|up\{", expression) for expression in alerts)


def test_the_tables_of_settings_and_budgets_are_those_of_the_code() -> None:
    assert docs.between("settings") == docs.settings_table()
    assert docs.between("budgets") == docs.budgets_table()


def test_the_limits_without_a_setting_are_those_of_the_code() -> None:
    told = [int(row.split("|")[1]) for row in docs.between("limits").splitlines()[2:]]

    assert told == [
        FEW_BOARDS,
        A_FEW,
        A_FEW,
        A_FEW,
        LEFT.most,
        TO_ONE_PLAYER.most,
        MOST_UNANSWERED,
        ASKED.most,
        OFFERED.most,
        WITHDRAWALS.most,
        MOST_ALONE,
        BEGUN_ALONE.most,
        (SAID.most_bytes or 0) // 1000,
        MOST_SESSIONS,
    ]
    assert {limit.within for limit in (LEFT, TO_ONE_PLAYER, ASKED, OFFERED, WITHDRAWALS, BEGUN_ALONE, SAID)} == {
        timedelta(days=1)
    }


@pytest.mark.parametrize("page", [*docs.PAGES, "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", (TOP / page).read_text(encoding="utf-8")):
        path, _, title = link.partition("#")
        target = (TOP / page).parent / path if path else TOP / page
        assert link.startswith(("https://", "http://")) or target.exists(), link
        assert not title or title in titles(target), link


def titles(page: Path) -> set[str]:
    """What the parts of a page are called in links."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in found}


@pytest.mark.parametrize(
    "words",
    sorted(set(re.findall(r"`pbmserv ((?:admin |db )?[a-z]+(?: [a-z]+)?)", "\n".join(docs.PAGES.values())))),
)
def test_the_commands_are_there(words: str) -> None:
    command: Any = main
    for word in words.split():
        found = command.get_command(None, word) if hasattr(command, "get_command") else None
        if found is None:
            break
        command = found

    assert command is not main, words
    assert CliRunner().invoke(command, ["--help"]).exit_code == 0


def test_each_page_for_operators_begins_with_whom_it_is_for() -> None:
    openings = {page: text.split("\n\n")[1] for page, text in docs.PAGES.items() if page.startswith("docs/")}

    assert [
        page for page, text in openings.items() if not re.match(r"For (some|any)body who(se)? |For the ", text)
    ] == []


def test_the_key_that_the_page_has_made_signs_letters(tmp_path: Path) -> None:
    installed("openssl")
    [commands] = [block for block in docs.blocks("sh") if "openssl genrsa" in block]
    [settings] = [block for block in docs.blocks("toml") if "dkim_key" in block]

    made = subprocess.run(
        ["bash", "-euc", _as_ourselves(commands).replace("/etc/pbmserv", str(tmp_path / "etc"))],
        capture_output=True,
        text=True,
        check=True,
    )
    (tmp_path / "pbmserv.toml").write_text(settings.replace("/etc/pbmserv", str(tmp_path / "etc")))

    assert signer_for(load(tmp_path / "pbmserv.toml", {})) is not None
    assert made.stdout.startswith("MIIBIjANBgkq")
    assert (tmp_path / "etc" / "dkim.pem").stat().st_mode & 0o077 == 0
    assert "chown pbmserv:pbmserv /etc/pbmserv/dkim.pem\n" in commands


def _as_ourselves(commands: str) -> str:
    """Commands of root's, as the user and group that the test runs as."""
    user, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    given = re.sub(r"--owner=\w+ --group=\w+", f"--owner={user} --group={group}", commands)
    return given.replace("chown pbmserv:pbmserv", f"chown {user}:{group}")


def test_the_settings_of_the_page_say_where_the_database_is_and_come_before_the_server_starts() -> None:
    page = docs.PAGES["docs/operating.md"]

    assert tomllib.loads(docs.file_of("/etc/pbmserv.toml"))["home"] == "/var/lib/pbmserv"
    assert page.index("# /etc/pbmserv.toml\n") < page.index("systemctl enable --now pbmserv")


def test_the_backup_of_the_page_copies_the_database_of_its_settings(sqlite_url: str, tmp_path: Path) -> None:
    [commands] = [block for block in docs.blocks("sh") if " db backup " in block]
    program = tmp_path / "pbmserv"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={TOP} exec {sys.executable} -m pbmserv "$@"\n')
    program.chmod(0o755)
    settings = docs.file_of("/etc/pbmserv.toml").replace("/var/lib/pbmserv", str(tmp_path))
    (tmp_path / "pbmserv.toml").write_text(settings)
    for printed, here in {
        "/var/backups/pbmserv": tmp_path / "backups",
        "sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv": program,
        "/etc/pbmserv.toml": tmp_path / "pbmserv.toml",
    }.items():
        assert printed in commands
        commands = commands.replace(printed, str(here))

    done = subprocess.run(["bash", "-euc", _as_ourselves(commands)], capture_output=True, text=True, check=True)

    [backup] = (tmp_path / "backups").iterdir()
    assert f"{backup} holds the database {tmp_path}/pbmserv.db as it was, in " in done.stdout
    assert sqlite_url == f"sqlite:///{tmp_path}/pbmserv.db"


# systemd


def test_systemd_finds_no_fault_with_the_unit(tmp_path: Path) -> None:
    analyze = installed("systemd-analyze")
    unit = (TOP / "docs" / "pbmserv.service").read_text()
    program = tmp_path / "pbmserv"
    program.symlink_to(shutil.which("true") or "/bin/true")
    (tmp_path / "pbmserv.service").write_text(unit.replace("/opt/pbmserv/.venv/bin/pbmserv", str(program)))

    verdict = subprocess.run(
        [analyze, "verify", tmp_path / "pbmserv.service"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (verdict.returncode, verdict.stderr) == (0, "")


def test_the_unit_starts_the_server_with_the_settings_of_the_page() -> None:
    unit = (TOP / "docs" / "pbmserv.service").read_text()

    [start] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)

    assert start == "/opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml serve"
    assert "PBMSERV_HOME" in SETTINGS


# Containers


def test_all_settings_of_the_containers_are_ours() -> None:
    ours = {name for part in PARTS.values() for name in part["environment"]}
    in_image = set(re.findall(r"\b(PBMSERV_[A-Z_]+)=", DOCKERFILE))

    assert {"PBMSERV_DATABASE_URL", "PBMSERV_ADDRESS", "PBMSERV_LMTP_LISTEN"} <= ours <= SETTINGS
    assert {"PBMSERV_HOME", "PBMSERV_METRICS_LISTEN"} <= in_image <= SETTINGS


def test_the_settings_of_the_containers_can_be_read() -> None:
    in_image = dict(re.findall(r"\b(PBMSERV_[A-Z_]+)=(\S+)", DOCKERFILE))
    for part in PARTS.values():
        given = {name: substituted(value) for name, value in part["environment"].items()}

        settings = load(None, in_image | given)

        assert settings.address == "pbmserv@games.example.org"


def test_what_the_containers_publish_is_listened_on_and_can_be_reached_from_the_machine_itself_only() -> None:
    in_image = dict(re.findall(r"\b(PBMSERV_[A-Z_]+)=(\S+)", DOCKERFILE))
    published = {}
    for name, part in PARTS.items():
        given = {each: substituted(value) for each, value in part["environment"].items()}
        settings = load(None, in_image | given)
        doors = {"receive": {str(settings.smtp_listen), str(settings.lmtp_listen)}, "web": {str(settings.web_listen)}}
        for port in part.get("ports", []):
            host, _, inside = port.rpartition(":")
            assert host == f"127.0.0.1:{inside}"
            assert f"0.0.0.0:{inside}" in doors[name]
            published[inside] = name

    assert published == {"8024": "receive", "8025": "receive", "8080": "web"}
    assert {"8025", "8080", "9125"} == set(*instructions("EXPOSE"))


def test_a_web_server_on_the_machine_is_believed_by_the_pages_in_their_container() -> None:
    settings = load(None, {name: substituted(value) for name, value in PARTS["web"]["environment"].items()})

    # Docker's own choice for the networks of Compose, of which the first address is the machine's.
    networks = [f"172.{number}.0.1" for number in range(17, 32)] + [
        f"192.168.{number}.1" for number in range(0, 256, 16)
    ]
    proxies = [ip_network(each) for each in settings.web_proxies]
    assert all(any(ip_address(each) in proxy for proxy in proxies) for each in networks)
    assert not any(proxy.is_global for proxy in proxies)


def substituted(value: str) -> str:
    """A value as Compose would read it, with the variables set that have no default."""
    with_defaults = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)
    known = {"POSTGRES_PASSWORD": "5f1a", "PBMSERV_ADDRESS": "pbmserv@games.example.org"}
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: known[found[1]], with_defaults)


def test_the_parts_in_containers_do_all_that_a_server_does() -> None:
    from pbmserv.service import Role

    roles = [
        role for part in PARTS.values() if part["command"][0] == "serve" for role in part["command"][2].split(",")
    ]

    assert sorted(roles) == sorted(role.value for role in Role)
    assert PARTS["upgrade"]["command"] == ["db", "upgrade"]


def test_whatever_is_waited_for_is_there_and_says_when_it_is_well() -> None:
    for service in COMPOSE["services"].values():
        for name, wait in service.get("depends_on", {}).items():
            awaited = COMPOSE["services"][name]
            assert wait["condition"] != "service_healthy" or "test" in awaited["healthcheck"]
    for volume in [volume for service in COMPOSE["services"].values() for volume in service.get("volumes", [])]:
        assert volume.partition(":")[0] in COMPOSE["volumes"]


def test_the_image_is_made_of_what_is_there_and_all_that_the_wheel_needs() -> None:
    copied = {source for words in instructions("COPY") if "--from" not in words[0] for source in words[:-1]}
    built_with = tomllib.loads((TOP / "pyproject.toml").read_text())
    wheel = built_with["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {
        "pyproject.toml",
        "requirements.lock",
        built_with["project"]["readme"],
        *built_with["project"]["license-files"],
    }

    assert copied == needed | set(wheel["packages"]) | set(wheel["force-include"])
    assert all((TOP / source).exists() for source in copied)
    let_in = {line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == copied


def test_the_image_has_only_packages_that_are_locked_by_their_hashes() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *extras["postgres"], *project["build-system"]["requires"]]
    lock = (TOP / "requirements.lock").read_text().replace("\\\n", " ")
    locked = {line.split("==")[0]: line for line in lock.splitlines() if "==" in line}

    for requirement in map(Requirement, wanted):
        line = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(line.split("==")[1].split()[0])
    assert all("--hash=sha256:" in line for line in lock.splitlines())
    installing = [line for line in DOCKERFILE.splitlines() if "pip install" in line]
    assert [[" ".join(each.split()) for each in re.findall(r"pip install ([^&]*)", line)] for line in installing] == [
        ["--no-cache-dir --require-hashes -r requirements.lock", "--no-cache-dir --no-deps --no-build-isolation ."]
    ]


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_no_container_has_rights_or_memory_that_it_does_not_need(name: str) -> None:
    service = COMPOSE["services"][name]

    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"] in {"1g", "2g"}
    assert "/tmp" in service["tmpfs"]  # noqa: S108 - of the container
    assert set(service.get("cap_add", [])) <= {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}
    assert "cap_add" not in service or name == "postgres"


def test_the_service_has_a_limit_on_memory_and_gets_no_new_privileges() -> None:
    unit = (TOP / "docs" / "pbmserv.service").read_text().splitlines()

    assert {"MemoryMax=2G", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict"} <= set(unit)


def test_the_image_runs_as_nobody_in_particular_and_asks_itself_how_it_is() -> None:
    final = DOCKERFILE.rpartition("\nFROM ")[2]

    assert instructions("USER") == [["pbmserv"]]
    assert final.index("USER pbmserv") < final.index("ENTRYPOINT")
    assert re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", final, re.MULTILINE) == ['["pbmserv", "health"]']
    assert json.loads(" ".join(instructions("ENTRYPOINT")[0])) == ["pbmserv"]
    assert instructions("VOLUME") == [["/var/lib/pbmserv"]]
    assert "pip install" not in final
    assert main.get_command(None, "health") is not None  # type: ignore[arg-type]


def test_the_python_of_the_image_is_one_that_pbmserv_runs_on() -> None:
    [[default]] = instructions("ARG")
    version = tuple(map(int, default.removeprefix("PYTHON=").split(".")))

    assert (3, 11) <= version <= sys.version_info[:2]
