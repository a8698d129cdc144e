"""Writing files in one step."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

__all__ = ["writable", "write"]


def writable(path: str | os.PathLike[str]) -> Path:
    """The path of a file to be written; an `OSError` where that is certain to fail."""
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(target))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(target.parent))
    return target


def write(path: str | os.PathLike[str], data: bytes) -> Path:
    """Writes a file so that it is there whole or not at all."""
    target = writable(path)
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
