"""Measures the cost of a request and its answer in the driver's process, by transport.

Run: ``python tools/cluster_transport.py [--rounds 2000]``

Another process of this machine sends each request back. A row gives processor time of the driver's
process, all its threads included, and bytes of the loopback interface, both ways, headers included.
gRPC is measured if ``grpcio`` and the program ``openssl`` are installed.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import zmq
from zmq.utils import z85

SIZES = (500, 5_000, 50_000)
"""Bytes of a request, and of its answer."""
AT_ONCE = (1, 16)
"""Requests that are sent before the first answer is awaited."""

Exchange = Callable[[bytes, int], None]
"""Sends several copies of a request, and waits for all answers."""


@contextlib.contextmanager
def in_process(work: Callable[..., None], *arguments: Any) -> Iterator[Any]:
    """Runs a function in another process; returns its first message."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(there, *arguments), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        process.kill()
        process.join()


@contextlib.contextmanager
def ray_calls() -> Iterator[Exchange]:
    """Calls of an actor of Ray."""
    from shomei.cluster import _ray

    class Echo:
        def echo(self, value: bytes) -> bytes:
            return value

    with _ray.connect("local", cpus=1) as connection:
        ray = connection.ray
        actor = ray.remote(Echo).remote()

        def exchange(request: bytes, count: int) -> None:
            ray.get([actor.echo.remote(request) for _ in range(count)])

        yield exchange


def zeromq_echo(pipe: Any, driver: bytes) -> None:
    """Sends back the messages of the driver; no other process can connect."""
    context = zmq.Context()
    handler = context.socket(zmq.REP)
    handler.bind("inproc://zeromq.zap.01")
    public, secret = zmq.curve_keypair()
    socket = context.socket(zmq.PAIR)
    socket.curve_publickey, socket.curve_secretkey, socket.curve_server = public, secret, True
    socket.set(zmq.ZAP_DOMAIN, b"echo")
    port = socket.bind_to_random_port("tcp://127.0.0.1")
    pipe.send((port, public))
    version, request, *_, key = handler.recv_multipart()
    status = b"200" if key == z85.decode(driver) else b"400"
    handler.send_multipart([version, request, status, b"", b"", b""])
    while True:
        socket.send(socket.recv())


@contextlib.contextmanager
def zeromq() -> Iterator[Exchange]:
    """ZeroMQ, encrypted by CURVE."""
    public, secret = zmq.curve_keypair()
    with (
        in_process(zeromq_echo, public) as (port, server),
        zmq.Context() as context,
        context.socket(zmq.PAIR) as socket,
    ):
        socket.curve_publickey, socket.curve_secretkey = public, secret
        socket.curve_serverkey = server
        socket.connect(f"tcp://127.0.0.1:{port}")

        def exchange(request: bytes, count: int) -> None:
            for _ in range(count):
                socket.send(request)
            for _ in range(count):
                socket.recv()

        yield exchange


def grpc_echo(pipe: Any, key: bytes, certificate: bytes) -> None:
    """Sends back all messages of a stream."""
    import grpc

    def echo(requests: Any, _: Any) -> Any:
        yield from requests

    handler = grpc.stream_stream_rpc_method_handler(echo)
    from concurrent.futures import ThreadPoolExecutor

    server = grpc.server(ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("e", {"echo": handler})])
    credentials = grpc.ssl_server_credentials([(key, certificate)], certificate, True)
    pipe.send(server.add_secure_port("localhost:0", credentials))
    server.start()
    server.wait_for_termination()


@contextlib.contextmanager
def grpc_stream() -> Iterator[Exchange]:
    """A stream of gRPC with TLS, in which both sides have a certificate."""
    import queue

    import grpc

    with tempfile.TemporaryDirectory() as folder:
        names = [Path(folder) / name for name in ("key", "certificate")]
        command = (
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1"
        )
        more = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        files = ["-keyout", str(names[0]), "-out", str(names[1])]
        subprocess.run([*command.split(), *more, *files], check=True, capture_output=True)
        key, certificate = (name.read_bytes() for name in names)
    with in_process(grpc_echo, key, certificate) as port:
        credentials = grpc.ssl_channel_credentials(certificate, key, certificate)
        requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        with grpc.secure_channel(f"localhost:{port}", credentials) as channel:
            answers = channel.stream_stream("/e/echo")(iter(requests.get, None))

            def exchange(request: bytes, count: int) -> None:
                for _ in range(count):
                    requests.put(request)
                for _ in range(count):
                    next(answers)

            yield exchange


WAYS: dict[str, Callable[[], contextlib.AbstractContextManager[Exchange]]] = {
    "ZeroMQ with CURVE": zeromq,
    "gRPC stream with TLS": grpc_stream,
    "calls of Ray": ray_calls,
}


def looped() -> int:
    """Bytes that the loopback interface has transported."""
    lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.strip().startswith("lo:"))


def measure(name: str, exchange: Exchange, rounds: int) -> None:
    """Prints the rows of a transport."""
    for size in SIZES:
        request = b"x" * size
        for count in AT_ONCE:
            for _ in range(50):
                exchange(request, count)
            carried, busy, began = looped(), time.process_time(), time.perf_counter()
            for _ in range(rounds // count):
                exchange(request, count)
            done = rounds // count * count
            each = [1e6 * (time.process_time() - busy), 1e6 * (time.perf_counter() - began)]
            cells = (f"{value / done:,.0f}" for value in [*each, looped() - carried])
            print(f"| {name} | {size:,} | {count} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000, help="requests of a row")
    given = parser.parse_args()
    print("| way | bytes | at once | processor time, microseconds | time | bytes carried |")
    print("|---|---:|---:|---:|---:|---:|", flush=True)
    for name, way in WAYS.items():
        try:
            with way() as exchange:
                measure(name, exchange, given.rounds)
        except ImportError as error:
            print(f"{name}: {error}")


if __name__ == "__main__":
    main()
