#!/usr/bin/env python3
"""Checks that the code and the catalogues in po/ know the same messages, and that a
message has the same places in every language. Prints TAP."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
GAMES = "|".join(path.name for path in (TOP / "src/games").iterdir() if path.is_dir())
KEY = re.compile(rf'"((?:kernel|terminal|{GAMES})\.[A-Za-z0-9_.]+)"')
ENTRY = re.compile(r'^msgid "([^"]+)"\nmsgstr ((?:".*"\n?)+)', re.MULTILINE)
PARAM = re.compile(r'\.name = "([a-z0-9_]+)"')
BOT = re.compile(r'const struct bot (\w+) = \{\s*\.key = "([a-z0-9_]+)"')
PRESET = re.compile(r'\[PRESET_\w+\] = "([a-z_]+)"')
CARD = re.compile(r'\{"([A-Z][0-9]{2})"')
PLACE = re.compile(r"\{([a-z_]+)(\|[^{}|]*\|[^{}|]*)?\}")


def bot_keys():
    """Each computer player has a name and a word on what it is like, in each game
    that seats it: its own ones, and those of src/bots that it mentions."""
    shared = [bot for path in (TOP / "src/bots").glob("*.c") for bot in BOT.findall(path.read_text())]
    for folder in (TOP / "src/games").iterdir():
        text = "".join(path.read_text() for path in folder.glob("*.c"))
        guests = [bot for bot in shared if re.search(rf"&{bot[0]}\b", text)]
        for _, key in BOT.findall(text) + guests:
            yield from (f"{folder.name}.bot.{key}", f"{folder.name}.bot_help.{key}")


def used_keys():
    keys = set(bot_keys())
    for path in (TOP / "src").rglob("*.c"):
        if "test" in path.parts:
            continue
        text = path.read_text()
        keys |= {key for key in KEY.findall(text) if not key.endswith(".h")}
        if path.name == "rules.c" and path.parent.parent.name == "games":
            keys |= {f"{path.parent.name}.option.{name}" for name in PARAM.findall(text)}
        if path.name == "presets.c":
            keys |= {f"{path.parent.name}.preset.{key}" for key in PRESET.findall(text)}
        if path.name == "cards.c":
            keys |= {f"{path.parent.name}.{what}.{card}" for card in CARD.findall(text)
                     for what in ("word", "text")}
    return keys


def read_catalogue(folder):
    """All that one language says: po/de/house.po and its neighbours."""
    return {key: text for path in folder.glob("*.po")
            for key, text in ENTRY.findall(path.read_text())}


def places(text):
    """The arguments that a text names, or None if its braces are not in order."""
    rest = PLACE.sub("", text)
    return None if "{" in rest or "}" in rest else {place for place, _ in PLACE.findall(text)}


def misplaced(catalogue, english):
    """Keys whose text says other things than the English one, or nothing. A choice
    of words may be needed in one language and not in another, so its place counts
    only where no text names it outright."""
    for key, text in catalogue.items():
        here, there = places(text), places(english.get(key, text))
        outright = {place for place, words in PLACE.findall(text) if not words}
        theirs = {place for place, words in PLACE.findall(english.get(key, text)) if not words}
        if not text.strip('"\n') or here is None or there is None or outright != theirs:
            yield key


def badly_spaced(catalogue):
    """French puts a no-break space before ; : ! ? and within « »: a line must not
    break there."""
    return {key for key, text in catalogue.items() if re.search(r"[^\s,] [;:!?»]|« ", text)}


def main():
    used, bad = used_keys(), False
    catalogues = {path.name: read_catalogue(path) for path in sorted((TOP / "po").iterdir())}
    print(f"1..{3 * len(catalogues) + 1}")
    for index, (name, catalogue) in enumerate(catalogues.items()):
        known = set(catalogue)
        checks = (("says every message", used - known),
                  ("says no message that nobody sends", known - used),
                  ("fills the same places as English", set(misplaced(catalogue, catalogues["en"]))))
        for offset, (title, keys) in enumerate(checks, 1):
            bad |= bool(keys)
            print("not ok" if keys else "ok", 3 * index + offset, "-", name, title, *sorted(keys))
    spaced = badly_spaced(catalogues["fr"])
    print("not ok" if spaced else "ok", 3 * len(catalogues) + 1, "-",
          "fr has no-break spaces before its double marks", *sorted(spaced))
    return 1 if bad or spaced else 0


sys.exit(main())
