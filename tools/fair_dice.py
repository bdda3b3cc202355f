#!/usr/bin/env python3
"""Throws the dice of a null match once more, without the program that played it.

    fair_dice.py LOG
        reads the log of a null match (- for standard input) and recomputes
        every chance outcome: one line each, exit code 1 at the first misfit
    fair_dice.py --numbers SEED ENTRY COUNT [SEAT=WORD...]
        prints the first COUNT numbers of an entry's stream

The scheme is told in docs/fair-dice.md. Nothing here is shared with the C code.
"""
import hashlib
import pathlib
import re
import struct
import sys

CARDS = 6


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


def dice_key(seed, words):
    """`words` are the log's word lines, each with its line feed."""
    return bytes.fromhex(sha256(f"spelunke dice 1\nseed {secret_of(seed)}\n{words}"))


def numbers(key, entry, lane=0):
    """The stream of one entry, without end."""
    counter = 0
    while True:
        yield from chacha20_block(key, counter, struct.pack("<QI", entry, lane))
        counter += 1


def below(stream, n):
    """A number from 0 to n-1; the last, incomplete run of n is thrown away."""
    limit = 2**32 // n * n
    return next(number for number in stream if number < limit) % n


def shuffle(stream, items):
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def draw(stream, seats, is_first):
    """What the null game makes of a stream: who starts, or a deal."""
    if is_first:
        return f"first {below(stream, seats)}"
    return " ".join(["deal", *map(str, shuffle(stream, list(range(1, CARDS + 1)))[:seats])])


def split_log(text):
    """The header's lines, the word lines and the entries, without stamps."""
    lines = [line.split(" # ")[0] if line[:1].isdigit() else line for line in text.split("\n")]
    *lines, end, rest = lines if len(lines) > 1 else ["", ""]
    entries = [line for line in lines if line[:1].isdigit()]
    words = [line for line in lines if line.startswith("word ")]
    header = lines[:len(lines) - len(words) - len(entries)]
    versions = ("spelunke log 1", "spelunke log 2")
    if (rest or header[0] not in versions or header[1] != "game null 1"
            or header + words + entries != lines):
        raise ValueError("not a whole log of the null game")
    if end != f"end {len(entries)} {sha256(''.join(line + chr(10) for line in lines))}":
        raise ValueError("the last line does not fit: the log was altered")
    return header, "".join(line + "\n" for line in words), entries


def read_log(text):
    """Header fields by name, the word lines, and entries as (who, action)."""
    header, words, lines = split_log(text)
    fields = dict(line.removeprefix("option ").split(" ", 1) for line in header)
    entries = [line.split(" ", 2) for line in lines]
    if len(fields) != len(header) or any(int(e[0]) != i for i, e in enumerate(entries)):
        raise ValueError("a line is there twice or an entry is missing")
    return fields, words, [(who, action) for _, who, action in entries]


def check_log(text):
    """Yields (entry, who, claimed, drawn); drawn is None for what was not drawn."""
    fields, words, entries = read_log(text)
    key, seats = dice_key(fields["seed"], words), int(fields["seats"])
    for index, (who, claimed) in enumerate(entries):
        is_first = index == 0 and fields.get("first_seat") == "random"
        if who == "chance":
            yield index, who, claimed, draw(numbers(key, index), seats, is_first)
        elif not who.isdigit():
            yield index, who, claimed, None


def report(text):
    print("commitment", commitment(read_log(text)[0]["seed"]))
    for entry, who, claimed, drawn in check_log(text):
        if drawn is None:
            print(f"{entry} {claimed}: not drawn ({'scripted' if '*' in who else 'session'})")
        elif drawn == claimed:
            print(f"{entry} {claimed}: fits")
        else:
            print(f"{entry} {claimed}: does not fit, the dice give {drawn}")
            return 1
    return 0


def print_numbers(seed, entry, count, *words):
    if not (re.fullmatch("0|[1-9][0-9]{0,19}|[0-9a-f]{64}", seed) and entry.isdigit()
            and count.isdigit() and all(re.match("[0-7]=.", word) for word in words)):
        print(__doc__, end="", file=sys.stderr)
        return 2
    lines = "".join(f"word {word.replace('=', ' ', 1)}\n" for word in words)
    stream = numbers(dice_key(seed, lines), int(entry))
    for _ in range(int(count)):
        print(next(stream))
    return 0


def main(arguments):
    self_check()
    if arguments[:1] == ["--numbers"] and len(arguments) >= 4:
        return print_numbers(*arguments[1:])
    wants_help = arguments in (["-h"], ["--help"])
    if wants_help or len(arguments) != 1 or arguments[0].startswith("--"):
        print(__doc__, end="", file=sys.stdout if wants_help else sys.stderr)
        return 0 if wants_help else 2
    is_stdin = arguments[0] == "-"
    try:
        data = sys.stdin.buffer.read() if is_stdin else pathlib.Path(arguments[0]).read_bytes()
        return report(data.decode())
    except OSError as why:
        print(f"fair_dice.py: {why}", file=sys.stderr)
        return 3
    except (ValueError, KeyError) as why:
        print(f"fair_dice.py: {why}")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
