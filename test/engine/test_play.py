"""test_play.py: whole matches of every game, judged from the answers alone.

A seeded player that knows no game picks among what `legal` lists, lets chance
and sessions run, and looks at every answer: does anybody wait who can do
nothing, is a listed action refused, do two answers tell different things? In
the end the log must load, verify, and betray whoever touched the dice. A game
that is added is tested here without a line being added.
"""

import functools
import os
import random
import subprocess
import tempfile

import tap
from pipe import Engine, batch
from promise import check_form, close_log, fine, log_body, log_entries, refused, same

MATCHES = 50          # of each game and number of seats, if they are short
ENTRIES = 1200        # after so many, no further match of these seats begins
ENTRIES_MAX = 20000   # a match that gets this long does not end
UNPROVED = 4          # what verify ends with where something was not drawn
VERIFIED = 12         # how many logs of each are given to `spelunke verify`
ALTERED = 4           # and how many of them with a changed outcome
ACTIONS_TRIED = 6     # of one position, each in a copy of the match


def games(engine):
    return fine(engine.ask(cmd="games"), "games")["games"]


def tables(engine):
    """Every game with each number of its seats."""
    return [(game, seats) for game in games(engine)
            for seats in range(game["seats"][0], game["seats"][1] + 1)]


# A simulated match takes a second or two; the tests beside the game play one.
SLOW = {"physics"}


def random_value(option, dice):
    """Any value the list of games allows, or None where it does not tell."""
    values = [value for value in option.get("values", []) if value not in SLOW]
    if "min" in option:
        values.append(dice.randint(option["min"], option["max"]))
    return dice.choice(values) if values else None


def random_options(game, dice):
    """Defaults half of the time, so that usual matches are played as well."""
    if dice.random() < 0.5:
        return {}
    values = {option["name"]: random_value(option, dice) for option in game["options"]}
    return {name: value for name, value in values.items() if value is not None}


def open_match(engine, game, seats, dice):
    """A new match; options that do not go together give way to the defaults."""
    request = {"cmd": "new", "game": game["key"], "seats": seats, "seed": str(dice.getrandbits(64))}
    answer = engine.ask(**request, options=random_options(game, dice))
    if not answer["ok"]:
        refused(answer, "bad_setup")
        answer = engine.ask(**request)
    return fine(answer, "match", "turn")


def random_hand(dice):
    """A hand that waves about, grips and lets go."""
    ticks = sorted(dice.randrange(120) for _ in range(dice.randrange(6)))
    return [{"tick": tick, "pose": [dice.randrange(-10 ** 6, 10 ** 7) for _ in range(3)],
             "grip": dice.random() < 0.5} for tick in ticks]


class Player:
    """Plays one match to its end, and looks at every answer on the way."""

    def __init__(self, engine, game, seats, dice):
        self.engine, self.game, self.seats, self.dice = engine, game, seats, dice
        opened = open_match(engine, game, seats, dice)
        self.match = opened["match"]
        self.turn = opened["turn"]
        self.entries = 0

    def ask(self, command, **fields):
        return fine(self.engine.ask(cmd=command, match=self.match, **fields))

    def log(self):
        return self.ask("log")["log"]

    def legal(self, seat):
        actions = self.ask("legal", seat=seat)["actions"]
        same(len(set(actions)), len(actions))
        return actions

    def asked(self):
        """The seats that are awaited or may interrupt."""
        return sorted({*self.awaited(), *self.turn.get("may", [])})

    def awaited(self):
        return self.turn["seats"] if self.turn["kind"] == "seats" else []

    def check_turn(self):
        """The turn has its form and is the same wherever it is printed."""
        same(self.ask("turn")["turn"], self.turn)
        kind = self.turn["kind"]
        assert kind in ("seats", "chance", "sim", "over"), self.turn
        if kind == "seats":
            assert self.turn["seats"], f"nobody is awaited: {self.turn}"
            assert all(0 <= seat < self.seats for seat in self.asked()), self.turn
        score = self.ask("score")
        same((score["over"], len(score["scores"])), (kind == "over", self.seats))
        same(bool(score["winners"]), kind == "over")

    def check_seats(self):
        """Whoever is awaited can act; whoever is not asked cannot."""
        for seat in range(self.seats):
            actions = self.legal(seat)
            if seat in self.awaited():
                assert actions, f"seat {seat} is awaited and can do nothing"
            if seat not in self.asked():
                same(actions, [])
            assert self.ask("view", seat=seat)["view"], "an empty view"
        assert self.ask("view", seat="watcher")["view"], "an empty view"

    def check_bots(self):
        """Each bot names a listed action; a glance is time enough for it."""
        for seat in self.awaited():
            actions = self.legal(seat)
            for bot in self.game["bots"]:
                assert self.ask("bot", seat=seat, bot=bot, ms=1)["action"] in actions, bot

    def check_actions(self):
        """Every listed action is accepted, each in a copy of the match."""
        log = self.log()
        for seat in self.asked():
            actions = self.legal(seat)
            for action in self.dice.sample(actions, min(len(actions), ACTIONS_TRIED)):
                copy = fine(self.engine.ask(cmd="load", log=log))["match"]
                fine(self.engine.ask(cmd="play", match=copy, seat=seat, action=action))
                fine(self.engine.ask(cmd="drop", match=copy))

    def act(self):
        """One entry: a seat, chance or a session."""
        kind = self.turn["kind"]
        if kind == "seats":
            seat = self.dice.choice([seat for seat in self.asked() if self.legal(seat)])
            return self.ask("play", seat=seat, action=self.dice.choice(self.legal(seat)))
        if kind == "sim" and self.dice.random() < 0.5:
            return self.ask("sim", hand=random_hand(self.dice))
        return self.ask("chance")

    def step(self):
        answer = self.act()
        self.turn = answer["turn"]
        self.entries += 1
        assert self.entries < ENTRIES_MAX, f"{self.game['key']} does not end"
        for event in answer["events"]:
            assert isinstance(event["key"], str) and isinstance(event["args"], dict), event
            assert set(event["seen_by"]) <= {*range(self.seats), "watcher"}, event

    def run(self, *checks, often=1.0):
        """Plays on to the end; each check is made at a part of the turns."""
        while self.turn["kind"] != "over":
            for check in checks:
                if self.dice.random() < often:
                    check(self)
            self.step()
        self.check_turn()
        return self

    def drop(self):
        self.ask("drop")


def each_match(engine, game, seats, dice):
    """The players of one table, one after the other, within the bounds."""
    entries = 0
    for _ in range(MATCHES):
        if entries >= ENTRIES:
            return
        player = Player(engine, game, seats, dice)
        yield player
        entries += player.entries
        player.drop()


@functools.cache
def finished_logs(binary):
    """Logs of finished matches as (table, log), played once for many tests."""
    logs = []
    with Engine(binary) as engine:
        for game, seats in tables(engine):
            dice = random.Random(f"logs {game['key']} {seats}")
            for player in each_match(engine, game, seats, dice):
                logs.append(((game["key"], seats), player.run().log()))
    return logs


def few_of_each(logs, count):
    """The first few logs of each table."""
    tables_ = {}
    for table, log in logs:
        tables_.setdefault(table, []).append(log)
    return [log for found in tables_.values() for log in found[:count]]


def verify(binary, log):
    """Runs `spelunke verify` on the log; its exit code and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "match.log")
        with open(path, "wb") as file:
            file.write(log.encode())
        done = subprocess.run([binary, "verify", path], capture_output=True, timeout=120,
                              check=False)
    same(done.stderr, b"")
    return done.returncode, done.stdout.decode()


def test_matches_end_and_all_answers_agree(binary):
    with Engine(binary) as engine:
        for game, seats in tables(engine):
            dice = random.Random(f"agree {game['key']} {seats}")
            for player in each_match(engine, game, seats, dice):
                player.run(Player.check_turn, Player.check_seats, often=0.3)


def test_every_listed_action_is_accepted(binary):
    with Engine(binary) as engine:
        for game, seats in tables(engine):
            dice = random.Random(f"actions {game['key']} {seats}")
            for player in each_match(engine, game, seats, dice):
                player.run(Player.check_actions, often=0.05)


def test_bots_name_listed_actions(binary):
    with Engine(binary) as engine:
        for game, seats in tables(engine):
            dice = random.Random(f"bots {game['key']} {seats}")
            for player in each_match(engine, game, seats, dice):
                player.run(Player.check_bots, often=0.05)


def test_logs_load_to_the_same_log(binary):
    with Engine(binary) as engine:
        for _, log in finished_logs(binary):
            answer = fine(engine.ask(cmd="load", log=log), "match", "turn")
            same(answer["turn"], {"kind": "over"})
            same(engine.ask(cmd="log", match=answer["match"])["log"], log)
            same(close_log(log_body(log)), log)
            fine(engine.ask(cmd="drop", match=answer["match"]))


def before_entry(lines, place):
    """The lines in front of an entry; a build and evidence belong to the entry that follows."""
    while lines[place - 1].startswith(("build ", "evidence ")):
        place -= 1
    return lines[:place]


def test_unfinished_logs_load_and_go_on(binary):
    with Engine(binary) as engine:
        for log in few_of_each(finished_logs(binary), 2):
            lines = log_body(log).splitlines(keepends=True)
            for place, number, _, _ in log_entries(log)[:20]:
                cut = close_log("".join(before_entry(lines, place)))
                answer = fine(engine.ask(cmd="load", log=cut))
                assert answer["turn"]["kind"] != "over"
                same(engine.ask(cmd="log", match=answer["match"])["log"], cut)
                assert cut.splitlines()[-1].startswith(f"end {number} ")
                fine(engine.ask(cmd="drop", match=answer["match"]))


def test_logs_pass_verify(binary):
    for log in few_of_each(finished_logs(binary), VERIFIED):
        code, said = verify(binary, log)
        has_session = any(seat == "sim" for _, _, seat, _ in log_entries(log))
        assert code == (UNPROVED if has_session else 0), (code, said, log)


def other_outcome(engine, log, entry):
    """An outcome that chance could have had at this entry but did not: drawn
    from other seeds in the same position. None if there is no other."""
    place, _, _, action = entry
    lines = log_body(log).splitlines(keepends=True)
    for seed in range(100):
        head = "".join(f"seed {seed}\n" if line.startswith("seed ") else line
                       for line in before_entry(lines, place))
        match = fine(engine.ask(cmd="load", log=close_log(head)))["match"]
        drawn = fine(engine.ask(cmd="chance", match=match))["action"]
        fine(engine.ask(cmd="drop", match=match))
        if drawn != action:
            return drawn
    return None


def altered_log(engine, log, entry, outcome):
    """The log with another outcome and a fitting hash; it breaks off there if
    what followed is no longer possible."""
    place, number, seat, _ = entry
    lines = log_body(log).splitlines(keepends=True)
    lines[place] = f"{number} {seat} {outcome}\n"
    whole = close_log("".join(lines))
    answer = engine.ask(cmd="load", log=whole)
    check_form(answer)
    return whole if answer["ok"] else close_log("".join(lines[:place + 1]))


def test_verify_names_an_outcome_that_was_not_drawn(binary):
    dice = random.Random("altered")
    caught = 0
    with Engine(binary) as engine:
        for log in few_of_each(finished_logs(binary), ALTERED):
            drawn = [entry for entry in log_entries(log) if entry[2] == "chance"]
            entry = dice.choice(drawn) if drawn else None
            outcome = other_outcome(engine, log, entry) if drawn else None
            if outcome is None:
                continue
            code, said = verify(binary, altered_log(engine, log, entry, outcome))
            same(code, 1)
            assert f"entry {entry[1]} " in said and outcome in said and entry[3] in said, said
            caught += 1
    assert caught, "no log had an outcome to change"


def test_verify_tells_scripted_outcomes(binary):
    for log in few_of_each(finished_logs(binary), 1):
        scripted = close_log(log_body(log).replace(" chance ", " chance* "))
        code, said = verify(binary, scripted)
        same(code, UNPROVED)
        for _, number, seat, action in log_entries(scripted):
            assert (f"entry {number}: {action}" in said) == (seat == "chance*"), (number, said)


def test_two_processes_give_the_same_bytes(binary):
    with Engine(binary, record=True) as engine:
        for game, seats in tables(engine):
            dice = random.Random(f"twice {game['key']} {seats}")
            player = Player(engine, game, seats, dice).run(Player.check_turn, Player.check_seats)
            player.log()
            player.drop()
    assert batch(binary, engine.sent) == engine.heard, "the same requests, other answers"


if __name__ == "__main__":
    tap.run(globals())
