#!/usr/bin/env python3
"""Checks that the code and the catalogues in po/ know the same messages. Prints TAP."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
GAMES = "|".join(path.name for path in (TOP / "src/games").iterdir() if path.is_dir())
KEY = re.compile(rf'"((?:kernel|{GAMES})\.[a-z0-9_.]+)"')
ENTRY = re.compile(r'^msgid "([^"]+)"$', re.MULTILINE)
PARAM = re.compile(r'\.name = "([a-z0-9_]+)"')


def used_keys():
    keys = set()
    for path in (TOP / "src").rglob("*.c"):
        if "test" in path.parts:
            continue
        text = path.read_text()
        keys |= {key for key in KEY.findall(text) if not key.endswith(".h")}
        if path.name == "rules.c":
            keys |= {f"{path.parent.name}.option.{name}" for name in PARAM.findall(text)}
    return keys


def main():
    used, bad = used_keys(), False
    catalogues = sorted((TOP / "po").glob("*.po"))
    print(f"1..{2 * len(catalogues)}")
    for index, path in enumerate(catalogues):
        known = set(ENTRY.findall(path.read_text()))
        for offset, (title, keys) in enumerate((("says every message", used - known),
                                                ("says no message that nobody sends", known - used))):
            bad |= bool(keys)
            print("not ok" if keys else "ok", 2 * index + offset + 1, "-", path.name, title, *sorted(keys))
    return 1 if bad else 0


sys.exit(main())
