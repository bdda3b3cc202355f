#!/usr/bin/env python3
"""Compiles the catalogues in po/ and the rules in rules/ for C and for the browser.

    words.py table OUT.c po/de/house.po po/en/house.po ... messages as a C table
    words.py rules OUT.c rules/polterfass.de.md ...        rules as C tables of plain lines
    words.py json OUT.json po/de/*.po rules/*.de.md ...    one language for the browser

A message that a catalogue lacks is taken from English; test/keys.py reports it.
"""
import ast
import json
import pathlib
import sys

# Numeric arguments with these names are seats; see docs/words.md.
SEAT_ARGS = ["seat", "seats", "to", "innkeeper", "dropper", "owner"]


def read_catalogue(path):
    """The messages of a .po file as a dict from key to text."""
    messages, key, field = {}, None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "msgid":
            field, key = "msgid", ast.literal_eval(rest)
            if key in messages:
                sys.exit(f"{path}:{number}: {key} is there twice")
        elif word == "msgstr":
            field = "msgstr"
            messages[key] = ast.literal_eval(rest)
        elif line.startswith('"') and field == "msgstr":
            messages[key] += ast.literal_eval(line)
        else:
            sys.exit(f"{path}:{number}: not a line of a catalogue: {line}")
    messages.pop("", None)
    return messages


def c_string(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def file_of(lines):
    return "\n".join(["/* Made by tools/words.py. */", '#include "words_inside.h"', "", *lines, ""])


def read_catalogues(paths):
    """All messages by language; the files of a folder, such as po/de/*.po, are one catalogue."""
    catalogues = {}
    for path in paths:
        catalogue, part = catalogues.setdefault(path.parent.name, {}), read_catalogue(path)
        if twice := catalogue.keys() & part.keys():
            sys.exit(f"{path}: also said in a file beside it: {' '.join(sorted(twice))}")
        catalogue.update(part)
    return catalogues


def make_table(paths):
    catalogues = read_catalogues(paths)
    english = catalogues["en"]
    lines = ["const struct word_row word_rows[] = {"]
    for key in sorted(english):
        texts = ", ".join(f"[LANGUAGE_{language.upper()}] = {c_string(messages.get(key, english[key]))}"
                          for language, messages in catalogues.items())
        lines.append(f"    {{{c_string(key)}, {{{texts}}}}},")
    lines += ["};", "const int word_row_count = sizeof word_rows / sizeof *word_rows;"]
    lines += [f"const char *const word_seat_args[] = {{{', '.join(map(c_string, SEAT_ARGS))}, NULL}};"]
    return file_of(lines)


def game_and_language(path):
    """rules/polterfass.de.md: ("polterfass", "de")"""
    game, language, _ = path.name.split(".")
    return game, language


def plain_line(line):
    """A line of Markdown as plain text: headings in capitals, no markup."""
    heading = line.lstrip("#")
    return heading.strip().upper() if heading != line else line.replace("**", "")


def make_rules(paths):
    lines, rows = [], {}
    for path in paths:
        game, language = game_and_language(path)
        rows.setdefault(game, []).append(f"[LANGUAGE_{language.upper()}] = {game}_{language}")
        text = path.read_text(encoding="utf-8").splitlines()
        lines += [f"static const char *const {game}_{language}[] = {{"]
        lines += [f"    {c_string(plain_line(line))}," for line in text] + ["    NULL};"]
    lines += ["const struct rules_row rules_rows[] = {"]
    lines += [f"    {{{c_string(game)}, {{{', '.join(texts)}}}}}," for game, texts in rows.items()]
    return file_of(lines + ["    {0}};"])


def make_json(paths):
    """One language: its messages by key, its rules by game, and which arguments are seats."""
    words = {"words": {}, "rules": {}, "seat_args": SEAT_ARGS}
    for path in paths:
        if path.suffix == ".po":
            words["words"].update(read_catalogue(path))
        else:
            words["rules"][game_and_language(path)[0]] = path.read_text(encoding="utf-8")
    return json.dumps(words, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    make = {"table": make_table, "rules": make_rules, "json": make_json}[sys.argv[1]]
    out, *paths = map(pathlib.Path, sys.argv[2:])
    out.write_text(make(paths), encoding="utf-8")


if __name__ == "__main__":
    main()
