"""test_plain.py: Polterfass in plain lines, through a pipe.

Whole matches in four languages; nothing a person types may break or lose one.
"""

import itertools
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from sit import (LANGUAGES, asking, catalogue, command, entries, environment, folder, idle, pattern, pipe,  # noqa: E402
                 saved, talk)
from seek import SPOILED_OF_FIVE, rolled  # noqa: E402

import tap  # noqa: E402

FINE, TROUBLE = 0, 3
NEW = ("--new", "--seed", "7")
# Words of one language that must not turn up in another.
OWN = {"de": ("Wirt ", "Krüge", "Fässer", "bestellt"), "en": ("nnkeeper", "mugs", "barrels", "ordered"),
       "fr": ("auberge", "chopes", "tonneaux", "commandé"), "it": ("oste ", "boccali", "botti", "ordinato")}


def whole_match(binary, state, language, *arguments):
    code, lines = talk(binary, state, language, idle, *NEW, *arguments)
    assert code == FINE, (code, lines[-5:])
    return lines


def strategy(script):
    """Answers in turn from the script, then idly."""
    left = list(script)
    return lambda ask, line: left.pop(0) if left else idle(ask, line)


def after(count, ask_line=idle):
    """Idle answers, and after so many of them the input ends."""
    left = [count]

    def answer(ask, line):
        left[0] -= 1
        return ask_line(ask, line) if left[0] >= 0 else None
    return answer


# whole matches


def test_a_whole_match_is_played_in_every_language(binary):
    for language in LANGUAGES:
        with folder() as state:
            text = "\n".join(whole_match(binary, state, language))
        assert not re.search(r"\b(polterfass|terminal|kernel|null)\.(?!log\b)[a-z_]+", text), language
        assert "{" not in text and "}" not in text, language
        for word in OWN[language]:
            assert word in text, (language, word)
        for other in set(LANGUAGES) - {language}:
            for word in OWN[other]:
                assert word not in text, (language, word)


def test_the_language_does_not_touch_the_match(binary):
    logs = []
    for language in LANGUAGES:
        with folder() as state:
            whole_match(binary, state, language)
            logs.append(entries(state, "-finished.log"))
    assert logs.count(logs[0]) == len(logs)


def phrases_in(language, lines):
    """Lines in which somebody says a quick phrase, and who."""
    phrases = [text for key, text in catalogue(language).items() if key.startswith("polterfass.phrase.")]
    return [(line.split()[0].rstrip(":\u00a0"), line) for line in lines if any(phrase in line for phrase in phrases)]


def test_computer_players_speak_now_and_then_and_alike_in_every_language(binary):
    counts = set()
    for language in LANGUAGES:
        with folder() as state:
            lines = whole_match(binary, state, language, "--players", "4")
        said = phrases_in(language, lines)
        counts.add(len(said))
        guests = {catalogue(language)[f"words.guest.{number}"] for number in (1, 2, 3)}
        assert {who for who, _ in said} <= guests, said
        assert 2 <= len(said) <= len(lines) / 20, (len(said), len(lines))
    assert len(counts) == 1, counts


def test_what_computer_players_said_is_told_again(binary):
    with folder() as state:
        code, lines = talk(binary, state, "en", after(20), *NEW)
        said = [line for _, line in phrases_in("en", lines)]
        assert code == FINE and said, lines
        code, out, _ = pipe(binary, state, ["log", "quit"], "--resume", "--lang", "en")
        assert code == FINE and [line for _, line in phrases_in("en", out.splitlines())] == said, (said, out)


def test_the_dice_of_a_finished_match_can_be_proved(binary):
    with folder() as state:
        lines = whole_match(binary, state, "en")
        path = str(saved(state, "-finished.log"))
        assert any(f"spelunke verify {path}" in line for line in lines), lines[-6:]
        done = subprocess.run([binary, "verify", path], capture_output=True, check=False, timeout=60)
        assert done.returncode == FINE and b"all fits" in done.stdout, done
        assert not saved(state).exists()


def test_p27_the_terminal_offers_real_barrels_first(binary):
    with folder() as state:
        call = [binary, "play", "polterfass", "--plain", "--lang", "en", "--name", "Toni", "--new"]
        done = subprocess.run(call, input=b"", capture_output=True, env=environment(state), timeout=240, check=False)
        log = entries(state)
        assert done.returncode == FINE and "option barrels physics" in log, (done, log)
        assert any(line.startswith("build ") for line in log), log
        proof = subprocess.run([binary, "verify", saved(state)], capture_output=True, timeout=240, check=False)
        assert proof.returncode == FINE and b"all fits" in proof.stdout, proof


def test_settings_players_and_names(binary):
    with folder() as state:
        code, lines = talk(binary, state, "de", idle, *NEW, "--players", "6", "--option", "goal=20",
                           "--option", "first_innkeeper=3", "--name", "Jörg Müßig")
        assert code == FINE and lines[0].startswith("Du bist Jörg Müßig."), lines[0]
        log = entries(state, "-finished.log")
        assert {"seats 6", "option goal 20", "option first_innkeeper 3"} <= set(log), log[:12]


def test_somebody_who_hardly_types_gets_to_the_end(binary):
    with folder() as state:
        code, out, errors = pipe(binary, state, ["0", "", "stop"] * 400, *NEW, "--lang", "en")
        assert (code, errors) == (FINE, ""), (code, errors, out[-300:])
        assert entries(state, "-finished.log")[-1].startswith("end ") and "Another match?" in out


def test_another_match_has_other_dice(binary):
    with folder() as state:
        answer = strategy([])
        again = iter(["yes", None])
        code, lines = talk(binary, state, "en",
                           lambda ask, line: next(again) if ask == "new" else
                           None if saved(state, "-finished.log").exists() else answer(ask, line),
                           *NEW, "--option", "goal=5")
        assert code == FINE, lines[-5:]
        assert "seed 7" in entries(state, "-finished.log") and "seed 7" not in entries(state)
        assert sum("You are Toni." in line for line in lines) == 2, lines  # each match says who plays


# what can be typed


def test_bad_lines_are_answered_and_nothing_is_lost(binary):
    bad = [b"bogus", b"9", b"3 3", b"order", b"1 2 3", b"order 9", b"12", b"-1", b"stop", b"again", b"undo",
           b"yes", b"", b"   ", b"\x1b[2J", b"3\x005", b"\xff\xfe", b"x" * 5000, b"4 5 \xe2\x80\xae"]
    with folder() as state:
        code, out, errors = pipe(binary, state, b"\n".join([*bad, b"quit"]) + b"\n", *NEW, "--lang", "en",
                                 "--option", "first_innkeeper=1")
        assert (code, errors) == (FINE, ""), (code, errors)
        assert len(entries(state)) > 10 and not [line for line in entries(state) if " 0 order" in line]
        assert 'I do not understand "bogus".' in out and "\x1b" not in out and "\x00" not in out
        assert out.count("An order is one card, or two") >= 6, out
        assert "x" * 300 not in out


def test_the_innkeeper_is_answered_as_well(binary):
    with folder() as state:
        lines = ["again 5", "again 7 8", "roll 1", "26", "3 5", "stop now", "quit"]
        code, out, _ = pipe(binary, state, lines, *NEW, "--lang", "en", "--option", "first_innkeeper=0")
        assert code == FINE and "Only a special barrel that stands can be chosen" in out, out
        assert not [line for line in entries(state) if re.match(r"\d+ 0 ", line)]


def test_an_order_is_taken_back_before_it_is_sent(binary):
    with folder() as state:
        lines = ["3 5", "undo", "6", "7 1", "", "quit"]
        code, out, _ = pipe(binary, state, lines, *NEW, "--lang", "en", "--option", "first_innkeeper=1")
        assert code == FINE and "Order 8 mugs (3, 5)?" in out and "Order 6 mugs (6)?" in out, out
        assert [line.split(" ", 1)[1] for line in entries(state) if " 0 order" in line][0] == "0 order 1 7"


def test_orders_have_many_spellings(binary):
    for line in ("3 5", "5 3", "order 5 3", "bestelle 3 5", "3,5", "3+5", "ORDER 3 5"):
        with folder() as state:
            pipe(binary, state, [line, "ja", "ende"], *NEW, "--lang", "de", "--option", "first_innkeeper=1")
            assert any(entry.endswith(" 0 order 3 5") for entry in entries(state)), line


def test_everything_on_the_screen_can_be_asked_for(binary):
    asks = ("help", "log", "rules", "pad", "seats", "table", "odds")
    for language in LANGUAGES:
        words = catalogue(language)
        lines = [words[f"terminal.word.{ask}"].split()[0] for ask in asks]
        with folder() as state:
            code, out, _ = pipe(binary, state, [*lines, "?", "quit"], *NEW, "--lang", language)
        out = out.replace("\n", " ")
        assert code == FINE and pattern(words["terminal.not_understood"]) and "%" in out
        assert not re.search(pattern(words["terminal.not_understood"]), out), (language, out)
        for key in ("polterfass.odds_cup", "polterfass.pad_empty", "terminal.seats", "polterfass.say_barrels"):
            assert re.search(pattern(words[key]), out), (language, key, out)


def innkeeper(binary, lines, position, language="en"):
    """Somebody who is the innkeeper types these lines: what is said from then on, and
    the first thing done."""
    with folder() as state:
        code, out, errors = pipe(binary, state, [*lines, "quit"], position, "--lang", language)
        assert (code, errors) == (FINE, ""), (code, errors, out)
        done = [entry.split(" ", 2)[2] for entry in entries(state) if re.match(r"\d+ 0 ", entry)]
    told = out[out.index(catalogue(language)["polterfass.task_serve"]):out.rindex(state)]
    return told, done[0] if done else None


# Five barrels lie or six; the specials have the places 8 and 9.
ALL_STAND = rolled("9 3 3 4 4 5 5 d x")
DOUBLE_AT_8, DOUBLE_TWICE, SPOILED_AT_9 = map(rolled, ("9 - - 4 - 5 - d -", "9 - - 4 - - - d d", "- 3 - 7 - - - - x"))


# How they are offered: with others that lie and are rolled anyhow, or alone.
SPECIALS = ("ask_double", "ask_spoiled", "ask_both", "ask_only_double", "ask_only_spoiled", "ask_only_both")


def test_special_barrels_go_by_what_they_show(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        for position, told in ((DOUBLE_AT_8, {"ask_double"}), (DOUBLE_TWICE, {"ask_double", "ask_both"}),
                               (SPOILED_AT_9, {"ask_spoiled"}),
                               (ALL_STAND, {"ask_only_double", "ask_only_spoiled", "ask_only_both"})):
            out, _ = innkeeper(binary, [], position, language)
            for key in SPECIALS:
                assert out.count(words[f"polterfass.{key}"]) == (key in told), (language, position, key, out)
            assert not re.search(r" [89]\b", out.splitlines()[1]), out


def test_special_barrels_are_chosen_by_word_or_by_place(binary):
    calls = ((DOUBLE_AT_8, ("again double", "again 8", "r DOUBLE", "weiter doppelt"), "again 8"),
             (SPOILED_AT_9, ("again spoiled", "again 9"), "again 9"),
             (DOUBLE_TWICE, ("again both", "again 8 9", "again double double", "weiter beide"), "again 8 9"))
    for position, lines, expected in calls:
        for line in lines:
            language = "de" if line.startswith("weiter") else "en"
            assert innkeeper(binary, [line], position, language)[1] == expected, line
    for line in ("again 9", "again spoiled", "again both", "again double double", "again 7", "again it"):
        out, done = innkeeper(binary, [line], DOUBLE_AT_8)
        assert done is None and "Only a special barrel that stands can be chosen" in out, (line, out)


def test_the_odds_tell_with_and_without_which_barrel(binary):
    out = innkeeper(binary, ["?"], DOUBLE_AT_8)[0].replace("\n", " ")
    shares = re.findall(r"\d:\s(\d+\.\d)", out[out.index("How many of 5 barrels"):])
    assert len(shares) == 6 and abs(sum(map(float, shares)) - 100) < 0.5, out
    for part in ("5 barrels without the double one: fails", "6 barrels with the double one: fails",
                 "How many of 5 barrels without the double one stand: 0:"):
        assert part in out, out
    out = innkeeper(binary, ["?"], DOUBLE_TWICE)[0].replace("\n", " ")
    assert out.count("6 barrels with one of the double ones: fails") == 1 and "7 barrels with both" in out, out
    out = innkeeper(binary, ["?"], ALL_STAND)[0].replace("\n", " ")  # only specials can be rolled: all, if none is named
    assert "How many of 2 barrels with both" in out, out


def test_refusals_are_sentences(binary):
    for language in LANGUAGES:
        reason = catalogue(language)["polterfass.special_lies"]
        out = innkeeper(binary, ["again 9"], DOUBLE_AT_8, language)[0].replace("\n", " ")
        assert reason[0].upper() + reason[1:] + "." in out, (language, out)


def test_short_forms_are_those_of_the_screen_and_help_tells_them(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        for line in (words["terminal.help"] + "\n" + words["polterfass.help"]).splitlines():
            form = re.match(r"\w+, (\S)\s?:", line)
            assert form or not re.match(r"\w+, ", line), line
        for short, key in (("h", "rules"), ("l", "log"), ("p", "pad"), ("?", "odds"), ("q", "quit")):
            word = words[f"terminal.word.{key}"].split()[0]
            assert re.search(rf"^{word}, {re.escape(short)}\s?:", words["terminal.help"], re.MULTILINE), (language, key)
        answers = [innkeeper(binary, [line], DOUBLE_AT_8, language)[0] for line in (
            "h", words["terminal.word.rules"].split()[0], "l", words["terminal.word.log"].split()[0])]
        assert answers[0] == answers[1] and "POLTERFASS" in answers[0], (language, answers[0])
        assert answers[2] == answers[3] and re.search("Frances|Franziska|Francisca|Francesca", answers[2]), (language, answers[2])


def test_capital_letters_are_read_as_small_ones(binary):
    for language, line in (("fr", "RÈGLES"), ("it", "PROBABILITÀ"), ("de", "CHANCEN")):
        out, _ = innkeeper(binary, [line], DOUBLE_AT_8, language)
        assert line.lower() not in out, (language, out)
    with folder() as state:
        pipe(binary, state, ["3 5", "ZURÜCK", "6", "JA", "q"], *NEW, "--lang", "de", "--option", "first_innkeeper=1")
        assert any(entry.endswith(" 0 order 6") for entry in entries(state))


def test_lines_may_end_as_on_other_systems(binary):
    with folder() as state:
        code, out, _ = pipe(binary, state, b"  3 \r\n\t\r\nquit\r\n", *NEW, "--lang", "en")
        assert code == FINE and any(line.endswith(" 0 order 3") for line in entries(state)), out


def test_what_is_not_understood_is_quoted_as_it_was_typed(binary):
    out, _ = innkeeper(binary, ["yes", "undo"], DOUBLE_AT_8)
    assert 'I do not understand "yes".' in out and "There is nothing to take back." in out, out


def test_another_match_is_not_asked_for_ever(binary):
    for replies, asked in ((["perhaps", "2", "stop", "yes"], 3), ([""], 1), (["what", ""], 2), (["no"], 1)):
        with folder() as state:
            left = list(replies)
            code, lines = talk(binary, state, "en", lambda ask, line: left.pop(0) if ask == "new" else idle(ask, line),
                               *NEW, "--option", "goal=5")
            assert code == FINE and not saved(state).exists(), (replies, lines[-5:])
            assert lines.count(asking("en", "terminal.again_ask")) == asked, (replies, lines[-8:])


def test_computer_players_have_names_in_every_language(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state:
            _, out, _ = pipe(binary, state, ["who"], *NEW, "--lang", language, "--players", "6",
                             "--bots", "random,bold,careful,regular")
        out = out.replace("\n", " ")
        for key in ("random", "bold", "careful", "regular"):
            assert f"({words['polterfass.bot.' + key]})" in out, (language, key, out)
            assert words["polterfass.bot_help." + key] in out, (language, key, out)
    done = subprocess.run([binary, "games"], capture_output=True, timeout=60, check=True).stdout.decode()
    assert re.search(r"    regular +works out exactly", done), done


def test_lines_are_at_most_79_columns(binary):
    for language in LANGUAGES:
        asks = ["help", "rules", "?", "who", "table", "log", "pad", "bogus " * 20]
        with folder() as state:
            _, out, _ = pipe(binary, state, asks + ["2", "", "stop", "", *asks] * 8, *NEW, "--lang", language,
                             "--players", "6", "--name", "Maximiliane Theodora von Hohenfels-Au")
        long = [line for line in out.splitlines() if len(line) > 79]
        assert not long, (language, long)
        if language == "fr":
            assert not re.search(r"[^\s,] [;:!?»]|« ", out), re.findall(r".{20}[^\s,] [;:!?»]", out)


# saving


def test_nowhere_to_save_is_told_without_a_path(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        around = {name: value for name, value in environment("").items() if name not in ("HOME", "XDG_STATE_HOME")}
        done = subprocess.run(command(binary, *NEW, "--lang", language), input=b"", capture_output=True, env=around,
                              timeout=60, check=False)
        out = done.stdout.decode().replace("\n", " ")
        assert done.returncode == TROUBLE and "()" not in out, (language, out)
        assert words["terminal.save_nowhere"] in out and words["terminal.nowhere"] in out, (language, out)


def test_the_end_of_the_input_saves_and_leaves(binary):
    with folder() as state:
        code, out, errors = pipe(binary, state, [], *NEW, "--lang", "en")
        assert (code, errors) == (FINE, "") and str(saved(state)) in out, out
        assert entries(state)[-1].startswith("end ")
        assert saved(state).stat().st_mode & 0o077 == 0, "others can read the secrets"


def test_an_interrupted_match_ends_as_an_uninterrupted_one(binary):
    with folder() as state:
        whole_match(binary, state, "de")
        expected = entries(state, "-finished.log")
    with folder() as state:
        code, lines = talk(binary, state, "de", after(3), *NEW)
        parts = lines
        while code == FINE and not saved(state, "-finished.log").exists():
            code, lines = talk(binary, state, "de", after(7), "--resume")
            parts = parts + lines
        assert code == FINE and entries(state, "-finished.log") == expected
        assert sum(catalogue("de")["terminal.resumed"] == line for line in parts) > 0


def test_killed_at_any_moment_the_save_is_whole(binary):
    for lines in (1, 5, 12, 25, 60):
        with folder() as state:
            with subprocess.Popen(command(binary, *NEW), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env=environment(state)) as program:
                program.stdin.write(b"2\n\nstop\n" * 30)
                program.stdin.flush()
                for _ in range(lines):
                    program.stdout.readline()
                program.kill()
            done = subprocess.run([binary, "verify", saved(state)], capture_output=True, timeout=60, check=False)
            assert done.returncode == FINE and b"all fits" in done.stdout, (lines, done)


def test_an_unfinished_match_goes_on_unasked(binary):
    """With a named game and --plain there is no question before the first move."""
    with folder() as state:
        pipe(binary, state, [], *NEW, "--lang", "en", "--players", "5")
        before = entries(state)
        code, out, _ = pipe(binary, state, ["who", "quit"], "--lang", "en")
        assert code == FINE and entries(state) == before, out
        assert "rolls all nine" not in out, "the past is said again, unasked"
        assert "The unfinished match goes on; --new begins another one." in out and "Becky (random)" in out
        assert "?" not in out.split("The unfinished match")[0], out
        code, out, _ = pipe(binary, state, ["2", ""], "--lang", "en")
        assert code == FINE and entries(state)[:len(before) - 1] == before[:-1], out
        code, out, _ = pipe(binary, state, [], *NEW, "--lang", "en")
        assert code == FINE and "The unfinished match goes on" not in out


def test_a_resumed_match_keeps_names_and_language(binary):
    with folder() as state:
        pipe(binary, state, [], *NEW, "--lang", "fr", "--name", "Zoé")
        code, out, _ = pipe(binary, state, ["chi"], "--resume")
        assert code == FINE and "La partie continue." in out and "Zoé" in out and "Toni" not in out, out
        code, out, _ = pipe(binary, state, ["chi"], "--resume", "--lang", "it")
        assert "La partita continua." in out and "Tu sei Zoé." in out, out


def test_a_strange_table_file_is_no_harm(binary):
    for text in ("", "seed 7\nseat 9 x y\nseat 1\nlanguage xx\nseat -1 a b\n", "seed 8\nseat 0 - Other\n", "\xff",
                 "seed 7\nseat 0 - To\x1b[2Jni\nseat 1 random \x07\n"):
        with folder() as state:
            pipe(binary, state, [], *NEW, "--lang", "en")
            saved(state, ".table").write_text(text, encoding="latin-1")
            code, out, errors = pipe(binary, state, ["who"], "--resume", "--lang", "en")
            assert (code, errors) == (FINE, "") and "You are Toni." in out and "\x1b" not in out, (text, out)


def test_a_match_that_cannot_be_saved_is_played_all_the_same(binary):
    with folder() as state:
        code, out, _ = pipe(binary, "/dev/null/nowhere", ["2", "", "quit"], *NEW, "--lang", "en")
        assert code == TROUBLE and out.count("cannot be saved") == 1 and "You have ordered" in out, out
        assert not saved(state).exists()


def test_sealed_orders_reach_the_disk_together(binary):
    """A match that is left right after the order resumes with the same orders of the others."""
    arguments = ("--new", "--seed", "5", "--players", "6", "--option", "first_innkeeper=1",
                 "--bots", "regular", "--lang", "en")
    with folder() as state:
        pipe(binary, state, ["2", "", "quit"], *arguments)
        orders = [line for line in entries(state) if " order " in line]
        assert len(orders) % 5 == 0 and orders[0].endswith(" 0 order 2"), orders


def test_two_at_once_do_not_overwrite_each_other(binary):
    with folder() as state:
        with subprocess.Popen(command(binary, *NEW, "--lang", "en"), stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, env=environment(state)) as first:
            first.stdout.readline()
            code, out, errors = pipe(binary, state, ["2", ""], "--resume", "--lang", "en")
            assert code == TROUBLE and "open already" in errors and not out, (code, out, errors)
            first.stdin.close()
            first.stdout.read()
        code, _, errors = pipe(binary, state, [], "--resume", "--lang", "en")
        assert (code, errors) == (FINE, "")


def test_offers_and_bills_name_what_special_barrels_do(binary):
    """Of 2, 8, 7, 6 and a spoiled one, the innkeeper destroys the 7."""
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state:
            out = pipe(binary, state, ["stop", "16"], SPOILED_OF_FIVE, "--lang", language)[1].replace("\n", " ")
        on = {"de": "verdorben auf der {}", "en": "spoiled on the {}", "fr": "mauvais sur le {}", "it": "rancida sul {}"}
        offers = [f"{total} ({on[language].format(number)})".replace("sul 8", "sull'8")
                  for total, number in (("21", "2"), ("17", "6"), ("16", "7"), ("15", "8"))]
        assert words["terminal.semicolon"].join(offers) in out, (language, out)
        destroys = {"de": "Du zerstörst die 7.", "en": "You destroy the 7.", "it": "Scarti la botte da 7.",
                    "fr": "Tu détruis le tonneau «\u00a07\u00a0»."}
        assert destroys[language] in out, out


# How a roll is told: what it begins with, a barrel that shows a number, double and spoiled,
# "and", what stands (one, several), how many lie, the word for barrels that lie (one, several).
ROLLS = {
    "en": ("This roll: ", "a", "a double one", "a spoiled one", " and ", (" stands", " stand"),
           "one two three four five six seven eight", ("barrel lies", "barrels lie")),
    "de": ("Dieser Wurf: ", "eine", "ein doppeltes", "ein verdorbenes", " und ", (" steht", " stehen"),
           "ein zwei drei vier fünf sechs sieben acht", ("Fass liegt", "Fässer liegen")),
    "fr": ("Ce lancer\u00a0: ", "un", "un double", "un mauvais", " et ", (" debout", " debout"),
           "un deux trois quatre cinq six sept huit", ("tonneau couché", "tonneaux couchés")),
    "it": ("Questo lancio: ", "una da", "una doppia", "una rancida", " e ", (" dritta", " dritte"),
           "una due tre quattro cinque sei sette otto", ("botte rovesciata", "botti rovesciate")),
}


# Two equal barrels: with a number, double, spoiled.
TWO = {"de": ("zwei {}er", "zwei doppelte", "zwei verdorbene"), "en": ("two {}s", "two double ones", "two spoiled ones"),
       "fr": ("deux {}", "deux doubles", "deux mauvais"), "it": ("due da {}", "due doppie", "due rancide")}


def roll_told(language, marks):
    """The sentence for a roll that some barrels survive."""
    begin, article, double, spoiled, last, stands, counts, lies = ROLLS[language]
    names = {"d": double, "x": spoiled, "8": "an 8" if language == "en" else f"{article} 8"}
    number, doubles, spoileds = TWO[language]
    twos = {"d": doubles, "x": spoileds}
    standing = [mark for mark in marks if mark not in "-."]
    said = [twos.get(mark, number.format(mark)) if len(list(equal)) > 1 else names.get(mark, f"{article} {mark}")
            for mark, equal in itertools.groupby(standing)]
    lying = marks.count("-")
    told = begin + last.join(filter(None, (", ".join(said[:-1]), said[-1]))) + stands[len(standing) > 1]
    return told + (f", {counts.split()[lying - 1]} {lies[lying > 1]}." if lying else ".")


def test_d5_a_roll_tells_values_as_values_and_counts_as_words(binary):
    assert roll_told("en", list("-3-...---")) == "This roll: a 3 stands, five barrels lie."
    for language in LANGUAGES:
        with folder() as state:
            text = " ".join(whole_match(binary, state, language, "--bots", "regular"))
            rolls = [line.split(" roll ")[1].split() for line in entries(state, "-finished.log") if " roll " in line]
        later = [marks for marks in rolls if "." in marks and set(marks) - set("-.")]
        assert len(later) > 5, later
        at = 0
        for marks in later:
            found = text.find(roll_told(language, marks), at)
            assert found >= 0, (language, roll_told(language, marks), text[at:at + 2000])
            at = found + 1


def test_d6_the_bill_says_who_was_greediest_and_most_modest(binary):
    words = {"en": ("greediest", "most modest"), "de": ("am gierigsten", "am bescheidensten"),
             "fr": ("plus grande commande", "plus petite commande"),
             "it": ("ordinazione più alta", "ordinazione più bassa")}
    for language, (greediest, modest) in words.items():
        greedy = catalogue(language)["polterfass.bill_greedy"].rsplit("}", 1)[1]
        with folder() as state:
            text = " ".join(whole_match(binary, state, language)).replace("\u00a0", " ")
        bills = re.split(r"(?=" + re.escape(greedy.replace("\u00a0", " ")) + ")", text)[1:]
        assert bills, (language, greedy)
        for bill in bills:
            points = re.findall(r"(\w+)(?: \(\w+\))?(?:, ([\w ]+?))? ?: ([+-]?\d+), \w+ -?\d+\.", bill)[:4]
            loss = min(int(number) for _, _, number in points)
            assert loss < 0 and len(points) == 4, (language, points, bill[:300])
            for name, why, number in points:
                assert (why == greediest) == (int(number) < 0), (language, name, why, number)
                assert why != modest or int(number) == -loss, (language, name, why, number)
            reasons = [why for _, why, _ in points]
            assert modest in reasons or reasons.count(greediest) == 3, (language, points)  # all ordered the same


def test_a_match_put_aside_is_told_and_settings_do_not_count(binary):
    with folder() as state:
        pipe(binary, state, [], *NEW, "--lang", "en")
        path = str(saved(state, "-left.log"))
        _, out, _ = pipe(binary, state, [], "--lang", "en", "--players", "5")
        assert "The unfinished match goes on" in out and "what the command line says is ignored" in out.replace("\n", " ") and "seats 4" in entries(state), out
        _, out, _ = pipe(binary, state, [], *NEW, "--lang", "en")
        assert f"The unfinished match is put aside:\n  {path}\n" in out, out


if __name__ == "__main__":
    tap.run(globals())
