"""test_input.py: lines as they come, signals between them, and the word for the dice."""

import os
import pathlib
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from glass import Terminal  # noqa: E402
from sit import ASKS, LANGUAGES, catalogue, command, entries, environment, folder, idle, pipe, saved, talk  # noqa: E402

import tap  # noqa: E402

FINE = 0
NEW = ("--new", "--seed", "7")
QUESTIONS = ("cards from 0 to 7", 'Type "stop" or')  # of a guest and of the innkeeper


def test_ctrl_c_tells_where_the_match_is(binary):
    with folder() as state:
        with subprocess.Popen(command(binary, *NEW, "--lang", "en"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=environment(state)) as program:
            told = program.stdout.readline().decode()
            while not any(part in told for part in QUESTIONS):
                told = program.stdout.readline().decode()
            program.send_signal(signal.SIGINT)
            out = program.stdout.read().decode()
            assert program.wait(60) == 128 + signal.SIGINT, program.returncode
        assert f"The match is saved:\n  {saved(state)}\n" in out, out


def first_question(program):
    """Reads up to the first question, so that the program waits for a line."""
    told = ""
    while not any(part in told for part in QUESTIONS):
        told = program.stdout.readline().decode()


def test_signals_are_heard_while_half_a_line_waits(binary):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        with folder() as state:
            with subprocess.Popen(command(binary, *NEW, "--lang", "en"), stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, env=environment(state)) as program:
                first_question(program)
                program.stdin.write(b"ord")
                program.stdin.flush()
                program.send_signal(number)
                assert program.wait(60) == 128 + number, (number, program.returncode)
                assert str(saved(state)) in program.stdout.read().decode()


def test_a_line_that_ctrl_d_cut_on_a_terminal_holds_nobody(binary):
    with folder() as state, Terminal(command(binary, *NEW, "--lang", "en", "--plain"), environment(state)) as table:
        table.await_any(*QUESTIONS)
        table.shows("\n>")
        table.press("ord\x04")
        table.await_any("> ord")
        os.kill(table.pid, signal.SIGTERM)
        assert table.ends() == 128 + signal.SIGTERM, table.glass.text()


def test_an_endless_line_does_not_fill_the_memory(binary):
    with folder() as state:
        with subprocess.Popen(command(binary, *NEW, "--lang", "en"), stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, env=environment(state)) as program:
            first_question(program)
            before = int(pathlib.Path(f"/proc/{program.pid}/statm").read_text().split()[1])
            for _ in range(64):
                program.stdin.write(b"x" * 2**20)
            after = int(pathlib.Path(f"/proc/{program.pid}/statm").read_text().split()[1])
            assert (after - before) * 4096 < 16 * 2**20, (before, after)
            program.stdin.write(b"\nquit\n")
            program.stdin.close()
            out = program.stdout.read().decode()
            assert program.wait(60) == FINE and "x" * 300 not in out, out


def test_the_end_of_the_input_also_ends_a_line(binary):
    with folder() as state:
        code, _, _ = pipe(binary, state, b"2\n\nquit", *NEW, "--lang", "en", "--option", "first_innkeeper=1")
        assert code == FINE and any(" 0 order 2" in line for line in entries(state))


def test_a_line_that_is_too_long_is_one_wrong_line(binary):
    """The rest of the line is read as it is; at the end of the input it counts as a line, too."""
    waits = (*NEW, "--lang", "en", "--option", "first_innkeeper=1")
    told = []
    for length in (5000, 8192):
        with folder() as state:
            code, _, _ = pipe(binary, state, b"x" * length + b"\n2\n\nquit", *waits)
            assert code == FINE and any(" 0 order 2" in line for line in entries(state)), length
        with folder() as state:
            code, out, _ = pipe(binary, state, b"x" * length, *waits)
            assert code == FINE
            told.append(out.replace(str(saved(state)), "the log"))
    assert told[0] == told[1], told


def commitment_of(binary, path):
    done = subprocess.run([binary, "verify", path], capture_output=True, check=False, timeout=60)
    assert done.returncode == FINE, done
    return re.search(r"[0-9a-f]{64}", done.stdout.decode()).group(0)


def test_the_hash_of_the_dice_is_told_first_and_a_word_goes_into_them(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state:
            _, out, _ = pipe(binary, state, [" red cat ", "who"], *NEW, "--lang", language, "--word")
            told = words["terminal.fair"].replace("{word}", commitment_of(binary, saved(state)))
            assert out.index(told) < out.index(words["terminal.word_ask"]) < out.index("red cat"), out
            assert out.count(told) == 2 and out.index(told) < out.index(words["polterfass.ask_order"][:10]), out
            assert out.count(words["terminal.fair_word"].replace("{word}", "red cat")) == 2, out
            assert "word 0 red cat" in entries(state)
            with_word = entries(state)
            pipe(binary, state, [], *NEW, "--lang", language)
            assert [line for line in entries(state) if "roll" in line] != [line for line in with_word if "roll" in line]


def test_a_word_is_asked_for_until_it_fits(binary):
    with folder() as state:
        lines = [b"x" * 101, b"x" * 5000, b"a\x00b", b"\x1b[2J", b"Red Cat"]
        code, out, _ = pipe(binary, state, b"\n".join(lines) + b"\n", *NEW, "--lang", "en", "--word")
        assert code == FINE and out.count("Your word for chance") == 5, out
        assert [line for line in entries(state) if line.startswith("word ")] == ["word 0 Red Cat"]


def test_whoever_adds_no_word_plays_without(binary):
    with folder() as state:
        code, out, _ = pipe(binary, state, ["", "2", ""], *NEW, "--lang", "en", "--word",
                            "--option", "first_innkeeper=1")
        assert code == FINE and "goes into the dice" not in out and any(" 0 order 2" in line for line in entries(state))
        assert not [line for line in entries(state) if line.startswith("word ")]
    with folder() as state:
        code, out, _ = pipe(binary, state, [], *NEW, "--lang", "en", "--word")
        assert code == FINE and out.count("Your word for chance") == 1 and "The match is saved" in out, out


def test_a_drawn_screen_asks_for_the_word_below_the_hash(binary):
    for kind in ("xterm-256color", "vt100"):
        call = command(binary, *NEW, "--lang", "en", "--fast", "--word", "--option", "first_innkeeper=1")
        with folder() as state, Terminal(call, environment(state, TERM=kind)) as table:
            screen = table.shows("Your word for chance", "\n>")
            assert commitment_of(binary, saved(state)) in screen.replace("\n", ""), screen
            table.press("Red cät\r")
            table.shows("How many mugs do you order?", "q quit")
            assert "word 0 Red cät" in entries(state)
            table.press("qq")
            assert table.ends() == FINE and table.is_as_before(), table.glass.text()


def test_each_match_of_a_sitting_asks_for_a_word_of_its_own(binary):
    words, again = iter(["one", "two"]), iter(["yes"])

    def answer(ask, line):
        if ask == "word":
            return next(words)
        if ask == "new":
            return next(again)
        return None if "word 0 two" in entries(state) else idle(ask, line)

    with folder() as state:
        code, lines = talk(binary, state, "en", answer, *NEW, "--word", "--option", "goal=1",
                           asks={**ASKS, "word": ("terminal.word_ask",)})
        assert code == FINE and "word 0 one" in entries(state, "-finished.log"), lines
        assert "word 0 two" in entries(state), lines


if __name__ == "__main__":
    tap.run(globals())
