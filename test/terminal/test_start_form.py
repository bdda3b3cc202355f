"""test_start_form.py: the start form of a call without a game, on a screen and in lines."""

import re
import subprocess
import sys

sys.dont_write_bytecode = True
from glass import Terminal  # noqa: E402
from sit import LANGUAGES, catalogue, entries, environment, folder, saved  # noqa: E402

import tap  # noqa: E402

RIGHT, LEFT, DOWN, UP = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b[A"
KINDS = ("xterm-256color", "vt100")
GAMES = ("Polterfass", "Zum Blauen Drachen", "Riff Raff")
KEYS = ("polterfass", "drachen", "riffraff")


def open_form(binary, state, *arguments, language="en", kind="xterm-256color", rows=24, columns=80, name="Toni"):
    return Terminal([binary, "play", "--lang", language, "--name", name, *arguments],
                    environment(state, TERM=kind), rows, columns)


def type_lines(binary, state, lines, *arguments):
    done = subprocess.run([binary, "play", *arguments], input="".join(line + "\n" for line in lines).encode(),
                          capture_output=True, env=environment(state), timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def ends(table, keys):
    table.press(keys)
    assert table.ends() == 0 and table.is_as_before(), table.glass.text()


def on_row(table, label, value):
    """Waits until the arrows stand around this value."""
    pattern = re.compile(rf"^ +{re.escape(label)} +◄ {re.escape(value)}_? ►$", re.MULTILINE)
    while not pattern.search(table.glass.text()):
        assert table.read(60), table.glass.text()


def test_the_form_is_drawn_in_every_language(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        for kind in KINDS:
            with folder() as state, open_form(binary, state, language=language, kind=kind) as table:
                screen = table.shows(words["terminal.door_title"], words["terminal.door_keys"])
                about = " ".join(line.strip() for line in screen.splitlines()[2:5]).strip()
                assert about == words["polterfass.about"], screen
                assert not screen.splitlines()[4].strip(), screen  # two lines are enough
                for key in ("game", "language", "name", "opponents", "players", "settings"):
                    assert words[f"terminal.door_{key}"] in screen, (key, screen)
                assert not re.search(r"[{}]|terminal\.|[0-9a-f]{64}|[a-z]_[a-z]", screen), screen
                assert words["terminal.setting.first_innkeeper"] in screen and words["terminal.value.random"] in screen, screen
                table.press(RIGHT)
                screen = table.shows(GAMES[1], words["terminal.door_character"], words["terminal.door_lots"])
                about = " ".join(line.strip() for line in screen.splitlines()[2:5]).strip()
                assert about == words["drachen.about"] and not screen.splitlines()[4].strip(), screen
                ends(table, "q")
                assert not list(saved(state).parent.glob("*.log"))


def test_choices_make_the_match(binary):
    """Zum Blauen Drachen in German, easy, three players, as Gog, with 12 gold."""
    with folder() as state, open_form(binary, state, "--fast") as table:
        on_row(table, "Game", "Polterfass")
        table.press(RIGHT)
        on_row(table, "Game", "Zum Blauen Drachen")
        table.press(DOWN + LEFT)
        on_row(table, "Sprache", "Deutsch")
        table.press(DOWN + "\x7f\x7f\x7f\x7f\x7f" + "Jürgq h")
        on_row(table, "Dein Name", "Jürgq h")
        table.press("\x7f\x7f\x7f\x7f\x7frg" + DOWN)
        on_row(table, "Gegner", "mittel (Zecher)")
        table.press(LEFT)
        on_row(table, "Gegner", "leicht (wahllos)")
        table.press(DOWN + LEFT)
        on_row(table, "Personen am Tisch", "3")
        table.press(DOWN + LEFT)
        on_row(table, "Charakter", "Gog")
        words = catalogue("de")
        table.shows(words["drachen.character.G"].split(".")[0])
        table.press(DOWN + RIGHT + RIGHT)
        on_row(table, "Gold am Anfang", "12")
        table.press("\r")
        table.shows("Zum Blauen Drachen · du: Gog", words["drachen.common_keys"])
        ends(table, "qq")
        log = saved(state, game="drachen").read_text()
        seats = saved(state, ".table", "drachen").read_text()
        assert "Jürg" in seats and "language de" in seats and seats.count(" random ") == 2, seats
        assert re.search(r"characters.*g--", log) and re.search(r"start_gold.*12", log), log


def test_enter_alone_plays(binary):
    with folder() as state, open_form(binary, state, "--fast") as table:
        on_row(table, "Game", "Polterfass")
        table.press("\r")
        table.shows("Polterfass, round 1", "q quit")
        ends(table, "qq")
        seats = saved(state, ".table").read_text()
        assert "- Toni" in seats and seats.count(" careful ") == 3, seats


def test_lots_decide_who_is_whom_if_nobody_wishes(binary):
    with folder() as state, open_form(binary, state, "--fast") as table:
        on_row(table, "Game", "Polterfass")
        table.press(RIGHT)
        on_row(table, "Game", "Zum Blauen Drachen")
        table.press("\r")
        table.shows("Zum Blauen Drachen · you: ", "q quit")
        ends(table, "qq")
        log = saved(state, game="drachen").read_text()
        assert re.search(r"characters.*----", log) and re.search(r"^\d+ \S+ characters [DEFG]{4}", log, re.MULTILINE), log


def test_rules_are_behind_h(binary):
    with folder() as state, open_form(binary, state) as table:
        on_row(table, "Game", "Polterfass")
        table.press("h")
        table.shows("┌─ Help and rules ─", "THE BARRELS")
        table.press("q")
        on_row(table, "Game", "Polterfass")
        ends(table, "\x1b")


def test_an_unfinished_match_goes_on_or_is_put_aside(binary):
    with folder() as state:
        with open_form(binary, state, "--fast") as table:
            on_row(table, "Game", "Polterfass")
            table.press("\r")
            table.shows("Polterfass, round 1", "q quit")
            ends(table, "qq")
        before = entries(state)
        with open_form(binary, state, "--fast") as table:
            table.shows("go on with the unfinished one")
            assert "Opponents" not in table.glass.text(), table.glass.text()
            table.press("\r")
            table.shows("The match goes on.", "q quit")
            ends(table, "qq")
            assert entries(state)[:len(before) - 1] == before[:-1]
        with open_form(binary, state, "--fast") as table:
            table.shows("go on with the unfinished one")
            table.press(DOWN + RIGHT)
            on_row(table, "Match", "a new one")
            table.press("\r")
            table.shows("Polterfass, round 1", "q quit")
            ends(table, "qq")
            assert entries(state, "-left.log")[:len(before) - 1] == before[:-1]


def test_the_form_opens_at_the_game_whose_match_is_unfinished(binary):
    with folder() as state:
        code, out, _ = type_lines(binary, state, ["quit"], "drachen", "--plain", "--lang", "en", "--seed", "7")
        assert code == 0 and entries(state, game="drachen"), out
        with open_form(binary, state) as table:
            on_row(table, "Game", "Zum Blauen Drachen")
            table.shows("go on with the unfinished one")
            table.press(LEFT)
            on_row(table, "Game", "Polterfass")
            ends(table, "q")
        code, out, _ = type_lines(binary, state, ["", "", "", "quit"], "--plain", "--lang", "en")
        assert code == 0 and "The match goes on." in out, out


def test_a_match_that_is_over_does_not_go_on(binary):
    """A finished match that was not moved aside, as after a kill."""
    with folder() as state:
        lines = ["1", "", "", "1", "", "2", "1", ""] + ["2", "", "stop", "", "no"] * 60
        type_lines(binary, state, lines, "--plain", "--lang", "en", "--name", "Toni", "--seed", "7")
        saved(state, "-finished.log").rename(saved(state))
        out = type_lines(binary, state, ["quit"], "--plain", "--lang", "en")[1]
        assert "unfinished" not in out, out
        with open_form(binary, state) as table:
            screen = table.shows("Opponents")
            assert "unfinished" not in screen, screen
            ends(table, "q")


def test_arrows_go_round_and_the_last_row_is_seen(binary):
    with folder() as state, open_form(binary, state) as table:
        for game in GAMES:
            on_row(table, "Game", game)
            table.press(RIGHT)
        on_row(table, "Game", GAMES[0])
        table.press(LEFT)
        on_row(table, "Game", GAMES[-1])
        table.press(RIGHT * 2)
        on_row(table, "Game", GAMES[1])
        table.press(UP)
        on_row(table, "Who begins", "drawn by lot")
        table.press(DOWN)
        on_row(table, "Game", GAMES[1])
        ends(table, "q")
    with folder() as state:  # beside an unfinished match there is a row more than the smallest screen has
        type_lines(binary, state, ["2", "", "", "", "", "", "", "quit"], "--plain", "--lang", "en", "--name", "Toni")
        with open_form(binary, state) as table:
            on_row(table, "Game", GAMES[1])
            table.press(DOWN + RIGHT)
            on_row(table, "Match", "a new one")
            table.press(UP * 2)
            on_row(table, "Who begins", "drawn by lot")
            ends(table, "q")


def test_a_name_has_whole_letters_and_at_most_40_bytes(binary):
    with folder() as state, open_form(binary, state) as table:
        on_row(table, "Game", GAMES[0])
        table.press(DOWN * 2 + "é" + "\x7f")
        on_row(table, "Your name", "Toni")
        table.press("ab" * 30 + DOWN)
        on_row(table, "Opponents", "middling (careful)")
        assert re.search(rf"^ +Your name +Toni{'ab' * 18}$", table.glass.text(), re.MULTILINE), table.glass.text()
        ends(table, "\x1b")


def test_what_the_game_refuses_is_said_and_can_be_mended(binary):
    """A first innkeeper in a seat that does not exist."""
    with folder() as state, open_form(binary, state) as table:
        on_row(table, "Game", "Polterfass")
        table.press(DOWN * 5 + LEFT)
        on_row(table, "First innkeeper", "5")
        table.press("\r")
        while table.glass.looks(20) != {(160, True, False)}:
            assert table.read(60), table.glass.text()
        on_row(table, "First innkeeper", "5")
        table.shows("The first innkeeper must be one of the players.")
        table.press("x")
        table.press(UP * 3 + "\x7f" * 4 + "\r")
        table.shows("A name has 1 to 40 characters")
        ends(table, "\x1b")


def test_the_form_follows_the_window(binary):
    with folder() as state, open_form(binary, state, rows=40, columns=120) as table:
        on_row(table, "Game", "Polterfass")
        table.resize(20, 60)
        table.shows("The window is too small")
        table.press(RIGHT + "\r")
        while table.raw.count("\x07") < 2:
            assert table.read(60), "no answer to a key"
        table.resize(24, 80)
        on_row(table, "Game", "Polterfass")
        ends(table, "q")


def test_what_a_game_is_about_is_said_once(binary):
    """What the game is about is said by the form, not again in the match."""
    words = catalogue("en")
    for steps, game in enumerate(GAMES):
        about = words[f"{KEYS[steps]}.about"]
        with folder() as state, open_form(binary, state, "--fast", "--seed", "7") as table:
            on_row(table, "Game", GAMES[0])
            table.press(RIGHT * steps)
            on_row(table, "Game", game)
            assert about in " ".join(table.glass.text().split())
            table.press("\r")
            screens = [table.shows("q quit")]
            table.press("l")
            # Whether the person is named in it already hangs on how far the match has come.
            screens.append(table.shows(words["terminal.title_log"], "q: back"))
            for screen in screens:
                assert about[:30] not in screen, screen
            ends(table, "qqq")


def test_lines_ask_the_same_with_numbers(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state:
            lines = ["2", "", "Vera", "1", "3", "4", "1", "12", "", "quit"]
            code, out, errors = type_lines(binary, state, lines, "--plain", "--lang", language, "--name", "Toni")
            assert code == 0 and not errors, errors
            shown = " ".join(out.split())
            for key in ("drachen.about", "polterfass.about", "drachen.character.F", "terminal.door_ask_settings"):
                assert " ".join(words[key].split()) in shown, (key, out)
            assert shown.count(" ".join(words["terminal.hint_rules"].split())) == 1, out
            seats = saved(state, ".table", "drachen").read_text()
            assert "- Vera" in seats and f"language {language}" in seats and seats.count(" random ") == 2, seats
            log = saved(state, game="drachen").read_text()
            assert re.search(r"characters.*f--", log) and re.search(r"start_gold.*12", log), log
            assert max(map(len, out.splitlines())) <= 79


def test_lines_keep_what_was_chosen_when_they_ask_again(binary):
    """A first innkeeper in a seat that does not exist: the game refuses, and the other choices stay."""
    for game, innkeeper in (("", "0"), ("1", "random")):
        with folder() as state:
            begin = ["1", "", "Vera", "1", "3", "1", "5", ""]
            again = [game, "", "", "", "", "1", innkeeper, "", "quit"]
            code, out, errors = type_lines(binary, state, begin + again, "--plain", "--lang", "en", "--name", "Toni")
            assert code == 0 and not errors, errors
            assert out.count("first_innkeeper = 5") == 2 and f"first_innkeeper = {innkeeper}" in out, out
            assert "\nThe first innkeeper must be one of the players.\n" in out, out
            seats = saved(state, ".table").read_text()
            assert "- Vera" in seats and seats.count(" bold ") == 2, seats


def test_a_game_keeps_its_choices_while_another_one_is_looked_at(binary):
    with folder() as state, open_form(binary, state) as table:
        on_row(table, "Game", "Polterfass")
        table.press(DOWN * 3 + RIGHT)
        on_row(table, "Opponents", "strong (old hand)")
        table.press(UP * 3 + RIGHT)
        on_row(table, "Game", "Zum Blauen Drachen")
        table.shows("middling (tippler)")
        table.press(LEFT)
        on_row(table, "Game", "Polterfass")
        table.shows("strong (old hand)")
        ends(table, "q")


def test_no_line_of_a_pipe_is_lost_between_form_and_match(binary):
    with folder() as state:
        lines = ["1", "", "", "1", "", "1", "1", "", "3", "", "quit"]
        code, out, _ = type_lines(binary, state, lines, "--plain", "--lang", "en", "--name", "Toni", "--seed", "7")
        assert code == 0 and any(line.endswith(" 0 order 3") for line in entries(state)), out


def test_wrong_lines_are_asked_again_and_the_end_leaves(binary):
    with folder() as state:
        for lines in (["0", "3", "7", "x", "\x07"], ["1", "", " ", "9", "quit"], []):
            code, out, errors = type_lines(binary, state, lines, "--plain", "--lang", "en", "--name", "Toni")
            assert code == 0 and not errors and not saved(state).exists(), (lines, out, errors)
        lines = ["1", "", "", "", "", "1", "6", "quit"]  # the greatest seat is 5, and `random` has no number
        assert "Please type one of the numbers." in type_lines(binary, state, lines, "--plain", "--lang", "en")[1]
        out = type_lines(binary, state, ["rules", "1", "h"], "--plain", "--lang", "en")[1]
        assert out.count("\n\nTHE BARRELS") == 2 and "Please type" not in out, out
        assert "Please type one of the numbers." in type_lines(binary, state, ["0"], "--plain", "--lang", "en")[1]


def test_with_a_named_game_nothing_is_asked_before_the_first_move(binary):
    with folder() as state:
        code, out, _ = type_lines(binary, state, ["3", "", "quit"], "polterfass", "--plain", "--lang", "en", "--seed", "7",
                                  "--option", "first_innkeeper=1", "--option", "barrels=table", "--bots", "random")
        assert code == 0 and any(line.endswith(" 0 order 3") for line in entries(state)), out


def test_without_a_terminal_a_game_must_be_named(binary):
    with folder() as state:
        code, out, errors = type_lines(binary, state, ["1"])
        assert code == 2 and not out and "name a game: polterfass, drachen" in errors, errors
        for option in (["--players", "3"], ["--bots", "random"], ["--option", "goal=5"], ["--resume"], ["--new"]):
            code, out, errors = type_lines(binary, state, ["1"], "--plain", *option)
            assert code == 2 and not out and f"{option[0]} belongs to a game" in errors, errors
        code, _, errors = type_lines(binary, state, ["1"], "--plain", "--lang", "xx")
        assert code == 2 and 'no language "xx"' in errors, errors


if __name__ == "__main__":
    tap.run(globals())
