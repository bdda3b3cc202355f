"""test_patience.py: timeouts of a minute, all tested at the same time: presence, dead connections, streams that are
too old to be resumed."""

import time

import tavern
from tavern import Client, Hub, make_table, same, seat_people, shared

import tap
from wire import PING, TEXT, Line


class Deaf:
    """A connection that answers no ping."""

    def __init__(self, server, hub):
        self.pings, self.ended = [], None
        self.line = Line(hub, self, server.port, server.guest()[1])
        self.line.answers_pings = False
        self.line.send(TEXT, b'{"t":"hello","protocol":1,"device":"deaf-device"}')
        self.began = time.monotonic()

    def heard(self, kind, payload):
        assert kind in (TEXT, PING), payload
        if kind == PING:
            self.pings.append(time.monotonic() - self.began)

    def lost(self, code):
        assert code != 1008, code
        self.ended = time.monotonic() - self.began


class Pinged(Client):
    """Counts the pings of the server."""
    pings = 0

    def connect(self, **more):
        found = super().connect(**more)
        plain = self.line.send
        self.line.send = lambda kind, payload: (self.count(kind), plain(kind, payload))
        return found

    def count(self, kind):
        self.pings += kind == 10


def test_a_minute(binary):
    server = shared(binary)
    hub = Hub()
    deaf = Deaf(server, hub)
    awake = Pinged(server, hub=hub)
    owner, ben, cem = (Client(server, hub=hub) for _ in range(3))
    table, code = make_table(server, owner.token, seats=3, options={"rounds": 20}, **tavern.QUICK)
    seat_people([owner, ben, cem], table, code)
    owner.ask("start", table=table)
    ben.wait(lambda: ben.tables[table].prompt, what="a prompt")
    stream, s = owner.tables[table].stream, owner.tables[table].s
    owner.sync()
    owner.cut()
    start = time.monotonic()
    here = lambda seat: ben.tables[table].info["seats"][seat]["here"]
    ben.wait(lambda: here(0) == "away", 30, "away")
    assert time.monotonic() - start >= 9.5, "away too early"
    ben.refused("forbidden", "bot", table=table, seat=0, bot="random")
    ben.wait(lambda: here(0) == "gone", 90, "gone")
    assert time.monotonic() - start >= 59, "gone too early"

    # The owner becomes the first person who is here, and a computer player may take over the seat.
    ben.wait(lambda: ben.tables[table].info["owner"] == ben.person, what="another owner")
    cem.ask("bot", table=table, seat=0, bot="random")
    ben.wait(lambda: ben.tables[table].info["seats"][0]["bot"] == "random", what="a computer player")
    same(ben.tables[table].info["seats"][0]["person"], owner.person)

    # After a minute a stream with later messages cannot be resumed.
    for client in (ben, cem):
        bid(client, table)
    hub.pause(1)
    owner.connect()
    same(owner.ask("watch", table=table, stream=stream, s=s)["resumed"], False)
    owner.wait(lambda: len(owner.tables[table].parts) == 3, what="a state")
    owner.ask("back", table=table)
    ben.wait(lambda: ben.tables[table].info["seats"][0] == {
        "person": owner.person, "name": ben.tables[table].info["seats"][0]["name"], "here": "yes", "bot": None},
        what="the person again")

    # A ping every 20 s; clients that do not answer for 45 s are disconnected, others stay.
    hub.until(lambda: deaf.ended, 40, "the end of a dead connection")
    assert deaf.pings and 15 <= deaf.pings[0] <= 40 and 44 <= deaf.ended, (deaf.pings, deaf.ended)
    assert awake.line and awake.pings >= 2, awake.pings
    awake.sync()


def bid(client, table):
    """A bell of somebody else makes another question of it."""
    for _ in range(5):
        answer = client.answer(client.send("act", table=table, ask=client.tables[table].prompt["ask"], action="bid 0"))
        if answer["t"] == "done":
            return
        same(answer["code"], "stale")
        client.hub.pause(0.2)
    raise AssertionError("it cannot bid")


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
