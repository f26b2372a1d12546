"""Keys to sign letters with, made for a test, and the DNS in which their public halves are."""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path

import dkim  # type: ignore[import-untyped]
import pytest


class Signing:
    """A private key in a file, and whether a message is signed with it as the DNS says."""

    def __init__(
        self, folder: Path, selector: str = "pbmserv", domain: str = "example.org", bits: int = 2048
    ) -> None:
        self.key = folder / "dkim.pem"
        self._name = f"{selector}._domainkey.{domain}."
        _openssl("genrsa", "-out", str(self.key), str(bits))
        public = _openssl("rsa", "-in", str(self.key), "-pubout", "-outform", "DER")
        self._record = b"v=DKIM1; k=rsa; p=" + b64encode(public)
        self.asked: list[str] = []

    def verifies(self, message: bytes) -> bool:
        """Whether the signature of a message is good."""
        return bool(dkim.verify(message, dnsfunc=self._dns))

    def _dns(self, name: bytes, timeout: float = 5) -> bytes | None:
        self.asked.append(name.decode())
        return self._record if name.decode() == self._name else None


def _openssl(*words: str) -> bytes:
    try:
        return subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=60).stdout
    except FileNotFoundError:
        pytest.skip("openssl is not installed, which makes the keys")
