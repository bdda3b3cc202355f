"""test_save.py: the files of a match, and files that are in their way.

Nothing that somebody may want back is overwritten or moved without a word, and a
script can tell whether a match went on.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from sit import LANGUAGES, catalogue, command, entries, environment, folder, idle, pipe, saved, talk  # noqa: E402

import tap  # noqa: E402

FINE, TROUBLE = 0, 3
NEW = ("--new", "--seed", "7")


def test_a_damaged_match_is_told_and_kept(binary):
    for harm, reason in ((lambda log: log[:len(log) // 2], "cut"),
                         (lambda log: log.replace(b"option goal 75", b"option goal 76"), "altered"),
                         (lambda log: b"\x00\xff rubbish", "not a spelunke log"),
                         (lambda log: b"", "not a spelunke log")):
        with folder() as state:
            pipe(binary, state, ["2", ""], *NEW, "--lang", "en")
            bad = harm(saved(state).read_bytes())
            saved(state).write_bytes(bad)
            code, out, errors = pipe(binary, state, [], "--lang", "en")
            assert (code, errors) == (FINE, "") and re.search(r"Line \d+: ", out) and reason in out, out
            assert saved(state, "-damaged.log").read_bytes() == bad
            assert entries(state)[-1].startswith("end ")


def test_nothing_to_resume_is_an_error(binary):
    for language in LANGUAGES:
        with folder() as state:
            code, out, errors = pipe(binary, state, [], "--resume", "--lang", language)
            assert (code, out) == (TROUBLE, ""), (code, out)
            assert errors == f"spelunke: {catalogue(language)['terminal.nothing_saved']}\n", errors
            assert not saved(state).exists()


def damage(binary, state):
    """An unfinished match with one byte changed."""
    pipe(binary, state, ["2", ""], *NEW, "--lang", "en")
    saved(state).write_bytes(saved(state).read_bytes().replace(b"option goal 75", b"option goal 76"))
    return saved(state).read_bytes()


def files(state):
    return {path.name: path.read_bytes() for path in saved(state).parent.iterdir() if path.is_file()}


def test_a_match_that_goes_on_unasked_says_how_to_begin_another(binary):
    with folder() as state:
        pipe(binary, state, [], "--new", "--lang", "en", "--seed", "7")
        for arguments, said, unsaid in (((), "terminal.resumed_unasked", "terminal.resumed"),
                                        (("--resume",), "terminal.resumed", "terminal.resumed_unasked")):
            code, out, errors = pipe(binary, state, [], "--lang", "en", *arguments)
            assert code == 0 and not errors, errors
            assert catalogue("en")[said] in out and catalogue("en")[unsaid] not in out, out


def test_a_damaged_match_is_not_resumed_nor_moved(binary):
    with folder() as state:
        damage(binary, state)
        before = files(state)
        code, out, errors = pipe(binary, state, ["2", ""], "--resume", "--lang", "en")
        assert (code, out) == (TROUBLE, "") and re.search(r"Line \d+: ", errors) and str(saved(state)) in errors, errors
        assert files(state) == before


def test_a_second_damaged_match_does_not_replace_the_first(binary):
    with folder() as state:
        kept = []
        for suffix in ("-damaged.log", "-damaged-2.log", "-damaged-3.log"):
            kept.append(damage(binary, state))
            code, out, _ = pipe(binary, state, [], "--lang", "en")
            assert code == FINE and str(saved(state, suffix)) in out, out
        assert [saved(state, name).read_bytes() for name in ("-damaged.log", "-damaged-2.log", "-damaged-3.log")] == kept


def test_a_match_of_another_version_stays_where_it_is(binary):
    harms = ((r"^spelunke log \d+$", "spelunke log 999", "version 999"),
             (r"^game polterfass \d+$", "game polterfass 999", "newer rules"),
             (r"^game polterfass \d+$", "game chess 1", "chess"))
    for line, changed, reason in harms:
        with folder() as state:
            pipe(binary, state, ["2", ""], *NEW, "--lang", "en")
            log, count = re.subn(line, changed, saved(state).read_text(), flags=re.MULTILINE)
            assert count == 1, log
            saved(state).write_text(log)
            before = files(state)
            for arguments in ((), ("--resume",), ("--new",)):
                code, out, errors = pipe(binary, state, ["2", "", "quit"], *arguments, "--lang", "en")
                assert (code, out) == (TROUBLE, "") and reason in errors and str(saved(state)) in errors, errors
                assert files(state) == before, arguments


def test_a_match_by_earlier_rules_stays_where_it_is(binary):
    with folder() as state:
        pipe(binary, state, [], *NEW, game="drachen")
        path = saved(state, game="drachen")
        log, count = re.subn(r"^game drachen \d+$", "game drachen 1", path.read_text(), flags=re.MULTILINE)
        assert count == 1, log
        path.write_text(log)
        before = files(state)
        for arguments in ((), ("--resume",), ("--new",)):
            code, out, errors = pipe(binary, state, [], *arguments, "--lang", "en", game="drachen")
            assert (code, out) == (TROUBLE, "") and "older rules of drachen" in errors and str(path) in errors, errors
            assert files(state) == before, arguments


def test_seats_of_another_match_are_not_taken(binary):
    """The table file names the whole seed of its match."""
    for seed, is_taken in (("7", True), ("71", False), ("8", False)):
        with folder() as state:
            pipe(binary, state, [], *NEW, "--lang", "en")
            table = saved(state, ".table")
            seats, count = re.subn(r"^(seat 1 \S+) .*$", r"\1 Ludmilla", table.read_text(), flags=re.MULTILINE)
            assert count == 1 and seats.startswith("seed 7\n"), seats
            table.write_text(seats.replace("seed 7\n", f"seed {seed}\n"))
            _, out, _ = pipe(binary, state, [], "--resume", "--lang", "en")
            assert ("Ludmilla" in out) == is_taken, (seed, out)


def test_a_match_of_another_game_is_not_moved(binary):
    with folder() as state:
        talk(binary, state, "en", idle, *NEW, "--option", "goal=5")
        pipe(binary, state, [], *NEW, game="drachen")
        saved(state, game="drachen").rename(saved(state))
        before = files(state)
        for arguments in ((), ("--resume",), ("--new",)):
            code, out, errors = pipe(binary, state, ["2", "", "quit"], *arguments, "--lang", "en")
            assert (code, out) == (TROUBLE, "") and "Drachen" in errors and str(saved(state)) in errors, errors
            assert files(state) == before, arguments


def test_what_a_kill_left_behind_is_removed(binary):
    """Temporary files are removed also by a program that refuses the match and writes nothing."""
    with folder() as state:
        pipe(binary, state, [], *NEW, "--lang", "en")
        left = [saved(state, suffix) for suffix in (".log.new", ".table.new")]
        log = saved(state).read_text()
        for text, expected in ((log, FINE), (log.replace("log 2", "log 999", 1), TROUBLE)):
            saved(state).write_text(text)
            for path in left:
                path.write_bytes(b"half")
            code, _, _ = pipe(binary, state, [], "--lang", "en")
            assert code == expected and not any(path.exists() for path in left), (code, left)


def test_links_are_not_followed(binary):
    with folder() as state:
        victim = saved(state).parent / "victim"
        victim.parent.mkdir()
        victim.write_bytes(b"mine")
        for suffix in (".log.new", ".table.new", ".lock"):
            saved(state, suffix).symlink_to("victim")
        with subprocess.Popen(command(binary, *NEW, "--lang", "en"), stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, env=environment(state)) as first:
            first.stdout.readline()
            code, _, errors = pipe(binary, state, [], "--resume", "--lang", "en")
            assert code == TROUBLE and "open already" in errors, (code, errors)
            first.stdin.close()
            first.stdout.read()
        assert first.returncode == FINE and entries(state)
        assert victim.read_bytes() == b"mine" and victim.stat().st_mode & 0o777 == 0o644
        assert not saved(state, ".lock").is_symlink()


def test_a_fifo_in_the_place_of_the_match_is_not_waited_for(binary):
    with folder() as state:
        saved(state).parent.mkdir()
        os.mkfifo(saved(state))
        code, out, _ = pipe(binary, state, ["quit"], "--lang", "en")
        assert code == TROUBLE and "cannot be read" in out and "NOT SAVED" in out, out
        code, out, errors = pipe(binary, state, ["quit"], "--resume", "--lang", "en")
        assert (code, out) == (TROUBLE, "") and "cannot be read" in errors, errors
        assert saved(state).is_fifo()


def test_closed_streams_do_not_become_files(binary):
    for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        with folder() as state:
            words = command(binary, *NEW, "--plain", "--lang", "en")
            done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *words], input=b"2\n\nquit\n",
                                  capture_output=True, env=environment(state), timeout=240, check=False)
            assert done.returncode == (TROUBLE if "1" in closed else FINE), (closed, done)
            assert saved(state, ".lock").read_bytes() == b"", closed
            for name, content in files(state).items():
                assert name.endswith(".lock") or content.startswith((b"spelunke log ", b"seed ")), (closed, name)


def test_a_finished_match_is_put_aside_late(binary):
    with folder() as state:
        talk(binary, state, "en", idle, *NEW, "--option", "goal=5")
        over = entries(state, "-finished.log")
        saved(state, "-finished.log").rename(saved(state))
        pipe(binary, state, [], "--lang", "en")
        assert entries(state, "-finished.log") == over and entries(state) != over


def test_what_cannot_be_read_is_not_overwritten(binary):
    with folder() as state:
        saved(state).mkdir(parents=True)
        code, out, _ = pipe(binary, state, ["2", ""], "--lang", "en")
        assert code == TROUBLE and "cannot be saved" in out and "NOT SAVED" in out, out
        code, out, errors = pipe(binary, state, ["2", ""], "--resume", "--lang", "en")
        assert (code, out) == (TROUBLE, "") and "cannot be read" in errors, errors
        assert saved(state).is_dir()


if __name__ == "__main__":
    tap.run(globals())
