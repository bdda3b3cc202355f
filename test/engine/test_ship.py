"""test_ship.py: `spelunke ship` as a person calls it: the ship of a log, in words and drawn.

Logs are scripted, so the ship is the same on every build; only the moments within a
loading, --at, need a session that was really steered. Pictures are small here, for
sanitizers are slow.
"""

import os
import pathlib
import subprocess
import tempfile

import tap
from pipe import Engine
from promise import fine, same
from test_cli import FINE, REFUSED, TROUBLE, WRONG_CALL, call, complains, says
from test_throw import read_png

SMALL = ("--width", "32")
PLAYED = ((0, "card 9"), (1, "card 2"), (0, "load crate0.1"), ("sim", "rest"), (1, "load rat1.1"), ("sim", "back"),
          (0, "card 1"), (1, "card 5"), (1, "load chest1.1"), ("sim", "fall chest1.1 crate0.1 caught chest1.1"))


def write_log(binary, folder, played=PLAYED, game="riffraff"):
    """The log of a scripted match, in a file."""
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game=game, seats=2, seed="1"))["match"]
        for seat, action in played:
            fine(engine.ask(cmd="play", match=match, seat=seat, action=action))
        text = fine(engine.ask(cmd="log", match=match))["log"]
    path = pathlib.Path(folder) / "match.log"
    path.write_text(text)
    return str(path)


def steer(binary, folder):
    """A match in which a chest was really laid on area 9, with its hands beside it."""
    arguments = ("--plain", "--lang", "en", "--players", "2", "--bots", "random", "--seed", "3", "--name", "Toni",
                 "--option", "first_captain=0")
    done = subprocess.run([binary, "play", "riffraff", *arguments], input=b"9\nchest\n\n", capture_output=True,
                          env={**os.environ, "XDG_STATE_HOME": folder, "XDG_CACHE_HOME": folder}, timeout=120,
                          check=False)
    same(done.returncode, FINE)
    return str(pathlib.Path(folder) / "spelunke" / "riffraff.log")


def folder():
    return tempfile.TemporaryDirectory()


def told(done):
    same((done.returncode, done.stderr), (FINE, b""))
    return done.stdout.decode().splitlines()


def test_each_turn_is_told(binary):
    with folder() as place:
        log = write_log(binary, place)
        same(told(call(binary, "ship", log, "--turn", "0")),
             ["leans        0.0 degrees to starboard, 0.0 to the bow", "aboard       nothing"])
        lines = told(call(binary, "ship", log, "--turn", "1"))
        same(lines[:2], ["turn         1, entry 3: seat 0 loads crate0.1 on area 9", "outcome      rest"])
        same(lines[3], "area 9       crate0.1")
        lines = told(call(binary, "ship", log, "--turn", "2"))
        same(lines[1:], ["outcome      back", lines[2], "area 9       crate0.1"])
        lines = told(call(binary, "ship", log))
        same(lines[0], "turn         3, entry 9: seat 1 loads chest1.1 on area 5")
        same((lines[1], lines[3]), ("outcome      fall crate0.1 chest1.1 caught chest1.1", "aboard       nothing"))


def test_the_picture_has_its_size_and_colours(binary):
    with folder() as place:
        log, out = write_log(binary, place), str(pathlib.Path(place) / "ship.png")
        told(call(binary, "ship", log, "--turn", "1", "--png", out, *SMALL))
        width, height, colours = read_png(out)
        same((width, height), (32, 36))
        assert colours > 100, colours
        piped = call(binary, "ship", log, "--turn", "1", "--png", "-", *SMALL)
        same((piped.returncode, piped.stdout), (FINE, pathlib.Path(out).read_bytes()))
        assert b"loads crate0.1" in piped.stderr, piped.stderr


def test_loaded_and_empty_ships_look_different(binary):
    with folder() as place:
        log = write_log(binary, place)
        pictures = [call(binary, "ship", log, "--turn", turn, "--png", "-", *SMALL).stdout for turn in ("0", "1", "2")]
        assert pictures[0] != pictures[1] and pictures[1] == pictures[2]


def test_a_moment_needs_the_hand(binary):
    with folder() as place:
        log = write_log(binary, place)
        for option, value in (("--at", "1"), ("--record", str(pathlib.Path(place) / "turn.rec"))):
            complains(call(binary, "ship", log, "--turn", "1", option, value), REFUSED,
                      "match.log.hands does not have what the hand did in turn 1")


def test_a_moment_of_a_steered_loading_is_drawn(binary):
    with folder() as place:
        log = steer(binary, place)
        pictures = [call(binary, "ship", log, "--turn", "1", "--at", at, "--png", "-", *SMALL) for at in ("0", "1")]
        assert all(done.returncode == FINE for done in pictures), pictures
        assert pictures[0].stdout != pictures[1].stdout
        complains(call(binary, "ship", log, "--turn", "1", "--at", "599"), WRONG_CALL, "is too late: all is over after")


def test_a_steered_loading_is_recorded(binary):
    """50 frames a second from its first to its last, with its outcome, in less than 10 kB a second."""
    with folder() as place:
        log, out = steer(binary, place), pathlib.Path(place) / "turn.rec"
        told(call(binary, "ship", log, "--turn", "1", "--record", str(out)))
        data = out.read_bytes()
        same((data[:5], data[6:9]), (b"SpRc\x02", bytes((50, 0, 5))))
        entry = next(line for line in pathlib.Path(log).read_text().splitlines() if " sim " in line)
        outcome = entry.split(" ", 2)[2].split(" #")[0]
        end = bytes((0, len(outcome) % 256, len(outcome) // 256)) + outcome.encode()
        same(data[-len(end) - 4:-4], end)
        hands = pathlib.Path(log + ".hands").read_text().split()
        seconds = int(hands[1]) / 250
        assert 2 < seconds < 60 and len(data) - len(end) < 10000 * seconds, (len(data), seconds)
        piped = call(binary, "ship", log, "--turn", "1", "--record", "-")
        same((piped.returncode, piped.stdout), (FINE, data))
        assert b"loads chest0.1" in piped.stderr, piped.stderr


def test_wrong_calls_are_refused(binary):
    with folder() as place:
        log = write_log(binary, place)
        for arguments, complaint in (((), "ship needs the log of a match"),
                                     ((log, log), "cannot make sense of"),
                                     ((log, "--turn", "x"), "--turn takes a number"),
                                     ((log, "--turn", "4"), "--turn 4 is too much; loadings in this log: 3"),
                                     ((log, "--turn"), "--turn needs a value"),
                                     ((log, "--width", "64"), "--width needs --png FILE"),
                                     ((log, "--png", "x.png", "--width", "9"), "--width takes a number from 16 to 4096"),
                                     ((log, "--png", log), "the picture would take the place of the log"),
                                     ((log, "--record", log), "the recording would take the place of the log"),
                                     ((log, "--record", "x", "--png", "x"), "need a file each"),
                                     ((log, "--turn", "0", "--record", "x"), "--record needs a loading"),
                                     ((log, "--turn", "0", "--at", "1"), "--at is a moment of a loading"),
                                     ((log, "--turn", "1", "--at", "soon"), "--at takes seconds")):
            complains(call(binary, "ship", *arguments), WRONG_CALL, complaint)


def test_what_is_no_ship_is_refused(binary):
    with folder() as place:
        other = write_log(binary, place, (("chance", "deal 4 1"),), "null")
        complains(call(binary, "ship", other), REFUSED, "which has no ship")
        pathlib.Path(other).write_text("nothing\n")
        complains(call(binary, "ship", other), REFUSED, "line 1")
        complains(call(binary, "ship", str(pathlib.Path(place) / "none.log")), TROUBLE, "cannot read")
        log = write_log(binary, place)
        complains(call(binary, "ship", log, "--png", str(pathlib.Path(place) / "no" / "x.png"), *SMALL), TROUBLE,
                  "cannot write")


def test_help_tells_the_options(binary):
    says(call(binary, "ship", "--help"), FINE, "--turn N", "--at SECONDS", "--png FILE", "--width PIXELS",
         "--record FILE")


if __name__ == "__main__":
    tap.run(globals())
