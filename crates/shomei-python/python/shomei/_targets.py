"""The files of the certificates of an answer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _shomei
from ._certificates import Certificate
from ._errors import UsageError
from ._games import Position

__all__ = ["Target", "forced"]


@dataclass(frozen=True)
class Target:
    """The meaning of the arguments ``certificate=`` and ``force=``.

    Attributes:
        is_wanted: Whether certificates are wanted.
        path: The file of a bundle or of a single certificate; several certificates have names
            derived from it.
        purpose: The purpose of these files, which decides what they may replace.
        force: Whether other files may be replaced.
        is_bundle: Whether the file is a bundle of all certificates.
    """

    is_wanted: bool
    path: Path | None = None
    purpose: _shomei.Purpose | None = None
    force: bool = False
    is_bundle: bool = False

    @classmethod
    def of(cls, certificate: Any, force: Any, question: str, root: Position) -> Target:
        """Reads the arguments.

        Raises:
            UsageError: If they are invalid, or if the question has no certificate.
            OSError: If a certificate could not be written there.
        """
        is_path = isinstance(certificate, (str, os.PathLike))
        if not is_path and not isinstance(certificate, (bool, type(None))):
            raise UsageError(f"certificate: expected True or a file, not {certificate!r}")
        force = forced(force)
        if certificate is None or certificate is False:
            return cls(False, force=force)
        if is_path and Path(certificate).suffix.lower() == ".zip":
            purpose = _shomei.Purpose.bundle(root.game.name, root.text)
            _shomei.writable(certificate, purpose, force)
            return cls(True, Path(certificate), purpose, force, is_bundle=True)
        if question in ("moves", "move-scores"):
            raise UsageError(
                "certificate: the values of all moves need several certificates, also to check "
                "them, which a bundle holds: give a name such as x.zip"
            )
        if certificate is True:
            return cls(True, force=force)
        # Certificates of a score have rules of their own.
        rules = None if question == "score" else root.game.rules
        purpose = _shomei.Purpose.certificate(root.game.name, rules, root.text)
        path = Path(certificate)
        if not path.name or os.fspath(certificate).endswith(("/", os.sep)):
            _shomei.writable(certificate, purpose, force)
        for part in _parts(question, root.game.sides):
            _shomei.writable(_name(path, part), purpose, force)
        return cls(True, path, purpose, force)

    def save(self, certificates: Iterable[Certificate], about: Iterable[dict[str, Any]]) -> None:
        """Writes a certificate to the file, or several to files next to it."""
        if self.path is None or self.purpose is None or self.is_bundle:
            return
        for certificate, subject in zip(certificates, about, strict=True):
            part = {"whole": "", "side": subject["attacker"]}.get(subject["part"], subject["part"])
            _shomei.write(_name(self.path, part), self.purpose, bytes(certificate), self.force)

    def save_bundle(self, bundle: bytes | None) -> None:
        """Writes a bundle to the file."""
        if bundle is None or self.path is None or self.purpose is None:
            return
        _shomei.write(self.path, self.purpose, bundle, self.force)


def _name(path: Path, part: str) -> Path:
    return path.with_suffix(f".{part}{path.suffix}") if part else path


def _parts(question: str, sides: tuple[str, str]) -> tuple[str, ...]:
    """The suffixes of the names of the certificates that an answer to this question can have."""
    parts = {
        "value": ("", *sides),
        "score": ("at-least", "at-most"),
        "shortest": ("", "no-shorter"),
    }
    return parts.get(question, ("",))


def forced(force: Any) -> bool:
    """Checks the argument ``force``."""
    if not isinstance(force, bool):
        raise UsageError(f"force: expected True or False, not {force!r}")
    return force
