"""What commands print: texts in the code, which po/<language>/cli.po has in other languages."""
import ast
import functools
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parent.parent

STRINGS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
SAID = re.compile(r'(?:said|complain|complain_usage|complain_list)\(\s*(?:[A-Za-z_]+,\s*|"[a-z]+",\s*|&list,\s*)?' + STRINGS)
HELP = re.compile(r"static const char help\[\] =\s*" + STRINGS)
# What the server and its store say in English, which src/cli/trouble.c knows.
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
    """Literals of C that stand next to each other, as one text."""
    return "".join(map(ast.literal_eval, LITERAL.findall(literals)))


@functools.cache
def help_texts():
    """By its first line, each help text of a command."""
    texts = [joined(literals) for path in sources("src/cli") for literals in HELP.findall(path.read_text())]
    return {text.split("\n")[0]: text for text in texts}


@functools.cache
def troubles():
    table = TROUBLES.search((TOP / "src/cli/trouble.c").read_text())[1]
    return [joined(row) for row in table.split(",\n") if row.strip()]


def find_cli_texts():
    """The texts that src/cli and, for it, src/arena look up: those of said() and of complaints,
    but for mere "%s", the first lines of help, what the server says, and why the system fails."""
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
    """Forms of src/cli/trouble.c that neither the server nor its store says."""
    code = "".join(path.read_text() for folder in ("src/server", "src/store") for path in sources(folder))
    code = re.sub(r'"\s*\n\s*"', "", code)
    for trouble in troubles():
        if not all(part in code for part in trouble.split("%s") if len(part) > 2):
            yield trouble


# An option at the beginning of its line in a help text, or a command.
OPTION = re.compile(r"^  (--?[a-z-]+|[a-z]+ )", re.MULTILINE)


def options_of(text):
    return sorted(OPTION.findall(text))
