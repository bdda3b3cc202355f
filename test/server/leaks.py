"""leaks.py: pairs of matches that differ in one secret choice, and delays of answers.

Two matches with the same seed and the same people: everybody does the same until several seats choose in secret; then
one of them chooses this in the first match and that in the second. What all others and the watchers get must be equal
byte for byte, but for `table`, `code`, `stream`, the numbers in `film` and `sim`, and times, until the choice is
revealed.

    python3 leaks.py path/to/spelunke [PAIRS]      so many of each game (200)
"""

import math
import os
import random
import re
import sys
import time

import tavern
from players import Player, play
from tavern import QUICK, Client, Hub, make_table, seat_people, unfold

# Seats, settings, and actions that are not secret because everybody sees their number or kind.
GAMES = {"null": (3, {"options": {"rounds": 3}}, {"ring"}),
         "polterfass": (4, {}, set()),
         "drachen": (3, {}, set()),
         "riffraff": (3, {}, set())}
TRIES = 40   # actions before the secret one, at most
TIMES = re.compile(r'"(at|time|since|until)":(\[[^\]]*\]|\d+)')


class Match:
    """A match whose moves are made one at a time, each settled before the next."""

    def __init__(self, server, clients, game, seed):
        self.clients = clients
        seats, settings, self.open_words = GAMES[game]
        self.table, self.code = make_table(server, clients[0].token, game, seats, seed=str(seed), **QUICK, **settings)
        seat_people(clients[:seats], self.table, self.code)
        self.seats, self.watchers = clients[:seats], clients[seats:]
        for watcher in self.watchers:
            watcher.watch(self.table, code=self.code)
        for client in clients:
            client.sync()
        self.marks = [len(client.heard_texts) for client in clients]
        clients[0].ask("start", table=self.table)
        self.settle()

    def seen(self, seat):
        return self.seats[seat].tables[self.table]

    def turn(self):
        return self.seen(0).turn

    def settle(self):
        """Waits until the match waits for people, and all messages were received."""
        ready = lambda: self.turn() and self.turn()["kind"] != "chance" and all(
            self.seen(seat).prompt for seat in self.turn().get("seats", []) if self.turn()["kind"] == "seats")
        is_ready = False
        while not is_ready:  # what one had heard may have been old
            self.seats[0].wait(ready, what="a question")
            for client in self.clients:
                client.sync()
            is_ready = ready()

    def act(self, seat, action):
        seen = self.seen(seat)
        self.seats[seat].wait(lambda: seen.prompt and action in unfold(seen.prompt), what=f"a question for {action}")
        ask = seen.prompt["ask"]
        self.seats[seat].ask("act", table=self.table, ask=ask, action=action)
        self.seats[seat].wait(lambda: not seen.prompt or seen.prompt["ask"] != ask or seen.turn["kind"] != "seats",
                              what="the step")
        self.settle()

    def seals(self, seat, action, others):
        """Acts. True if the answer was sealed: now only the others are asked. A card that may be played at any time is
        visible to all."""
        steps = len(self.seen(seat).messages("step"))
        self.act(seat, action)
        step = self.seen(seat).messages("step")[steps]
        is_open = any(event["key"].startswith("drachen.played") for event in step["events"])
        return not is_open and step.get("turn", {}).get("seats") == others

    def heard(self, client):
        """All text messages of this match, masked."""
        texts = client.heard_texts[self.marks[self.clients.index(client)]:]
        return [self.mask(text) for text in texts if f'"table":"{self.table}"' in text]

    def mask(self, text):
        text = text.replace(self.table, "-").replace(self.code, "-")
        text = re.sub(r'"stream":"[^"]*"', '"stream":"-"', text)
        text = re.sub(r'"(film|sim)":\d+', r'"\1":0', text)
        return TIMES.sub(r'"\1":0', text)

    def secrets(self, dice):
        """One of several seats asked at the same time, and two of its actions that others cannot distinguish."""
        turn = self.turn()
        if turn["kind"] != "seats" or len(turn["seats"]) < 2:
            return None
        for seat in dice.sample(turn["seats"], len(turn["seats"])):
            groups = {}
            for action in unfold(self.seen(seat).prompt):
                words = action.split()
                if words[0] not in self.open_words:
                    kind = "window" if turn.get("reaction") else (words[0], len(words))
                    groups.setdefault(kind, []).append(action)
            pairs = [group for group in groups.values() if len(group) > 1]
            if pairs:
                return seat, dice.sample(dice.choice(pairs), 2)
        return None


def any_move(match, dice):
    """A seat that is asked, and one of its actions."""
    seat = dice.choice(match.turn()["seats"])
    return seat, dice.choice(unfold(match.seen(seat).prompt))


def reach_secret(server, clients, game, seed, dice):
    """Plays until there is a secret choice: the match, the moves so far, the choice. None: it has none soon."""
    match, moves = Match(server, clients, game, seed), []
    late = dice.randint(0, 6)
    for _ in range(TRIES):
        if match.turn()["kind"] != "seats":
            return None
        choice = match.secrets(dice)
        if choice and len(moves) >= late:
            return match, moves, choice
        moves.append(any_move(match, dice))
        match.act(*moves[-1])
    return None


def check_pair(server, clients, game, seed):
    """True if there was a secret choice."""
    dice = random.Random(f"{game} {seed}")
    found = reach_secret(server, clients, game, seed, dice)
    if not found:
        return False
    first, moves, (seat, actions) = found
    second = Match(server, clients, game, seed)
    for move in moves:
        second.act(*move)
    others = [other for other in first.turn()["seats"] if other != seat]
    if not (first.seals(seat, actions[0], others) & second.seals(seat, actions[1], others)):
        return False
    compare(first, second, seat, game, seed, actions)
    for other in others[:-1]:  # the last answer reveals it
        if other in first.turn().get("seats", []) and other in second.turn().get("seats", []):
            action = dice.choice(unfold(first.seen(other).prompt))
            first.act(other, action)
            second.act(other, action)
            compare(first, second, seat, game, seed, actions)
    return True


def compare(first, second, seat, game, seed, actions):
    for client in first.clients:
        if client is not first.seats[seat]:
            one, two = first.heard(client), second.heard(client)
            assert one == two, (f"{game}, seed {seed}: others can tell {actions[0]!r} from {actions[1]!r}: " +
                                str([pair for pair in zip(one, two) if pair[0] != pair[1]][:1] or (len(one), len(two))))


def check_pairs(server, game, pairs):
    """Checks this many pairs; returns the number of seeds needed."""
    found = seed = 0
    while found < pairs:
        hub = Hub()
        seats = GAMES[game][0]
        clients = [Client(server, name=f"{'ABCDEF'[i]}nna", hub=hub) for i in range(seats + 1)]
        for _ in range(5):  # a person has twenty tables
            seed += 1
            found += found < pairs and check_pair(server, clients, game, seed)
        for client in clients:
            client.cut()
        assert seed < 20 * pairs + 20, f"{game} has hardly any secrets"
    return seed


class Watched(Client):
    """Records which seats answer a reaction, and their delays after the question."""

    def __init__(self, *arguments, **more):
        self.asked_at, self.delays, self.sealed = None, [], set()
        super().__init__(*arguments, **more)

    def changed(self, seen, message):
        window = seen.view.get("window") if seen.view else None
        if not window or not (seen.turn or {}).get("reaction"):
            self.asked_at = None
            return
        sealed = set(window.get("sealed", []))
        if self.asked_at is None or not sealed >= self.sealed:
            self.asked_at, self.sealed = time.monotonic(), sealed
        for seat in sealed - self.sealed:
            self.delays.append((seat, time.monotonic() - self.asked_at))
        self.sealed = sealed


def smirnov(one, two):
    """The Kolmogorov-Smirnov distance of two samples, and its maximum at p = .01."""
    values = sorted(one + two)
    distance = max(abs(sum(x <= value for x in one) / len(one) - sum(x <= value for x in two) / len(two))
                   for value in values)
    return distance, 1.628 * math.sqrt((len(one) + len(two)) / (len(one) * len(two)))


def check_delays(server, answers, seed):
    """Delays do not depend on whether a seat has a choice and answers at once, or the server answers for it."""
    hub = Hub()
    clients = [Player(server, hub=hub, dice=random.Random(seed + seat)) for seat in range(3)]
    table, code = make_table(server, clients[0].token, "drachen", 4, seed=str(seed), bots={"3": "random"},
                             reaction=[50, 250], pause=[0, 0])
    seat_people(clients, table, code)
    watcher = Timer(server, clients, table, hub=hub)
    watcher.watch(table, code=code)
    clients[0].ask("start", table=table)
    enough = lambda: min(len(watcher.free), len(watcher.forced), len(watcher.bot)) >= answers
    play(hub, clients, lambda: enough() or clients[0].tables[table].is_over(), 240)
    for one, two, what in ((watcher.free, watcher.forced, "people with and without a choice"),
                           (watcher.free, watcher.bot, "people and computer players")):
        if min(len(one), len(two)) >= 20:
            distance, most = smirnov(one, two)
            assert distance <= most, f"{what} differ: {distance:.3f} of at most {most:.3f}"
    return len(watcher.free), len(watcher.forced), len(watcher.bot)


class Timer(Watched):
    """Sorts the delays by what the seat could do, according to its own stream."""

    def __init__(self, server, clients, table, **more):
        self.seats, self.table = clients, table
        self.free, self.forced, self.bot, self.could = [], [], [], {}
        super().__init__(server, **more)

    def changed(self, seen, message):
        before = len(self.delays)
        if self.asked_at is None:
            self.could = {}
        for seat, client in enumerate(self.seats):
            prompt = client.tables[self.table].prompt
            if prompt and seat not in self.could:
                self.could[seat] = len(prompt["forms"]) > 1
        super().changed(seen, message)
        for seat, delay in self.delays[before:]:
            if seat == len(self.seats):
                self.bot.append(delay)
            elif seat in self.could:
                (self.free if self.could[seat] else self.forced).append(delay)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python3 leaks.py path/to/spelunke [PAIRS]")
    pairs = int(sys.argv[2]) if len(sys.argv) == 3 else 200
    with tavern.opened(os.path.abspath(sys.argv[1])) as server:
        for game in GAMES:
            print(f"{game},pairs,{pairs},seeds,{check_pairs(server, game, pairs)}", flush=True)
        for seed in range(1, 4):
            print("answers with a choice, without, by computer players:", *check_delays(server, 100, seed), flush=True)


if __name__ == "__main__":
    main()
