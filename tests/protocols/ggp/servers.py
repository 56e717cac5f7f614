"""Players at real addresses: ours, and some that nobody would invite."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from spielwerk.players import parse_player
from spielwerk.protocols.ggp import GgpPlayer, PlayerServer


@contextmanager
def ours(spec: str, **settings: object) -> Iterator[str]:
    """The address of a Spielwerk player, in a thread."""
    server = PlayerServer(GgpPlayer(parse_player(spec), **settings), port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address
    finally:
        server.stop()
        thread.join()


@contextmanager
def theirs(behave: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that does with every connection what it is told."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.1)
    over = threading.Event()

    def accept() -> None:
        held = []
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            held.append(connection)
            threading.Thread(target=behave, args=(connection,), daemon=True).start()
        for connection in held:
            connection.close()

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        thread.join()
        listener.close()


def hang(connection: socket.socket) -> None:
    """Takes everything in and never says a word."""


def says(text: str) -> Callable[[socket.socket], None]:
    """Answers everything with the same text."""

    def behave(connection: socket.socket) -> None:
        connection.recv(1_000_000)
        body = text.encode()
        connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        connection.close()

    return behave


def hears_once(connection: socket.socket) -> None:
    """Promises to keep the line, and hangs up just when the next message comes over it."""
    connection.recv(1_000_000)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready")
    connection.recv(1_000_000)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def flood(connection: socket.socket) -> None:
    """Answers without end."""
    connection.recv(1_000_000)
    connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
    try:
        while True:
            connection.sendall(b"(mark 1 1) " * 1_000)
    except OSError:
        connection.close()


def slam(connection: socket.socket) -> None:
    """Hangs up in the middle of a line."""
    connection.recv(10)
    connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Le")
    connection.close()
