"""DKIM signatures (RFC 6376)."""

from __future__ import annotations

from email.parser import BytesHeaderParser
from hashlib import sha256

from pbmserv.settings import Settings, SettingsError

# Each of these that a letter has is signed, and a second From, so that none can be added.
SIGNED = (
    b"from", b"from", b"to", b"subject", b"date", b"message-id", b"reply-to", b"in-reply-to", b"references",
    b"auto-submitted", b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
_RELAXED = (b"relaxed", b"relaxed")
_LEAST_BITS = 1024


class Signer:
    """Signs for `domain` with the RSA key `key` (PEM), published in the DNS under `selector`.

    Raises `ValueError` for an unusable key, with the reason.
    """

    def __init__(self, key: bytes, selector: str, domain: str) -> None:
        bits = _bits_of_sound_key(key)
        if bits < _LEAST_BITS:
            raise ValueError(f"its key has {bits} bits, and one with fewer than {_LEAST_BITS} proves nothing")
        self._key, self._selector, self._domain = key, selector.encode("ascii"), domain.encode("ascii")

    def sign(self, message: bytes) -> bytes:
        from dkim import DKIM  # type: ignore[import-untyped]

        names = [name.lower().encode() for name in BytesHeaderParser().parsebytes(message)]
        signed = [name for name in SIGNED if name in names] + [name for name in names if name.startswith(b"list-")]
        signature: bytes = DKIM(message).sign(
            self._selector, self._domain, self._key, canonicalize=_RELAXED, include_headers=signed
        )
        return signature + message


def signer_for(settings: Settings) -> Signer | None:
    """The configured signer, or None. Raises `SettingsError` for an unusable key."""
    if settings.dkim_key is None:
        return None
    domain = settings.dkim_domain or settings.address.rpartition("@")[2]
    try:
        return Signer(settings.dkim_key.read_bytes(), settings.dkim_selector, domain.lower())
    except OSError as error:
        raise SettingsError(f"PBMSERV_DKIM_KEY: {settings.dkim_key} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise SettingsError(
            f"PBMSERV_DKIM_KEY: {settings.dkim_key} cannot be used: {error}."
            " To make one: openssl genrsa -out dkim.pem 2048"
        ) from error


def _bits_of_sound_key(pem: bytes) -> int:
    """The size of a key that can sign and verify. Raises `ValueError`."""
    from dkim.crypto import (  # type: ignore[import-untyped]
        RSASSA_PKCS1_v1_5_sign,
        RSASSA_PKCS1_v1_5_verify,
        parse_pem_private_key,
    )

    try:
        key = parse_pem_private_key(pem)
        is_sound = RSASSA_PKCS1_v1_5_verify(sha256(b"x"), RSASSA_PKCS1_v1_5_sign(sha256(b"x"), key), key)
    except Exception as error:  # the library has many ways of saying that something is no key
        raise ValueError("it holds no private RSA key in PEM") from error
    if not is_sound:
        raise ValueError("its key is damaged: what it signs cannot be verified")
    return int(key["modulus"].bit_length())
