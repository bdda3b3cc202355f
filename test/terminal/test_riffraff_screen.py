"""test_riffraff_screen.py: Riff Raff on a drawn screen, in a pseudo-terminal.

Keys go in, and what the screen then shows is waited for; nothing is timed. The ship is
really simulated: only what is so on every build is tested.
"""

import re
import sys

sys.dont_write_bytecode = True
from glass import Terminal, leaves  # noqa: E402
from sit import LANGUAGES, catalogue, command, entries, environment, folder, saved  # noqa: E402

import tap  # noqa: E402
from pipe import Engine  # noqa: E402
from promise import fine  # noqa: E402

GAME = {"game": "riffraff"}
# The other one plays a 6 in the first round.
ALONE = ("--players", "2", "--seed", "3", "--option", "first_captain=0")
LAST = "q quit"  # curses draws from the top: when this is there, all is
RIGHT, LEFT, DOWN, UP = "\x1bOC", "\x1bOD", "\x1bOB", "\x1bOA"
NOT_OVER = "Do not let go yet: the piece is not over your area."
MAY = "Here you may let go: Space."


def open_table(binary, state, *arguments, kind="xterm-256color", language="en", rows=24, columns=80):
    call = command(binary, "--lang", language, *arguments, "--fast", **GAME)
    return Terminal(call, environment(state, TERM=kind), rows, columns)


def outcomes(state):
    return [entry.split(" ", 2)[2] for entry in entries(state, **GAME) if re.match(r"\d+ sim ", entry)]


def take(table, card, piece):
    """Plays the card and takes the piece in the hand."""
    table.shows("which card do you play face down?", LAST)
    table.press(card)
    table.shows("[Enter] play it face down")
    table.press("\r")
    table.shows("which piece do you load", LAST)
    table.press(piece)
    table.shows("[Enter] take it in your hand")
    table.press("\r")


def left_half(table):
    return [line[:39].rstrip() for line in table.glass.text().splitlines()[3:21]]


def rests(table):
    """Reads until nothing new is drawn."""
    while table.read(0.5):
        pass


def moves(table, key, line):
    """Presses a key until the screen shows this: each press is a step."""
    for _ in range(60):
        if line in table.glass.text():
            return
        table.press(key)
        rests(table)
    raise AssertionError(f"{line} is not reached:\n{table.glass.text()}")


def test_the_table_is_drawn(binary):
    for kind in ("xterm-256color", "vt100"):
        with folder() as state, open_table(binary, state, *ALONE, kind=kind) as table:
            screen = table.shows("Round 1 of 20: which card do you play face down?", "[1-9 0 ←→] card", LAST)
            lines = screen.splitlines()
            assert lines[0].startswith(" Riff Raff · round 1 of 20 · captain: you"), lines[0]
            ship = "\n".join(line[:40] for line in lines)
            for pattern in (r"═9═+10═", r"═7═+8═", r"═5═+6═", "║", r"1▓3▓2▓4"):
                assert re.search(pattern, ship), (pattern, screen)
            assert "Ship: level" in screen and "8 R" not in screen, screen
            assert re.search(r"\*Toni +16 B2O2F2X2S2P2R2C2", screen), screen
            leaves(table)


def test_a_larger_screen_has_a_larger_ship(binary):
    sizes = {}
    for rows, columns in ((24, 80), (40, 120)):
        with folder() as state, open_table(binary, state, *ALONE, rows=rows, columns=columns) as table:
            screen = table.shows("which card do you play", LAST)
            sizes[rows] = max(line.count("═") for line in screen.splitlines())
            leaves(table)
    assert sizes[40] > sizes[24] + 10, sizes


def test_a_card_and_a_piece_are_chosen(binary):
    with folder() as state, open_table(binary, state, *ALONE) as table:
        table.shows("which card do you play", LAST)
        table.press("0")
        table.shows("You load on area 10, on the upper yardarm. Nothing lies there now.", "[10]")
        table.press(LEFT)
        table.shows("You load on area 9", "[9]")
        table.press("\r")
        table.shows("Your area is 9, on the upper yardarm: which piece do you load?", "area 9", LAST)
        table.press("t")
        table.shows("Here you may load only one piece.")
        table.press("4")
        table.shows("Box, for area 9: this piece only.", "►4 X box")
        leaves(table)


def save(binary, state, played):
    """Saves a match with these entries, to be resumed."""
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="riffraff", seats=2, seed="3"))["match"]
        for seat, action in played:
            fine(engine.ask(cmd="play", match=match, seat=seat, action=action))
        log = fine(engine.ask(cmd="log", match=match))["log"]
    saved(state, **GAME).parent.mkdir()
    saved(state, **GAME).write_text(log)
    saved(state, ".table", **GAME).write_text("seed 3\nlanguage en\nseat 0 - Toni\nseat 1 random Frances\n")


def test_the_question_about_two_pieces_fits_on_its_line(binary):
    tie = ((0, "card 7"), (1, "card 7"), (0, "captain 1"), (1, "load crate1.1"), ("sim", "rest"))
    for language in LANGUAGES:
        for key, more in (("piece", ()), ("second", ((0, "load2 crate0.1"), ("sim", "rest")))):
            with folder() as state:
                save(binary, state, (*tie, *more))
                question = catalogue(language)[f"riffraff.choosing_{key}"].replace("{area}", "7")
                with open_table(binary, state, "--resume", language=language) as table:
                    table.shows(question, "[1-8")
                    leaves(table)


def test_a_captain_sees_what_he_may_decide(binary):
    with folder() as state, open_table(binary, state, *ALONE) as table:
        table.shows("which card do you play", LAST)
        table.press("6")
        table.shows("[6]")
        table.press("\r")
        screen = table.shows("You are still captain: who is it now, of those with the 6?", "Your choice",
                             "[1-2 ←→] option", LAST)
        assert re.search(r" 1 Toni\n", re.sub(" +\n", "\n", screen)), screen
        other = re.search(r" 2 (\w+)", screen).group(1)
        table.press("2")
        table.shows(f"►2 {other}", f"{other} becomes captain and loads first.", "[Enter] confirm")
        leaves(table)


def test_no_number_is_cut(binary):
    """On a narrow screen lines of numbers wrap; the tilt of the ship comes last."""
    for language, pose, rows, columns in (("fr", "à l'envers, rotation 345°", 24, 80),
                                          ("it", "alla rovescia, rotazione 345°", 24, 80),
                                          ("fr", "à l'envers, rotation 345°", 30, 100)):
        words = catalogue(language)
        sizes = {"rows": rows, "columns": columns}
        with folder() as state, open_table(binary, state, *ALONE, language=language, **sizes) as table:
            table.shows("[1-9 0 ←→]")
            table.press("9")
            table.shows("[9]")
            table.press("\r")
            table.shows("[1-8 ←→]")
            table.press("1")
            table.shows("►1")
            table.press("\r")
            table.shows(words["riffraff.title_figures"])
            table.press("p")
            table.press("r")
            rests(table)
            text = table.glass.text()
            numbers = " ".join(line[columns // 2:].strip() for line in text.splitlines()[12:-2])
            numbers = numbers.split(words["riffraff.title_figures"])[1].replace("\u00a0", " ")
            assert pose in numbers and "…" not in numbers, (language, text)
            assert words["riffraff.figure_ship"].split("{")[0].replace("\u00a0", " ") in numbers, (language, text)
            leaves(table)


def test_a_piece_is_steered_to_rest(binary):
    with folder() as state, open_table(binary, state, *ALONE) as table:
        take(table, "9", "4")
        screen = table.shows(NOT_OVER, "From above, bow up", "box for 9: standing, turned 0°", "92 mm back",
                             "mm above what is below", LAST)
        assert "XXXX" in screen and re.search(r"Height: \d+ mm above what is below", screen), screen
        table.press(" ")
        table.shows("The piece is not over your area")  # refused, and it stays in the hand
        assert not outcomes(state)
        table.press(UP * 18)
        screen = table.shows(MAY, "2 mm back", "7 mm above")
        above = "\n".join(line[40:] for line in screen.split("In figures")[0].splitlines()[3:-1])
        assert "██" in above and set(re.findall("[A-Z]", above)) == {"X"}, above  # the mast is no cargo
        table.press("e")
        table.shows("turned 15°")
        table.press("RRRRR")
        table.shows("turned 0°")
        table.press("f")
        table.shows("Small steps: 1 mm and 3 degrees.")
        table.press("s" * 5)
        table.shows("2 mm above")
        table.press(" ")
        table.shows("Round 2 of 20", LAST)
        rest = outcomes(state)[0]
        assert rest.startswith("rest") and "crate0.1:9:" in rest, rest
        assert "xx" in "\n".join(left_half(table)), table.glass.text()
        leaves(table)


def test_what_falls_is_reached_for_with_a_key(binary):
    """A barrel that lies across a yard rolls off; time is slow, and its number is the key."""
    with folder() as state, open_table(binary, state, *ALONE, "--option", "slow_motion=8") as table:
        take(table, "9", "2")
        table.shows(NOT_OVER, LAST)
        table.press("p" + "e" * 6 + UP * 18)
        table.shows(MAY, "lying, turned 90°")
        table.press(" ")
        screen = table.shows("Catch what falls!", "[1] barrel: ", "s to the water", "[1-9] reach for the piece")
        assert "°" in "".join(left_half(table)) and "~~~" in screen, screen  # the open hand, and the water
        table.press("1")
        table.shows("Round 2 of 20", "Round 2 begins.", LAST)
        assert outcomes(state)[0].startswith("fall barrel0.1"), outcomes(state)
        leaves(table)


def test_what_came_of_a_loading_stands_above(binary):
    """Meanwhile nothing is said about the hand that let go."""
    with folder() as state:
        call = command(binary, "--lang", "en", *ALONE, **GAME)
        with Terminal(call, environment(state, TERM="xterm-256color"), 24, 80) as table:
            take(table, "1", "8")
            table.shows("50 mm above", LAST)
            moves(table, "s", MAY)
            table.press(" ")
            screen = table.shows("On area 1, the chest stays aboard.")
            assert "Let go: the ship comes to rest" not in screen, screen
            table.press("q")
            table.press("q")
            assert table.ends() == 0, table.glass.text()


def test_the_heel_is_told_to_its_end(binary):
    """With the longest words, on the smallest screen."""
    with folder() as state, open_table(binary, state, *ALONE, language="de") as table:
        words = catalogue("de")
        table.shows(words["riffraff.common_keys"])
        table.press("1")
        table.shows("[1]")
        table.press("\r")
        table.shows("Fläche 1", "[1-8 ←→]")
        table.press("8")
        table.shows("►8")
        table.press("\r")
        table.shows("Truhe für 1", "50 mm")
        moves(table, "s", words["riffraff.may_let_go"])
        table.press(" ")
        table.shows("Runde 2 von 20", "Runde 2 beginnt.")
        rests(table)
        heel = table.glass.text().splitlines()[21][:39]
        assert re.search(r"\d,\d° nach \w+, \d,\d° zum \w+ *$", heel), table.glass.text()
        leaves(table)


def test_the_pose_changes_and_its_word(binary):
    with folder() as state, open_table(binary, state, *ALONE) as table:
        take(table, "9", "7")
        table.shows("rat for 9: standing", LAST)
        table.press("p")
        table.shows("rat for 9: hanging")
        table.press("\t")
        table.shows("rat for 9: sideways")
        table.press("z")
        table.shows("═10═")  # the whole ship
        leaves(table)


def test_leaving_with_a_piece_in_the_hand_keeps_it_for_later(binary):
    with folder() as state:
        with open_table(binary, state, *ALONE) as table:
            take(table, "9", "4")
            table.shows(NOT_OVER, LAST)
            table.press(UP * 3)
            leaves(table)
        assert not outcomes(state)
        with open_table(binary, state, "--resume") as table:
            table.shows(NOT_OVER, "92 mm back", LAST)
            leaves(table)


def test_a_resumed_match_shows_the_same_ship(binary):
    with folder() as state:
        with open_table(binary, state, *ALONE) as table:
            take(table, "1", "8")
            table.shows("50 mm above", LAST)
            moves(table, "s", MAY)
            table.press(" ")
            table.shows("Round 2 of 20", "Round 2 begins.", LAST)
            rests(table)
            before = left_half(table)
            assert "c" in "".join(before), before
            leaves(table)
        with open_table(binary, state, "--resume") as table:
            table.shows("Round 2 of 20", "The match goes on.", LAST)
            rests(table)
            assert left_half(table) == before, table.glass.text()
            leaves(table)


def test_the_keys_are_listed_in_four_languages(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state, open_table(binary, state, *ALONE, language=language, rows=40, columns=120) as table:
            table.shows(words["riffraff.common_keys"])
            table.press("?")
            table.shows(words["riffraff.guide"].split("\n")[0][:60])
            table.press("q")
            leaves(table)


if __name__ == "__main__":
    tap.run(globals())
