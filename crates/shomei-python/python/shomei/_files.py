"""Writing files in one step."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["write"]


def write(path: str | os.PathLike[str], data: bytes) -> Path:
    """Writes a file so that it is there whole or not at all."""
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
