"""players.py: people who play random legal actions over WebSocket, and sometimes lose their connection.

Player answers its prompts from the forms alone and steers sessions with the little that any game's hand understands.
Nothing in here knows a game, but for where a piece of Riff Raff may be let go.
"""

import struct
import time

import tavern
from tavern import Client, any_action
from wire import BINARY, NoUpgrade

UNIT = 1000000


class Player(Client):
    """Plays all its seats. `pace`: (from, to) seconds before it acts."""

    def __init__(self, *arguments, pace=(0, 0), kit=None, **more):
        self.pace, self.kit = pace, kit
        self.waits = {}      # when to act at which table
        self.tried = {}      # the prompt that was answered last, by table
        self.acts = {}       # acts that were answered done: (table, n) -> action
        self.refusals = []   # codes of acts that were refused
        self.steering = {}   # sessions under this hand: sim -> table
        self.resent = 0      # requests that were unanswered when the connection was lost
        super().__init__(*arguments, **more)

    def changed(self, seen, message):
        if message["t"] == "sim" and message["seat"] is not None and message["seat"] == seen.seat:
            self.steering[message["sim"]] = seen.table
        if seen.prompt and seen.prompt["ask"] != self.tried.get(seen.table):
            self.waits.setdefault(seen.table, time.monotonic() + self.dice.uniform(*self.pace))

    def heard_binary(self, payload):
        super().heard_binary(payload)
        if payload[0] == 2:
            self.steer(payload)

    def steer(self, payload):
        """Releases as soon as possible; in Riff Raff gradually, over the middle of the area."""
        sim, tick = struct.unpack("<4xII", payload[:12])
        table = self.steering.get(sim)
        if table is None or self.dice.random() < 0.8:
            return
        at = (self.dice.randint(-150000, 150000), self.dice.randint(-60000, 60000), self.dice.randint(60000, 400000))
        self.send_hand(sim, [(tick, (abs(at[0]), at[1], at[2], UNIT, 0, 0, 0), self.dice.random() < 0.5)])

    def send_hand(self, sim, samples):
        """Samples: (tick, seven numbers of the pose, grip)."""
        parts = [struct.pack("<i7iB", tick, *pose, grip) for tick, pose, grip in samples]
        self.line.send(BINARY, struct.pack("<BBxxI", 3, len(samples), sim) + b"".join(parts))

    def move(self):
        """Acts at tables where its time has come."""
        now = time.monotonic()
        for table in [table for table, due in self.waits.items() if due <= now]:
            del self.waits[table]
            seen = self.tables[table]
            if self.line and seen.prompt and seen.prompt["ask"] != self.tried.get(table):
                self.answer_prompt(seen)

    def answer_prompt(self, seen):
        prompt = seen.prompt
        self.tried[seen.table] = prompt["ask"]
        if prompt["forms"] and (prompt["must"] or self.dice.random() < 0.15):
            self.send("act", table=seen.table, ask=prompt["ask"], action=any_action(prompt, self.dice))

    def answered(self, request, answer):
        if request["t"] != "act":
            return
        if answer["t"] == "done":
            self.acts[request["table"], request["n"]] = request["action"]
        else:
            self.refusals.append(answer["code"])
            self.act_refused(request, answer)

    def act_refused(self, request, answer):
        """A refusal is allowed only if another answer came first, or a computer player has taken over."""
        assert answer["code"] in ("stale", "not_your_turn", "over", "not_playing", "store", "stopping"), \
            f"{request} was refused: {answer}"
        seen = self.tables[request["table"]]
        if answer["code"] in ("store", "stopping") and self.tried.get(seen.table) == request["ask"]:
            del self.tried[seen.table]
            self.waits[seen.table] = time.monotonic() + 0.05

    def due(self):
        return min(self.waits.values(), default=None)

    def return_to(self, tables, port=None):
        """Reconnects, watches, and repeats unanswered requests. False: the server does not answer."""
        if port:
            self.server.port = port
        try:
            self.connect()
            self.forget_unanswered()
            for table in tables:
                if table in self.tables:
                    self.resume(table)
                else:
                    self.watch(table)
            self.resent += len(self.sent)
            self.resend()
        except (ConnectionError, OSError, NoUpgrade, AssertionError) as trouble:
            if isinstance(trouble, AssertionError) and self.line:
                raise
            self.cut()
            return False
        return True


def play(hub, players, until, timeout=tavern.PATIENCE):
    """Lets all play until the condition holds. False: timeout."""
    end = time.monotonic() + timeout
    while not until():
        for player in players:
            player.move()
        due = min((due for player in players if (due := player.due()) is not None), default=end)
        if time.monotonic() >= end:
            return False
        hub.turn(max(0, min(due, end) - time.monotonic(), 0 if due <= time.monotonic() else 0.001))
    return True
