"""test_documents.py: what the documents show is what the program does.

    python3 test_documents.py path/to/spelunke

Examples are read from the documents themselves, so that one which a change has made
untrue fails here instead of misleading its first reader.
"""

import pathlib
import re
import subprocess

from promise import same
from tap import run

TOP = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = 80


def read(path):
    return (TOP / path).read_text(encoding="utf-8")


def call(binary, *arguments, text=""):
    return subprocess.run([binary, *arguments], input=text, capture_output=True, text=True,
                          encoding="utf-8", timeout=120)


def talk(text):
    """Requests and answers of an example: `> ` marks a request, `< ` or `{` an answer."""
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    requests = [line[2:] for line in lines if line.startswith("> {")]
    answers = [line.removeprefix("< ") for line in lines if line.startswith(("< {", '{"ok"'))]
    return requests, answers


def check_talk(binary, text):
    """Where an example has `...`, anything may stand."""
    requests, answers = talk(text)
    assert requests, "no example"
    found = call(binary, "engine", text="".join(line + "\n" for line in requests)).stdout
    same(len(answers), len(requests))
    same(len(found.splitlines()), len(requests))
    for answer, line in zip(answers, found.splitlines()):
        pattern = ".*".join(map(re.escape, answer.split("...")))
        assert re.fullmatch(pattern, line), f"the document has {answer}, the engine {line}"


def logs(text):
    """Every whole log that a document shows, without its indent."""
    return re.findall(r"^spelunke log 2\n(?:.+\n)*?end .+\n", re.sub("(?m)^    ", "", text), re.M)


def test_the_match_in_the_readme(binary):
    check_talk(binary, read("README.md").split("## Engine and bots")[1])


def test_the_match_in_the_protocol(binary):
    check_talk(binary, read("docs/engine-protocol.md").split("## An example")[1])


def test_the_examples_in_the_manual_of_the_engine(binary):
    text = read("docs/man/spelunke-engine.1.scd").split("# EXAMPLES")[1]
    blocks = re.findall(r"```\n\$ (.*?)\n(\{.*?)\n```", text, re.S)
    same(len(blocks), 2)
    for command, answer in blocks:
        requests = re.findall(r"'(\{.*?\})'", command)
        found = call(binary, "engine", text="".join(line + "\n" for line in requests)).stdout
        same(found.splitlines()[-1], answer)


def test_logs_in_the_documents_are_whole_and_contradict_nothing(binary):
    for path in ("docs/log.md", "docs/fair-dice.md", "docs/man/spelunke-log.5.scd"):
        shown = logs(read(path))
        same(len(shown), 1)
        same(call(binary, "verify", "-", text=shown[0]).returncode, 4)


def test_what_verify_prints_in_the_documents(binary):
    text = read("docs/fair-dice.md")
    shown = re.search(r"    \$ spelunke verify match.log\n((?:    .+\n)+)", text)[1]
    found = call(binary, "verify", "-", text=logs(text)[0]).stdout
    same(found, re.sub("(?m)^    ", "", shown))


def test_help_fits_on_a_screen(binary):
    commands = re.findall(r"^  (\w+) +\w", call(binary, "--help").stdout, re.M)
    assert "verify" in commands and "help" in commands, commands
    for command in commands:
        for line in call(binary, command, "--help").stdout.splitlines():
            assert len(line) <= COLUMNS, f"{command}: {line}"


run(globals())
