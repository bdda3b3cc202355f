"""test_connection.py: the WebSocket itself: handshake, hello, form of messages, close codes, the end of the server."""

import json
import struct
import time

import tavern
from tavern import Client, make_table, same, shared

import tap
from wire import BINARY, CLOSE, PING, PONG, TEXT, Hub, Line, NoUpgrade, frame, open_socket


class Bare:
    """A connection without a client: records everything received."""

    def __init__(self, server, token=None, **more):
        self.hub, self.messages, self.code, self.is_lost = Hub(), [], None, False
        self.line = Line(self.hub, self, server.port, token or server.guest()[1], **more)

    def heard(self, kind, payload):
        self.messages.append((kind, payload))

    def lost(self, code):
        self.is_lost, self.code = True, code

    def tell(self, text):
        self.line.send(TEXT, text.encode() if isinstance(text, str) else text)

    def next(self):
        self.hub.until(lambda: self.messages or self.is_lost, what="a message")
        assert self.messages, f"closed with {self.code}"
        kind, payload = self.messages.pop(0)
        return json.loads(payload) if kind == TEXT else (kind, payload)

    def ended(self, timeout=tavern.PATIENCE):
        self.hub.until(lambda: self.is_lost, timeout, "the end of the connection")
        return self.code


HELLO = '{"t":"hello","protocol":1,"device":"b3nsPhone01"}'


def greeted(server):
    bare = Bare(server)
    bare.tell(HELLO)
    same(bare.next()["t"], "hello")
    return bare


def refused(server, token, **more):
    try:
        line, _ = open_socket(server.port, token, **more)
    except NoUpgrade as refusal:
        return refusal.status
    line.close()
    return 101


def test_a_connection_needs_a_login_our_origin_and_the_subprotocol(binary):
    server = shared(binary)
    _, token = server.guest()
    own = f"http://127.0.0.1:{server.port}"
    same(refused(server, token), 101)
    same(refused(server, token, headers={"Origin": own}), 101)
    same(refused(server, None), 401)
    same(refused(server, "wrong"), 401)
    same(refused(server, token, headers={"Origin": "http://evil.example"}), 403)
    same(refused(server, token, headers={"Origin": "null"}), 403)
    same(refused(server, token, subprotocol=None), 400)
    same(refused(server, token, subprotocol="chat"), 400)
    same(refused(server, token, subprotocol="chat, spelunke.1"), 101)
    same(refused(server, token, headers={"Host": "evil.example"}), 421)
    same(refused(server, None, headers={"Cookie": f"spelunke={token}"}), 101)


def test_hello_is_answered_by_hello(binary):
    server = shared(binary)
    person, token = server.guest("Ben")
    bare = Bare(server, token)
    before = time.time() * 1000
    bare.tell('{"t":"hello","protocol":1,"device":"b3nsPhone01","client":"a test","films":true,"later":[1]}')
    hello = bare.next()
    same((hello["t"], hello["protocol"], hello["person"]), ("hello", 1, {"id": person, "name": "Ben"}))
    assert abs(hello["time"] - before) < 60000 and hello["version"], hello
    same(hello["limits"]["message"], 4096)


def test_another_protocol_is_told_to_reload(binary):
    server = shared(binary)
    for protocol in (2, 0, 99):
        bare = Bare(server)
        bare.tell('{"t":"hello","protocol":%d,"device":"b3nsPhone01"}' % protocol)
        same(bare.next()["code"], "reload")
        same(bare.ended(), 4001)


def test_who_says_nothing_for_five_seconds_is_closed(binary):
    bare = Bare(shared(binary))
    start = time.monotonic()
    same(bare.ended(20), 4002)
    assert 4.5 < time.monotonic() - start, "too early"


def test_the_first_message_is_hello(binary):
    bare = Bare(shared(binary))
    bare.tell('{"t":"lobby","n":1,"on":true}')
    bare.hub.until(lambda: bare.messages or bare.is_lost, 20)
    assert bare.is_lost or bare.next()["t"] == "error", "served without hello"


def test_devices_have_8_to_32_signs(binary):
    server = shared(binary)
    for device in ("short", "x" * 33, "with blank", "ümlautümlaut", ""):
        bare = Bare(server)
        bare.tell(json.dumps({"t": "hello", "protocol": 1, "device": device}))
        same(bare.next()["code"], "bad_request")


def test_ping_is_answered_by_pong(binary):
    bare = greeted(shared(binary))
    bare.tell('{"t":"ping"}')
    pong = bare.next()
    same(pong["t"], "pong")
    assert abs(pong["time"] - time.time() * 1000) < 60000, pong
    bare.line.send(PING, b"abc")
    same(bare.next(), (PONG, b"abc"))


def test_messages_may_come_in_parts(binary):
    bare = greeted(shared(binary))
    bare.line.send_bytes(frame(TEXT, b'{"t":', final=False) + frame(PING, b"x") + frame(0, b'"ping"}'))
    found = [bare.next(), bare.next()]
    assert (PONG, b"x") in found and any(isinstance(one, dict) and one["t"] == "pong" for one in found), found


def test_errors_have_the_number_where_it_can_be_read(binary):
    bare = greeted(shared(binary))
    cases = (("{", "bad_json", None), ("[]", "bad_json", None), ('"x"', "bad_json", None), ("", "bad_json", None),
             ('{"t":"watch","n":3}', "bad_request", 3), ('{"t":"watch","n":4,"table":5}', "bad_request", 4),
             ('{"t":"dance","n":5}', "unknown_type", 5), ('{"n":6}', "bad_request", 6), ('{"t":5,"n":7}', "bad_request", 7),
             ('{"t":"watch","table":"x"}', "bad_request", None), ('{"t":"watch","n":"8","table":"x"}', "bad_request", None),
             ('{"t":"watch","n":-1,"table":"x"}', "bad_request", None),
             ('{"t":"watch","n":1.5,"table":"x"}', "bad_request", None),
             ('{"t":"watch","n":9,"n":9,"table":"x"}', "bad_json", None),
             ('{"t":"watch","n":10,"table":"x","y":9007199254740993}', "bad_json", None),
             ('{"t":"watch","n":11,"table":"x","y":%s}' % ("[" * 8 + "]" * 8), "bad_json", None),
             ('{"t":"watch","n":12,"table":"x","y":%s}' % ("[" * 7 + "]" * 7), "unknown_table", 12),
             ('{"t":"watch","n":13,"table":"x"}', "unknown_table", 13),
             ('{"t":"act","n":14,"table":"x","ask":1,"action":"%s"}' % ("a" * 513), "too_long", 14))
    for text, code, n in cases:
        bare.tell(text)
        error = bare.next()
        same((error["t"], error["code"]), ("error", code))
        assert error["reason"], error
        if n is not None or code != "bad_json":
            same(error.get("n"), n)


def test_long_messages_close_1009(binary):
    server = shared(binary)
    bare = greeted(server)
    fits = '{"t":"ping","x":"%s"}' % ("a" * (4096 - 19))
    same(len(fits), 4096)
    bare.tell(fits)
    same(bare.next()["t"], "pong")
    bare.tell(fits + " ")
    same(bare.ended(), 1009)
    bare = greeted(server)
    bare.line.send_bytes(frame(TEXT, b" " * 3000, final=False) + frame(0, b" " * 3000))
    same(bare.ended(), 1009)
    bare = greeted(server)
    bare.line.send_bytes(bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 32) + b"mask")
    same(bare.ended(), 1009)


def test_text_that_is_not_utf8_closes_1007(binary):
    bare = greeted(shared(binary))
    bare.tell(b'{"t":"ping","x":"\xff"}')
    same(bare.ended(), 1007)


def test_binary_that_is_no_hand_closes_1003(binary):
    server = shared(binary)
    hand = struct.pack("<BBxxI", 3, 1, 77) + struct.pack("<i7iB", 0, 0, 0, 0, 1000000, 0, 0, 0, 0)
    bare = greeted(server)
    bare.line.send(BINARY, hand)  # of a session that is not there: ignored
    bare.tell('{"t":"ping"}')
    same(bare.next()["t"], "pong")
    for wrong in (b"", b"\x01", hand[:-1], hand + b"\0", b"\x03\x00" + hand[2:], b"\x03\x09" + hand[2:], b"\x02" + hand[1:],
                  hand[:-1] + b"\x02"):
        bare = greeted(server)
        bare.line.send(BINARY, wrong)
        same(bare.ended(), 1003)


def test_a_close_is_answered(binary):
    bare = greeted(shared(binary))
    bare.line.send(CLOSE, struct.pack(">H", 1000))
    assert bare.ended() in (1000, None)


def test_numbers_are_answered_once_each(binary):
    server = shared(binary)
    client = Client(server)
    table, _ = make_table(server, client.token)
    numbers = [client.send("watch", table=table), client.send("unwatch", table=table), client.send("lobby", on=False)]
    for n in numbers:
        same(client.answer(n)["t"], "done")
    client.sync()
    same(len([text for text in client.heard_texts if '"done"' in text]), 3)


def test_the_server_stops_with_1001_and_0(binary):
    """Within two seconds, which `script/bench stop` measures."""
    with tavern.opened(binary) as server:
        clients = [Client(server) for _ in range(3)]
        table, _ = make_table(server, clients[0].token)
        clients[0].watch(table)
        server.process.terminate()
        for client in clients:
            same(client.expect_close(), 1001)
        same(server.process.wait(20), 0)


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
