"""test_manners.py: side effects that keys must not have, and readability of the screen.

Sequences of keys as players pressed them, with their delays. How long the program takes to read a
key is not up to the test: where it was held up, keys that came close together look far
apart to it. So a sequence that must do no harm has a few tries, of which most must do.
"""

import re
import sys
import time

sys.dont_write_bytecode = True
from glass import Terminal, leaves  # noqa: E402
from sit import LANGUAGES, catalogue, command, entries, environment, folder  # noqa: E402

import tap  # noqa: E402

TRIES = 5
QUIET = 0.6  # longer than a question wants it
HOST = ("--new", "--seed", "3", "--option", "first_innkeeper=0")
GUEST = ("--new", "--seed", "7", "--option", "first_innkeeper=1")
# Others move first.
LATER = ("--new", "--seed", "12", "--option", "first_seat=1")
# In Riff Raff the person is the first captain.
FIRST = ("--new", "--seed", "3", "--players", "2", "--option", "first_captain=0", "--fast")
LEFT = "\x1b[D"
STEPS = (0, 95, 135, 175, 215, 255)


def open_table(binary, state, *arguments, game="polterfass", language="en", kind="xterm-256color", rows=24, columns=80,
               **more):
    return Terminal(command(binary, "--lang", language, *arguments, game=game), environment(state, TERM=kind, **more),
                    rows, columns)


def look_for(table, seconds):
    """Reads output for that time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        table.read(max(0, end - time.monotonic()))


def drum(table, key, times, seconds):
    for _ in range(times):
        table.press(key)
        look_for(table, seconds)


def own_entries(state, game):
    return [entry.split(" ", 2)[2] for entry in entries(state, game=game) if re.match(r"\d+ 0 ", entry)]


def tried(attempt):
    """Whether the attempt holds more often than not; none is made that would change nothing."""
    most, held, failed = TRIES // 2 + 1, 0, 0
    while most not in (held, failed):
        is_held = attempt()
        held, failed = held + is_held, failed + (not is_held)
    return held == most


# D1: what can be read


def luminance(colour):
    if colour >= 232:
        rgb = (8 + 10 * (colour - 232),) * 3
    elif colour >= 16:
        rgb = (STEPS[(colour - 16) // 36], STEPS[(colour - 16) // 6 % 6], STEPS[(colour - 16) % 6])
    else:
        rgb = tuple(205 if colour >> bit & 1 else 0 for bit in range(3))
    parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(colour):
    """The lower contrast of those with a black and a white background."""
    light = luminance(colour)
    return min((light + 0.05) / 0.05, 1.05 / (light + 0.05))


def test_all_that_is_drawn_can_be_read_on_black_and_on_white(binary):
    assert contrast(230) < 1.1 and contrast(243) > 4.5
    for kind, more in (("xterm-256color", {}), ("xterm", {}), ("xterm-256color", {"NO_COLOR": "1"}), ("vt100", {})):
        for game, arguments, asked in (("polterfass", HOST, "[r] roll"), ("drachen", (*LATER, "--fast"), "[p] "),
                                       ("riffraff", FIRST, "[1-9 0 ←→] card")):
            with folder() as state, open_table(binary, state, *arguments, game=game, kind=kind, **more) as table:
                table.shows(asked, "q quit")
                looks = {look for row in range(24) for look in table.glass.looks(row)}
                for colour, bold, _ in looks:
                    assert colour is None or contrast(colour) >= (3 if bold else 4.5), (kind, colour, bold)
                assert table.glass.looks(1) == {(None, True, False)}, (kind, table.glass.looks(1))
                has_colours = any(colour is not None for colour, _, _ in looks)
                assert has_colours == (kind == "xterm-256color" and not more) or kind == "xterm", (kind, looks)
                leaves(table)


# D2: keys that hurry are no moves


def test_six_times_r_is_one_roll(binary):
    for barrels in ("table", "physics"):
        def rolls_once():
            with folder() as state, open_table(binary, state, *HOST, "--option", f"barrels={barrels}") as table:
                table.shows("[r] roll", "q quit")
                look_for(table, QUIET)
                drum(table, "r", 6, 0.15)
                look_for(table, QUIET)
                rolls = own_entries(state, "polterfass").count("again")
                assert rolls >= 1, own_entries(state, "polterfass")
                return rolls == 1
        assert tried(rolls_once), barrels


def until_asked(binary):
    """What the client answers by itself before the first question, and the length of the log."""
    with folder() as state, open_table(binary, state, *LATER, "--fast", game="drachen") as table:
        table.shows("[p] ", "q quit")
        leaves(table)
        return own_entries(state, "drachen"), len(entries(state, game="drachen"))


def test_p_meant_to_hurry_passes_nothing(binary):
    before, _ = until_asked(binary)

    def passes_nothing():
        with folder() as state, open_table(binary, state, *LATER, game="drachen") as table:
            table.shows("Space: next")
            drum(table, "p", 14, 0.12)
            table.press("f")
            while "[p] " not in table.glass.text():
                drum(table, "p", 1, 0.12)
            drum(table, "p", 14, 0.12)
            if own_entries(state, "drachen") != before:
                return False
            table.shows("That key came too soon", "[p] ")
            look_for(table, QUIET)
            table.press("p")  # now it is meant
            while own_entries(state, "drachen") == before:
                table.read(1)
            return True
    assert tried(passes_nothing)


def test_lines_from_a_pipe_are_never_dropped(binary):
    """Sends all keys at once."""
    import subprocess
    with folder() as state:
        done = subprocess.run(command(binary, *GUEST, "--lang", "en", "--plain"), input=b"3\nundo\n4\n\nquit\n",
                              capture_output=True, env=environment(state), timeout=120, check=True)
        assert "order 4" in own_entries(state, "polterfass"), done.stdout.decode()


# D3: one key, one event


def test_space_shows_one_event_and_f_runs_to_the_question(binary):
    before, length = until_asked(binary)
    with folder() as state, open_table(binary, state, *LATER, game="drachen") as table:
        table.shows("Space: next   f: to my turn", "q quit")
        first = len(entries(state, game="drachen"))
        table.press(" ")
        while len(entries(state, game="drachen")) == first:
            table.read(1)
        look_for(table, 0.1)
        assert len(entries(state, game="drachen")) < length - 2, (first, length)
        assert "[p] " not in table.glass.text(), table.glass.text()
        table.shows("Space: next")
        table.press("f")
        table.shows("[p] ", "q quit")
        assert own_entries(state, "drachen") == before
        leaves(table)


def test_other_keys_hurry_nobody(binary):
    """No key but Space ends the throw."""
    with folder() as state, open_table(binary, state, *GUEST, "--option", "barrels=physics") as table:
        table.shows("─ The throw ─", "▒▒▒")
        table.press("zx7\r")
        look_for(table, 0.3)
        assert "─ The throw ─" in table.glass.text(), table.glass.text()
        table.press(" ")
        table.shows("0-7 choose cards")
        leaves(table)


EVENING = ("--new", "--option", "start_drinks=3", "--bots", "regular")


def idle_keys():
    """The keys of a player who always passes."""
    words = catalogue("en")
    return {"Another match?": "", f"[p] {words['drachen.key_no_action']}": "p", f"[p] {words['drachen.key_pass']}": "p",
            words["drachen.send_keep"]: "\r", words["drachen.send_drink"]: "\r", words["drachen.key_challenge"]: "n",
            f"] {words['drachen.key_guest']}": LEFT + "\r"}


def idle(table, presses, quiet=0.05):
    """Answers so many questions, or all to the end; returns how many there were."""
    keys = idle_keys()
    for count in range(presses):
        seen = table.await_any(*keys)
        if not keys[seen]:
            return count
        while table.read(quiet):
            pass
        before = table.glass.text()
        table.press(keys[seen])
        while table.glass.text() == before:
            assert table.read(60), table.glass.text()
        while table.read(0.05):
            pass
    return presses


def early_bed(binary):
    """A seed by which the idle one goes out long before the end, and after how many answers."""
    for seed in range(7, 30):
        with folder() as state, open_table(binary, state, *EVENING, "--seed", str(seed), "--fast", game="drachen") as table:
            count = idle(table, 200)
            done = entries(state, "-finished.log", "drachen") if count < 200 else ["0 0 "]
            last = max(index for index, entry in enumerate(done) if re.match(r"\d+ 0 ", entry))
            if len(done) - last > 30:
                return seed, count
    raise AssertionError("nobody goes to bed early")


def test_who_is_out_sees_it_and_only_then_may_skip_to_the_end(binary):
    seed, count = early_bed(binary)

    def stays():
        with folder() as state:
            with open_table(binary, state, *EVENING, "--seed", str(seed), "--fast", game="drachen") as table:
                idle(table, count - 3)
                leaves(table)
            with open_table(binary, state, "--resume", game="drachen") as table:
                table.await_any(*idle_keys())
                while "You are out" not in table.glass.text().splitlines()[1]:
                    if any(key in table.glass.text() for key in idle_keys()):
                        idle(table, 1, QUIET)
                    else:
                        drum(table, "f", 1, 0.1)  # runs to my next turn, which never comes
                drum(table, ">", 5, 0.1)
                if "Another match?" in table.glass.text():
                    return False
                table.shows(">: to the end of the match")
                drum(table, "f", 1, 2)  # there is no turn of mine to run to
                assert "Another match?" not in table.glass.text(), table.glass.text()
                before = len(entries(state, game="drachen"))
                table.press(" ")
                while len(entries(state, game="drachen")) == before:
                    table.read(0.2)
                assert "Another match?" not in table.glass.text(), table.glass.text()
                table.press(">")
                table.shows("Another match?")
                look_for(table, QUIET)
                table.press("n")
                return table.ends() == 0
    assert tried(stays)


def test_labels_say_so_in_every_language(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state, open_table(binary, state, *LATER, game="drachen", language=language) as table:
            table.shows(words["terminal.keys_pause"])
            table.press("q")
            table.shows(words["terminal.title_leave"], words["terminal.keys_leave"])
            table.press("q")
            assert table.ends() == 0


# D8: nothing is left over


def test_q_asks_back_and_other_keys_stay(binary):
    with folder() as state, open_table(binary, state, *GUEST, "--fast") as table:
        table.shows("0-7 choose cards", "q quit")
        for key in ("\x1b", "x", "3"):
            table.press("q")
            table.shows("┌─ Leave? ─", "q again: leave")
            table.press(key)
            while "┌─ Leave? ─" in table.glass.text():
                table.read(1)
        assert "[Enter] order" not in table.glass.text(), table.glass.text()
        leaves(table)


def test_a_box_is_left_by_q_escape_and_enter_only(binary):
    with folder() as state, open_table(binary, state, *GUEST, "--fast") as table:
        table.shows("0-7 choose cards", "q quit")
        for key in ("q", "\x1b", "\r"):
            table.press("h")
            top = table.shows("┌─ Help and rules ─", "arrows: scroll   q: back")
            table.press("jjj")
            while table.glass.text() == top:
                table.read(1)
            table.press("xyz7j k")
            look_for(table, 0.2)
            table.shows("┌─ Help and rules ─")
            table.press(key)
            table.shows("0-7 choose cards", "q quit")
        assert "[Enter] order" not in table.glass.text(), table.glass.text()
        leaves(table)


def test_what_is_pasted_is_dropped(binary):
    with folder() as state, open_table(binary, state, *GUEST, "--fast") as table:
        table.shows("0-7 choose cards", "q quit")
        assert "\x1b[?2004h" in table.raw
        table.press("\x1b[200~hello 7\rls -la\rrm -rf x\rquit now\r\x1b[201~")
        screen = table.shows("What was pasted was ignored.")
        assert "[Enter] order" not in screen, screen
        table.press("3")
        table.shows("[Enter] order 3")
        leaves(table)
        assert table.raw.rindex("\x1b[?2004l") > table.raw.rindex("\x1b[?2004h")
        assert not [entry for entry in own_entries(state, "polterfass") if entry.startswith("order")]


def test_keys_left_over_do_not_reach_the_shell(binary):
    """A shell that runs the game and then echoes the line it reads next."""
    game = " ".join(command(binary, "--lang", "en", *GUEST, "--fast"))
    script = f"{game}; stty -icanon min 0 time 5; printf 'left:<%s>' \"$(head -c 100)\""
    for keys in ("qqrm -rf x\n", "q\x1b3qqls\nls\n"):
        with folder() as state, Terminal(["/bin/sh", "-c", script], environment(state, TERM="xterm-256color")) as table:
            table.shows("0-7 choose cards", "q quit")
            table.press(keys)
            table.shows("left:<>")


def test_what_a_terminal_pastes_as_keys_neither_moves_nor_leaves(binary):
    """A text pasted in a terminal without bracketed paste: it opens and closes boxes, and nothing else happens."""
    with folder() as state, open_table(binary, state, *GUEST, "--fast") as table:
        table.shows("0-7 choose cards", "q quit")
        before = own_entries(state, "polterfass")
        look_for(table, QUIET)
        table.press("hello 7\rls -la\rrm -rf x\rquit now\r")
        look_for(table, QUIET)
        screen = table.shows("0-7 choose cards", "How many mugs do you order?")
        assert "┌─ Leave? ─" not in screen and "[Enter] order" not in screen, screen
        assert own_entries(state, "polterfass") == before
        leaves(table)


if __name__ == "__main__":
    tap.run(globals())
