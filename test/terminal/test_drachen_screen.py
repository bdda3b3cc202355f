"""test_drachen_screen.py: Zum Blauen Drachen on a drawn screen, in a pseudo-terminal.

Keys go in, and what the screen then shows is waited for; nothing is timed.
"""

import dataclasses
import re
import sys

sys.dont_write_bytecode = True
from glass import Terminal, goes, leaves  # noqa: E402
from sit import LANGUAGES, catalogue, command, entries, environment, folder, saved, seated  # noqa: E402
from seek import DIMLI, new_match  # noqa: E402

import tap  # noqa: E402

GAME = {"game": "drachen"}
KINDS = ("xterm-256color", "vt100")
# Dimli's upper drink is a round on the house, which cards of his can answer.
HOUSE_ROUND = dataclasses.replace(DIMLI, chance=(*DIMLI.chance[:4], "shuffle drinks T01 T21 *"))
LAST = "q quit"  # curses draws from the top: when this is there, all is
ACTION = "[p] no Action"
RIGHT, LEFT, DOWN, UP = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b[A"


def open_table(binary, state, *arguments, kind="xterm-256color", language="en", fast=True, rows=24, columns=80, **more):
    call = command(binary, "--lang", language, *seated(binary, state, arguments), *(["--fast"] if fast else []), **GAME)
    return Terminal(call, environment(state, TERM=kind, **more), rows, columns)


def done_by_person(state, suffix=".log"):
    return [entry.split(" ", 2)[2] for entry in entries(state, suffix, **GAME) if re.match(r"\d+ 0 ", entry)]


def test_the_table_is_drawn(binary):
    for kind in KINDS:
        with folder() as state, open_table(binary, state, DIMLI, kind=kind) as table:
            lines = table.shows("Your turn: do you play an Action?", ACTION, LAST).splitlines()
            assert lines[0].startswith(" Zum Blauen Drachen · you: Dimli · turn: Dimli"), lines[0]
            assert re.match(r"  >\*Dimli A·{19}F  0  20 +10 +2 +7 +30$", lines[3]), lines[3]
            assert re.match(r"    Gog   A·{19}F  0  20 +10 +2 +7 +30$", lines[6]), lines[6]
            assert lines[15].startswith(" 1 * A friendly game? Count me in!"), lines[15]
            assert lines[18].startswith(" 4   Burrrp! That hit the spot!"), lines[18]
            leaves(table)


def test_a_card_is_pointed_at_aimed_and_sent(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("6")
        screen = table.shows("[Enter] play", "Another player loses 2", LAST)
        assert "►6 * Arm wrestling" in screen, screen
        table.press("\r")
        screen = table.shows("On whom do you play", "on Eve  [←/→ E F G] on whom", "[u] take back", LAST)
        assert "►E  Eve" in screen and " F  Fleck" in screen, screen
        table.press(RIGHT)
        table.shows("on Fleck  [←/→ E F G]", "►F  Fleck")
        table.press("3")
        table.shows("on Gog  [←/→ E F G]")
        table.press("e")
        table.shows("on Eve  [←/→ E F G]")
        table.press(DOWN)
        table.shows("on Fleck  [←/→ E F G]")
        table.press(UP)
        table.shows("on Eve  [←/→ E F G]")
        table.press("u")
        table.shows(ACTION)
        assert not done_by_person(state)
        table.press("\r" + RIGHT + "\r")
        table.shows("On whose")
        leaves(table)
        assert done_by_person(state)[0] == "play D20 >2", done_by_person(state)


def test_a_card_that_does_not_fit_shows_its_text(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        for keys in (DOWN * 4 + "\r", "4\r", "4t", UP * 4 + "t"):
            table.press(keys)
            screen = table.shows("┌─ Card ─", "You cannot play it now.", "q: back")
            assert "Sometimes: when its condition is met" in screen, screen
            table.press("q")
            goes(table, "┌─ Card ─")
            table.press("uu")
            table.shows("[1-7] card")
        table.press("t")
        table.shows("1. A friendly game? Count me in! (Action or Gambling)", "7. Not so fast")
        table.press("q")
        goes(table, "┌─ Card ─")
        leaves(table)
        assert not done_by_person(state)


def test_drinks_go_to_a_pile_and_two_more(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("p")
        table.shows("On whose", "[←/→ D E F G] whose pile", "[1-7] card")
        table.press("g")
        table.shows("[Enter] a drink for Gog")
        table.press("2")  # a digit is a card, never a player
        table.shows('[Enter] play "Two more for the table!"')
        table.press(UP + DOWN + "\r")
        table.shows("Onto whose pile goes the first drink", "on Eve")
        table.press("\r")
        table.shows("Onto whose pile goes the second drink", "it for Eve and Fleck")
        table.press("g")
        table.shows("it for Eve and Gog")
        table.press("\r")
        goes(table, "it for Eve and Gog")
        table.shows("On whose", "whose pile")
        table.press("e")
        table.shows("[Enter] a drink for Eve")
        table.press("\r")
        goes(table, "[Enter] a drink for Eve")
        leaves(table)
        assert [entry for entry in done_by_person(state) if entry.startswith(("play", "buy"))][:2] == [
            "play D05 >1 >3", "buy >1"], done_by_person(state)


def test_a_late_enter_passes_no_window(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("p")
        table.shows("whose pile")
        table.press("e")
        table.shows("[Enter] a drink for Eve")
        table.press("\r")
        table.shows("do you answer?", "[p] pass", LAST)
        before = done_by_person(state)
        table.press("\r\r\r")
        table.shows("Choose something first", "[1-7] card")
        table.press("u")
        table.shows("nothing to take back", "[1-7] card")
        assert done_by_person(state) == before
        leaves(table)


def test_oneself_is_not_suggested(binary):
    """The tip can be aimed at anybody, including oneself."""
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("3\r")
        screen = table.shows("on Eve  [←/→ D E F G] on whom", LAST)
        assert "►E  Eve" in screen, screen
        table.press(LEFT)
        table.shows("on Dimli  [←/→ D E F G]")
        leaves(table)


def test_who_cannot_be_named_is_told_so(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("e")
        table.shows("Nobody is to be named here.")
        table.press("6\r")
        table.shows("[←/→ E F G] on whom", LAST)
        table.press("d")
        table.shows('"Dimli" cannot be named here.', "[←/→ E F G] on whom")
        leaves(table)
        assert not done_by_person(state)


def test_space_is_no_key_where_only_enter_is(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("6 ")
        table.shows("That key does nothing here")
        table.press("u\r")
        table.shows("Choose something first: the line above says how")
        leaves(table)
        assert not done_by_person(state)


def test_a_message_leaves_the_question_and_goes_with_the_next_key(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("z")
        screen = table.shows("That key does nothing here")
        assert "Your turn: do you play an Action?" in screen.splitlines()[1], screen
        table.press("!")
        screen = table.shows("You are asked before others decide", "Your hand (* playable) · stops (!)")
        assert "Your turn: do you play an Action?" in screen.splitlines()[1], screen
        table.press("1")
        table.shows(LAST)
        leaves(table)


def test_what_is_never_asked_is_told_and_marked(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.press("p")
        table.shows("whose pile")
        table.press("e\r")
        table.shows("do you answer?", "[s] stop asking this", LAST)
        table.press("s")
        screen = table.shows("No longer asked: ", "(a: ask again)", "no longer asked: 1 (a: ask)")
        table.press("a")
        goes(table, "no longer asked: 1")
        leaves(table)


def test_help_rules_and_history_have_boxes(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state, open_table(binary, state, DIMLI, language=language) as table:
            table.shows(words["drachen.key_no_action"], words["drachen.common_keys"])
            for key, title in (("?", "drachen.title_guide"), ("h", "terminal.title_rules"), ("l", "terminal.title_log")):
                table.press(key)
                table.shows(f"┌─ {words[title]} ─", words["terminal.keys_back"])
                table.press("q")
                goes(table, f"┌─ {words[title]} ─")
            leaves(table)


def play_on(table, words, done):
    """Plays idly until done(screen). A key is pressed once for what the screen shows."""
    keys = {words["terminal.again_ask"]: "", f"[p] {words['drachen.key_no_action']}": "p",
            f"[p] {words['drachen.key_pass']}": "p", words["drachen.send_keep"]: "\r",
            words["drachen.send_drink"]: "\r", words["drachen.key_challenge"]: "n",
            f"] {words['drachen.key_guest']}": "\x1b[D\r"}
    for _ in range(600):
        seen = table.await_any(*keys)
        if done(table.glass.text()):
            return
        before = table.glass.text()
        table.press(keys[seen])
        while table.glass.text() == before:
            assert table.read(60), table.glass.text()
        while table.read(0.05):
            pass


def test_a_whole_match_in_every_language(binary):
    for language, kind in zip(LANGUAGES, KINDS * 2):
        words = catalogue(language)
        with folder() as state, open_table(binary, state, "--new", "--seed", "7", "--players", "2", language=language,
                                           kind=kind) as table:
            play_on(table, words, lambda screen: words["terminal.again_ask"] in screen)
            screen = table.shows("1. ", "2. ", "drachen-finished.log")
            assert not re.search(r"\bdrachen\.[a-z_]+|[{}]", screen.replace("drachen.log", "")), screen
            table.press("n")
            assert table.ends() == 0 and table.is_as_before()
            assert saved(state, "-finished.log", **GAME).exists()


def test_keys_of_every_language_fit_on_their_line(binary):
    """The longest line of keys, that of a window, and the two lines for choosing a target."""
    for language in LANGUAGES:
        words = catalogue(language)
        window = "  ".join(f"[{key}] {words['drachen.key_' + name]}" for key, name in (
            ("p", "pass"), ("1-7", "card"), ("t", "text"), ("w", "turn"), ("s", "skip")))
        send = f"[{words['terminal.enter']}] " + "x" * 28
        target = "  ".join((send, f"[←/→ D E F G] {words['drachen.key_target']}", f"[u] {words['drachen.key_undo']}"))
        guest = "  ".join((send + "xx", f"[←/→ D E F G] {words['drachen.key_guest']}", f"[t] {words['drachen.key_text']}"))
        buy = "  ".join((f"[{words['terminal.enter']}] " + words["drachen.send_buy"].replace("{seat}", "Fleck"),
                         f"[←/→ D E F G] {words['drachen.key_guest']}", f"[1-7] {words['drachen.key_card']}"))
        mead = "  ".join((f"[{words['terminal.enter']}] " + words["drachen.send_split"].replace("{seat}", "Fleck"),
                          f"[←/→ D E F] {words['drachen.key_share']}", f"[1-7] {words['drachen.key_card']}"))
        discard = "  ".join((f"[{words['terminal.enter']}] " + words["drachen.send_discard"].replace(
            "{count}", "2").split(" {")[0] + " cartes", f"[1-7] {words['drachen.key_discard']}",
            f"[t] {words['drachen.key_text']}", f"[u] {words['drachen.key_undo_all']}"))
        wishes = [words[f"drachen.wish_{name}"] for name in ("turn", "ask", "once", "own", "not_own", "stop", "not_stop")]
        wishes += [words["drachen.wish_skip"].replace("{word}", text) for key, text in words.items()
                   if key.startswith("drachen.preset.") and key.split(".")[2] not in ("turn", "no_answer", "own")]
        nexts = [words["drachen.do_between"].replace("{word}", text.replace("{seats}", "Dimli")) for key, text
                 in words.items() if key.startswith("drachen.next_")]
        for line in (window, target, guest, buy, mead, discard, *wishes, *nexts, words["drachen.common_keys"],
                     words["drachen.do_watch"]):
            assert len(line) <= 78, (language, len(line), line)
        for kind in ("action", "gambling", "action_or_gambling", "cheating", "sometimes", "anytime"):
            assert len(words[f"drachen.short.{kind}"]) <= 10, (language, kind)
        for note in ("out", "control", "left", "passed"):
            assert len(words[f"drachen.note_{note}"]) <= 13, (language, note)


def longest(text):
    """A template with the longest possible text in each hole."""
    text = re.sub(r"\{alcohol\?0=.*?\|(\S+) \{alcohol:\+\}\{fortitude\?0=\|, (\S+) \{fortitude:\+\}\}\}", r"\1 +10, \2 -10", text)
    text = re.sub(r"\{\w+\|(.*?)\|(.*?)\}", r"\2", text)
    text = re.sub(r"\{(\w+)(?::\w+)+\}", r"{\1}", text)
    text = re.sub(r"\{\w+~.*?\|(.*?)\}", r"\1", text)
    return re.sub(r"\{(\w+)\}", lambda hole: {"seat": "Dimli", "to": "Dimli", "seats": "Fleck", "max": "7",
                                               "pot": "30", "amount": "2"}[hole[1]], text)


def test_tasks_of_every_language_fit_on_their_line(binary):
    """Tasks that name cards or drinks have a short form, which fits."""
    for language in LANGUAGES:
        words = catalogue(language)
        tasks = [key for key in words if key.startswith("drachen.task_")
                 and not re.search(r"\{(card|drinks|alcohol)", words[key]) or key.endswith("_short")]
        assert len(tasks) > 20, tasks
        for key in tasks:
            assert len(longest(words[key])) <= 78, (language, key, longest(words[key]))


def test_a_card_is_played_while_others_move(binary):
    with folder() as state, open_table(binary, state, DIMLI, fast=False) as table:
        table.shows(ACTION, LAST)
        table.press("p")
        table.shows("whose pile")
        table.press("e\r")
        goes(table, "On whose")
        for _ in range(40):
            seen = table.await_any("!: interrupt", "[p] pass")
            while seen == "[p] pass" and table.read(0.5):
                pass  # a question takes a key only after a while without one
            table.press("!" if seen.startswith("!") else "p")
            goes(table, seen)
            while table.read(0.05):
                pass
            if "[p] go on" in table.glass.text():
                break
        screen = table.shows("Play a card first?", "[p] go on", LAST)
        assert re.search(r"Next, (?:these may answer: )?(?:Eve|Fleck|Gog)", screen.splitlines()[1]), screen
        assert "3 * Don't forget the tip!" in screen or "2 * Don't forget the tip!" in screen, screen
        place = re.search(r"(\d) \* Don't forget", screen).group(1)
        table.press(f"{place}\r")
        table.shows("] on whom")
        table.press("2\r")
        goes(table, "] on whom")
        table.press("qq")
        assert table.ends() == 0
        assert "play D07 >2" in done_by_person(state), done_by_person(state)


def screens(table, part):
    """Every screen until one shows this."""
    seen = [table.glass.text()]
    while part not in seen[-1]:
        assert table.read(60), table.glass.text()
        seen.append(table.glass.text())
    return seen


def test_what_comes_of_the_own_turn_is_shown_before_the_next_question(binary):
    """Drinks on the house: in French one key brings more sentences than the panel holds."""
    with folder() as state, open_table(binary, state, HOUSE_ROUND, fast=False, language="fr") as table:
        table.shows("[p]", "q quitter")
        table.press("p")
        table.shows("quelle pile")
        table.press("e\r")
        seen = screens(table, "réponds-tu")
        pauses = [screen for screen in seen if "Espace" in screen and "retournes" in screen.splitlines()[1]]
        assert pauses and not any("[p] passer" in screen for screen in pauses), "\n".join(seen)
        assert "Tournée du patron" in pauses[-1].splitlines()[1], pauses[-1]
        table.shows("[p] passer", "q quitter")
        table.press("p")
        seen = screens(table, "Espace")
        assert "[p] passer" not in seen[-1], seen[-1]
        leaves(table)


def holds_no_tip(view):
    """The tip is Dimli's only Anytime card."""
    return "D07" not in view["seats"][0]["hand"]


def test_who_has_nothing_to_play_in_between_hears_it_and_hurries_nobody(binary):
    with folder() as state, open_table(binary, state, *new_match(binary, "drachen", holds_no_tip, first_seat=1),
                                       fast=False) as table:
        table.shows("Space: next")
        table.press("!")
        table.shows("None of your cards is playable now.", "Space: next")
        leaves(table)


def test_the_window_can_change_its_size(binary):
    with folder() as state, open_table(binary, state, DIMLI) as table:
        table.shows(ACTION, LAST)
        table.resize(20, 60)
        table.shows("The window is too small")
        table.resize(40, 130)
        screen = table.shows("loses 2 Fortitude. The table lost as well.", "[p] no Action", LAST)
        assert re.search(r"deck {5,}.*What happened", screen), screen
        table.resize(24, 80)
        table.shows("Nothing is pending.", ACTION, LAST)
        leaves(table)


def test_no_colours_on_request(binary):
    for arguments, more in ((("--no-color",), {}), ((), {"NO_COLOR": "1"})):
        with folder() as state, open_table(binary, state, DIMLI, *arguments, **more) as table:
            table.shows(ACTION, LAST)
            table.press("6\r")
            table.shows("[u] take back")
            leaves(table)
            assert not re.search(r"\x1b\[[\d;]*(3[0-7]|38;5;\d+)m", table.raw)


def test_a_match_is_saved_and_goes_on(binary):
    with folder() as state:
        with open_table(binary, state, DIMLI) as table:
            table.shows(ACTION, LAST)
            table.press("p")
            table.shows("whose pile")
            leaves(table)
        with open_table(binary, state) as table:
            table.shows("There is an unfinished match")
            table.press("y")
            screen = table.shows("On whose", "] whose pile", LAST)
            assert "The match goes on." in screen, screen
            leaves(table)


def test_d7_a_match_put_aside_is_told_by_name_not_by_half_a_path(binary):
    with folder() as state:
        for expected in (r"│ .*Toni is Dimli", r"put aside: +│.*\n.*│ +drachen-left\.log +│"):
            with open_table(binary, state, "--new", "--option", "first_seat=0", "--seed", "5") as table:
                table.shows(ACTION, LAST)
                table.press("l")
                table.shows("┌─ What happened ─")
                story = table.shows_like(expected)
                table.press("q")
                goes(table, "┌─ What happened ─")
                leaves(table)
        assert str(saved(state, **GAME).parent) not in story, story


def test_wishes_are_kept_with_the_match(binary):
    with folder() as state:
        with open_table(binary, state, DIMLI) as table:
            table.shows(ACTION, LAST)
            table.press("o")
            table.shows("own cards too (o)")
            leaves(table)
            assert "spelunke play drachen --resume" in table.glass.text(), table.glass.text()
        with open_table(binary, state, "--resume") as table:
            table.shows(ACTION, "own cards too (o)", LAST)
            table.press("o!")
            table.shows("· stops (!)")
            leaves(table)
        path = saved(state, ".table", **GAME)
        assert "\nwishes own\n" in path.read_text(), path.read_text()
        for line in ("wishes", "wishes 99999 9 x", "wishes 0 0 1", "wishes own nothing"):
            path.write_text(re.sub("wishes .*", line, path.read_text()))
            with open_table(binary, state, "--resume") as table:
                table.shows(ACTION, LAST)
                leaves(table)


if __name__ == "__main__":
    tap.run(globals())
