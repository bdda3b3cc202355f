"""test_limits.py: a server without test mode: seeds, rate limits, maximum sizes and counts."""

import json
import socket
import time

import tavern
from tavern import Client, error_of, make_table, same, shared

import tap
from wire import NoUpgrade, TEXT


def usual(binary):
    return shared(binary, test=False)


class People:
    """Creating guests is rate-limited, so a few are created and reused."""
    tokens = []


def token_of(server, number=0):
    while len(People.tokens) <= number:
        People.tokens.append(server.guest()[1])
    return People.tokens[number]


def test_seeds_are_for_tests(binary):
    server = usual(binary)
    reply = server.call("POST", "/api/tables", {"game": "null", "seats": 2, "seed": "42"}, token_of(server))
    error_of(reply, 400, "bad_setup")
    same(server.call("POST", "/api/tables", {"game": "null", "seats": 2}, token_of(server)).status, 201)


def test_it_listens_on_loopback_alone(binary):
    server = usual(binary)
    for family, kind, _, _, where in socket.getaddrinfo(socket.gethostname(), server.port, type=socket.SOCK_STREAM):
        if where[0].startswith("127.") or where[0] == "::1":
            continue
        with socket.socket(family, kind) as line:
            line.settimeout(2)
            assert line.connect_ex(where) != 0, f"it listens on {where}"


def test_messages_beyond_the_rate_are_refused_and_after_100_the_line_is_closed(binary):
    server = usual(binary)
    token, began = token_of(server), time.monotonic()
    client = Client(server, token)
    ping = json.dumps({"t": "ping"}).encode()
    for _ in range(400):
        if client.line:
            client.line.send(TEXT, ping)
    same(client.expect_close(), 1008)
    took = time.monotonic() - began
    errors = [one for one in client.loose if one["t"] == "error"]
    same({one["code"] for one in errors}, {"rate"})
    same(len(errors), 100)
    pongs = len([one for one in client.loose if one["t"] == "pong"])
    assert 38 <= pongs <= 41 + 20 * took, f"{pongs} answered in {took} s"


def test_chat_is_five_at_once_and_one_a_second(binary):
    server = usual(binary)
    client = Client(server, token_of(server))
    table, _ = make_table(server, client.token)
    client.watch(table)
    began = time.monotonic()
    numbers = [client.send("say", table=table, text=str(number)) for number in range(15)]
    client.wait(lambda: all(n in client.answers for n in numbers), what="all answers")
    took = time.monotonic() - began
    answers = [client.answers[n] for n in numbers]
    same({one["code"] for one in answers if one["t"] == "error"}, {"rate"})
    done = sum(one["t"] == "done" for one in answers)
    assert 5 <= done <= 6 + took, f"{done} said in {took} s"
    client.hub.pause(1.1)
    client.ask("say", table=table, text="again")
    client.cut()


def test_a_connection_watches_sixteen_tables(binary):
    server = usual(binary)
    client = Client(server, token_of(server, 1))
    tables = [make_table(server, client.token)[0] for _ in range(17)]
    for table in tables[:16]:
        client.watch(table)
    client.hub.pause(1)
    client.refused("full", "watch", table=tables[16])
    client.ask("unwatch", table=tables[0])
    client.watch(tables[16])
    client.cut()


def test_a_person_has_twenty_open_tables(binary):
    server = usual(binary)
    token = token_of(server, 2)
    for _ in range(20):
        make_table(server, token)
    error_of(server.call("POST", "/api/tables", {"game": "null", "seats": 2}, token), 429, "full")


def test_a_person_has_eight_connections(binary):
    server = usual(binary)
    token = token_of(server, 3)
    clients = [Client(server, token) for _ in range(8)]
    same(upgrade_status(server, token), 429)
    clients[0].cut()
    clients[1].sync()
    clients[1].wait(lambda: upgrade_status(server, token) == 101, 10, "room for another")
    for client in clients:
        client.cut()


def upgrade_status(server, token):
    try:
        Client(server, token).cut()
    except NoUpgrade as refused:
        return refused.status
    return 101


def test_codes_are_guessed_twenty_times_a_minute(binary):
    server = usual(binary)
    statuses = [server.call("GET", f"/api/codes/0000000{digit}").status for digit in range(8)]
    statuses += [server.call("POST", "/api/login", {"name": "nobody", "passphrase": str(n)}).status for n in range(4)]
    client = Client(server, token_of(server))
    table, _ = make_table(server, token_of(server, 4))
    for digit in range(8):
        client.refused("unknown_table", "watch", table=table, code=f"0000000{digit}")
    same(statuses, [404] * 8 + [403] * 4)
    for call, miss in ((lambda: server.call("GET", "/api/codes/00000009"), 404),
                       (lambda: server.call("POST", "/api/login", {"name": "nobody", "passphrase": "x"}), 403)):
        guesses = 0
        while (reply := call()).status == miss and guesses < 20:  # one comes back every three seconds
            guesses += 1
        error_of(reply, 429, "rate")
    client.cut()


def test_guests_are_thirty_a_minute(binary):
    server = usual(binary)
    made = len(People.tokens)
    while made < 60 and (reply := server.call("POST", "/api/guest", {})).status == 201:
        made += 1
    error_of(reply, 429, "rate")
    assert 30 <= made < 60, f"{made} guests at once"  # one comes back every two seconds


def test_an_address_has_as_many_connections_as_it_is_told(binary):
    with tavern.opened(binary, "--per-address", "3", test=False) as server:
        tokens = [server.guest()[1] for _ in range(4)]
        clients = [Client(server, token) for token in tokens[:3]]
        refused = False
        try:
            Client(server, tokens[3])
        except NoUpgrade as refusal:
            refused = refusal.status == 429
        except OSError:
            refused = True  # closed before a byte was read
        assert refused, "a fourth connection"
        clients[0].cut()
        clients[1].hub.pause(0.5)
        Client(server, tokens[3]).cut()


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
