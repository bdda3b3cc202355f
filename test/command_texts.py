"""Texts that commands print, collected from the code; po/<language>/cli.po translates them."""
import ast
import functools
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parent.parent

STRINGS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
SAID = re.compile(r'(?:said|complain|complain_usage|complain_call|complain_list)\(\s*(?:[A-Za-z_]+,\s*|"[a-z]*",\s*|&list,\s*)?' + STRINGS)
HELP = re.compile(r"static const char help\[\] =\s*" + STRINGS)
# English messages of the server and its store, which src/cli/trouble.c translates.
TROUBLES = re.compile(r"static const char \*const troubles\[\] = \{(.*?)\};", re.DOTALL)
REASONS = re.compile(r"static const char \*const reasons\[\] = \{(.*?)\};", re.DOTALL)
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')


@functools.cache
def sources(folder="src"):
    return [path for path in (TOP / folder).rglob("*.c") if "test" not in path.relative_to(TOP).parts]


@functools.cache
def cli_texts():
    return frozenset(find_cli_texts())


def joined(literals):
    """Adjacent string literals of C as one text."""
    return "".join(map(ast.literal_eval, LITERAL.findall(literals)))


@functools.cache
def help_texts():
    """The help texts of all commands, by their first lines."""
    texts = [joined(literals) for path in sources("src/cli") for literals in HELP.findall(path.read_text())]
    return {text.split("\n")[0]: text for text in texts}


@functools.cache
def troubles():
    table = TROUBLES.search((TOP / "src/cli/trouble.c").read_text())[1]
    return [joined(row) for row in table.split(",\n") if row.strip()]


def find_cli_texts():
    """The texts that src/cli and src/arena look up: arguments of said() and of complaints except a
    mere "%s", first lines of help texts, messages of the server, and reasons of system errors."""
    for path in sources("src/cli") + sources("src/arena"):
        for literals in SAID.findall(path.read_text()):
            text = joined(literals)
            if re.search("[a-z]{2}", text.replace("%s", "")):
                yield text
    yield from help_texts()
    yield from troubles()
    reasons = REASONS.search((TOP / "src/words/error.c").read_text())[1]
    yield from map(ast.literal_eval, LITERAL.findall(reasons))


@functools.cache
def unsaid_troubles():
    return frozenset(find_unsaid_troubles())


def find_unsaid_troubles():
    """Messages in src/cli/trouble.c that neither the server nor its store uses."""
    code = "".join(path.read_text() for folder in ("src/server", "src/store") for path in sources(folder))
    code = re.sub(r'"\s*\n\s*"', "", code)
    for trouble in troubles():
        if not all(part in code for part in trouble.split("%s") if len(part) > 2):
            yield trouble


# An option or a command at the start of a line of a help text.
OPTION = re.compile(r"^  (--?[a-z-]+|[a-z]+ )", re.MULTILINE)


def options_of(text):
    return sorted(OPTION.findall(text))
