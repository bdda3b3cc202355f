"""test_drachen_plain.py: Zum Blauen Drachen in plain lines, through a pipe.

Whole matches in four languages; every way to say a card, a player, a wish; and
nothing a person types may break or lose a match.
"""

import functools
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from sit import LANGUAGES, catalogue, entries, folder, pattern, pipe, saved, talk  # noqa: E402
from seek import DIMLI, new_match  # noqa: E402

import tap  # noqa: E402
from pipe import Engine  # noqa: E402
from promise import fine  # noqa: E402

FINE, WRONG_CALL = 0, 2
GAME = {"game": "drachen"}
NEW = ("--new", "--seed", "7", "--option", "characters=DEFG")
ASKS = {"discard": ("drachen.ask_discard",), "action": ("drachen.ask_action",),
        "buy": ("drachen.ask_buy", "drachen.ask_buy_or_card"), "mead": ("drachen.ask_mead",),
        "challenge": ("drachen.ask_challenge",), "answer": ("drachen.ask_answer",),
        "between": ("drachen.ask_between",), "target": ("drachen.ask_target", "drachen.ask_piles", "drachen.ask_second"),
        "send": ("drachen.ask_send",), "new": ("terminal.again_ask",)}
# Words of one language that must not turn up in another.
OWN = {"de": ("Trinkfestigkeit", "Taverne", "zahlt", "Karten"), "en": ("Fortitude", "the tavern", "pays", "cards"),
       "fr": ("résistance", "l'auberge", "paie", "cartes"), "it": ("resistenza", "osteria", "paga", "monete")}


def numbers(line):
    """The cards that a prompt offers."""
    found = re.search(r"\((\d(?:, \d)*)\)", line)
    return found.group(1).split(", ") if found else []


def idle(ask, line):
    """Plays no card and gives every drink to the last possible target."""
    names = re.findall(r"Dimli|Eve|Fleck|Gog", line)
    return {"buy": names[-1] if names else "", "mead": "drink", "challenge": "decline", "new": "no"}.get(ask, "")


def busy(ask, line):
    """Plays any playable card, at the first possible target."""
    if ask == "target":
        return re.search(r"(\d) (?:Dimli|Eve|Fleck|Gog)", line).group(1)
    if ask in ("action", "answer", "between") and numbers(line):
        return numbers(line)[0]
    return "1" if ask == "discard" else idle(ask, line)


def sit_down(binary, state, language, answer, *arguments):
    code, lines = talk(binary, state, language, answer, *arguments, asks=ASKS, **GAME)
    assert code == FINE, (code, lines[-5:])
    return lines


def after(count, strategy):
    """Ends the input after so many answers."""
    left = [count]

    def answer(ask, line):
        left[0] -= 1
        return strategy(ask, line) if left[0] >= 0 else None
    return answer


def typed(binary, lines, *arguments, language="en"):
    """The output for these lines, and the person's actions."""
    with folder() as state:
        code, out, errors = pipe(binary, state, [*lines, "quit"], *arguments, "--lang", language, **GAME)
        assert (code, errors) == (FINE, ""), (code, errors, out[-500:])
        log = entries(state, **GAME)
    return out, [entry.split(" ", 2)[2] for entry in log if re.match(r"\d+ 0 ", entry)]


# whole matches


def test_a_whole_match_is_played_in_every_language(binary):
    for language in LANGUAGES:
        for strategy in (idle, busy):
            with folder() as state:
                lines = sit_down(binary, state, language, strategy, *NEW)
            text = "\n".join(lines)
            assert not re.search(r"\b(drachen|terminal|kernel)\.(?!log\b)[a-z_]+", text), language
            assert not re.search(r"[{}]|\b[DEFGT]\d\d\b", text), (language, re.findall(r".*[DEFGT]\d\d.*", text))
            assert not [line for line in lines if len(line) > 79 and not line.startswith("  ")], language
            for word in OWN[language]:
                assert word in text, (language, word)
            for other in set(LANGUAGES) - {language}:
                for word in OWN[other]:
                    assert word not in text, (language, word)


def test_every_number_of_seats_and_every_character(binary):
    for seats, characters in ((2, "GE"), (3, "FGD"), (4, "EDGF"), (2, "random"), (4, "random")):
        with folder() as state:
            lines = sit_down(binary, state, "en", busy, *NEW, "--players", str(seats),
                             "--option", f"characters={characters}")
            log = entries(state, "-finished.log", **GAME)
        assert f"seats {seats}" in log, log[:12]
        letters = re.findall(r"(?:Toni|Frances|Augustus|Benedict) is ([DEFG])", " ".join(lines[:8]))
        assert characters in ("random", "".join(letters)), (characters, lines[:4])
    with folder() as state:
        pipe(binary, state, [], "--new", "--seed", "7", **GAME)
        log = saved(state, **GAME).read_text()
        assert "option characters random\noption first_seat random\n" in log, log
    code, _, errors = pipe(binary, "/nowhere", [], *NEW, "--option", "characters=XY", **GAME)
    assert code == WRONG_CALL and "name a different one of the letters" in errors, errors
    code, _, errors = pipe(binary, "/nowhere", [], *NEW, "--players", "5", **GAME)
    assert code == WRONG_CALL and errors, errors


def test_the_language_does_not_touch_the_match(binary):
    logs = []
    for language in LANGUAGES:
        with folder() as state:
            sit_down(binary, state, language, busy, *NEW)
            logs.append(entries(state, "-finished.log", **GAME))
    assert logs.count(logs[0]) == len(logs)


def test_the_end_tells_who_went_out_and_can_be_proved(binary):
    with folder() as state:
        lines = sit_down(binary, state, "en", idle, *NEW)
        path = str(saved(state, "-finished.log", **GAME))
        end = next(i for i, line in enumerate(lines) if line.startswith("1. ") and "still standing" in line)
        assert "is the last one standing" in lines[end - 1], lines[end - 2:]
        for place, line in enumerate(lines[end + 1:end + 4], 2):
            assert re.match(rf"{place}\. \w+ \(\w+(, you)?\): (passed out|out of gold)", line), lines[end:]
        done = subprocess.run([binary, "verify", path], capture_output=True, check=False, timeout=60)
        assert done.returncode == FINE and b"all fits" in done.stdout, done


def test_a_match_that_was_left_goes_on_as_it_would_have(binary):
    with folder() as state:
        sit_down(binary, state, "en", busy, *NEW)
        whole = entries(state, "-finished.log", **GAME)
    for count in (1, 4, 9, 17):
        with folder() as state:
            sit_down(binary, state, "en", after(count, busy), *NEW)
            assert saved(state, **GAME).exists()
            lines = sit_down(binary, state, "en", busy)
            assert lines[0].startswith("The unfinished match goes on"), lines[0]
            assert entries(state, "-finished.log", **GAME) == whole, count


# what is asked


def test_nobody_is_asked_who_can_only_pass(binary):
    asked = []

    def look(ask, line):
        if ask in ("answer", "between", "action"):
            asked.append(line)
            assert numbers(line), line
        return idle(ask, line)
    for seed in "123":
        with folder() as state:
            sit_down(binary, state, "en", look, "--new", "--seed", seed)
    assert asked


def count_asks(binary, seed, first, *arguments):
    """How often each kind of question comes, if the first one gets this answer."""
    counts, left = {}, list(first)

    def answer(ask, line):
        counts[ask] = counts.get(ask, 0) + 1
        return left.pop(0) if left else idle(ask, line)
    with folder() as state:
        lines = sit_down(binary, state, "en", answer, "--new", "--seed", seed, *arguments)
    return counts, lines


@functools.lru_cache
def idle_lines(binary, seed):
    """A match in which the person plays no card; cached, because several tests use it."""
    return tuple(count_asks(binary, seed, [])[1])


def test_a_kind_of_question_can_be_passed_over(binary):
    seen, skipped = {"before": 0, "after": 0}, []

    def answer(ask, line):
        if ask == "answer":
            seen["after" if skipped else "before"] += 1
            return "skip"
        return idle(ask, line)
    with folder() as state:
        lines = sit_down(binary, state, "en", answer, *NEW)
    told = [line for line in lines if line.startswith("No longer asked")]
    assert told and len(told) == len(set(told)), told  # never asked twice about a kind
    every, _ = count_asks(binary, "7", [])
    assert len(told) < every["answer"], (len(told), every)


def test_everything_is_passed_until_the_own_turn(binary):
    out, done = typed(binary, ["", "eve", *["wait"] * 3], DIMLI)
    assert "You pass until your own turn (a: ask again)." in out, out
    rest = out[out.index("You pass until your own turn"):]
    first = next(line for line in rest.splitlines() if line.startswith(("Type ", "Your turn")))
    assert first.startswith(("Your turn", "Type the numbers")), first
    assert done[:2] == ["pass", "buy >1"], done


def test_own_cards_are_passed_unless_wished(binary):
    """Dimli could answer his own Sometimes card, which he rarely wants."""
    def questions_on_own(first):
        counts, lines = count_asks(binary, "4", first, "--option", "first_seat=0")
        text = " ".join(lines)
        return len(re.findall(r"Dimli plays \"[^\"]+\"(?: at \w+)?: do you answer\?", text)), counts
    assert questions_on_own([])[0] == 0
    out, _ = typed(binary, ["own", "own", "help"], DIMLI)
    assert "You are asked about your own cards too." in out and "On your own cards you pass without" in out, out


def test_a_card_is_played_in_between(binary):
    asked, played = [], []

    def answer(ask, line):
        if ask == "action" and not asked:
            asked.append(line)
            return "stop"
        if ask == "between":
            asked.append(line)
            if not played:
                played.append(numbers(line))
                return f"play {numbers(line)[0]} gog"
        return idle(ask, line)
    with folder() as state:
        lines = sit_down(binary, state, "en", answer, DIMLI)
        log = entries(state, "-finished.log", **GAME)
    assert "You are asked before others decide, if a card of yours is playable." in lines, lines[:40]
    at = next(i for i, entry in enumerate(log) if entry.endswith(" 0 play D07 >3"))
    assert re.match(r"\d+ [123] ", log[at + 1]), log[at:at + 3]  # whom it interrupted goes on
    text = " ".join(lines)
    assert re.search(r"Next, \w+ (?:may play an Action|buys somebody a drink)", text) and 'You play "Don\'t forget the tip!" on Gog.' in text


def test_without_the_wish_nobody_is_asked_in_between(binary):
    counts, _ = count_asks(binary, "20", [], "--option", "first_seat=0")
    assert "between" not in counts, counts


def interrupts(binary, log):
    """Interrupts: entries of seats that were not awaited."""
    seats = sum(bool(re.match(r"\d+ chance\*? shuffle \d", entry)) for entry in log[:20])
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="drachen", seats=seats))["match"]
        for entry in log:
            found = re.match(r"\d+ (\d|chance)\*? (.*)", entry)
            if not found:
                continue
            seat = found[1] if found[1] == "chance" else int(found[1])
            turn = fine(engine.ask(cmd="turn", match=match))["turn"]
            if turn["kind"] == "seats" and seat not in turn["seats"]:
                yield seat, found[2]
            fine(engine.ask(cmd="play", match=match, seat=seat, action=found[2]))


def test_computer_players_interrupt_too(binary):
    """Z-54, by players who do so one time in eight; and a match that was left goes on with it."""
    logs = []
    for answers in (None, 6):
        with folder() as state:
            arguments = (DIMLI,)
            if answers:
                sit_down(binary, state, "en", after(answers, idle), *arguments)
                arguments = ()
            lines = sit_down(binary, state, "en", idle, *arguments)
            logs.append(entries(state, "-finished.log", **GAME))
    found = list(interrupts(binary, logs[0]))
    assert found and all(seat in (1, 2, 3) for seat, _ in found), found
    assert all(re.match(r"play [A-G]\d\d", action) for _, action in found), found
    assert any("plays \"" in line for line in lines)
    assert logs[0] == logs[1]


# what can be typed


def test_a_card_has_many_spellings(binary):
    for lines in (["6", "eve", ""], ["6 eve", ""], ["6 1", ""], ["play 6 eve"], ["play d20 >1"], ["PLAY D20 >1"],
                  ["play 6 Frances"], ["play 6 e"], ["6", "undo", "1", "undo", "6", "1", "yes"], ["d20", "1", ""],
                  ["6 fleck", "no", "play 6 eve"]):
        out, done = typed(binary, lines, DIMLI)
        assert done[0] == "play D20 >1", (lines, done, out[-600:])


def test_two_piles_are_named_one_after_the_other(binary):
    for lines in (["", "2", "eve", "gog", ""], ["", "play 2 eve gog"], ["pass", "play D05 >1 >3"], ["", "2 eve gog", ""]):
        out, done = typed(binary, [*lines, "eve"], DIMLI)
        assert done[:2] == ["pass", "play D05 >1 >3"], (lines, done, out[-600:])
        assert "buy >1" in done, done


def test_a_wrong_target_does_not_drop_the_card(binary):
    out, done = typed(binary, ["6", "nobody", "dimli", "eve", ""], DIMLI)
    assert done[0] == "play D20 >1", done
    assert '"nobody" cannot be named here.' in out and '"dimli" cannot be named here.' in out, out
    assert out.count("on whom? 1 Eve, 2 Fleck, 3 Gog.") == 3, out
    out, done = typed(binary, ["", "2 eve nobody", "gog", ""], DIMLI)
    assert done[:2] == ["pass", "play D05 >1 >3"] and "onto whose pile the second drink?" in out, (done, out)
    out, done = typed(binary, ["6", "nobody", "undo", "undo", "", "eve"], DIMLI)
    assert done[:2] == ["pass", "buy >1"] and "There is nothing to take back." in out, (done, out)


def test_a_name_is_not_asked_for_at_every_time(binary):
    out, done = typed(binary, ["eve", "Frances"], DIMLI)
    assert out.count("Nobody is to be named here.") == 2 and not done, (done, out)


def test_titles_stand_in_quotes(binary):
    with folder() as state:
        lines = " ".join(sit_down(binary, state, "en", busy, *NEW))
    titles = r'"[^"]+"(, "[^"]+")*( and "[^"]+")?\.'
    for part in (r"You draw: " + titles, r"\w+ discards?: " + titles, r'turns? over "[^"]+"\.'):
        assert re.search(part, lines), part
    assert not re.search(r"\(you\)'s", lines)


def test_piles_keep_the_order_they_are_named_in(binary):
    out, done = typed(binary, ["", "2 gog eve", ""], DIMLI)
    assert done[1] == "play D05 >3 >1", done
    assert "for Gog and Eve" in out.replace("\n", " ") and "for Eve and Gog" not in out, out
    assert "onto whose piles?" in typed(binary, ["", "2"], DIMLI)[0]


def test_texts_of_cards_that_fit_are_said_once(binary):
    lines = count_asks(binary, "7", [], "--option", "first_seat=0")[1]
    flat = "\n".join(lines)
    said = re.findall(r"^\d\. (.+) \([A-Z][^)]*\):", flat, re.MULTILINE)
    titles = re.findall(r"^\d\. (.+) \([A-Z][^)]*\)$", flat, re.MULTILINE)
    assert said and len(said) == len(set(said)) and set(said) & set(titles), said


def test_a_pending_card_is_said_with_its_player(binary):
    lines = [line for seed in "1234" for line in idle_lines(binary, seed)]
    flat = " ".join(lines)
    assert re.search(r'(?:Eve|Fleck|Gog) plays "[^"]+" \((?:Action|Sometimes|Anytime)[^)]*\): ', flat), flat
    assert not [line for line in lines if re.match(r"(Action|Sometimes|Anytime|Gambling|Cheating): (?!pot )", line)]


def test_a_card_is_found_by_its_title(binary):
    for line in ("text wrestling", "card arm dwarf", "text D20", "card 6"):
        out, _ = typed(binary, [line], DIMLI)
        assert "Arm wrestling, dwarf rules\nAction: in your action phase" in out, (line, out)


def holds_arm_wrestling(view):
    return "D20" in view["seats"][0]["hand"]


def test_a_name_that_is_a_character_means_the_character(binary):
    out, done = typed(binary, ["play d20 gog"], *new_match(binary, "drachen", holds_arm_wrestling, first_seat=0),
                      "--name", "Gog")
    assert done[0] == "play D20 >3", (done, out)
    assert "Everybody here goes by their character's name: Gog is Dimli" in out, out


def test_only_what_changes_is_told_of_a_drink(binary):
    for seed in "1234":
        flat = " ".join(idle_lines(binary, seed))
        assert not re.search(r"alcohol [+-]\d+, Fortitude 0\b|alcohol 0, Fortitude [+-]", flat), seed
        assert not re.search(r"drinks: [^.]*\b(alcohol|Fortitude) 0", flat), seed


def test_every_language_has_its_own_words(binary):
    calls = {"de": ["spielen 6 eve", "kaufen gog"], "fr": ["jouer 6 eve", "acheter gog"],
             "it": ["gioca 6 eve", "compra gog"], "en": ["play 6 eve", "buy gog"]}
    for language, lines in calls.items():
        _, done = typed(binary, lines, DIMLI, language=language)
        assert done[0] == "play D20 >1" and "buy >3" in done, (language, done)


def test_cards_are_thrown_away_by_number(binary):
    def first_discard(reply):
        replies = {"discard": [reply, ""], "send": [""]}
        with folder() as state:
            sit_down(binary, state, "en", after(40, lambda ask, line: replies[ask].pop(0) if replies.get(ask)
                                                else idle(ask, line)), DIMLI)
            log = entries(state, **GAME) if saved(state, **GAME).exists() else entries(state, "-finished.log", **GAME)
        return next(entry.split(" ", 2)[2] for entry in log if re.match(r"\d+ 0 (discard|keep)", entry))
    both = first_discard("1 3")
    assert re.fullmatch(r"discard D\d\d D\d\d", both), both
    assert first_discard("discard 3 1") == both and first_discard("3,1") == both
    assert first_discard("") == first_discard("keep") == "keep"


def test_bad_lines_are_answered_and_nothing_is_lost(binary):
    bad = [b"bogus", b"9", b"8", b"0", b"play", b"play 9", b"play 6 toni toni", b"play 6 dimli", b"play 4", b"4",
           b"discard 1", b"buy eve", b"accept", b"split eve", b"play D99", b"play 6 >7", b"text 9", b"yes", b"undo",
           b"\x1b[2J", b"3\x005", b"\xff\xfe", b"x" * 5000, b"6 6 6 6 6 6 6 6 6 6 6 6 6 6 6", b"skip", b"wait"]
    with folder() as state:
        code, out, errors = pipe(binary, state, b"\n".join([*bad, b"quit"]) + b"\n", DIMLI, "--lang", "en", **GAME)
        assert (code, errors) == (FINE, ""), (code, errors)
        assert not [entry for entry in entries(state, **GAME) if re.match(r"\d+ 0 ", entry)]
    assert 'I do not understand "bogus".' in out and "\x1b" not in out and "\x00" not in out
    for part in ('There is no card "9" in your hand', '"Burrrp! That hit the spot!" cannot be played now.',
                 '"dimli" cannot be named here.', "Cards are discarded only at the beginning of your turn."):
        assert part in out, (part, out)


def test_everything_on_the_screen_can_be_asked_for(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        lines = [words[f"terminal.word.{ask}"].split()[0] for ask in ("help", "log", "rules", "seats", "table")]
        lines += [words[f"drachen.type.{ask}"].split()[0] for ask in ("hand", "text")] + ["text 6", "?"]
        out, done = typed(binary, lines, DIMLI, language=language)
        flat = out.replace("\n", " ")
        assert not done and not re.search(pattern(words["terminal.not_understood"]), flat), (language, out)
        for key in ("drachen.say_you", "drachen.say_middle", "drachen.fits", "drachen.wish_not_own", "terminal.seats",
                    "drachen.text.D20", "drachen.text.D14"):
            assert re.search(pattern(words[key]), flat), (language, key, out)
        if language == "fr":
            assert not re.search(r"[^\s,] [;:!?»]|« ", out), re.findall(r".{20}[^\s,] [;:!?»]", out)


def test_a_card_tells_its_kind_when_it_is_played_and_whether_it_fits(binary):
    out, _ = typed(binary, ["text 6", "t 4"], DIMLI)
    for part in ("Arm wrestling, dwarf rules\nAction: in your action phase, one a turn.\nAnother player loses 2",
                 "You can play it now.", "Burrrp! That hit the spot!\nSometimes: when its condition is met",
                 "You cannot play it now."):
        assert part in out, (part, out)


def holds_her_fire(view):
    return "E24" in view["seats"][0]["hand"]


def test_eve_of_2008_reads_as_she_plays(binary):
    texts = {"off": "Another player loses 3 Fortitude.", "on": "Another player loses 2 Fortitude."}
    for value, text in texts.items():
        arguments = new_match(binary, "drachen", holds_her_fire, characters="EDFG", eve_2008=value, first_seat=0)
        out, _ = typed(binary, ["text"], *arguments)
        found = re.search(r"This fire is no illusion \(Action\): (.*)", out)
        assert found and found.group(1).startswith(text), (value, out)


if __name__ == "__main__":
    tap.run(globals())
