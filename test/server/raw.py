"""raw.py: HTTP and WebSocket byte by byte over plain sockets, for tests of the transport.

Sends exactly what a test wrote, so that it can be invalid.
"""

import os
import pathlib
import signal
import socket
import ssl
import struct
import subprocess
import time

PATIENCE = 20  # seconds until a test gives up on a socket
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # RFC 6455, 1.3
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Double:
    """The transport with a fake tavern that echoes (src/server/test/transport_double.c)."""

    def __init__(self, binary, port=0, request=4000, ping=60000, silence=60000, per_address=0, behind_proxy=0,
                 tls=None, **more):
        arguments = [str(one) for one in (port, request, ping, silence, per_address, behind_proxy)]
        self.process = subprocess.Popen([binary, *arguments, *map(str, tls or ())], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, **more)
        self.tls = tls
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        if self.process.poll() is None:
            self.stop()
        complaint = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if trouble[0] is None and (self.process.returncode, complaint) != (0, ""):
            raise RuntimeError(f"ended with {self.process.returncode}: {complaint}")

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def connect(self, source="127.0.0.1"):
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            around = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            around.load_verify_locations(str(self.tls[0]))
            line = around.wrap_socket(line, server_hostname="localhost")
        return Line(line)

    def ask(self, text, **more):
        with self.connect(**more) as line:
            line.send(text)
            return line.answer()

    def socket(self, **more):
        line = self.connect(**more)
        line.send(upgrade())
        head = line.head()
        assert head.status == 101, head
        return line


def request(method="GET", path="/", body=None, version="1.1", **headers):
    """A request as text; underscores in names of headers stand for hyphens, None leaves one out."""
    lines = {"Host": "localhost", **headers}
    if body is not None:
        lines.setdefault("Content-Length", len(body))
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items() if value is not None)
    return f"{method} {path} HTTP/{version}\r\n{named}\r\n{body or ''}"


def upgrade(**headers):
    return request(path="/ws", **{"Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
                                  "Sec_WebSocket_Key": KEY, "Sec_WebSocket_Version": "13",
                                  "Sec_WebSocket_Protocol": "spelunke.1", **headers})


def frame(payload=b"", opcode=TEXT, final=True, mask=b"\x11\x22\x33\x44", length=None, reserved=0):
    """A frame of a client; `length` is a false length of the payload, in the long form."""
    payload = payload.encode() if isinstance(payload, str) else payload
    size = len(payload) if length is None else length
    first = final << 7 | reserved << 4 | opcode
    bit = 0x80 if mask else 0
    if length is not None or size > 65535:
        head = struct.pack("!BBQ", first, bit | 127, size)
    elif size > 125:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BB", first, bit | size)
    mixed = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if mask else payload
    return head + (mask or b"") + mixed


class Answer:
    def __init__(self, head):
        first, *lines = head.split("\r\n")
        self.version, status, self.words = first.split(" ", 2)
        self.status, self.body = int(status), b""
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:200]}"


class Line:
    """One connection, with the data that was read and not yet parsed."""

    def __init__(self, line):
        self.line, self.kept = line, b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()

    def send(self, data):
        self.line.sendall(data.encode() if isinstance(data, str) else data)

    def more(self):
        """Reads more; False at the end."""
        try:
            data = self.line.recv(65536)
        except ConnectionResetError:
            data = b""
        self.kept += data
        return bool(data)

    def take(self, size):
        while len(self.kept) < size:
            if not self.more():
                raise EOFError(self.kept)
        taken, self.kept = self.kept[:size], self.kept[size:]
        return taken

    def head(self):
        while b"\r\n\r\n" not in self.kept:
            if not self.more():
                raise EOFError(self.kept)
        head, self.kept = self.kept.split(b"\r\n\r\n", 1)
        return Answer(head.decode())

    def answer(self, has_body=True):
        answer = self.head()
        if has_body:
            answer.body = self.take(int(answer.headers.get("content-length", 0)))
        return answer

    def is_over(self):
        """True if the peer closes without another byte."""
        return not self.kept and not self.more()

    def frame(self):
        """The next frame of the server, whatever it is: opcode and payload."""
        first, size = self.take(2)
        assert first & 0x70 == 0 and first & 0x80 and size < 128, (first, size)
        if size >= 126:
            size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
        return first & 15, self.take(size)

    def message(self):
        while True:
            opcode, payload = self.frame()
            if opcode == PING:
                self.send(frame(payload, PONG))
            else:
                return opcode, payload

    def closed(self):
        """The code of the close frame, after which the connection must end."""
        opcode, payload = self.message()
        assert opcode == CLOSE, (opcode, payload[:80])
        code = int.from_bytes(payload[:2], "big")
        return code if self.is_over() else f"{code}, and then {self.kept[:80]}"


def make_certificate(folder):
    """A self-signed certificate for localhost, and its key."""
    paths = pathlib.Path(folder) / "cert.pem", pathlib.Path(folder) / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2",
                    "-keyout", str(paths[1]), "-out", str(paths[0])],
                   check=True, capture_output=True, env={**os.environ, "RANDFILE": str(folder)})
    return paths


def eventually(holds, seconds=PATIENCE):
    """Waits until a condition holds, for which the peer needs a moment."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise AssertionError("it does not come to hold")
        time.sleep(0.01)
