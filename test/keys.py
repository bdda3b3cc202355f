#!/usr/bin/env python3
"""Checks that the code and the catalogues in po/ know the same messages, that the
templates are in order (docs/words.md), and that they say the same in every language.
Prints TAP."""
import ast
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tools"))
from words import SEAT_ARGS  # noqa: E402

GAMES = "|".join(path.name for path in (TOP / "src/games").iterdir() if path.is_dir())
KEY = re.compile(rf'"((?:kernel|terminal|words|{GAMES})\.[A-Za-z0-9_.]+)"')
ENTRY = re.compile(r'^msgid "([^"]+)"\nmsgstr ((?:".*"\n?)+)', re.MULTILINE)
PARAM = re.compile(r'\.name = "([a-z0-9_]+)"')
BOT = re.compile(r'const struct bot (\w+) = \{\s*\.key = "([a-z0-9_]+)"')
PRESET = re.compile(r'\[PRESET_\w+\] = "([a-z_]+)"')
CHARACTER = re.compile(r"\{'([A-Z])', \"[A-Z]")
CLIENT = re.compile(r'\.key = "([a-z]+)"')
CARD = re.compile(r'\{"([A-Z][0-9]{2})"')
NAME = re.compile(r"[a-z_]+")
FORMATS = {"+", "quoted", "and"}
LABEL = re.compile(r"[-A-Za-z0-9_]+=")
# Names given to arguments: message_number(m, "amount", 3), put_seats(&message, "seats", in).
NAMED = re.compile(r'[(,]\s*"([a-z_]+)"\s*,')
SEAT = re.compile(r'message_seat\((?:[^;"]|"[^"]*\.[^"]*")*"([a-z_]+)"|"([a-z_]+)", ARG_SEAT')
NUMBER = re.compile(r'message_number\((?:[^;"]|"[^"]*\.[^"]*")*"([a-z_]+)"|"([a-z_]+)", ARG_NUMBER')


def bot_keys():
    """Each computer player has a name and a word on what it is like, in each game
    that seats it: its own ones, and those of src/bots that it mentions."""
    shared = [bot for path in (TOP / "src/bots").glob("*.c") for bot in BOT.findall(path.read_text())]
    for folder in (TOP / "src/games").iterdir():
        text = "".join(path.read_text() for path in folder.glob("*.c"))
        guests = [bot for bot in shared if re.search(rf"&{bot[0]}\b", text)]
        for _, key in BOT.findall(text) + guests:
            yield from (f"{folder.name}.bot.{key}", f"{folder.name}.bot_help.{key}")


def sources(folder="src"):
    return [path for path in (TOP / folder).rglob("*.c") if "test" not in path.relative_to(TOP).parts]


def used_keys():
    keys = set(bot_keys())
    for path in sources():
        text = path.read_text()
        keys |= {key for key in KEY.findall(text) if not key.endswith(".h")}
        if path.name == "rules.c" and path.parent.parent.name == "games":
            keys |= {f"{path.parent.name}.option.{name}" for name in PARAM.findall(text)}
        if path.parent.parent.name == "terminal":
            keys |= {f"{game}.about" for game in CLIENT.findall(text)}
        if path.name == "cards.c":
            keys |= {f"{path.parent.name}.character.{letter}" for letter in CHARACTER.findall(text)}
        if path.name == "presets.c":
            keys |= {f"{path.parent.name}.preset.{key}" for key in PRESET.findall(text)}
        if path.name == "cards.c":
            cards = CARD.findall(text)
            keys |= {f"{path.parent.name}.{what}.{card}" for card in cards for what in ("word", "text")}
            # The second row of a card is that of the setting eve_2008, which has a text of its own.
            keys |= {f"{path.parent.name}.text.{card}_2008" for card in cards if cards.count(card) > 1}
    return keys


def read_catalogue(folder):
    """All that one language says: po/de/house.po and its neighbours."""
    return {key: "".join(map(ast.literal_eval, text.splitlines()))
            for path in folder.glob("*.po") for key, text in ENTRY.findall(path.read_text())}


def split(text, sign):
    """Parts of a text between signs that are not within braces."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == sign and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


class Template:
    """The names in the holes of a template: those that are said, each with the group of
    messages that its words are looked up in, and those that only choose. `groups` are the
    groups that it names, `fault` says what is not in order."""

    def __init__(self, text):
        self.said, self.chosen_by, self.groups, self.fault = set(), set(), set(), None
        self.read(text)

    def read(self, text):
        at = text.find("{")
        if "}" in text[:at if at >= 0 else None]:
            self.fault = "a brace that was not opened"
        if at < 0:
            return
        end, depth = at + 1, 1
        while depth and end < len(text):
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        if depth:
            self.fault = "a brace that is not closed"
            return
        self.read_hole(text[at + 1:end - 1])
        self.read(text[end:])

    def read_hole(self, hole):
        name = NAME.match(hole)
        sign, rest = (hole[name.end():][:1], hole[name.end() + 1:]) if name else ("", "")
        if not name or sign not in ("", ":", "|", "?"):
            self.fault = f"not a hole: {hole}"
        elif sign in ("", ":"):
            groups = {part for part in rest.split(":") if part} - FORMATS
            self.said |= {(name[0], group) for group in groups or {"word"}}
            self.groups |= groups
        else:
            self.chosen_by.add(name[0])
            texts = split(rest, "|")
            if sign == "|" and len(texts) != 2:
                self.fault = f"not two forms: {hole}"
            if sign == "?" and not all(LABEL.match(text) for text in texts[:-1]):
                self.fault = f"a case without a label before the last: {hole}"
            for text in texts:
                label = LABEL.match(text) if sign == "?" else None
                self.read(text[label.end():] if label else text)


def grouped_keys(catalogue):
    """Messages that templates look up: {standing:barrel} says polterfass.barrel.double."""
    groups = {key.split(".")[0] + "." + group + "."
              for key, text in catalogue.items() for group in Template(text).groups}
    return {key for key in catalogue if any(key.startswith(group) for group in groups)}


def faulty(catalogue):
    """Keys whose template is empty, out of order, or looks into a group that is not there."""
    for key, text in catalogue.items():
        template, game = Template(text), key.split(".")[0]
        known = all(any(other.startswith(f"{game}.{group}.") for other in catalogue)
                    for group in template.groups)
        if not text or template.fault or not known:
            yield key


def misplaced(catalogue, english):
    """Keys whose text says other things than the English one. A choice of words may be
    needed in one language and not in another, so only what is said counts."""
    return {key for key, text in catalogue.items()
            if Template(text).said != Template(english.get(key, text)).said}


def argument_names():
    """By the first word of a key, the names that the code gives to arguments of such
    messages. The terminal says messages of all, with arguments of its own."""
    terminal = {name for folder in ("src/terminal", "src/cli") for path in sources(folder)
                for name in NAMED.findall(path.read_text())} | {"word"}
    rooms = {"kernel": "src/kernel", "terminal": "src/terminal", "words": "src/words"}
    rooms |= {game: f"src/games/{game}" for game in GAMES.split("|")}
    own = {word: {name for path in sources(room) for name in NAMED.findall(path.read_text())}
           for word, room in rooms.items()}
    return own, terminal


def unknown_names(catalogue):
    """Keys with a hole for an argument that nobody gives. What a game or the kernel sends
    itself is filled by its own arguments alone."""
    own, terminal = argument_names()
    sent = {key for folder in ("src/games", "src/kernel") for path in sources(folder)
            for key in KEY.findall(path.read_text())}
    for key, text in catalogue.items():
        template, word = Template(text), key.split(".")[0]
        known = own.get(word, set()) | (set() if key in sent else terminal)
        if not {name for name, _ in template.said} | template.chosen_by <= known:
            yield key


def misnamed_seats():
    """Who reads JSON knows a seat by the argument's name: seats have these names, and
    numbers have others."""
    for path in sources():
        text = path.read_text()
        seats, numbers = ({a or b for a, b in pattern.findall(text)} for pattern in (SEAT, NUMBER))
        yield from (f"{path.name}:{name}" for name in (seats - set(SEAT_ARGS)) | (numbers & set(SEAT_ARGS)))


def badly_spaced(catalogue):
    """French puts a no-break space before ; : ! ? and within « »: a line must not
    break there."""
    return {key for key, text in catalogue.items() if re.search(r"[^\s,] [;:!?»]|« |[|=] [;:!?]", text)}


def main():
    used = used_keys()
    catalogues = {path.name: read_catalogue(path) for path in sorted((TOP / "po").iterdir())}
    checks = [("fr has no-break spaces before its double marks", badly_spaced(catalogues["fr"])),
              ("seats, and only seats, have the names of seats", misnamed_seats())]
    for name, catalogue in catalogues.items():
        checks += [(f"{name} says every message", used - set(catalogue)),
                   (f"{name} says no message that nobody sends",
                    set(catalogue) - used - grouped_keys(catalogue)),
                   (f"{name} has templates that are in order", faulty(catalogue)),
                   (f"{name} names arguments that the code gives", unknown_names(catalogue)),
                   (f"{name} says the same things as English", misplaced(catalogue, catalogues["en"]))]
    print(f"1..{len(checks)}")
    bad = 0
    for number, (title, found) in enumerate(checks, 1):
        found = sorted(set(found))
        bad += bool(found)
        print("not ok" if found else "ok", number, "-", title, *found)
    return 1 if bad else 0


sys.exit(main())
