"""test_throw.py: `spelunke throw` as a person calls it.

What a throw gives depends on the machine; that it is printed, recorded, played and
drawn does not. Pictures are small here, for sanitizers are slow.
"""

import os
import re
import struct
import tempfile
import zlib

import tap
from promise import same
from test_cli import FINE, REFUSED, TROUBLE, WRONG_CALL, call, complains, says

SMALL = ("--width", "48")


def words(done):
    """What was printed, by the first word of each line."""
    same((done.returncode, done.stderr), (FINE, b""))
    return {line[:13].strip(): line[13:] for line in done.stdout.decode().splitlines()}


def barrels(told):
    """All barrels that are named, in any of the three lines."""
    names = [told[title] for title in ("first end", "second end", "lying")]
    return sorted(int(name) for line in names if line != "none" for name in line.split())


def read_png(path):
    """Width, height and the distinct colours of a picture's bytes."""
    with open(path, "rb") as file:
        data = file.read()
    same(data[:8], b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    return width, height, len(set(zlib.decompress(packed)))


def folder():
    return tempfile.TemporaryDirectory()


# throws


def test_every_barrel_is_told_once(binary):
    for count in (1, 4, 9):
        told = words(call(binary, "throw", "--barrels", str(count), "--number", "5"))
        same(barrels(told), list(range(1, count + 1)))
        same(told["throw"], f"5, barrels: {count}")
        assert re.fullmatch(r"\d+\.\d\d s", told["took"]), told
        assert told["taps"].isdigit(), told
        assert re.fullmatch(r"\d+ bytes, \d+ frames", told["recording"]), told


def test_nine_barrels_and_seed_1_are_usual(binary):
    usual = call(binary, "throw").stdout
    same(call(binary, "throw", "--barrels", "9", "--seed", "1").stdout, usual)
    assert call(binary, "throw", "--seed", "2").stdout != usual


def test_a_seed_stands_for_a_number(binary):
    told = words(call(binary, "throw", "--barrels", "1", "--seed", "7"))
    number = told["throw"].split(",")[0]
    same(number, "10273")
    same(words(call(binary, "throw", "--barrels", "1", "--number", number)), told)
    words(call(binary, "throw", "--barrels", "1", "--seed", "ab" * 32))


# recordings


def test_what_was_recorded_is_told_again(binary):
    with folder() as place:
        path = os.path.join(place, "throw.rec")
        told = words(call(binary, "throw", "--barrels", "3", "--record", path))
        same(os.listdir(place), ["throw.rec"])
        same(told["recording"].split()[0], str(os.path.getsize(path)))
        with open(path, "rb") as file:
            data = file.read()
        again = words(call(binary, "throw", "--play", path))
        same(words(call(binary, "throw", "--play", "-", data=data)), again)
    for title in again:
        same(again[title], told[title])
    same(sorted(set(told) - set(again)), ["taps", "throw"])


def test_a_recording_that_has_not_ended(binary):
    rests = b"SpRc\1\3\x3c\0" + b"\1" * 10
    told = words(call(binary, "throw", "--play", "-", data=rests))
    same(("first end" in told, told["took"]), (False, "0.15 s, and is not over"))


def test_what_is_no_recording_is_refused(binary):
    for data, reason in ((b"", "not a recording"), (b"\x89PNG", "not a recording"),
                         (b"SpRc\1\3\x3c\0\1\3", "frame 1 is cut"),
                         (b"SpRc\1\3\x3c\0", "no throw of barrels"),
                         (b"SpRc\1\1\x3c\0\1", "no throw of barrels"),
                         (b"SpRc\1\x0c\x3c\0\1", "no throw of barrels")):
        complains(call(binary, "throw", "--play", "-", data=data), REFUSED, reason)
    complains(call(binary, "throw", "--play", "/nowhere"), TROUBLE, "/nowhere", "No such file")


def test_a_dash_is_standard_output(binary):
    with folder() as place:
        path = os.path.join(place, "throw.rec")
        told = call(binary, "throw", "--barrels", "2", "--record", path).stdout
        with open(path, "rb") as file:
            data = file.read()
    done = call(binary, "throw", "--barrels", "2", "--record", "-")
    same((done.returncode, done.stdout, done.stderr), (FINE, data, told))
    done = call(binary, "throw", "--play", "-", "--png", "-", *SMALL, data=data)
    same((done.returncode, done.stdout[:4]), (FINE, b"\x89PNG"))
    assert b"recording" in done.stderr, done.stderr
    assert not os.path.exists("-")
    with open("/dev/full", "wb") as full:
        done = call(binary, "throw", "--barrels", "1", "--record", "-", stdout=full)
    same(done.returncode, TROUBLE)


# pictures


def test_the_picture_of_a_throw(binary):
    with folder() as place:
        path = os.path.join(place, "throw.png")
        words(call(binary, "throw", "--barrels", "2", "--png", path, *SMALL))
        width, height, colours = read_png(path)
        same((width, height), (48, 32))
        assert colours > 50, colours
        same(os.listdir(place), ["throw.png"])


def test_moments_and_strips(binary):
    with folder() as place:
        rec, end, start, strip = (os.path.join(place, name) for name in "rasp")
        words(call(binary, "throw", "--barrels", "2", "--record", rec, "--png", end, *SMALL))
        words(call(binary, "throw", "--play", rec, "--png", start, "--at", "0", *SMALL))
        words(call(binary, "throw", "--play", rec, "--png", strip, "--strip", "3", *SMALL))
        same(read_png(strip)[:2], (152, 60))
        with open(end, "rb") as one, open(start, "rb") as other:
            assert one.read() != other.read()
        late = call(binary, "throw", "--play", rec, "--png", start, "--at", "100", *SMALL)
        complains(late, WRONG_CALL, "over after")


def test_the_same_recording_gives_the_same_picture(binary):
    rests = b"SpRc\1\3\x3c\0\1"
    with folder() as place:
        path = os.path.join(place, "a")
        pictures = []
        for _ in range(2):
            words(call(binary, "throw", "--play", "-", "--png", path, *SMALL, data=rests))
            with open(path, "rb") as file:
                pictures.append(file.read())
    same(pictures[0], pictures[1])


# wrong calls, files that cannot be written


def test_wrong_calls(binary):
    for arguments in (("--barrels", "0"), ("--barrels", "10"), ("--barrels", "x"), ("--barrels",),
                      ("--number", "16384"), ("--number", "-1"), ("--seed", "x"), ("--seed", ""),
                      ("--seed", "1", "--number", "1"), ("--png",), ("--png", ""), ("--record",),
                      ("--at", "1"), ("--strip", "3"), ("--width", "99"), ("7",), ("--dance", "1"),
                      ("--png", "x", "--at", "1", "--strip", "3"), ("--png", "x", "--strip", "1"),
                      ("--png", "x", "--at", "soon"), ("--png", "x", "--at", "1."),
                      ("--png", "x", "--at", "-1"), ("--png", "x", "--width", "5"),
                      ("--png", "x", "--strip", "30", "--width", "999"),
                      ("--play", "x", "--seed", "1"), ("--play", "x", "--record", "y"),
                      ("--record", "x", "--png", "x"), ("--record", "-", "--png", "-"),
                      ("--play", "x", "--png", "x")):
        complains(call(binary, "throw", *arguments), WRONG_CALL, "throw")
    assert not os.path.exists("x") and not os.path.exists("y")


def test_files_that_cannot_be_written(binary):
    for option in ("--record", "--png"):
        for path, reason in (("/nowhere/x", "No such file"), ("/", "directory"),
                             ("/dev/full", "No space left")):
            done = call(binary, "throw", "--barrels", "1", option, path,
                        *(SMALL if option == "--png" else ()))
            complains(done, TROUBLE, path, reason)


def test_an_old_file_is_replaced_and_a_link_stays(binary):
    with folder() as place:
        old, link = os.path.join(place, "old"), os.path.join(place, "link")
        with open(old, "w", encoding="ascii") as file:
            file.write("old")
        os.symlink("old", link)
        words(call(binary, "throw", "--barrels", "1", "--record", link))
        assert os.path.islink(link)
        with open(old, "rb") as file:
            same(file.read(4), b"SpRc")
        same(sorted(os.listdir(place)), ["link", "old"])


def test_what_is_told_must_be_heard(binary):
    with open("/dev/full", "wb") as full:
        done = call(binary, "throw", "--barrels", "1", stdout=full)
    same(done.returncode, TROUBLE)
    says(call(binary, "throw", "--help"), FINE, "--png", "--record", "16384")


if __name__ == "__main__":
    tap.run(globals())
