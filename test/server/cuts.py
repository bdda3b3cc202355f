"""cuts.py: a session of two clients whose connection is cut, delayed and split at any byte.

Ada plays a short match against Ben through a proxy. The proxy cuts the connection after the n-th byte of one
direction, or forwards bytes one by one. She reconnects, resumes, and repeats unanswered requests. In the end both
streams must equal those of an uninterrupted session.

    python3 cuts.py path/to/spelunke [EVERY [FIRST]]      every EVERY-th byte (1) of both directions, from FIRST (0) on
"""

import json
import os
import re
import selectors
import socket
import sys
import threading
import time

import tavern
from tavern import QUICK, Client, Hub, make_table, same
from wire import NoUpgrade

UP, DOWN = "up", "down"  # from the client, and to it


class Proxy:
    """A proxy in its own thread. Counts the bytes of each direction over all connections."""

    def __init__(self, port, cut=None, split=False, delay=0):
        self.target, self.cut_at, self.split, self.delay = port, cut, split, delay
        self.counts, self.is_cut, self.ends = {UP: 0, DOWN: 0}, False, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ, None)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ends:
            for key, _ in self.selector.select(0.05):
                if key.data is None:
                    self.accept()
                elif key.fileobj.fileno() >= 0:
                    self.carry(key.fileobj, *key.data)

    def accept(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(("127.0.0.1", self.target))
        for line in (client, server):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector.register(client, selectors.EVENT_READ, (server, UP))
        self.selector.register(server, selectors.EVENT_READ, (client, DOWN))

    def carry(self, line, other, way):
        try:
            part = line.recv(65536)
            if part:
                part = self.allowed(part, way)
                self.forward(other, part)
        except OSError:
            part = b""
        if not part or self.is_due(way):
            self.end(line, other)

    def allowed(self, part, way):
        """The part of the data before the cut."""
        if self.cut_at and not self.is_cut and self.cut_at[0] == way:
            part = part[:self.cut_at[1] - self.counts[way]]
        self.counts[way] += len(part)
        return part

    def is_due(self, way):
        if self.cut_at and not self.is_cut and self.cut_at == (way, self.counts[way]):
            self.is_cut = True
            return True
        return False

    def forward(self, other, part):
        if self.delay:
            time.sleep(self.delay)
        if not self.split:
            other.sendall(part)
            return
        for byte in part:
            other.sendall(bytes([byte]))

    def end(self, *lines):
        for line in lines:
            try:
                self.selector.unregister(line)
            except (KeyError, ValueError):
                pass
            line.close()

    def close(self):
        self.ends = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()


class Through:
    """A server as seen through a proxy."""

    def __init__(self, server, proxy):
        self.server, self.port = server, proxy.port
        self.guest = server.guest


class Talker(Client):
    """Executes a list of requests in order, whatever happens to its connection."""
    has_watched = False

    def return_to(self, table):
        while not self.line:
            try:
                self.connect()
                self.forget_unanswered()
                if table in self.tables:
                    seen = self.tables[table]
                    self.send("watch", table=table, stream=seen.stream, s=seen.s)
                elif self.has_watched:  # the state was lost
                    self.send("watch", table=table)
                self.resend(None)
            except (ConnectionError, OSError, NoUpgrade):
                self.cut()

    def resend(self, n=None):
        for number, request in sorted(self.sent.items()):
            if request["t"] in tavern.ROWS:
                self.tell(**request)

    def surely(self, table, kind, **fields):
        """Repeats the request over new connections until it is answered."""
        self.return_to(table)
        n = self.send(kind, table=table, **fields)
        while n not in self.answers:
            self.hub.until(lambda: n in self.answers or self.line is None, 30, f"an answer to {kind}")
            if n not in self.answers:
                self.return_to(table)
                if n not in self.sent:  # it writes nothing, and was not sent again
                    n = self.send(kind, table=table, **fields)
        same(self.answers[n]["t"], "done")

    def surely_sees(self, table, condition, what):
        def seen():
            if not self.line:
                self.return_to(table)
            if table not in self.tables:
                return False
            return condition(self.tables[table])
        self.hub.until(seen, 30, what)


def converse(server, cut=None, split=False, delay=0):
    """Runs one session: what Ada and Ben saw, and the number of bytes in each direction."""
    hub, proxy = Hub(), Proxy(server.port, cut, split, delay)
    try:
        ada = Talker(Through(server, proxy), name="Ada", hub=hub, connect=False)
        ben = Client(server, name="Ben", hub=hub)
        table, code = make_table(server, ada.token, seed="42", **QUICK)
        ben.watch(table, code=code)
        ben.ask("sit", table=table, seat=1)
        ada.surely(table, "sit", seat=0)
        ada.has_watched = True
        ada.surely(table, "watch")
        ada.surely_sees(table, lambda seen: seen.seat == 0, "the state")
        ada.surely(table, "word", word="rain on the barrels")
        ada.surely(table, "say", text="Prost!")
        ben.wait(lambda: ben.tables[table].seat == 1 and ben.tables[table].chat, what="the chat")
        ada.surely(table, "start")
        for ring in (True, False):
            ada.surely_sees(table, lambda seen: seen.prompt, "a prompt")
            ada.surely(table, "act", ask=ada.tables[table].prompt["ask"], action="ring" if ring else "bid 2")
            ada.surely_sees(table, lambda seen, r=ring: seen.view["bells"] == [1] if r else seen.view["sealed"] == [0], "my move")
        ben.wait(lambda: ben.tables[table].view["sealed"] == [0] and ben.tables[table].prompt, what="Ada's bid")
        ben.ask("act", table=table, ask=ben.tables[table].prompt["ask"], action="bid 1")
        ada.surely_sees(table, lambda seen: seen.sims, "the session")
        ben.wait(lambda: ben.tables[table].sims, what="the session")
        secrets = {table: "TABLE", code: "CODE", ada.person: "ADA", ben.person: "BEN"}
        found = [masked(one.tables[table], secrets) for one in (ada, ben)]
        return found, proxy.counts
    finally:
        for one in (ada, ben):
            one.cut()
        proxy.close()


def masked(seen, secrets):
    """The parts of a stream before the simulation session, with masked values that differ between equal matches."""
    parts = []
    for part in seen.parts:
        lines = []
        for message in part:
            text = json.dumps(message)
            for secret, word in secrets.items():
                text = text.replace(secret, word)
            text = re.sub(r'"(stream|commitment)": "[^"]*"', r'"\1": "-"', text)
            text = re.sub(r'"(sim|film|at|until)": \d+', r'"\1": 0', text)
            lines.append(text)
            if message["t"] == "sim":
                break
        parts.append(lines)
    return parts


def check(found, whole):
    """A resumed stream equals an uninterrupted one; a new stream equals its continuation from some point."""
    (ada, ben), (whole_ada, whole_ben) = found, whole
    same(ben, whole_ben)
    wanted = whole_ada[-1]
    last = ada[-1]
    if len(ada) == len(whole_ada):
        same(last[1:], wanted[1:])
        same(last[0], wanted[0])
    else:
        rest = last[1:]
        strip = lambda line: re.sub(r'"s": \d+', '"s": 0', line)
        same([strip(line) for line in rest], [strip(line) for line in wanted[len(wanted) - len(rest):]])


def try_cuts(server, places, whole):
    for way, place in places:
        try:
            found, _ = converse(server, cut=(way, place))
            check(found, whole)
        except AssertionError as fault:
            raise AssertionError(f"cut behind byte {place} {way}: {fault}") from fault


def run(binary, every, offset=0):
    """Cuts at every n-th byte, splits everything, delays everything; returns a summary."""
    start = time.monotonic()
    with tavern.opened(binary) as server:
        whole, counts = converse(server)
        check(converse(server)[0], whole)
        check(converse(server, split=True)[0], whole)
        check(converse(server, delay=0.01)[0], whole)
        places = [(way, place) for way in (UP, DOWN) for place in range(1 + offset, counts[way] + 1, every)]
        try_cuts(server, places, whole)
    return (f"{len(places)} cuts in {counts[UP]} bytes up and {counts[DOWN]} bytes down, "
            f"{time.monotonic() - start:.0f} s")


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit("usage: python3 cuts.py path/to/spelunke [EVERY [FIRST]]")
    print(run(os.path.abspath(sys.argv[1]), *([int(word) for word in sys.argv[2:]] or [1])))


if __name__ == "__main__":
    main()
