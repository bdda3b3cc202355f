#!/usr/bin/env python3
"""Proves that keys.py finds what it looks for: plants one fault at a time into catalogues and
rules that are in order, and demands that just the right check fails. Prints TAP."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import keys  # noqa: E402

NO_BREAK = "\u00a0"


def put(language, key, text):
    def plant(catalogues, _rules, _commands):
        assert key in catalogues[language], key
        catalogues[language][key] = text
    return plant


def change(language, key, old, new):
    def plant(catalogues, _rules, _commands):
        assert old in catalogues[language][key], (key, old)
        catalogues[language][key] = catalogues[language][key].replace(old, new, 1)
    return plant


def add(language, key, text):
    def plant(catalogues, _rules, _commands):
        assert key not in catalogues[language], key
        catalogues[language][key] = text
    return plant


def drop(language, key):
    def plant(catalogues, _rules, _commands):
        del catalogues[language][key]
    return plant


def without_forms(key):
    def plant(catalogues, _rules, _commands):
        for catalogue in catalogues.values():
            catalogue[key] = re.sub(r"\{(\w+)\|[^|{}]*\|([^{}]*)\}", r"\2", catalogue[key])
    return plant


def lacks(language):
    """A message that one language lacks is one that each other has and it has not."""
    return {f"{other} has no message that another language lacks" for other in ("de", "en", "fr", "it")
            if other != language}


def rule(language, game, old, new):
    def plant(_catalogues, rules, _commands):
        lines = rules[language]
        key = next(key for key, line in lines.items() if key.startswith(game + ":") and old in line)
        lines[key] = lines[key].replace(old, new, 1)
    return plant


def command(language, begins, old, new):
    """A text that commands print, found by how its English one begins; `old` None: it is dropped."""
    def plant(_catalogues, _rules, commands):
        texts = commands[language]
        key = next(key for key in texts if key.startswith(begins))
        if old is None:
            del texts[key]
        else:
            assert old in texts[key], (key, old)
            texts[key] = texts[key].replace(old, new, 1)
    return plant


# One message of each catalogue that belongs to no game: page, server, terminal.
OUTSIDE = ("page.account_help", "server.option_test", "gate.content_type", "table.name_taken", "tavern.aside",
           "terminal.join_leave")

# Planted faults, and the only checks that must fail for each.
FAULTS = [
    ("a missing key", drop("it", "polterfass.over"), {"it says every message", *lacks("it")}),
    ("a missing phrase", drop("fr", "riffraff.phrase.12"), {"fr says every message", *lacks("fr")}),
    *((f"a missing key of {key}", drop("fr", key), {"fr says every message", *lacks("fr")}) for key in OUTSIDE),
    ("a missing word of a group", drop("fr", "polterfass.barrel.double"), lacks("fr")),
    ("a word of a group that one language has alone", add("it", "polterfass.barrel.77", "una da 77"),
     {"it has no message that another language lacks"}),
    ("a key that nobody sends", add("de", "polterfass.nobody_says_this", "Nichts."),
     {"de says no message that nobody sends", "de has no message that another language lacks"}),
    *((f"a key of {room} that nobody sends", add("it", f"{room}.nobody_says_this", "Niente."),
       {"it says no message that nobody sends", "it has no message that another language lacks"})
      for room in ("page", "server", "gate", "table", "tavern", "terminal", "kernel", "words")),
    ("an argument that one language lacks", change("fr", "drachen.paid_inn", "{amount} ", ""),
     {"fr says the same things as English"}),
    ("an argument that nobody gives", change("en", "null.first", "{seat}", "{seta}"),
     {"en names arguments that the code gives", "de says the same things as English",
      "fr says the same things as English", "it says the same things as English"}),
    ("a case by an argument that the message has not", change("de", "page.goal", "Ziel", "Ziel{seconds?1=|}"),
     {"de goes by arguments that others name too"}),
    ("a case in a text that no renderer fills", put("it", "terminal.fair_word", "La tua parola: {word?1=x|{word}}"),
     {"it has plain placeholders where no renderer fills them"}),
    ("an argument of a server's message that one language lacks",
     change("it", "gate.missing", " {field:quoted}", ""), {"it says the same things as English"}),
    ("an argument of a table's message that nobody gives", change("fr", "table.full", "prises", "prises {who}"),
     {"fr names arguments that the code gives", "fr says the same things as English"}),
    ("a plural form that no language has", without_forms("drachen.drew"),
     {f"{language} has both forms of what is counted" for language in ("de", "en", "fr", "it")}),
    ("a missing plural form", change("en", "drachen.drew", "{count|card|cards}", "cards"),
     {"en has both forms of what is counted"}),
    ("a single form", change("de", "drachen.drew", "{count|Karte|Karten}", "{count|Karten}"),
     {"de has templates that are in order"}),
    ("a brace that is not closed", change("en", "drachen.drew", "{count|card|cards}", "{count|card|cards"),
     {"en has templates that are in order"}),
    ("two spaces", change("it", "drachen.refill", "osteria ", "osteria  "), {"it has single spaces"}),
    ("two spaces, one of them no-break", change("fr", "drachen.refill", " ", " " + NO_BREAK),
     {"fr has single spaces"}),
    *((f"two spaces in {key}", change("de", key, " ", "  "), {"de has single spaces"}) for key in OUTSIDE),
    *((f"English marks in the German {key}", change("de", key, " ", ' "'), {"de has its own quotation marks"})
      for key in OUTSIDE),
    *((f"a sentence over 200 characters in {key}", change("it", key, " ", " parole" * 30 + " "),
       {"it has sentences of 200 characters at most"}) for key in OUTSIDE),
    ("a space at the end", change("de", "table.full", "besetzt", "besetzt "), {"de has single spaces"}),
    ("marks the wrong way round", change("it", "terminal.not_understood", "«{word}»", "»{word}«"),
     {"it has its own quotation marks"}),
    ("German points in English", change("en", "page.sent", "...", " ..."), {"en has its own quotation marks"}),
    ("no space before a French mark", change("fr", "page.error.rate", NO_BREAK, ""),
     {"fr has no-break spaces before its double marks"}),
    ("no space within French marks", change("fr", "drachen.played", "«" + NO_BREAK, "«"),
     {"fr has no-break spaces before its double marks"}),
    ("German marks in English", change("en", "drachen.played", '"{card}"', "„{card}“"),
     {"en has its own quotation marks"}),
    ("English marks in German", change("de", "drachen.played", "„{card}“", '"{card}"'),
     {"de has its own quotation marks"}),
    ("a curved apostrophe in French", change("fr", "polterfass.no_hand", "n'est", "n’est"),
     {"fr has its own quotation marks"}),
    ("a mark that is not closed in Italian", change("it", "drachen.played", "»", ""),
     {"it has its own quotation marks"}),
    ("a plain space before a French colon", change("fr", "drachen.refill", NO_BREAK + ":", " :"),
     {"fr has no-break spaces before its double marks"}),
    ("a card's text over 200 characters", put("en", "drachen.text.T17", "No effect." + " No effect." * 18),
     {"en has sentences of 200 characters at most"}),
    ("a phrase over 200 characters", put("it", "polterfass.phrase.4", "In alto i boccali!" + " In alto i boccali!" * 10),
     {"it has sentences of 200 characters at most"}),
    ("English marks in the Italian rules", rule("it", "riffraff", "«riff-raff»", '"riff-raff"'), {"it has tidy rules"}),
    ("two spaces in the German rules", rule("de", "polterfass", "Wer am", "Wer  am"), {"de has tidy rules"}),
    ("a plain space before a colon in the French rules", rule("fr", "drachen", NO_BREAK + ":", " :"),
     {"fr has tidy rules"}),
    ("a sentence over 200 characters in the German rules",
     rule("de", "riffraff", "Je mehr an Bord ist,", "Je mehr an Bord ist" + " und an Bord ist" * 12 + ","),
     {"de has tidy rules"}),
    ("a text of commands that one language lacks", command("fr", "there is no %s", None, None),
     {"fr has what commands print"}),
    ("a text of commands with another placeholder", command("it", "%s takes a number", "%lld", "%s"),
     {"it has what commands print"}),
    ("a help text that lacks an option", command("de", "Usage: spelunke play", "  --word ", "  "),
     {"de has what commands print"}),
    ("English marks in a German complaint", command("de", "there is no %s", "„%s“", '"%s"'),
     {"de has what commands print"}),
    ("a sentence over 200 characters in a help text",
     command("it", "Usage: spelunke credits", ".", ", e poi" * 40 + "."), {"it has what commands print"}),
    ("a mark of the English rules that is not closed", rule("en", "drachen", '"', ""), {"en has tidy rules"}),
]


def failed(catalogues, rules, commands):
    return {title for title, found in keys.checks(catalogues, rules, commands) if set(found)}


def main():
    catalogues, rules, commands = keys.read_all(), keys.read_rules(), keys.read_commands()
    print(f"1..{len(FAULTS) + 1}")
    clean = failed(catalogues, rules, commands)
    print("not ok" if clean else "ok", 1, "- nothing is found where nothing is planted", *sorted(clean))
    bad = bool(clean)
    for number, (title, plant, expected) in enumerate(FAULTS, 2):
        planted = {language: dict(texts) for language, texts in catalogues.items()}
        planted_rules = {language: dict(lines) for language, lines in rules.items()}
        planted_commands = {language: dict(texts) for language, texts in commands.items()}
        plant(planted, planted_rules, planted_commands)
        found = failed(planted, planted_rules, planted_commands)
        bad |= found != expected
        print("ok" if found == expected else "not ok", number, "-", title, "" if found == expected else sorted(found))
    return 1 if bad else 0


sys.exit(main())
