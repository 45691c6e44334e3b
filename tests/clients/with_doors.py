"""The other doors: TLS, WebSocket with binary and with text messages, timeseal inside it.

The WebSocket here is made by hand from its specification, so that no library is needed.
"""

import base64
import hashlib
import os
import socket
import ssl
import struct
import time

from club import Failed, check, main

KEY = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram."
BINARY, TEXT, CLOSE, PING, PONG = 2, 1, 8, 9, 10


def sealed(line, milliseconds, offset=0):
    """A line as a timeseal sends it."""
    text = bytearray(line.encode() + b"\x18%d\x19" % milliseconds)
    text += b"1" * (-len(text) % 12)
    for group in range(0, len(text), 12):
        for one, other in ((0, 11), (2, 9), (4, 7)):
            text[group + one], text[group + other] = text[group + other], text[group + one]
    coded = bytes(((byte | 0x80) ^ KEY[(at + offset) % 50]) - 32 for at, byte in enumerate(text))
    return coded + bytes([0x80 | offset])


class Line:
    """Bytes to a server and back, over whatever socket."""

    def __init__(self, stream):
        self.stream = stream
        stream.settimeout(20)
        self.heard = b""

    def sends(self, line):
        self.stream.sendall(line + b"\n")

    def receives(self):
        return self.stream.recv(65536)

    def hears(self, words):
        while words.encode() not in self.heard:
            got = self.receives()
            if not got:
                raise Failed(f"the line was closed before {words!r}: {self.heard[-300:]}")
            self.heard += got
        told, self.heard = self.heard.split(words.encode(), 1)
        return told

    def log_in(self, name):
        self.hears("login: ")
        self.sends(name.encode())
        self.hears(f'Press return to enter the server as "{name}":')
        self.sends(b"")
        self.hears(f"**** Starting FICS session as {name}(U) ****")
        self.hears("fics% ")


class WebSocket(Line):
    """A WebSocket of RFC 6455, as a browser has it."""

    def __init__(self, stream, host, kind, path="/"):
        super().__init__(stream)
        self.kind = kind
        nonce = base64.b64encode(os.urandom(16)).decode()
        stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.raw = b""
        while b"\r\n\r\n" not in self.raw:
            got = stream.recv(4096)
            check(got, f"no WebSocket: {self.raw}")
            self.raw += got
        head, self.raw = self.raw.split(b"\r\n\r\n", 1)
        accept = base64.b64encode(hashlib.sha1((nonce + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        check(head.startswith(b"HTTP/1.1 101 "), f"no WebSocket: {head}")
        check(accept in head, "the key of the WebSocket is answered wrongly")

    def message(self, kind, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.stream.sendall(bytes([0x80 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def sends(self, line):
        self.message(self.kind, line + b"\n")

    def _exactly(self, count):
        while len(self.raw) < count:
            got = self.stream.recv(65536)
            check(got, "the WebSocket was closed in the middle of a message")
            self.raw += got
        data, self.raw = self.raw[:count], self.raw[count:]
        return data

    def receives(self):
        while True:
            first, size = self._exactly(2)
            check(size < 128, "a server does not mask")
            if size == 126:
                (size,) = struct.unpack(">H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._exactly(8))
            data, kind = self._exactly(size), first & 15
            if kind == PING:
                self.message(PONG, data)
            elif kind == CLOSE:
                return b""
            elif kind in (BINARY, TEXT):
                return data


def tls(club, port="tls"):
    context = ssl.create_default_context()
    # The certificate is the server's own.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    stream = context.wrap_socket(socket.create_connection(("127.0.0.1", club.ports[port]), 20), server_hostname="localhost")
    check(stream.version() in ("TLSv1.2", "TLSv1.3"), f"an old TLS: {stream.version()}")
    return stream


def plain(club, port):
    return socket.create_connection(("127.0.0.1", club.ports[port]), 20)


def plays_a_move(line, name):
    """The line is good for more than a login."""
    for command, answer in (("style 12", "Style 12 set."), ("examine", "<12> rnbqkbnr"), ("e4", " P/e2-e4 ")):
        line.sends(command.encode())
        line.hears(answer)
    line.sends(b"quit")
    line.hears("Logging you out.")
    print(f"  {name}", flush=True)


def test(club):
    line = Line(tls(club))
    line.log_in("Anna")
    plays_a_move(line, "TLS")
    for kind, word in ((BINARY, "binary"), (TEXT, "text")):
        for stream, door in ((plain(club, "http"), "http"), (tls(club), "tls")):
            line = WebSocket(stream, "localhost", kind)
            line.log_in("Boris")
            plays_a_move(line, f"WebSocket, {word} messages, {door}")

    # As the Free Chess Club does: binary messages of sealed lines, a hello first.
    began = time.monotonic()
    class Sealed(WebSocket):
        def sends(self, text):
            self.message(BINARY, sealed(text.decode(), int((time.monotonic() - began) * 1000) + 1) + b"\n")

    for stream, door in ((plain(club, "http"), "http"), (tls(club), "tls")):
        line = Sealed(stream, "localhost", BINARY)
        line.sends(b"TIMESEAL2|freeseal|icsgo|")
        line.log_in("Clara")
        line.sends(b"finger clara")
        check(b"On" in line.hears("fics% ").split(b"Timeseal")[-1], "the timeseal is not noticed")
        plays_a_move(line, f"WebSocket with timeseal, {door}")

    # The same on the plain port, with the ping that comes with each board on which a clock begins.
    line = Line(plain(club, "telnet"))
    line.sends = lambda text: line.stream.sendall(sealed(text.decode(), int((time.monotonic() - began) * 1000) + 1, 7) + b"\n")
    line.sends(b"TIMESTAMP|openseal|linux|")
    line.log_in("Dora")
    line.sends(b"style 12")
    line.hears("Style 12 set.")
    emil = club.player("Emil")
    emil.types("match dora 3 0 unrated white")
    line.hears("Challenge: ")
    line.sends(b"accept")
    line.hears("{Game ")
    for move, answer in (("e4", "e5"), ("Nf3", "Nc6")):
        emil.types(move)
        board = line.hears("[G]\n\r").split(b"<12> ")[-1]
        check(b" %s " % move.encode() in board, f"the ping came elsewhere: {board}")
        line.sends(b"\x029")
        time.sleep(0.3)
        line.sends(answer.encode())
        emil.hears(f" {answer} ")
    print("  timeseal on telnet", flush=True)


if __name__ == "__main__":
    main(test)
