#!/usr/bin/env python3
"""Checks that the code and the catalogues in po/ know the same messages, that the
templates are in order (docs/words.md), and that they say the same in every language; and
the marks and spaces of the rules. Prints TAP. test_keys.py plants faults."""
import ast
import functools
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tools"))
from command_texts import cli_texts, help_texts, options_of, sources, unsaid_troubles  # noqa: E402
from words import SEAT_ARGS, read_catalogue as read_po  # noqa: E402

GAMES = "|".join(path.name for path in (TOP / "src/games").iterdir() if path.is_dir())
KEY = re.compile(rf'"((?:kernel|terminal|words|gate|server|table|tavern|{GAMES})\.[A-Za-z0-9_.]+)"')
ENTRY = re.compile(r'^msgid "([^"]+)"\nmsgstr ((?:".*"\n?)+)', re.MULTILINE)
PARAM = re.compile(r'\.name = "([a-z0-9_]+)"')
VALUES = re.compile(r"static const char \*const \w+\[\] = \{([^}]*)NULL\}")
# Settings in the form of the terminal: all but those with a letter per seat.
SETTING = re.compile(r'\[OPTION_\w+\] =\s*\{\.name = "([a-z0-9_]+)"(?!,\s*\.kind = PARAM_WORD)')
BOT = re.compile(r'const struct bot (\w+) = \{\s*\.key = "([a-z0-9_]+)"')
SHAPE = re.compile(r'\[RR_[A-Z]+\] = "([a-z]+)"')
POSE = re.compile(r'\{"([a-z]+)", [A-Z_]+, (?:true|false)\}')
PRESET = re.compile(r'\[PRESET_\w+\] = "([a-z_]+)"')
CHARACTER = re.compile(r"\{'([A-Z])', \"[A-Z]")
CLIENT = re.compile(r'\.key = "([a-z]+)"')
CARD = re.compile(r'\{"([A-Z][0-9]{2})"')
NAME = re.compile(r"[a-z_]+")
FORMATS = {"+", "quoted", "and"}
LABEL = re.compile(r"[-A-Za-z0-9_]+=")
# Calls that name an argument: message_number(m, "amount", 3), put_seats(&message, "seats", in).
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


def phrase_keys():
    """Twelve phrases for each game that has an occasion in src/bots/phrase.c, and who says one."""
    games = set(re.findall(r'\{"([a-z]+)\.', (TOP / "src/bots/phrase.c").read_text()))
    return {f"{game}.phrase.{number}" for game in games for number in range(1, 13)} | {f"{game}.says" for game in games}


# In the page: a whole key, or the prefix of keys that end with a value of a game.
PAGE_KEY = re.compile(rf"['\"]((?:page|words|kernel|{GAMES})\.[A-Za-z0-9_.]+)['\"]")
PAGE_FAMILY = re.compile(r"`(page\.[a-z_.]*)\$\{")
PAGE_ARGUMENT = re.compile(r"[{,]\s*([a-z_]+)\s*[:,}]")


@functools.cache
def page_sources():
    return [path for path in (TOP / "web/src").rglob("*.ts*")]


@functools.cache
def page_text():
    return "".join(path.read_text() for path in page_sources())


def page_keys(catalogue):
    """What the page says: keys that it names, and those of the catalogue that it puts together."""
    text = page_text()
    families = tuple(PAGE_FAMILY.findall(text))
    return set(PAGE_KEY.findall(text)) | {key for key in catalogue if families and key.startswith(families)}


@functools.cache
def used_keys():
    keys = set(bot_keys()) | phrase_keys()
    for path in sources():
        text = path.read_text()
        keys |= {key for key in KEY.findall(text) if not key.endswith((".h", "."))}
        if path.name == "rules.c" and path.parent.parent.name == "games":
            keys |= {f"{path.parent.name}.option.{name}" for name in PARAM.findall(text)}
            if path.parent.name != "null":
                keys |= {f"terminal.setting.{name}" for name in SETTING.findall(text)}
                keys |= {f"terminal.value.{value}" for values in VALUES.findall(text)
                         for value in re.findall(r'"([a-z_]+)"', values)}
                keys |= {"terminal.value.on", "terminal.value.off"}
        if path.parent.parent.name == "terminal":
            keys |= {f"{game}.about" for game in CLIENT.findall(text)}
        if path.name == "cards.c":
            keys |= {f"{path.parent.name}.character.{letter}" for letter in CHARACTER.findall(text)}
        if path.name == "pieces.c":
            keys |= {f"{path.parent.name}.{what}.{shape}" for shape in SHAPE.findall(text) for what in ("word", "sign")}
        if path.name == "shapes.c":
            keys |= {f"{path.parent.name}.{what}.{pose}" for pose in POSE.findall(text) for what in ("pose", "type")}
        if path.name == "presets.c":
            keys |= {f"{path.parent.name}.preset.{key}" for key in PRESET.findall(text)}
        if path.name == "cards.c":
            cards = CARD.findall(text)
            keys |= {f"{path.parent.name}.{what}.{card}" for card in cards for what in ("word", "text")}
            # The second row of a card belongs to the setting eve_2008 and has its own text.
            keys |= {f"{path.parent.name}.text.{card}_2008" for card in cards if cards.count(card) > 1}
    return keys


def read_catalogue(folder):
    """All that one language says: po/de/house.po and its neighbours."""
    return {key: "".join(map(ast.literal_eval, text.splitlines()))
            for path in folder.glob("*.po") if path.name != "cli.po"
            for key, text in ENTRY.findall(path.read_text())}


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
    """The names in the placeholders of a template: those that are said, each with the group of
    messages that its words are looked up in, and those that only choose. `groups` are the
    groups that it names, `cases_of_you` those of words.you that it names with a seat,
    `counted` the names that choose between one and many, and `fault` says what is not in order."""

    def __init__(self, text):
        self.said, self.chosen_by, self.groups, self.fault = set(), set(), set(), None
        self.cases_of_you, self.counted = set(), set()
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
        self.read_placeholder(text[at + 1:end - 1])
        self.read(text[end:])

    def read_placeholder(self, placeholder):
        name = NAME.match(placeholder)
        sign, rest = (placeholder[name.end():][:1], placeholder[name.end() + 1:]) if name else ("", "")
        if not name or sign not in ("", ":", "|", "?", "~"):
            self.fault = f"not a placeholder: {placeholder}"
        elif sign in ("", ":"):
            groups = {part for part in rest.split(":") if part} - FORMATS
            if name[0] in SEAT_ARGS:  # the group is one of words.you
                self.cases_of_you |= groups
                self.said.add((name[0], "name"))
                return
            self.said |= {(name[0], group) for group in groups or {"word"}}
            self.groups |= groups
        else:
            self.chosen_by.add(name[0])
            self.counted |= {name[0]} if sign == "|" else set()
            texts = split(rest, "|")
            if sign in "|~" and len(texts) != 2:
                self.fault = f"not two forms: {placeholder}"
            if sign == "?" and not all(LABEL.match(text) for text in texts[:-1]):
                self.fault = f"a case without a label before the last: {placeholder}"
            for text in texts:
                label = LABEL.match(text) if sign in "?~" else None
                self.read(text[label.end():] if label else text)


@functools.cache
def parsed(text):
    return Template(text)


def grouped_keys(catalogue, cases_of_you):
    """Messages that templates look up: {standing:barrel} says polterfass.barrel.double, and
    polterfass.barrel_two.double for two of them; {seats:whom} words.you.whom."""
    groups = {key.split(".")[0] + "." + group + two + "."
              for key, text in catalogue.items() for group in parsed(text).groups for two in ("", "_two")}
    you = {f"words.you.{case}" for case in cases_of_you}
    return {key for key in catalogue if key in you or any(key.startswith(group) for group in groups)}


def faulty(catalogue):
    """Keys whose template is empty, out of order, or looks into a group that is not there."""
    for key, text in catalogue.items():
        template, game = parsed(text), key.split(".")[0]
        known = all(any(other.startswith(f"{game}.{group}.") for other in catalogue)
                    for group in template.groups)
        known = known and all(f"words.you.{case}" in catalogue for case in template.cases_of_you)
        if not text or template.fault or not known:
            yield key


def unshared(catalogue, catalogues):
    """Keys that this language has and another has not. Cases of words.you are its own."""
    lacking = {key for other in catalogues for key in set(catalogue) - set(other)}
    return {key for key in lacking if not key.startswith("words.you.")}


def lonely(catalogue, others):
    """Keys whose text goes by an argument that no other language names; words.and is such."""
    for key, text in catalogue.items():
        names = [{name for name, _ in template.said} | template.chosen_by
                 for template in (parsed(other[key]) for other in others if key in other)]
        if parsed(text).chosen_by - set().union(*names) and not key.startswith("words."):
            yield key


# Filled without the renderer, because typed text must not be looked up.
BY_HAND = re.compile(r'console_say_word\([^;"]*"([a-z_.]+)"')


@functools.cache
def keys_by_hand():
    return {key for path in sources("src/terminal") for key in BY_HAND.findall(path.read_text())}


def filled_by_hand(catalogue):
    """Keys whose text has another placeholder than {word}, though that is all that is filled."""
    return {key for key in keys_by_hand() & set(catalogue) if "{" in catalogue[key].replace("{word}", "")}


def misplaced(catalogue, english):
    """Keys whose text says other things than the English one. A choice of words may be
    needed in one language and not in another, so only what is said counts."""
    return {key for key, text in catalogue.items()
            if parsed(text).said != parsed(english.get(key, text)).said}


@functools.cache
def argument_names():
    """By the first word of a key, the names that the code gives to arguments of such
    messages. The terminal says messages of all, with arguments of its own."""
    terminal = {name for folder in ("src/terminal", "src/cli") for path in sources(folder)
                for name in NAMED.findall(path.read_text())} | {"word"}
    rooms = {"kernel": "src/kernel", "terminal": "src/terminal", "words": "src/words", "gate": "src/server",
             "server": "src/server", "table": "src/server", "tavern": "src/server"}
    rooms |= {game: f"src/games/{game}" for game in GAMES.split("|")}
    own = {word: {name for path in sources(room) for name in NAMED.findall(path.read_text())}
           for word, room in rooms.items()}
    own["page"] = {name for path in page_sources() for name in PAGE_ARGUMENT.findall(path.read_text())}
    return own, terminal


@functools.cache
def sent_keys():
    """What rules and kernel send themselves."""
    return {key for folder in ("src/games", "src/kernel") for path in sources(folder)
            for key in KEY.findall(path.read_text())}


def unknown_names(catalogue):
    """Keys with a placeholder for an argument that nobody gives. What a game or the kernel sends
    itself is filled by its own arguments alone."""
    own, terminal = argument_names()
    for key, text in catalogue.items():
        template, word = parsed(text), key.split(".")[0]
        known = own.get(word, set()) | (set() if key in sent_keys() else terminal)
        if not {name for name, _ in template.said} | template.chosen_by <= known:
            yield key


@functools.cache
def misnamed_seats():
    return frozenset(find_misnamed_seats())


def find_misnamed_seats():
    """Who reads JSON knows a seat by the argument's name: seats have these names, and
    numbers have others."""
    for path in sources():
        text = path.read_text()
        seats, numbers = ({a or b for a, b in pattern.findall(text)} for pattern in (SEAT, NUMBER))
        yield from (f"{path.name}:{name}" for name in (seats - set(SEAT_ARGS)) | (numbers & set(SEAT_ARGS)))


def render(text, choice):
    """What a template shows, for one choice of its forms and cases; what a placeholder says is an x."""
    shown, at = "", 0
    while (start := text.find("{", at)) >= 0:
        shown += text[at:start]
        at, depth = start + 1, 1
        while depth and at < len(text):
            depth += (text[at] == "{") - (text[at] == "}")
            at += 1
        placeholder = text[start + 1:at - 1]
        sign = re.search(r"[:|?~]", placeholder)
        if not sign or sign[0] == ":":
            shown += "x"
            continue
        options = split(placeholder[sign.end():], "|")
        option = options[min(choice, len(options) - 1)]
        shown += render(LABEL.sub("", option, 1) if sign[0] in "?~" else option, choice)
    return shown + text[at:]


@functools.cache
def shown(text):
    """What a template may show: each of its forms and cases at least once."""
    return {render(text, choice) for choice in range(text.count("|") + 1)}


# French has a no-break space before these; `?` and `!` are also names of keys.
BADLY_SPACED = re.compile(r"[^\s,] [;:!?»]|« |«[^\u00a0]|[^\u00a0]»|[^\W\d_][;!?]|[^\W\d_]:(?:\s|$)")


def badly_spaced(catalogue):
    """French puts a no-break space before ; : ! ? and within « »: a line must not
    break there."""
    return {key for key, text in catalogue.items() if any(BADLY_SPACED.search(line) for line in shown(text))}


# Marks that a language never uses; docs/words.md lists those it uses.
WRONG_MARKS = {"de": "\"«»”‚‘’", "en": "„“”«»’‘", "fr": "\"„“”’‘", "it": "\"„“”’‘"}
PAIRS = {"de": "„“", "en": '""', "fr": "«»", "it": "«»"}
# German puts a space before three points, the others do not.
WRONG_POINTS = {"de": r"\S\.\.\.", "en": r" \.\.\.", "fr": r" \.\.\.", "it": r" \.\.\."}


def is_paired(text, opened, closed):
    """True if every mark that opens is closed before the next one opens."""
    marks = "".join(letter for letter in text if letter in opened + closed)
    return len(marks) % 2 == 0 and marks == (opened + closed) * (len(marks) // 2)


def badly_quoted(language, catalogue):
    """Keys with quotation marks or apostrophes of another language, with one that has
    no partner, or with three points that are set in another way."""
    for key, text in catalogue.items():
        paired = all(is_paired(line, *PAIRS[language]) for line in shown(text))
        if not paired or set(WRONG_MARKS[language]) & set(text) or re.search(WRONG_POINTS[language], text):
            yield key


# Lines of key hints have several spaces between hints; the others are put before or after
# other texts.
HINTS = re.compile(r"\.(common_keys|keys|keys_\w+|door_keys\w*|key_challenge|guide)$")
PARTS = re.compile(r"\.(semicolon|item_ignored|item_locked)$")


def doubly_spaced(catalogue):
    """Keys with two spaces within a line, which may begin with some; or with a space around
    the whole."""
    for key, text in catalogue.items():
        lines = [line for variant in shown(text) for line in variant.split("\n")]
        if not HINTS.search(key) and any(re.search(r"[^\n ][ \u00a0]{2,}", line) for line in lines):
            yield key
        if not PARTS.search(key) and text != text.strip():
            yield key


def read_rules():
    """The rules by language, as a catalogue of their lines: polterfass:12."""
    rules = {}
    for path in sorted((TOP / "rules").glob("*.md")):
        game, language = path.stem.split(".")
        lines = rules.setdefault(language, {})
        lines |= {f"{game}:{number}": line for number, line in enumerate(path.read_text().splitlines(), 1)}
    return rules


def untidy_rules(language, lines):
    """Lines with marks of another language, with two spaces, or, in French, without a no-break
    space; games with a sentence over 200 characters. A line that is set in by four is a drawing. A quotation may go over two lines, so
    only a whole game has as many marks that open as marks that close."""
    said = {key: line for key, line in lines.items() if not line.startswith("    ")}
    for key, line in said.items():
        if set(WRONG_MARKS[language]) & set(line) or re.search(r"\S  ", line):
            yield key
    opened, closed = PAIRS[language]
    for game in {key.split(":")[0] for key in said}:
        lines_of = [line for key, line in said.items() if key.startswith(game + ":")]
        text = "".join(lines_of)
        if has_long_sentence("\n".join(lines_of)):
            yield f"{game}: a sentence over {LENGTH_MAX} characters"
        if text.count(closed) % 2 if opened == closed else text.count(opened) != text.count(closed):
            yield game
    if language == "fr":
        yield from badly_spaced(said)


# Texts that people read at a glance, such as cards and phrases, are no longer than a sentence.
GLANCED = re.compile(r"\.(text|phrase|word|character|bot_help)\.")
# Exceptions: answers to unreadable input show the whole notation; the list of word breaks is not shown.
UNREAD = re.compile(r"\.(notation|dragon_breaks)$")
LENGTH_MAX = 200


@functools.cache
def longest(text):
    """How long a template may become, with names of 9 letters."""
    length, at = 0, 0
    for placeholder in re.finditer(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", text):
        sign = re.search(r"[:|?~]", placeholder[0])
        options = split(placeholder[0][sign.end():-1], "|") if sign and sign[0] != ":" else []
        options = [LABEL.sub("", option, 1) for option in options]
        length += placeholder.start() - at + max(map(longest, options), default=9)
        at = placeholder.end()
    return length + len(text) - at


@functools.cache
def sentences(text):
    """The sentences of a template, each a line or what ends with a point; a placeholder ends none."""
    parts, depth = [""], 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        parts[-1] += letter
        if depth == 0 and (letter == "\n" or letter in ".!?" and text[at + 1:at + 2] == " "):
            parts.append("")
    return parts


def too_long(catalogue):
    for key, text in catalogue.items():
        parts = [text] if GLANCED.search(key) else sentences(text)
        if not UNREAD.search(key) and max(map(longest, parts)) > LENGTH_MAX:
            yield key


# Words with one form for all numbers: "2 Gold", "7 debout".
UNCOUNTED = re.compile(r"(?:Gold|gold|debout|von|of|an|to|à)\b")


# A number at the end of a range is never 1: "0 to 5 cards".
RANGE = re.compile(r"(?:\b(?:to|bis|à|a|e)\s|-)$")


FORMS = re.compile(r"\{([a-z_]+)\} \{\1\|([^{}|]+)\|([^{}|]+)\}")


def plurals(catalogue):
    """What this language counts in two forms: `cards` of {count} {count|card|cards}."""
    return {many for text in catalogue.values() for _, one, many in FORMS.findall(text) if one != many}


def uncounted(catalogue, others):
    """Keys in which an argument is said before a word in one form only, as "1 pièces", though
    another language has two forms there, or this one has two forms of the word."""
    many = plurals(catalogue)
    for key, text in catalogue.items():
        forms = set().union(*(parsed(other[key]).counted for other in others if key in other))
        for arg in forms - parsed(text).counted:
            follows = re.search(r"\{" + arg + r"(?::[^}|?]*)?\} ([A-Za-zÀ-ÿ][^{]*)", text)
            if follows and not UNCOUNTED.match(follows[1]):
                yield f"{key}:{arg}"
        for said in re.finditer(r"\{([a-z_]+)(?::[^{}|?~]*)?\} ([^\W\d_]+)", text):
            is_chosen = said[1] in parsed(text).chosen_by or said[1] in SEAT_ARGS
            if said[2] in many and not is_chosen and not RANGE.search(text[:said.start()]):
                yield f"{key}:{said[1]}"


# The end of a paragraph, or the start of a row of a list or of options.
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:-|\d+\.) |  )")


def has_long_sentence(text):
    """Of a text that is broken into lines, unlike a template."""
    paragraphs = (" ".join(part.split()) for part in PARAGRAPH.split(text))
    return any(len(sentence) > LENGTH_MAX for part in paragraphs for sentence in re.split(r"(?<=[.!?]) ", part))


# What a placeholder of printf looks like.
FORMAT = re.compile(r"%[-0-9.]*(?:lld|zu|[a-z])")

# Help texts, and reports with aligned columns.
COLUMNS = re.compile(r"Usage:|[a-z ]+ {2,}|  |[a-z]+    ")


@functools.cache
def read_cli(language):
    return read_po(TOP / "po" / language / "cli.po")


def cli_faults(language, catalogue):
    """Texts that a language lacks or nobody prints, and those with other placeholders of printf than
    the English text, other options in a help text, marks of another language, two spaces, or, in
    French, a plain space before a mark; and sentences over 200 characters."""
    for text in cli_texts() ^ set(catalogue):
        yield repr(text)
    for text, translated in catalogue.items():
        is_help = text.startswith("Usage:")
        wrong = not is_help and FORMAT.findall(text) != FORMAT.findall(translated)
        code = re.sub(r"\{.*?\}|`.*?`|^spelunke:", "", translated)
        if is_help and language != "en" and options_of(translated) != options_of(help_texts().get(text, "")):
            yield repr(text)
        if wrong or (language != "en" and set(WRONG_MARKS[language]) & set(code)):
            yield repr(text)
        if language == "fr" and badly_spaced({text: code}):
            yield repr(text)
        if not COLUMNS.match(text) and re.search(r"[^\n ][ \u00a0]{2,}", translated):
            yield repr(text)
        if has_long_sentence(translated):
            yield repr(text)


def checks(catalogues, rules, commands):
    """What is checked, each with what was found to be wrong."""
    used = used_keys() | page_keys(catalogues["en"])
    # A language may have fewer cases than another one.
    cases_of_you = {case for catalogue in catalogues.values() for text in catalogue.values()
                    for case in parsed(text).cases_of_you}
    yield "fr has no-break spaces before its double marks", badly_spaced(catalogues["fr"])
    yield "seats, and only seats, have the names of seats", misnamed_seats()
    yield "the server says what commands translate", unsaid_troubles()
    for name, catalogue in catalogues.items():
        yield f"{name} says every message", used - set(catalogue)
        yield (f"{name} says no message that nobody sends",
               set(catalogue) - used - grouped_keys(catalogue, cases_of_you))
        yield f"{name} has templates that are in order", faulty(catalogue)
        yield f"{name} names arguments that the code gives", unknown_names(catalogue)
        others = [other for other in catalogues.values() if other is not catalogue]
        yield f"{name} has no message that another language lacks", unshared(catalogue, others)
        yield f"{name} has plain placeholders where no renderer fills them", filled_by_hand(catalogue)
        yield f"{name} says the same things as English", misplaced(catalogue, catalogues["en"])
        yield f"{name} goes by arguments that others name too", lonely(catalogue, others)
        yield f"{name} has both forms of what is counted", uncounted(catalogue, catalogues.values())
        yield f"{name} has its own quotation marks", badly_quoted(name, catalogue)
        yield f"{name} has single spaces", doubly_spaced(catalogue)
        yield f"{name} has sentences of 200 characters at most", too_long(catalogue)
        yield f"{name} has what commands print", cli_faults(name, commands[name])
        yield f"{name} has tidy rules", untidy_rules(name, rules[name])


def read_all():
    return {path.name: read_catalogue(path) for path in sorted((TOP / "po").iterdir())}


def read_commands():
    return {path.name: read_cli(path.name) for path in sorted((TOP / "po").iterdir())}


def main():
    done = list(checks(read_all(), read_rules(), read_commands()))
    print(f"1..{len(done)}")
    bad = 0
    for number, (title, found) in enumerate(done, 1):
        found = sorted(set(found))
        bad += bool(found)
        print("not ok" if found else "ok", number, "-", title, *found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
