"""sit.py: sits down at a table in plain lines and answers what is asked.

What the program asks is known from the catalogues in po/, so that a test can
play in any language. Every match is saved in a folder of the test's own.
"""

import ast
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "test" / "engine"))

LANGUAGES = ("de", "en", "fr", "it")
ENTRY = re.compile(r'^msgid "([^"]+)"\nmsgstr ((?:".*"\n?)+)', re.MULTILINE)
ASKS = {"order": ("polterfass.ask_order",), "send": ("polterfass.ask_send",),
        "serve": ("polterfass.ask_serve", "polterfass.ask_stop"),
        "reckon": ("polterfass.ask_reckon",),
        "new": ("terminal.again_ask",)}
# The settings of a match at the terminal, but for barrels: those from the table of
# odds roll alike on every machine.
PLAYED = {"polterfass": {"first_innkeeper": "random", "barrels": "table"}, "drachen": {"first_seat": "random", "characters": "DEFG"}}
COMPUTER_NAMES = ("Frances", "Augustus", "Benedict", "Becky", "Pauline")
# What follows a question that is answered by yes or no.
CHOICES = {"terminal.again_ask": "terminal.choice_no"}


def catalogue(language):
    return {key: "".join(map(ast.literal_eval, parts.splitlines()))
            for path in (TOP / "po" / language).glob("*.po")
            for key, parts in ENTRY.findall(path.read_text(encoding="utf-8"))}


# A hole of a template, with holes in it.
HOLE = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"


def pattern(text):
    """A template of the catalogue as a regular expression, with any text in its holes."""
    return ".*?".join(map(re.escape, re.split(HOLE, text)))


def questions(language, asks):
    return [(ask, re.compile(pattern(asking(language, key)))) for ask, keys in asks.items() for key in keys]


def asking(language, key):
    """A question as it is asked in plain lines."""
    words = catalogue(language)
    return " ".join(words[part] for part in (key, CHOICES.get(key)) if part)


def question(asked, told):
    """The question that the last line ends, and its text: long ones take several lines."""
    for count in range(1, 30):
        text = " ".join(told[-count:])
        for ask, regex in asked:
            if regex.fullmatch(text):
                return ask, text
    return None, ""


def folder():
    return tempfile.TemporaryDirectory(prefix="spelunke-")


def environment(state, **more):
    """An environment without anything of the real one that changes behaviour."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "TERM", "NO_COLOR", "USER", "SPELUNKE_COMMAND")}
    return {**kept, "XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(state), **more}


def command(binary, *arguments, game="polterfass"):
    """A resumed match has its name, its computer players and its barrels. Those from
    the table of odds roll alike on every machine."""
    usual = () if "--resume" in arguments else ("--name", "Toni", "--bots", "random")
    if usual and game == "polterfass" and not any("barrels=" in word for word in arguments):
        usual += ("--option", "barrels=table")
    return [binary, "play", game, *usual, *arguments]


def seated(binary, state, arguments):
    """The arguments with every position saved in the folder and resumed from there."""
    words = []
    for word in arguments:
        if isinstance(word, str):
            words.append(word)
        else:
            word.save(binary, state)
            words.append("--resume")
    return words


def pipe(binary, state, lines, *arguments, game="polterfass", **more):
    """Plays with these lines as standard input: exit code, output, complaints."""
    data = lines if isinstance(lines, bytes) else "".join(line + "\n" for line in lines).encode()
    done = subprocess.run(command(binary, *seated(binary, state, arguments), game=game), input=data,
                          capture_output=True, env=environment(state, **more), timeout=240, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def idle(ask, line):
    """A simple strategy: orders 2 mugs, never rolls again, serves the most."""
    return {"order": "2", "send": "", "serve": "stop", "new": "no",
            "reckon": re.findall(r"\d+", line)[0] if re.search(r"\d", line) else "0"}[ask]


def talk(binary, state, language, answer, *arguments, game="polterfass", asks=None):
    """Answers every question with answer(ask, line), None to leave: exit code, lines."""
    asked, told, answered = questions(language, asks or ASKS), [], 0
    call = command(binary, "--lang", language, *seated(binary, state, arguments), game=game)
    with subprocess.Popen(call, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment(state)) as program:
        for raw in program.stdout:
            told.append(raw.decode().rstrip("\n"))
            ask, text = question(asked, told[answered:])
            answered = len(told) if ask else answered
            reply = answer(ask, text) if ask else ""
            if ask and reply is None:
                program.stdin.close()
            elif ask:
                program.stdin.write(f"{reply}\n".encode())
                program.stdin.flush()
        return program.wait(timeout=60), told


def saved(state, suffix=".log", game="polterfass"):
    return pathlib.Path(state) / "spelunke" / f"{game}{suffix}"


def entries(state, suffix=".log", game="polterfass"):
    """The entries of the log without their timestamps."""
    return [line.split(" # ")[0] for line in saved(state, suffix, game).read_text().splitlines()]
