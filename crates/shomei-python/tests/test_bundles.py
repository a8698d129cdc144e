"""Bundles that the command line has written."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
import shomei

BUNDLE = Path(__file__).parent / "data" / "mate-in-3.zip"


def entries() -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(BUNDLE) as archive:
        return [(entry.filename, archive.read(entry)) for entry in archive.infolist()]


def packed(files: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def test_the_results_of_a_bundle() -> None:
    verdict = shomei.check_bundle(BUNDLE)
    assert verdict.accepted
    assert verdict.manifest["question"] == "solution"
    assert verdict.manifest["verdict"] == "unique but for the last move"
    assert verdict.results[0]["length"] == [3, 3]
    assert verdict.certificates == len(entries()) - 1
    assert shomei.check_bundle(packed(entries()), time=60) == verdict


def test_a_changed_bundle_is_rejected() -> None:
    files = entries()
    manifest = json.loads(files[0][1])
    manifest["verdict"] = "unique"
    files[0] = (files[0][0], json.dumps(manifest).encode())
    with pytest.raises(shomei.Rejected, match=r"the bundle is rejected: manifest\.json") as caught:
        shomei.check_bundle(packed(files))
    assert not caught.value.verdict.accepted
    verdict = shomei.check_bundle(packed(entries()[:-1]), strict=False)
    assert verdict.reason is not None
    assert "does not follow" in verdict.reason
    assert verdict.results == []
    assert not shomei.check_bundle(b"no archive", strict=False).accepted
    limited = shomei.check_bundle(BUNDLE, strict=False, edges=1)
    assert limited.limit
    with pytest.raises(shomei.UsageError, match="edges"):
        shomei.check_bundle(BUNDLE, edges=-1)
    with pytest.raises(FileNotFoundError):
        shomei.check_bundle("missing.zip")
