#!/usr/bin/env python3
"""Recomputes the dice of a match, independently of the program that played it.

    fair_dice.py LOG
        reads the log of a match (- for standard input) and recomputes every
        chance outcome: one line each
    fair_dice.py --numbers LOG ENTRY COUNT
        prints the first COUNT numbers of an entry's stream

Exit code: 0 all outcomes fit, 1 one does not, 2 wrong usage, 3 the file cannot be
read, 4 nothing contradicts, but some outcomes cannot be computed here: they were
scripted, steered by a hand, or simulated.

The scheme is described in docs/fair-dice.md, and what each game draws in its README.
It shares nothing with the C code. It checks only dice: whether an entry was legal
is checked by `spelunke verify`.
"""
import dataclasses
import hashlib
import pathlib
import struct
import sys

FITS, NOT_DRAWN, ON_TRUST, MISFIT = "fits", "not drawn", "on trust", "does not fit"


def rotate(number, bits):
    return (number << bits | number >> (32 - bits)) & 0xFFFFFFFF


def quarter_round(x, a, b, c, d):
    for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = (x[first] + x[second]) & 0xFFFFFFFF
        x[third] = rotate(x[third] ^ x[first], bits)


def chacha20_block(key, counter, nonce):
    """RFC 8439, section 2.3: 16 numbers of 32 bits."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter,
             *struct.unpack("<3I", nonce)]
    x = list(start)
    for _ in range(10):
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(x, start)]


def self_check():
    """The test vector of RFC 8439, section 2.3.2."""
    block = chacha20_block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"))
    wanted = ("10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
              "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e")
    if struct.pack("<16I", *block).hex() != wanted:
        sys.exit("fair_dice.py: the block function is broken")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def secret_of(seed):
    """The 64 hexadecimal digits behind a seed as the log spells it."""
    return seed if len(seed) == 64 else sha256(f"spelunke seed 1\n{seed}\n")


def commitment(seed):
    return sha256(secret_of(seed))


def dice_key(version, seed, setup, words):
    """`setup` and `words` are lines of the log, each with its line feed."""
    head = f"spelunke dice {version}\nseed {secret_of(seed)}\n"
    if version == 1:
        return bytes.fromhex(sha256(head + words))
    return hashlib.blake2b((head + setup + words).encode(), digest_size=32).digest()


def numbers(key, entry, lane=0):
    """The endless stream of one entry."""
    counter = 0
    while True:
        yield from chacha20_block(key, counter, struct.pack("<QI", entry, lane))
        counter += 1


def below(stream, n):
    """A number from 0 to n-1; numbers of the last, incomplete run of n are discarded."""
    limit = 2**32 // n * n
    return next(number for number in stream if number < limit) % n


def shuffle(stream, items):
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def draw_first(stream, log):
    return f"first {below(stream, log.seats)}"


@dataclasses.dataclass
class Log:
    version: int
    game: str
    seats: int
    options: dict
    setup: str  # the lines of the header from `game` to the last before `seed`
    seed: str
    words: str  # the word lines
    entries: list

    def key(self):
        return dice_key(self.version, self.seed, self.setup, self.words)


@dataclasses.dataclass
class Entry:
    number: int
    who: str
    action: str
    evidence: str  # "" if there is none


# The null game: src/games/null/README.md

def draw_null(stream, log, entry):
    if entry.number == 0 and log.options["first_seat"] == "random":
        return draw_first(stream, log)
    return " ".join(["deal", *map(str, shuffle(stream, [1, 2, 3, 4, 5, 6])[:log.seats])])


# Polterfass: src/games/polterfass/README.md

BARRELS = [("9", "2"), ("8", "3"), ("8", "3"), ("7", "4"), ("7", "4"), ("6", "5"), ("6", "5"),
           ("x", "d"), ("x", "d")]
ODDS = [
    [16777216],
    [13346961, 3430255],
    [9917393, 5972575, 887248],
    [7984439, 6522050, 2034263, 236464],
    [5706433, 7054648, 3170986, 759628, 85521],
    [4025794, 6715246, 4347723, 1450359, 229710, 8384],
    [2821630, 5789120, 5071558, 2362256, 581762, 145860, 5030],
    [1912750, 5067698, 5191750, 3153272, 1131557, 276603, 38557, 5029],
    [1309122, 3880433, 5147650, 3759746, 2016484, 551474, 82135, 28496, 1676],
    [832995, 3045375, 4865560, 4211902, 2502336, 1017360, 236322, 45253, 18437, 1676],
]
THROWS = 16384


def marks_of(action):
    verb, *marks = action.split(" ")
    if verb != "roll" or len(marks) != len(BARRELS):
        raise ValueError(f"not a roll: {action}")
    return marks


def draw_roll(stream, marks):
    """A roll from the table of odds. Of the claimed marks only the choice of thrown barrels is used."""
    cup = [place for place, mark in enumerate(marks) if mark != "."]
    drawn = ["." if mark == "." else "-" for mark in marks]
    number, standing = below(stream, 2**24), 0
    while number >= ODDS[len(cup)][standing]:
        number -= ODDS[len(cup)][standing]
        standing += 1
    ends = next(stream)
    for i in range(standing):
        j = i + below(stream, len(cup) - i)
        drawn[cup[j]] = BARRELS[cup[j]][ends >> i & 1]
        cup[j] = cup[i]
    return " ".join(["roll", *drawn])


def attest_roll(stream, marks):
    """The evidence of a simulated roll: the number of the throw, and its result before barrels were assigned."""
    cup = [place for place, mark in enumerate(marks) if mark != "."]
    number = below(stream, THROWS)
    shuffle(stream, cup)
    turned, faces = next(stream), ""
    for i, place in enumerate(cup):
        if marks[place] == "-":
            faces += "-"
        else:
            faces += "12"[BARRELS[place].index(marks[place]) ^ (turned >> i & 1)]
    return f"throw {number} {faces}"


def draws_innkeeper(log, entry):
    return entry.number == 0 and log.options["first_innkeeper"] == "random"


def draw_polterfass(stream, log, entry):
    if draws_innkeeper(log, entry):
        return draw_first(stream, log)
    return draw_roll(stream, marks_of(entry.action))


# Zum Blauen Drachen: src/games/drachen/README.md

def draw_characters(stream, seats, wishes):
    """`wishes` has a letter or `-` for each seat."""
    got, left = {}, []
    for letter in "DEFG":
        wishers = [seat for seat in range(seats) if wishes[seat].upper() == letter]
        if wishers:
            got[wishers[below(stream, len(wishers)) if len(wishers) > 1 else 0]] = letter
        else:
            left.append(letter)
    shuffle(stream, left)
    return "".join(got[seat] if seat in got else left.pop(0) for seat in range(seats))


def drachen_opening(log):
    """The first entries of a match, in order."""
    characters = log.options["characters"]
    if characters == "random" or not characters.isupper():
        yield "characters"
    if log.options["first_seat"] == "random":
        yield "first"
    yield from (f"shuffle {seat}" for seat in range(log.seats))
    yield "shuffle drinks"


def draw_drachen(stream, log, entry):
    """Which deck is shuffled follows from the rules; it is taken from the claimed entry."""
    verb, *rest = entry.action.split(" ")
    opening = [*drachen_opening(log)]
    due = opening[entry.number] if entry.number < len(opening) else f"shuffle {rest[0]}"
    if due == "first":
        return draw_first(stream, log)
    if due == "characters":
        wishes = log.options["characters"]
        letters = "----" if wishes == "random" else wishes
        return "characters " + draw_characters(stream, log.seats, letters)
    return " ".join([due, *shuffle(stream, sorted(rest[1:]))])


# Riff Raff: src/games/riffraff/README.md. Chance draws the first captain and nothing else.

def draw_riffraff(stream, log, entry):
    return f"first {below(stream, log.seats)}"


# For each game: the versions of its rules that draw as above, and the function.
GAMES = {"null": (("1",), draw_null), "polterfass": (("1",), draw_polterfass),
         "drachen": (("1", "2"), draw_drachen), "riffraff": (("1",), draw_riffraff)}


# Logs: docs/log.md

def take(lines, head):
    """The rest of the next line, which must begin with `head`."""
    if not lines or not lines[0].startswith(head + " "):
        raise ValueError(f"a line with {head} is missing")
    return lines.pop(0)[len(head) + 1:]


def read_header(lines):
    version = take(lines, "spelunke log")
    if version not in ("1", "2"):
        raise ValueError(f"a log of version {version}")
    setup = lines[:next((i for i, line in enumerate(lines) if line.startswith("seed ")), 0)]
    game, rules = take(lines, "game").split(" ")
    if game not in GAMES or rules not in GAMES[game][0]:
        raise ValueError(f"unknown: {game} {rules}")
    seats, options = int(take(lines, "seats")), {}
    while not lines[0].startswith("seed "):
        kind, _, rest = lines.pop(0).partition(" ")
        if kind == "option":
            name, value = rest.split(" ")
            options[name] = value
    text = "".join(line + "\n" for line in setup)
    return Log(int(version), game, seats, options, text, take(lines, "seed"), "", [])


def read_body(log, lines):
    evidence = ""
    for line in lines:
        head, _, rest = line.partition(" ")
        if head == "word":
            log.words += line + "\n"
        elif head == "evidence":
            evidence = rest
        elif head != "build":
            who, _, action = rest.partition(" ")
            if head != str(len(log.entries)):
                raise ValueError(f"entry {len(log.entries)} must stand here: {line}")
            log.entries.append(Entry(len(log.entries), who, action, evidence))
            evidence = ""


def read_log(text):
    lines = [line.split(" # ")[0] if line[:1].isdigit() else line for line in text.split("\n")]
    if len(lines) < 3 or lines[-1]:
        raise ValueError("not a whole log")
    *lines, end, _ = lines
    body = "".join(line + "\n" for line in lines)
    log = read_header(lines)
    read_body(log, lines)
    if end != f"end {len(log.entries)} {sha256(body)}":
        raise ValueError("the last line does not fit: the log was altered")
    return log


def is_simulated(log):
    return log.options.get("barrels") == "physics"


def check_simulated(log, entry):
    if log.version == 1:
        return NOT_DRAWN, "simulated, without evidence"
    truth = attest_roll(numbers(log.key(), entry.number), marks_of(entry.action))
    if entry.evidence == truth:
        return ON_TRUST, entry.evidence
    return MISFIT, f"its dice give {truth}, its evidence is {entry.evidence}"


def check_entry(log, entry):
    """The verdict on an outcome (one of the constants at the top) and its reason."""
    if entry.who != "chance":
        return NOT_DRAWN, "scripted" if "*" in entry.who else "session"
    if is_simulated(log) and not draws_innkeeper(log, entry):
        return check_simulated(log, entry)
    drawn = GAMES[log.game][1](numbers(log.key(), entry.number), log, entry)
    return (FITS, "") if drawn == entry.action else (MISFIT, f"the dice give {drawn}")


def check_log(log):
    """Yields (entry, verdict, why) for every entry of chance or a session."""
    for entry in log.entries:
        if not entry.who.isdigit():
            yield entry, *check_entry(log, entry)


def report(text):
    log, unproved = read_log(text), 0
    print("commitment", commitment(log.seed))
    for entry, verdict, why in check_log(log):
        print(f"{entry.number} {entry.action}: {verdict}" + (f" ({why})" if why else ""))
        if verdict == MISFIT:
            return 1
        unproved += verdict != FITS
    return 4 if unproved else 0


def print_numbers(text, entry, count):
    stream = numbers(read_log(text).key(), int(entry))
    for _ in range(int(count)):
        print(next(stream))
    return 0


def read_file(path):
    return (sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()).decode()


def main(arguments):
    self_check()
    wants_help = arguments in (["-h"], ["--help"])
    wants_numbers = (len(arguments) == 4 and arguments[0] == "--numbers" and arguments[2].isdigit()
                     and arguments[3].isdigit())
    is_wrong = len(arguments) != 1 or arguments[0].startswith("--")
    if wants_help or (is_wrong and not wants_numbers):
        print(__doc__, end="", file=sys.stdout if wants_help else sys.stderr)
        return 0 if wants_help else 2
    try:
        if wants_numbers:
            return print_numbers(read_file(arguments[1]), *arguments[2:])
        return report(read_file(arguments[0]))
    except OSError as why:
        print(f"fair_dice.py: {why}", file=sys.stderr)
        return 3
    except (ValueError, KeyError, IndexError) as why:
        print(f"fair_dice.py: {why}")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
