"""One run of each fault of `tools/cluster_faults.py`; that program runs any number."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from clusters import add, needs_ray

TOOL = Path(__file__).resolve().parents[1] / "tools" / "cluster_faults.py"

pytestmark = [
    needs_ray,
    pytest.mark.skipif(not TOOL.is_file(), reason="the program is in the repository only"),
]


@pytest.fixture(scope="module")
def faults() -> Any:
    spec = importlib.util.spec_from_file_location("cluster_faults", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cluster_faults"] = module
    spec.loader.exec_module(module)
    return module


KINDS = ["raylet", "worker", "coordinator", "answers", "store"]


# This process is not connected to a cluster yet.
def test_the_answer_is_right_where_a_machine_is_cut_off(faults: Any, tmp_path: Path) -> None:
    reason = faults.why_not_apart()
    if reason is not None:
        pytest.skip(reason)
    with faults.apart(tmp_path, random.Random(7)) as place:
        good, seen = faults.runs("cut-off", 1, place)
    assert good == 1, dict(seen)


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_right_whatever_goes_wrong(
    faults: Any, connected: Any, tmp_path: Path, kind: str
) -> None:
    place = faults.Place(
        connected.address,
        tmp_path,
        random.Random(7),
        raylets=connected,
        add=lambda: add(connected),
    )
    good, seen = faults.runs(kind, 1, place)
    assert good == 1, dict(seen)


POSITION = "o.......o......oox.xx....xx.xo..o....o..o.o.oo.......o..xxxxx... x"

DRIVER = """
import sys
from shomei import cluster
together = 0
def look(figures):
    global together
    together += figures["machines"] == 2 and figures["jobs"] > 500
sharing = {"ways": {"least": 64}}
cluster.solve("loa", sys.argv[2], address=sys.argv[1], time=12, threads=1, progress=look,
    sharing=sharing, init="unit")
sys.exit(together < 10)
"""


class Listening:
    """Records all packets on the cable to the other namespace."""

    def __init__(self) -> None:
        self.streams: dict[bytes, bytearray] = {}
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 26)
        self.socket.bind(("shomei-near", 0))
        self.socket.settimeout(0.2)
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        while not self.is_over.is_set():
            with contextlib.suppress(TimeoutError):
                packet = self.socket.recv(1 << 17)
                header = 14 + 4 * (packet[14] & 15)
                if packet[12:14] == b"\x08\x00" and packet[23] == socket.IPPROTO_TCP:
                    # A direction of a connection: both addresses and ports.
                    stream = packet[26:34] + packet[header : header + 4]
                    content = packet[header + 4 * (packet[header + 12] >> 4) :]
                    self.streams.setdefault(stream, bytearray()).extend(content)

    def close(self) -> None:
        self.is_over.set()
        self.thread.join()
        self.socket.close()


@pytest.mark.parametrize("tls", [True, False], ids=["TLS for Ray", "Ray in the clear"])
def test_who_listens_on_the_cable_reads_nothing(faults: Any, tmp_path: Path, tls: bool) -> None:
    reason = faults.why_not_apart()
    if reason is not None or shutil.which("openssl") is None:
        pytest.skip(reason or "it needs the program openssl")
    more: dict[str, str] = {}
    network = 8 if tls else 9
    if tls:
        key, certificate = tmp_path / "key", tmp_path / "certificate"
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=shomei -addext"
        addresses = f"IP:10.213.{network}.1,IP:10.213.{network}.2,IP:127.0.0.1"
        names = f"subjectAltName={addresses},DNS:localhost"
        files = ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*command.split(), names, *files], check=True, capture_output=True)
        more["RAY_USE_TLS"] = "1"
        more["RAY_TLS_SERVER_KEY"] = str(key)
        more["RAY_TLS_SERVER_CERT"] = more["RAY_TLS_CA_CERT"] = str(certificate)
    with faults.apart(tmp_path, random.Random(7), network, **more) as place:
        ear = Listening()
        try:
            program = [sys.executable, "-c", DRIVER, place.address, POSITION]
            environment = {**os.environ, **more}
            done = subprocess.run(program, env=environment, capture_output=True, timeout=120)
        finally:
            ear.close()
    assert done.returncode == 0, done.stderr
    recorded = [bytes(stream) for stream in ear.streams.values()]
    ours = [stream for stream in recorded if b"\x03\x01CURVE" in stream[:32]]
    assert len(ours) == 2 and min(map(len, ours)) > 50_000
    known = [POSITION[at : at + 12].encode() for at in range(len(POSITION) - 11)]
    known += [os.environ["RAY_AUTH_TOKEN"].encode(), b"shomei"]
    for stream in ours if not tls else recorded:
        # A failure shows the text with its surroundings.
        readable = [
            stream[max(0, stream.find(text) - 80) :][:200] for text in known if text in stream
        ]
        assert readable == []
    if not tls:
        # The traffic of Ray itself is readable: the question and the token.
        assert all(any(text in stream for stream in recorded) for text in known)


def test_all_kinds_are_tested(faults: Any) -> None:
    assert set(faults.KINDS) == {*KINDS, "cut-off"}
