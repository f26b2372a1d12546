"""The lines that the pages for operators print, typed as they stand there: as root, on a machine of their own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest

from tests import docs
from tests.endtoend.own_root import Root, own_root
from tests.endtoend.programs import installed
from tests.endtoend.test_swaks import ALONE, MAILED, SIGNED_UP, TYPED

NOT_TYPED = {
    "systemctl enable --now pbmserv": "needs systemd; the test starts what the unit does",
    "export POSTGRES_PASSWORD=": "is for docker compose",
    "docker ": "needs the service of Docker, and an image from its registry",
    "echo 'hatchling>=1.25' | uv pip compile": "asks the package registry for the newest versions",
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/pbmserv serve": "as INSTALL and SERVICE do",
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest": "is how this test is run",
    ".venv/bin/python -m benchmarks ladder": "plays for hours; .ci/run does it at a tiny size",
    "pbmserv help --language ru draw": "is for translators; tests/test_cli.py prints a page in a language",
    ".venv/bin/python -m tests.games.": "is for developers, and takes up to hours; tests/games runs each for a while",
}
"""Lines, by what they begin with, that are not typed here, and why."""

SETTINGS = "/etc/pbmserv.toml"
TYPED_IN_FULL = f'pbmserv() {{ sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv --config {SETTINGS} "$@"; }}\n'
"""What docs/operating.md says that is to be typed for `pbmserv`."""

# What systemd would do, as far as it matters to the program.
UNIT = """\
unit=$PWD/docs/pbmserv.service
of_unit() { sed -n "s/^$1=//p" "$unit"; }
start() {
    (umask "$(of_unit UMask)"; cd "$(of_unit WorkingDirectory)"; exec env "$(of_unit Environment)" setpriv \\
        --reuid "$(of_unit User)" --regid "$(of_unit Group)" --init-groups --no-new-privs --bounding-set=-all \\
        $(of_unit ExecStart)) </dev/null >/tmp/unit.log 2>&1 &
    server=$!
    while kill -0 "$server"; do ! pbmserv health >/tmp/health 2>&1 || return 0; sleep 0.2; done
    cat /tmp/unit.log /tmp/health >&2; return 1
}
stop() { kill "$server"; wait "$server"; }
serves() {
    rm -f /tmp/unit.log
    (exec setpriv --reuid pbmserv --regid pbmserv --init-groups \\
        /opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml serve "$@") </dev/null >/tmp/unit.log 2>&1 &
    server=$!
    while kill -0 "$server"; do ! grep -qs server.running /tmp/unit.log || { stop; return; }; sleep 0.1; done
    cat /tmp/unit.log >&2; return 1
}
"""
SINK = """\
sink() { /opt/pbmserv/.venv/bin/python -m aiosmtpd -n -l "127.0.0.1:$1" -c aiosmtpd.handlers.Mailbox /tmp/sink & }
arrives() {
    for _ in {1..150}; do ! grep -rqs "$1" /tmp/sink || return 0; sleep 0.2; done
    cat /tmp/unit.log /var/log/mail.postfix >&2; return 1
}
mail() {
    swaks --silent --timeout 120 --server 127.0.0.1:25 --to pbmserv@games.example.org --from "$1" \\
        --header "Subject: $2" && return 0
    cat /tmp/unit.log /var/log/mail.postfix >&2; return 1
}
"""

INSTALL = """\
useradd --system --home-dir /var/lib/pbmserv --shell /usr/sbin/nologin pbmserv
python3 -m venv /opt/pbmserv/.venv
/opt/pbmserv/.venv/bin/pip install '/path/to/pbmserv[postgres]'
install --directory --mode=0700 --owner=pbmserv --group=pbmserv /var/lib/pbmserv
"""
# Which is longer than ours.
BACKUP = (
    "sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml"
    " db backup /var/backups/pbmserv/$(date +%F).db"
)
SERVICE = f"""\
sink 25
cp docs/pbmserv.service /etc/systemd/system/
start
sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml admin mail count
pbmserv admin bot list
pbmserv admin bot jobs
pbmserv admin bot failures
pbmserv admin bot retry
pbmserv admin user add alice alice@old.example
pbmserv admin user address alice alice@new.example --reason 'You called me on Monday.'
pbmserv admin tournament create hex-league hex size=11 --forfeittime 14
install --directory --mode=0700 --owner=pbmserv --group=pbmserv /var/backups/pbmserv
{BACKUP}
pbmserv admin user add bob bob@example.org
stop
pbmserv db restore /var/backups/pbmserv/2026-01-31.db
start
arrives 'You called me on Monday.'
echo "players: $(pbmserv admin user list | grep -o '^[a-z]*@\\|^alice\\|^bob')"
stat --format='%U %a %n' /var/lib/pbmserv/pbmserv.db /var/backups/pbmserv /var/backups/pbmserv/*
stop
unset -f pbmserv
PATH=$PATH:/opt/pbmserv/.venv/bin
eval "$(_PBMSERV_COMPLETE=bash_source pbmserv)"
complete -p pbmserv
"""
DKIM = """\
install --directory --mode=0750 --owner=root --group=pbmserv /etc/pbmserv
(umask 077; openssl genrsa -out /etc/pbmserv/dkim.pem 2048)
chown pbmserv:pbmserv /etc/pbmserv/dkim.pem
openssl rsa -in /etc/pbmserv/dkim.pem -pubout -outform DER | openssl base64 -A
"""
BY_PIPE = """\
sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml db upgrade
postfix start
mail carol@example.org "signup $userid sesame7-by-pipe"
arrives "Welcome to pbmserv, $userid"
postfix stop
"""
BY_LMTP = """\
systemd-tmpfiles --create /etc/tmpfiles.d/pbmserv.conf
start
postfix start
mail carol@example.org "signup $userid sesame7-by-lmtp"
arrives "Welcome to pbmserv, $userid"
stop
postfix stop
"""
POSTGRESQL = """\
pg_ctlcluster "$(pg_lsclusters --no-header | cut -d' ' -f1 | head -n 1)" main start
sudo -u postgres createuser pbmserv
sudo -u postgres createdb --owner=pbmserv pbmserv
sudo -u pbmserv /opt/pbmserv/.venv/bin/pbmserv --config /etc/pbmserv.toml db upgrade
pbmserv admin user add alice alice@example.org
pbmserv serve --only receive
pbmserv serve --only work
pbmserv serve --only deliver
pbmserv serve --only clock
install --directory --mode=0700 --owner=pbmserv --group=pbmserv /var/backups/pbmserv
sudo -u pbmserv pg_dump --format=custom --file=/var/backups/pbmserv/$(date +%F).dump pbmserv
sudo -u postgres createdb --owner=pbmserv pbmserv_restored
sudo -u pbmserv pg_restore --exit-on-error --dbname=pbmserv_restored /var/backups/pbmserv/2026-01-31.dump
sed --in-place 's|@/pbmserv"|@/pbmserv_restored"|' /etc/pbmserv.toml
pbmserv admin user show alice
"""
SCRIPTS = (INSTALL, SERVICE, DKIM, BY_PIPE, BY_LMTP, POSTGRESQL)


def test_each_line_that_the_pages_print_is_typed_by_a_test_or_listed_with_the_reason() -> None:
    here = {line for script in (*SCRIPTS, ALONE, SIGNED_UP, MAILED, TYPED) for line in script.splitlines()}
    printed = [line for page in docs.PAGES for line in docs.typed(page)]
    left = [line for line in printed if line not in here]

    assert [line for line in left if not line.startswith(tuple(NOT_TYPED))] == []
    assert [begin for begin in NOT_TYPED if not any(line.startswith(begin) for line in left)] == []


@pytest.fixture(scope="module")
def root() -> Iterator[Root]:
    """A machine on which pbmserv has been installed as docs/operating.md says, with its settings."""
    with own_root() as root:
        done = root.type(as_it_is_here(INSTALL) + written("/etc/pbmserv.toml"), is_alone=False)
        assert done.returncode == 0, done.stdout + done.stderr
        yield root


def written(path: str, text: str | None = None, more: str = "", appended: bool = False) -> str:
    """The line that writes a file as the pages have it, or appends that; `more` is what stands below."""
    return f"cat {'>>' if appended else '>'} {path} <<'END'\n{text or docs.file_of(path)}{more}END\n"


def as_it_is_here(lines: str) -> str:
    """Lines of the pages with what readers have to put in for themselves: where the checkout is, and the day."""
    typed = lines.replace("/path/to/pbmserv", str(docs.TOP)).replace("2026-01-31", "$(date +%F)")
    # It would run for ever: it is told to end as soon as it runs.
    return re.sub("^pbmserv serve ", "serves ", typed, flags=re.MULTILINE)


def typed_by(root: Root, script: str, answers: str = "") -> str:
    """Have the lines typed, each as the page says; gives what they print."""
    done: subprocess.CompletedProcess[str] = root.type(TYPED_IN_FULL + UNIT + SINK + as_it_is_here(script), answers)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_lines_about_a_service_and_its_backups(root: Root) -> None:
    installed("swaks")

    printed = typed_by(root, SERVICE, answers="y\n")

    assert printed.count("holds the database /var/lib/pbmserv/pbmserv.db as it was, in ") == 1
    assert "players: alice\n" in printed
    assert "pbmserv 600 /var/lib/pbmserv/pbmserv.db\npbmserv 700 /var/backups/pbmserv\npbmserv 600 /var" in printed
    assert printed.endswith("complete -o nosort -F _pbmserv_completion pbmserv\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "userid", "listen", "transport"),
    [
        (BY_LMTP, "carol-by-port", "127.0.0.1:8024", docs.files_of("/etc/postfix/transport")[0]),
        (BY_LMTP, "carol-by-socket", "/var/spool/postfix/pbmserv/lmtp", docs.files_of("/etc/postfix/transport")[1]),
        (BY_PIPE, "carol-by-pipe", "127.0.0.1:8024", docs.files_of("/etc/postfix/transport")[2]),
    ],
)
def test_the_lines_about_postfix(root: Root, lines: str, userid: str, listen: str, transport: str) -> None:
    for program in ("postfix", "swaks", "openssl", "systemd-tmpfiles"):
        installed(program)
    assert f'lmtp_listen = "{listen}"' in docs.PAGES["docs/operating.md"] + docs.PAGES["docs/postfix.md"]
    [signing] = [block for block in docs.blocks("toml") if "dkim_key" in block]
    # As it has been installed, whatever was written into it before.
    fresh = "rm -rf /tmp/sink\ncp --no-clobber /etc/postfix/*.cf /root\ncp /root/*.cf /etc/postfix\n"
    files = (
        written("/etc/postfix/main.cf", more=OF_THIS_POSTFIX, appended=True),
        written("/etc/postfix/master.cf", appended=True),
        written("/etc/postfix/transport", transport),
        written("/etc/postfix/pbmserv_recipients"),
        written("/etc/tmpfiles.d/pbmserv.conf"),
        written(SETTINGS, docs.file_of(SETTINGS).replace("127.0.0.1:8024", listen), more=signing),
    )

    printed = typed_by(root, f"{fresh}{''.join(files)}{DKIM}sink 2525\nuserid={userid}\n{lines}cat /tmp/sink/new/*\n")

    assert printed.count("MIIBIjANBgkq") == 1
    assert "DKIM-Signature: " in printed


OF_THIS_POSTFIX = """\
maillog_file = /var/log/mail.postfix
maillog_file_prefixes = /var
inet_interfaces = 127.0.0.1
mydestination =
default_transport = smtp:[127.0.0.1]:2525
"""


@pytest.mark.long
def test_the_lines_about_postgresql(root: Root) -> None:
    installed("pg_ctlcluster")
    [url] = [line for line in docs.PAGES["docs/operating.md"].splitlines() if line.startswith(f"# in {SETTINGS}: ")]
    settings = written(SETTINGS, more=url.partition(": ")[2] + "\n")

    printed = typed_by(root, settings + POSTGRESQL)

    assert "The schema is at " in printed
    assert "alice@example.org" in printed.partition("password")[2]
