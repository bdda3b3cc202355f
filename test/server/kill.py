"""kill.py: a server that is repeatedly killed while people play all games.

Kept true, or it says what is not: every action that was answered `done` is in the journal once; every unanswered one
that is sent again is there once; nothing was in any `step` that is not in the journal after the restart; every client
plays on. Prints what it did.

    python3 kill.py path/to/spelunke [KILLS [TABLES [SEED]]]
"""

import os
import random
import sys
import tempfile
import time

import journal
import tavern
from players import Player, play
from replay import Replay, check_stream
from tavern import Hub, Server, make_table, seat_people

SEATS = 4
# Settings with which matches end within a few minutes and continue without people.
GAMES = (("null", {"options": {"rounds": 20}}),
         ("polterfass", {"options": {"goal": 200}}),
         ("drachen", {}),
         ("riffraff", {"clock": {"decide": 3000, "reserve": 0}}))


class Table:
    """One table and its four people."""

    def __init__(self, server, hub, number, dice):
        self.game, settings = GAMES[number % len(GAMES)]
        self.players = [Player(server, hub=hub, pace=(0.0, 0.4), dice=random.Random(dice.random()))
                        for _ in range(SEATS)]
        self.name, self.code = make_table(server, self.players[0].token, self.game, SEATS,
                                          reaction=[0, 50], pause=[0, 50], **settings)
        seat_people(self.players, self.name, self.code)
        self.players[0].ask("start", table=self.name)

    def is_over(self):
        return all(player.tables[self.name].is_over() for player in self.players)

    def progress(self):
        return sum(len(player.tables[self.name].messages("step")) for player in self.players)


class Siege:
    """The server, its tables, and the times of kills."""

    def __init__(self, binary, data, tables, seed):
        self.binary, self.dice, self.hub = binary, random.Random(seed), Hub()
        self.server = Server(binary, data)
        self.tables = [Table(self.server, self.hub, number, self.dice) for number in range(tables)]
        self.ended, self.kills = [], 0

    def players(self):
        return [player for table in self.tables for player in table.players]

    def play(self, seconds):
        play(self.hub, self.players(), lambda: False, seconds)
        for place, table in enumerate(self.tables):
            if table.is_over():
                self.ended.append(table)
                self.tables[place] = Table(self.server, self.hub, place, self.dice)

    def kill(self):
        """Kills the server now, restarts it on the same port, and reconnects everybody."""
        port = self.server.port
        self.server.kill()
        self.kills += 1
        again = Server(self.binary, self.server.data, port=port)
        self.server.process, self.server.port = again.process, again.port
        for table in self.tables:
            for player in table.players:
                self.hub.turn(0)
                player.cut()
                assert player.return_to([table.name]), "the server is not there"

    def check_playing_on(self):
        """Waits until every running match has made progress."""
        before = [(table, table.progress()) for table in self.tables if not table.is_over()]
        moved = lambda: all(table.is_over() or table.progress() > count for table, count in before)
        assert play(self.hub, self.players(), moved, 60), \
            f"stuck: {[(table.game, table.name) for table, count in before if table.progress() == count]}"

    def settle(self):
        """Waits until all requests are answered."""
        for player in self.players():
            player.waits.clear()
            player.changed = lambda seen, message: None
        quiet = lambda: not any(player.sent for player in self.players())
        self.hub.until(quiet, 60, "the last answers")

    def end(self):
        for player in self.players():
            player.cut()
        code = self.server.stop()
        assert code == 0, f"the server ended with {code}: {self.server.errors()}"

    def check_journal(self):
        """Executed requests are in the journal once, refused ones are not."""
        counts = journal.requests(self.server.data)
        acts = 0
        for table in self.ended + self.tables:
            for player in table.players:
                for n, answer in player.answers.items():
                    found = counts.get((table.name, player.device, n), 0)
                    is_act = (table.name, n) in player.acts
                    acts += is_act
                    if is_act:
                        assert found == 1, f"act {n} of {player.device} was done and is there {found} times"
                    elif answer["t"] == "error":
                        assert found == 0, f"{answer} and it is there"
        return acts

    def check_streams(self):
        """Everything sent is in the journal, and streams of running matches end where the journal does."""
        for table in self.ended + self.tables:
            replay = Replay(self.binary, journal.log(self.server.data, table.name))
            for player in table.players:
                check_stream(replay, player.tables[table.name], whole=False)


def run(binary, kills, tables, seed, longest=1.5):
    """Runs the test and returns a summary."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="spelunke-kill-") as folder:
        siege = Siege(binary, os.path.join(folder, "data"), tables, seed)
        try:
            for _ in range(kills):
                siege.play(siege.dice.uniform(0.05, longest))
                siege.kill()
            siege.check_playing_on()
            siege.settle()
            siege.end()
        except BaseException:
            siege.server.kill()
            sys.stderr.write(siege.server.errors())
            raise
        acts = siege.check_journal()
        siege.check_streams()
        everybody = [player for table in siege.ended + siege.tables for player in table.players]
        resent = sum(player.resent for player in everybody)
        again = sum(answer.get("again", False) for player in everybody for answer in player.answers.values())
    assert acts > 0, "nothing was played"
    return (f"{siege.kills} kills, {tables} tables, {acts} actions done, {resent} requests sent again, "
            f"{again} of them had been carried out, "
            f"{len(siege.ended)} matches ended, {time.monotonic() - start:.0f} s")


def main():
    if len(sys.argv) not in range(2, 6):
        sys.exit("usage: python3 kill.py path/to/spelunke [KILLS [TABLES [SEED]]]")
    numbers = [int(word) for word in sys.argv[2:]] + [100, 50, 1][len(sys.argv) - 2:]
    print(run(os.path.abspath(sys.argv[1]), *numbers[:2], numbers[2]))


if __name__ == "__main__":
    assert tavern
    main()
