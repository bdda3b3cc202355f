#!/usr/bin/env python3
"""Compiles the catalogues in po/ into one C table: words.py OUT.c po/en.po ..."""
import ast
import pathlib
import sys


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


def main():
    out, *paths = map(pathlib.Path, sys.argv[1:])
    catalogues = {path.stem: read_catalogue(path) for path in paths}
    english = catalogues["en"]
    for language, catalogue in catalogues.items():
        for key in english.keys() ^ catalogue.keys():
            sys.exit(f"po: {key} is not in all catalogues (see {language}.po)")
    lines = ["/* Made by tools/words.py from po/. */", '#include "words_inside.h"', ""]
    lines += ["const struct word_row word_rows[] = {"]
    for key in sorted(english):
        texts = ", ".join(f"[LANGUAGE_{language.upper()}] = {c_string(messages[key])}"
                          for language, messages in catalogues.items())
        lines.append(f"    {{{c_string(key)}, {{{texts}}}}},")
    lines += ["};", "const int word_row_count = sizeof word_rows / sizeof *word_rows;", ""]
    out.write_text("\n".join(lines), encoding="utf-8")


main()
