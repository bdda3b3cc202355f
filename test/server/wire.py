"""wire.py: an independent client for WebSocket and HTTP, using only the standard library.

Written from RFC 6455 and docs/protocol.md and not from the server's source, so that errors are not copied. One thread
serves many connections: a Hub waits for all of them.
"""

import base64
import hashlib
import http.client
import json
import os
import selectors
import socket
import struct
import time

PATIENCE = 60  # seconds until something that does not come is a fault
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Reply:
    """An HTTP response."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        kind = self.headers.get("Content-Type", "")
        assert kind.split(";")[0] == "application/json", f"no JSON but {kind}: {self.body[:200]!r}"
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


def call(port, method, path, body=None, token=None, headers=None, address="127.0.0.1", timeout=PATIENCE, source=None):
    """One request on its own connection. A body that is not bytes is sent as JSON. Headers that are None are omitted.
    `source` is the local address, any of 127.0.0.0/8."""
    sent = {"Host": f"127.0.0.1:{port}"}
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    if method not in ("GET", "HEAD", "DELETE"):
        sent["Content-Type"] = "application/json"
    sent.update(headers or {})
    line = http.client.HTTPConnection(address, port, timeout, (source, 0) if source else None)
    try:
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                line.putheader(name, value)
        if body is not None or method == "POST":
            line.putheader("Content-Length", str(len(body or b"")))
        line.endheaders(body)
        answer = line.getresponse()
        return Reply(answer.status, answer.headers, answer.read())
    finally:
        line.close()


def upgrade_request(port, token, subprotocol="spelunke.1", headers=None):
    """The upgrade request, and its key."""
    key = base64.b64encode(os.urandom(16))
    lines = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
             "Sec-WebSocket-Key": key.decode(), "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits",
             "Sec-WebSocket-Protocol": subprotocol, "Authorization": f"Bearer {token}" if token else None}
    lines.update(headers or {})
    text = "GET /ws HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value) + "\r\n"
    return text.encode(), key


class NoUpgrade(Exception):
    """The server refused the upgrade."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body[:200]!r}")
        self.status, self.body = status, body


def open_socket(port, token, subprotocol="spelunke.1", headers=None, address="127.0.0.1", source=None):
    """A socket after the handshake, and the data received after it."""
    asked, key = upgrade_request(port, token, subprotocol, headers)
    line = socket.create_connection((address, port), PATIENCE, (source, 0) if source else None)
    try:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(asked)
        came = b""
        while b"\r\n\r\n" not in came:
            part = line.recv(4096)
            if not part:
                raise ConnectionResetError("the handshake was cut")
            came += part
        head, rest = came.split(b"\r\n\r\n", 1)
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            raise NoUpgrade(status, finish_body(line, head, rest))
        check_handshake(head, key)
        return line, rest
    except BaseException:
        line.close()
        raise


def finish_body(line, head, rest):
    """The rest of a body with a known length."""
    for field in head.split(b"\r\n")[1:]:
        name, _, value = field.partition(b":")
        if name.strip().lower() == b"content-length":
            while len(rest) < int(value):
                part = line.recv(4096)
                if not part:
                    break
                rest += part
    return rest


def check_handshake(head, key):
    fields = {}
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        fields[name.strip().lower()] = value.strip()
    wanted = base64.b64encode(hashlib.sha1(key + GUID).digest())
    assert fields.get(b"sec-websocket-accept") == wanted, f"a wrong handshake: {head!r}"
    assert fields.get(b"sec-websocket-protocol") == b"spelunke.1", f"another subprotocol: {head!r}"
    assert b"sec-websocket-extensions" not in fields, f"an extension was agreed: {head!r}"


def frame(kind, payload, final=True, mask=None):
    """A masked frame of a client."""
    mask = os.urandom(4) if mask is None else mask
    head = bytes([(128 if final else 0) | kind])
    length = len(payload)
    if length < 126:
        head += bytes([128 | length])
    elif length < 65536:
        head += bytes([128 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([128 | 127]) + struct.pack(">Q", length)
    key = mask * (length // 4 + 1)
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(key[:length], "big")).to_bytes(length, "big")
    return head + mask + masked


class Frames:
    """Parses the bytes of a server into messages: (kind, payload)."""

    def __init__(self):
        self.bytes = b""
        self.parts, self.kind = [], None

    def feed(self, part):
        self.bytes += part
        while (one := self.cut_frame()) is not None:
            yield from self.join(*one)

    def cut_frame(self):
        have = self.bytes
        if len(have) < 2:
            return None
        assert have[0] & 0x70 == 0, "a reserved bit is set"
        assert have[1] & 128 == 0, "the server masks its frames"
        length, at = have[1], 2
        if length in (126, 127):
            size = 2 if length == 126 else 8
            if len(have) < 2 + size:
                return None
            length, at = int.from_bytes(have[2:2 + size], "big"), 2 + size
        if len(have) < at + length:
            return None
        self.bytes = have[at + length:]
        return have[0] & 15, bool(have[0] & 128), have[at:at + length]

    def join(self, kind, final, payload):
        if kind >= 8:
            assert final, "a control frame in parts"
            yield kind, payload
            return
        assert (kind == 0) == (self.kind is not None), "parts of messages are mixed up"
        self.kind = self.kind if kind == 0 else kind
        self.parts.append(payload)
        if final:
            whole, kind = b"".join(self.parts), self.kind
            self.parts, self.kind = [], None
            yield kind, whole


class Hub:
    """Waits for many connections in one thread."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()

    def turn(self, timeout):
        """Handles pending events, waiting at most this long for the first one."""
        for key, events in self.selector.select(timeout):
            key.data.ready(events)

    def until(self, condition, timeout=PATIENCE, what="something"):
        """Waits until the condition is truthy, and returns its value."""
        end = time.monotonic() + timeout
        while not (found := condition()):
            rest = end - time.monotonic()
            if rest <= 0:
                raise AssertionError(f"{what} did not come within {timeout} s")
            self.turn(min(rest, 0.5))
        return found

    def pause(self, seconds):
        """Handles events for this long."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            self.turn(rest)


class Line:
    """One WebSocket. Calls owner.heard(kind, payload) and owner.lost(code); code is None if it was aborted."""

    def __init__(self, hub, owner, port, token, **more):
        self.hub, self.owner = hub, owner
        self.socket, rest = open_socket(port, token, **more)
        self.socket.setblocking(False)
        self.frames, self.unsent = Frames(), b""
        self.answers_pings = True
        self.hub.selector.register(self.socket, selectors.EVENT_READ, self)
        self.take(rest)

    def ready(self, events):
        if events & selectors.EVENT_WRITE:
            self.flush()
        if events & selectors.EVENT_READ and self.socket:
            self.read()

    def read(self):
        try:
            part = self.socket.recv(262144)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if part:
            self.take(part)
        else:
            self.end(None)

    def take(self, part):
        for kind, payload in self.frames.feed(part):
            if kind == PING and self.answers_pings:
                self.send(PONG, payload)
            elif kind == CLOSE:
                self.end(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005)
            else:
                self.owner.heard(kind, payload)
            if not self.socket:
                return

    def end(self, code):
        self.drop()
        self.owner.lost(code)

    def drop(self):
        """Aborts the connection without a close frame."""
        if self.socket:
            self.hub.selector.unregister(self.socket)
            self.socket.close()
        self.socket = None

    def send(self, kind, payload):
        self.send_bytes(frame(kind, payload))

    def send_bytes(self, raw):
        if self.socket:
            self.unsent += raw
            self.flush()

    def flush(self):
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent):]
        except BlockingIOError:
            pass
        except OSError:
            self.end(None)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self.unsent else 0)
        self.hub.selector.modify(self.socket, events, self)
