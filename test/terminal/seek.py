"""seek.py: finds seeds whose matches have the positions that tests need.

The dice of a seed change with the rules and options of a game. So a test says what
it needs. A Position is a saved match whose chance outcomes are scripted, to be
resumed: it holds for any dice. Where the opening of a new match itself is tested,
`new_match` finds the first seed whose opening is as wanted.
"""

import dataclasses
import functools
import itertools
import sys

sys.dont_write_bytecode = True
from sit import COMPUTER_NAMES, PLAYED, saved  # noqa: E402

from pipe import Engine  # noqa: E402
from promise import fine  # noqa: E402

TRIES = 2000  # far more than any opening needs that a test may want


@dataclasses.dataclass(frozen=True)
class Position:
    """A prepared position, given among the arguments of a call: the first results of chance, and the players."""

    game: str
    chance: tuple
    options: tuple = ()
    seats: int = 4
    name: str = "Toni"
    bot: str = "random"
    seed: str = "7"  # for all that is not scripted; no test depends on it

    def log(self, binary):
        with Engine(binary) as engine:
            match = fine(engine.ask(cmd="new", game=self.game, seats=self.seats, seed=self.seed,
                                    options=dict(self.options)))["match"]
            for action in self.chance:
                fine(engine.ask(cmd="play", match=match, seat="chance", action=action))
            return fine(engine.ask(cmd="log", match=match))["log"]

    def save(self, binary, state):
        """Saves the match where `play --resume` looks for it."""
        names = (self.name, *COMPUTER_NAMES)
        seats = "".join(f"seat {seat} {self.bot if seat else '-'} {names[seat]}\n" for seat in range(self.seats))
        saved(state, game=self.game).parent.mkdir(exist_ok=True)
        saved(state, game=self.game).write_text(self.log(binary))
        saved(state, ".table", self.game).write_text(f"seed {self.seed}\nlanguage en\n{seats}")


def open_match(engine, game, seats, seed, options):
    """A new match, played by its dice until a seat is asked: what seat 0 sees then."""
    match = fine(engine.ask(cmd="new", game=game, seats=seats, seed=str(seed), options=dict(options)))["match"]
    while fine(engine.ask(cmd="turn", match=match))["turn"]["kind"] == "chance":
        fine(engine.ask(cmd="chance", match=match))
    view = fine(engine.ask(cmd="view", match=match, seat=0))["view"]
    fine(engine.ask(cmd="drop", match=match))
    return view


@functools.lru_cache
def first_seed(binary, game, is_wanted, seats, options):
    with Engine(binary) as engine:
        for seed in range(1, TRIES):
            if is_wanted(open_match(engine, game, seats, seed, options)):
                return seed
    raise AssertionError(f"no opening of {game} is as wanted: {seats} seats, {options}")


def new_match(binary, game, is_wanted, seats=4, **options):
    """The arguments of `play` for the first seed whose opening, as seat 0 sees it, is as
    wanted. `is_wanted` should be a named function: what was found for it is kept."""
    settings = {**PLAYED[game], **options}
    seed = first_seed(binary, game, is_wanted, seats, tuple(settings.items()))
    words = itertools.chain(*(("--option", f"{name}={value}") for name, value in settings.items()))
    return ("--new", "--seed", str(seed), "--players", str(seats), *words)


# Dimli begins with 1 Count me in!, 2 Two more, 3 the tip (Anytime), 4 Burrrp!,
# 5 Have mine!, 6 Arm wrestling (at somebody), 7 One more hand. The others hold cards
# that wait for a gambling round. His upper drink is firewater, which he can answer.
DIMLI = Position("drachen", (
    "shuffle 0 D01 D05 D07 D13 D14 D20 D25 *",
    "shuffle 1 E02 E02 E03 E03 E13 E14 E15 *",
    "shuffle 2 F02 F02 F03 F03 F13 F17 F29 *",
    "shuffle 3 G02 G02 G03 G03 G11 G11 G09 *",
    "shuffle drinks T01 T09 *"), (("first_seat", 0),))


def rolled(barrels, seats=4):
    """The person is the innkeeper of Polterfass, and the first roll stands so."""
    return Position("polterfass", (f"roll {barrels}",), (("first_innkeeper", 0), ("barrels", "table")), seats)


# 2, 8, 7, 6 and a spoiled one.
SPOILED_OF_FIVE = rolled("2 8 - 7 - 6 - - x", seats=3)
