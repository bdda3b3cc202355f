"""test_pool.py: `spelunke pool` as a person calls it, and commands that use the pool.

Throws take their time in a sanitized build, so only a few are made here.
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "test/engine"))
sys.dont_write_bytecode = True
import tap  # noqa: E402
from promise import same  # noqa: E402

FINE, WRONG_CALL, TROUBLE = 0, 2, 3
INTERRUPTED = 128 + signal.SIGINT
BY_PHYSICS = ("--option", "barrels=physics", "--option", "goal=1")


def around(folder, **more):
    kept = {name: value for name, value in os.environ.items() if name != "HOME"}
    return {**kept, "XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder), **more}


def call(binary, folder, *arguments, **more):
    return subprocess.run([binary, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          env=around(folder), timeout=240, check=False, text=True, **more)


def fine(done):
    same((done.returncode, done.stderr), (FINE, ""))
    return done.stdout


def count(binary, folder):
    """How many throws are there, of all and of nine barrels."""
    said = fine(call(binary, folder, "pool", "status"))
    return tuple(int(re.search(rf"^ *{name} +(\d+) of ", said, re.MULTILINE)[1])
                 for name in ("throws", "9 barrels"))


def fill(binary, folder, *arguments):
    return call(binary, folder, "pool", "fill", "--quiet", *arguments)


def files(folder):
    return sorted(pathlib.Path(folder).rglob("*.db"))


def in_folder(test):
    def run(binary):
        with tempfile.TemporaryDirectory(prefix="spelunke-") as folder:
            test(binary, folder)
    run.__name__ = test.__name__
    return run


@in_folder
def test_a_look_makes_nothing(binary, folder):
    same(count(binary, folder), (0, 0))
    same(fine(call(binary, folder, "pool")), fine(call(binary, folder, "pool", "status")))
    same(os.listdir(folder), [])


@in_folder
def test_fill_makes_what_is_missing(binary, folder):
    assert "2 of 147456" in fine(fill(binary, folder, "--entries", "2", "--jobs", "2"))
    fine(fill(binary, folder, "--entries", "1"))
    same(count(binary, folder), (3, 3))
    done = call(binary, folder, "pool", "fill", "--entries", "1")
    assert re.fullmatch(r"throws made: 1 in \d+\.\d\d s\n", done.stderr), done.stderr


@in_folder
def test_fill_stops_when_the_time_is_up(binary, folder):
    fine(fill(binary, folder, "--seconds", "1"))
    assert count(binary, folder)[0] < 16384


@in_folder
def test_the_size_can_be_chosen(binary, folder):
    said = fine(fill(binary, folder, "--size", "7", "--entries", "1"))
    assert "of at most 7.0" in said, said
    assert "of at most 200.0" in fine(call(binary, folder, "pool"))


@in_folder
def test_an_interrupted_fill_leaves_a_whole_pool(binary, folder):
    process = subprocess.Popen([binary, "pool", "fill", "--jobs", "1"], env=around(folder),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not files(folder):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    same(process.wait(240), INTERRUPTED)
    before = count(binary, folder)[0]
    fine(fill(binary, folder, "--entries", "1"))
    same(count(binary, folder)[0], before + 1)


@in_folder
def test_a_killed_fill_leaves_a_whole_pool(binary, folder):
    process = subprocess.Popen([binary, "pool", "fill", "--jobs", "2"], env=around(folder),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while count(binary, folder)[0] == 0:
        time.sleep(0.01)
    process.kill()
    process.wait(240)
    before = count(binary, folder)[0]
    assert before > 0
    fine(fill(binary, folder, "--entries", "1"))
    same(count(binary, folder)[0], before + 1)


@in_folder
def test_clear_removes_all_of_it(binary, folder):
    fine(fill(binary, folder, "--entries", "1"))
    (files(folder)[0].parent / "polterfass-0000000000000000.db").write_bytes(b"of another build")
    assert "removed 2 files" in fine(call(binary, folder, "pool", "clear"))
    same(files(folder), [])
    assert "removed 0 files" in fine(call(binary, folder, "pool", "clear"))


@in_folder
def test_a_damaged_pool_is_begun_anew(binary, folder):
    fine(fill(binary, folder, "--entries", "1"))
    files(folder)[0].write_bytes(b"This is no database. " * 1000)
    done = fill(binary, folder, "--entries", "1")
    same(done.returncode, FINE)
    assert "damaged and is begun anew" in done.stderr, done.stderr
    same(count(binary, folder), (1, 1))


def no_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))


@in_folder
def test_a_disk_without_room_is_told(binary, folder):
    done = call(binary, folder, "pool", "fill", "--quiet", "--entries", "1", preexec_fn=no_room)
    same(done.returncode, TROUBLE)
    assert "pool of throws" in done.stderr, done.stderr


@in_folder
def test_a_folder_that_cannot_be_is_told(binary, folder):
    for where in ("/dev/null", "/proc"):
        done = fill(binary, where, "--entries", "1")
        same((done.returncode, done.stdout), (TROUBLE, ""))
        assert f"{where}/spelunke/throws" in done.stderr, done.stderr
    kept = {name: value for name, value in around(folder).items() if name != "XDG_CACHE_HOME"}
    done = subprocess.run([binary, "pool"], env=kept, capture_output=True, check=False, timeout=60)
    same((done.returncode, done.stdout), (TROUBLE, b""))
    assert b"XDG_CACHE_HOME" in done.stderr, done.stderr


@in_folder
def test_wrong_calls(binary, folder):
    for arguments in (("dance",), ("fill", "more"), ("fill", "--jobs"), ("fill", "--jobs", "0"),
                      ("fill", "--jobs", "65"), ("fill", "--entries", "x"), ("fill", "--size", "-1"),
                      ("--jobs", "2"), ("status", "--quiet"), ("clear", "--entries", "1"),
                      ("fill", "--dance", "1")):
        done = call(binary, folder, "pool", *arguments)
        same((done.returncode, done.stdout), (WRONG_CALL, ""))
        assert "spelunke pool --help" in done.stderr, done.stderr
    same(os.listdir(folder), [])


@in_folder
def test_an_arena_tells_the_same_with_and_without(binary, folder):
    arena = ("arena", "polterfass", "--games", "1", "--jobs", "1", *BY_PHYSICS)
    alone = call(binary, "/dev/null", *arena)
    same(alone.returncode, FINE)
    assert "/dev/null/spelunke/throws" in alone.stderr, alone.stderr
    same(fine(call(binary, folder, *arena, "--quiet")), alone.stdout)
    kept = count(binary, folder)
    assert kept[0] > 0
    same(fine(call(binary, folder, *arena, "--quiet")), alone.stdout)
    same(count(binary, folder), kept)


@in_folder
def test_a_match_from_the_pool_stands_the_proof(binary, folder):
    play = (binary, "play", "polterfass", "--plain", "--fast", "--new", "--lang", "en", "--seed", "3",
            "--option", "barrels=physics")
    logs = []
    for _ in range(2):
        done = subprocess.run(play, input=b"2\n\n", env=around(folder), capture_output=True,
                              timeout=240, check=False)
        same((done.returncode, done.stderr), (FINE, b""))
        log = pathlib.Path(folder) / "spelunke/polterfass.log"
        logs.append([line for line in log.read_text().splitlines() if re.search(r"\broll ", line)])
    assert logs[0], "nothing was thrown"
    same([re.sub(r" # .*", "", line) for line in logs[0]],
         [re.sub(r" # .*", "", line) for line in logs[1]])
    assert count(binary, folder)[0] > 0
    proof = call(binary, folder, "verify", str(log))
    same(proof.returncode, FINE)
    assert "all fits" in proof.stdout, proof.stdout


def play(binary, folder, *arguments, before=()):
    return subprocess.run([*before, binary, "play", "polterfass", "--plain", "--fast", "--lang", "en", *arguments],
                          input=b"2\n\nagain\nstop\n" * 3, env=around(folder), capture_output=True, timeout=240,
                          check=False)


def check_match_without_pool(binary, folder, before=()):
    for arguments in (("--new", "--seed", "3", "--option", "barrels=physics"), ("--resume",)):
        done = play(binary, folder, *arguments, before=before)
        same(done.returncode, FINE)
        assert b"cannot use the pool of throws" in done.stderr, done.stderr
    log = (pathlib.Path(folder) / "spelunke/polterfass.log").read_text()
    assert " chance roll " in log, log


@in_folder
def test_a_match_goes_on_where_the_file_is_a_folder(binary, folder):
    fine(fill(binary, folder, "--entries", "1"))
    path = files(folder)[0]
    path.unlink()
    path.mkdir()
    check_match_without_pool(binary, folder)
    done = fill(binary, folder, "--entries", "1")
    same((done.returncode, done.stdout), (TROUBLE, ""))
    assert str(path) in done.stderr, done.stderr


@in_folder
def test_a_match_goes_on_where_the_pool_is_of_somebody_else(binary, folder):
    nobody = ("setpriv", "--reuid", "65534", "--clear-groups")
    if os.geteuid() != 0 or not shutil.which("setpriv") or call(nobody[0], folder, *nobody[1:], binary, "games").returncode:
        return  # nobody else is at hand; the folder in the file's place tells as much
    fine(fill(binary, folder, "--entries", "1"))
    os.chmod(folder, 0o777)
    state, throws = pathlib.Path(folder) / "spelunke", files(folder)[0].parent
    for path in (state, throws):
        os.chmod(path, 0o755)
    os.chown(state, 65534, 65534)
    files(folder)[0].unlink()
    check_match_without_pool(binary, folder, before=nobody)


@in_folder
def test_dice_from_the_table_need_no_pool(binary, folder):
    fine(call(binary, folder, "arena", "polterfass", "--games", "1", "--quiet"))
    same(files(folder), [])


if __name__ == "__main__":
    tap.run(globals())
