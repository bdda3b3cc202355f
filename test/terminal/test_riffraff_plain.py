"""test_riffraff_plain.py: Riff Raff in lines of text: places by numbers, refusals, catching.

The ship is really simulated, so only what is so on every build is tested: a piece that is
laid in the middle of an area stays there, one that is let go over its edge falls.
"""

import re
import sys

sys.dont_write_bytecode = True
from sit import LANGUAGES, catalogue, entries, folder, pipe  # noqa: E402

import tap  # noqa: E402

GAME = {"game": "riffraff"}
# The other one plays a 6 in the first round.
ALONE = ("--plain", "--players", "2", "--seed", "3", "--option", "first_captain=0")
PLACES = {"de": "links 5 mm, vor 3 mm, gedreht 90", "en": "left 5 mm, forward 3 mm, turned 90",
          "fr": "gauche 5 mm, avant 3 mm, tourné 90", "it": "sinistra 5 mm, avanti 3 mm, girato 90"}
HANGING = {"de": "ratte hängend", "en": "rat hanging", "fr": "rat suspendu", "it": "ratto appeso"}


def outcomes(state, suffix=".log"):
    return [entry.split(" ", 2)[2] for entry in entries(state, suffix, **GAME) if re.match(r"\d+ sim ", entry)]


def pose(outcome, piece):
    """Area and position, in millimetres, of a piece aboard."""
    area, numbers = re.search(rf"{re.escape(piece)}:(\d+):([-\d,]+)", outcome).groups()
    return int(area), [int(number) / 1000 for number in numbers.split(",")[:3]]


def is_said(key, language, told):
    text = catalogue(language)[key].split("{")[0].split("\n")[0]
    return " ".join(text.split()) in " ".join(told.split())


def test_a_piece_is_placed_by_numbers_in_four_languages(binary):
    for language in LANGUAGES:
        with folder() as state:
            crate = catalogue(language)["riffraff.word.crate"].lower()
            code, told, _ = pipe(binary, state, ["9", crate, PLACES[language]], *ALONE, "--lang", language, **GAME)
            assert code == 0 and is_said("riffraff.lets_go", language, told), told
            area, place = pose(outcomes(state)[0], "crate0.1")
            assert area == 9 and abs(place[1] - 55) < 15 and abs(place[0] - 3) < 5, place


def test_a_rat_hangs_by_its_tail(binary):
    for language in LANGUAGES:
        with folder() as state:
            piece, hanging = HANGING[language].split()
            pipe(binary, state, ["9", piece, hanging], *ALONE, "--lang", language, **GAME)
            area, place = pose(outcomes(state)[0], "rat0.1")
            assert area == 9 and place[2] < 305, place  # below the middle of the yard


def test_the_numbers_alone_will_do_and_the_middle_needs_none(binary):
    for line, left in (("12 0 45", 12), ("", 0), ("-10", -10)):
        with folder() as state:
            pipe(binary, state, ["9", "plank", line], *ALONE, "--lang", "en", **GAME)
            area, place = pose(outcomes(state)[0], "plank0.1")
            assert area == 9 and abs(place[1] - 50 - left) < 4, (line, place)


def test_a_refused_place_says_why_and_the_piece_stays_in_the_hand(binary):
    with folder() as state:
        lines = ["1", "crate", "right 15 mm", "standing on its head", "hanging", "left 3"]
        code, told, _ = pipe(binary, state, lines, *ALONE, "--lang", "en", **GAME)
        assert code == 0 and "The piece sticks out into another area" in told, told
        assert "What is \"head\"?" in told and "cannot be laid like that: box" in " ".join(told.split()), told
        assert told.count("You hold: box") == 1 and told.count("\"return\": you take it back") == 4, told
        assert " ".join(told.split()).count("Where to? Poses: ") == 3, told  # after each refusal
        first = outcomes(state)[-1]
        area, place = pose(first, "crate0.1")
        assert area == 1 and first.startswith("rest"), first


def test_who_finds_no_place_takes_the_piece_back_and_the_match_goes_on(binary):
    for language in LANGUAGES:
        with folder() as state:
            words = catalogue(language)
            gives_back = words["riffraff.type.return"].split()[0]
            lines = ["9", words["riffraff.word.crate"].lower(), "help", gives_back]
            code, told, _ = pipe(binary, state, lines, *ALONE, "--lang", language, **GAME)
            told = " ".join(told.split())
            assert code == 0 and outcomes(state)[0].split(" ")[0] == "back", told
            assert told.count(" ".join(words["riffraff.ask_back"].split())) == 2, told  # also after the help
            assert told.count(" ".join(words["riffraff.ask_card"].split("{")[0].split())) == 2, told


def test_what_falls_is_named_and_reached_for(binary):
    with folder() as state:
        code, told, _ = pipe(binary, state, ["9", "barrel", "turned 90 lying", "1"], *ALONE, "--lang", "en", **GAME)
        assert code == 0 and "Falling: barrel (1). What do you reach for?" in told, told
        assert outcomes(state)[0].startswith("fall barrel0.1"), outcomes(state)
        assert "catches only a barrel" in told or "Lost: a barrel" in told, told


def test_who_leaves_with_a_piece_in_the_hand_begins_to_load_again(binary):
    with folder() as state:
        pipe(binary, state, ["9", "rat"], *ALONE, "--lang", "en", **GAME)
        assert not outcomes(state)
        code, told, _ = pipe(binary, state, ["hanging"], "--plain", "--resume", **GAME)
        assert code == 0 and "You hold: rat, for area 9" in told and "On area 9, the rat stays aboard." in told, told


def test_a_resumed_match_has_the_same_ship(binary):
    with folder() as state:
        pipe(binary, state, ["9", "rat", "hanging"], *ALONE, "--lang", "en", **GAME)
        tables = [pipe(binary, state, ["table"], "--plain", "--resume", **GAME)[1] for _ in range(2)]
        ships = [re.findall(r"^(Ship: .*|On area .*)$", told, re.MULTILINE) for told in tables]
        assert ships[0] == ships[1] and "On area 9: rat." in ships[0], ships


def test_cards_and_pieces_that_are_gone_are_refused(binary):
    with folder() as state:
        lines = ["9", "2 crate", "two crate", "crate", "", "9", "12", "card 8", "crate 3"]
        _, told, _ = pipe(binary, state, lines, *ALONE, "--lang", "en", **GAME)
        assert told.count("You do not have that card.") == 2, told
        assert "Here you may load only one piece." in told, told


def test_help_tells_what_can_be_typed(binary):
    for language in LANGUAGES:
        with folder() as state:
            _, told, _ = pipe(binary, state, ["?", "help", "table"], *ALONE, "--lang", language, **GAME)
            assert is_said("riffraff.help", language, told) and is_said("riffraff.common_help", language, told), told
            assert is_said("riffraff.say_empty", language, told), told


if __name__ == "__main__":
    tap.run(globals())
