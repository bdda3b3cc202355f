"""hostile.py: hostile connections beside tables at which people play.

Half requests, a byte a second, floods, lengths of 4 GB, unread replies, garbage: none of them may slow the tables
down, take much memory or stay for long. The server is one with all its limits; everybody comes from an address of
their own. How long answers take is measured by table: the p99 of none may double.

    python3 hostile.py path/to/spelunke [HOSTILE [TABLES [SECONDS]]]      1000 beside 50 tables, 60 s
"""

import json
import multiprocessing
import os
import random
import socket
import struct
import sys
import time

import tavern
from players import Player
from tavern import Hub, make_table, seat_people
from wire import TEXT, frame, open_socket, upgrade_request

SEATS = 4
GROWTH_MAX = 64 << 20


def addresses():
    """127.1.0.1, 127.1.0.2, ..."""
    number = 0
    while True:
        number += 1
        yield f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"


class Attacker:
    """One hostile connection: what it sends in each round. By default it never reads."""
    kinds = ("half", "slow", "flood", "long", "unread", "garbage", "frames", "silent")

    def __init__(self, server, source, kind, dice):
        self.server, self.source, self.kind, self.dice = server, source, kind, dice
        self.is_gone, self.next, self.at = False, 0, 0
        self.line = self.connect(server.guest(source=source)[1])
        self.line.setblocking(False)

    def connect(self, token):
        if self.kind in ("half", "slow", "garbage", "silent"):
            line = socket.create_connection(("127.0.0.1", self.server.port), source_address=(self.source, 0))
            self.script = {"half": b"GET /api/tab", "silent": b"", "garbage": self.dice.randbytes(4000),
                           "slow": upgrade_request(self.server.port, token)[0]}[self.kind]
            return line
        line, _ = open_socket(self.server.port, token, source=self.source)
        hello = frame(TEXT, json.dumps({"t": "hello", "protocol": 1, "device": "hostile-device"}).encode())
        line.sendall(hello)
        self.script = {"flood": frame(TEXT, b'{"t":"ping"}') * 200,
                       "long": bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 32) + bytes(4) + bytes(2000),
                       "unread": frame(TEXT, b'{"t":"lobby","n":1,"on":true}') * 50,
                       "frames": bytes([self.dice.randrange(256), 0x80 | self.dice.randrange(126)]) +
                       self.dice.randbytes(200)}[self.kind]
        return line

    def turn(self, now):
        """Attacks once, and notices if the connection was closed."""
        if self.is_gone or now < self.next:
            return
        try:
            if self.kind == "slow":
                self.next = now + 1
                self.line.send(self.script[self.at:self.at + 1] or b"x")
                self.at += 1
            elif self.kind in ("flood", "unread") or self.at == 0:
                self.at += self.line.send(self.script)
            self.look()
        except BlockingIOError:
            self.look()
        except OSError:
            self.is_gone = True

    def look(self):
        """Whether the server has closed it; without reading, by the state of the socket."""
        if self.kind == "unread":
            return
        try:
            if self.line.recv(65536) == b"":
                self.is_gone = True
        except BlockingIOError:
            pass


class Paced(Player):
    """Plays at a person's pace and notes how long each answer takes."""

    def __init__(self, *arguments, **more):
        self.began, self.latencies = {}, []
        super().__init__(*arguments, **more)

    def send(self, kind, /, **fields):
        n = super().send(kind, **fields)
        self.began[n] = time.monotonic()
        return n

    def answered(self, request, answer):
        super().answered(request, answer)
        self.latencies.append(time.monotonic() - self.began[request["n"]])


def open_tables(server, hub, count, dice, sources):
    """Tables at which somebody chats every second: the answer waits only for the disk."""
    tables = []
    for _ in range(count):
        players = [Paced(server, hub=hub, dice=random.Random(dice.random()), source=next(sources))
                   for _ in range(SEATS)]
        table, code = make_table(server, players[0].token, seats=SEATS, **tavern.QUICK)
        seat_people(players, table, code)
        tables.append((table, players))
    return tables


BEAT = 0.25  # each second every person of a table says something


def pace(hub, tables, seconds):
    """Chats at all tables for this long; returns the sorted delays of answers by table."""
    end, beat, turn = time.monotonic() + seconds, 0, 0
    for _, players in tables:
        for player in players:
            player.latencies.clear()
    while (now := time.monotonic()) < end:
        if now >= beat:
            beat, turn = now + BEAT, turn + 1
            for table, players in tables:
                players[turn % SEATS].send("say", table=table, text="Prost!")
        hub.turn(0.01)
    return [sorted(latency for player in players for latency in player.latencies) for _, players in tables]


def p99(latencies):
    return latencies[int(len(latencies) * 0.99)] if latencies else 0


def doubled(calm, storm):
    """The number of tables whose delays more than doubled; less than 5 ms are ignored."""
    return sum(p99(after) > 2 * max(p99(before), 0.005) for before, after in zip(calm, storm))


class Siege:
    """Attackers in a separate process, so that they do not disturb the measurement."""

    def __init__(self, server, count, seconds, sources, dice):
        self.pipe, there = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=self.run, args=(there, server, count, seconds, sources, dice), daemon=True)
        self.process.start()

    def run(self, pipe, server, count, seconds, sources, dice):
        attackers = [Attacker(server, next(sources), Attacker.kinds[number % len(Attacker.kinds)], dice)
                     for number in range(count)]
        pipe.send("ready")
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            for attacker in attackers:
                attacker.turn(now)
            time.sleep(0.01)
        pipe.send(sorted({attacker.kind for attacker in attackers
                          if not attacker.is_gone and attacker.kind != "unread"}))
        pipe.recv()  # what is open stays so until it was counted

    def is_ready(self):
        return self.pipe.poll() and self.pipe.recv() == "ready"

    def end(self):
        """The kinds of connections that are still open."""
        return self.pipe.recv()

    def close(self):
        self.pipe.send("end")
        self.process.join()


def run(binary, hostile, tables, seconds, times=True):
    """Runs the attack and returns the measurements. Without `times` it only checks that everybody is served."""
    dice, hub, sources = random.Random(7), Hub(), addresses()
    with tavern.opened(binary, test=False) as server:
        seated = open_tables(server, hub, tables, dice, sources)
        calm = pace(hub, seated, seconds if times else 1)
        before = server.memory()
        siege = Siege(server, hostile, seconds, sources, dice)
        while not siege.is_ready():
            pace(hub, seated, BEAT)
        storm = pace(hub, seated, seconds)
        stay = siege.end()
        grown = server.memory() - before
        open_now = connections(server) - tables * SEATS
        siege.close()
        found = (f"hostile,{hostile},tables,{tables},calm p99 ms,{1000 * max(map(p99, calm)):.1f},under attack,"
                 f"{1000 * max(map(p99, storm)):.1f},tables doubled,{doubled(calm, storm)},grown kB,{grown >> 10},"
                 f"left,{open_now}")
        assert all(storm), "a table was not served"
        assert all(player.line for _, players in seated for player in players), "people were thrown out"
        if times:
            assert not doubled(calm, storm), found
            assert grown < GROWTH_MAX, found
            assert not stay and open_now <= 0, f"{found}: {stay} stay"
        for _, players in seated:
            for player in players:
                player.cut()
    return found


def connections(server):
    """The number of client sockets that the server has open."""
    port = f":{server.port:04X}"
    with open("/proc/net/tcp", encoding="ascii") as lines:
        rows = [line.split() for line in lines]
    return sum(row[1].endswith(port) and row[3] == "01" for row in rows[1:])


def main():
    if len(sys.argv) not in range(2, 6):
        sys.exit("usage: python3 hostile.py path/to/spelunke [HOSTILE [TABLES [SECONDS]]]")
    numbers = [int(word) for word in sys.argv[2:]] + [1000, 50, 60][len(sys.argv) - 2:]
    print(run(os.path.abspath(sys.argv[1]), *numbers))


if __name__ == "__main__":
    main()
