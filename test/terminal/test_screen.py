"""test_screen.py: Polterfass on a drawn screen, in a pseudo-terminal.

Keys go in, and what the screen then shows is waited for; nothing is timed.
"""

import os
import re
import signal
import sys

sys.dont_write_bytecode = True
from glass import Terminal, goes, leaves  # noqa: E402
from sit import LANGUAGES, catalogue, command, entries, environment, folder, saved, seated  # noqa: E402
from seek import SPOILED_OF_FIVE, new_match, rolled  # noqa: E402

import tap  # noqa: E402

KINDS = ("xterm-256color", "vt100")
GUEST = ("--new", "--seed", "7", "--option", "first_innkeeper=1")
# The line of keys is drawn last: when it is there, all of the picture is.
CHOOSE = "0-7 choose cards"
LAST = "q quit"  # curses draws from the top: when this is there, all is
NEW_HOST = ("--new", "--seed", "7", "--option", "first_innkeeper=0")
# With the double barrel these are worth 20 to 26.
HOST = rolled("9 3 - - - 5 - d -")


def open_table(binary, state, *arguments, kind="xterm-256color", language="en", fast=True, **more):
    call = command(binary, "--lang", language, *seated(binary, state, arguments), *(["--fast"] if fast else []))
    return Terminal(call, environment(state, TERM=kind, **more))


def play_on(table, done):
    """Plays idly until done(screen): lays a card, turns off the tap, goes on. A key is
    pressed once for what the screen shows: the line of keys changes last."""
    keys = {"Another match?": "", "Enter: go on": "\r", "[Enter] order": "\r", "[Enter] serve": "\r",
            "[s] turn off": "s", CHOOSE: "2"}
    for _ in range(400):
        seen = table.await_any(*keys)
        if done(table.glass.text()):
            return
        table.press(keys[seen])
        if seen == CHOOSE:
            table.shows("[Enter] order 2")
        else:
            goes(table, seen)


def test_the_welcome_stands_once(binary):
    """On a small screen the empty pad shows it, because the pane of events is too small."""
    for rows, columns in ((24, 80), (40, 120)):
        call = command(binary, "--lang", "en", "--fast", *GUEST, "--players", "3")
        with folder() as state, Terminal(call, environment(state, TERM="xterm-256color"), rows, columns) as table:
            screen = " ".join(table.shows("How many mugs do you order?", CHOOSE, LAST).split())
            assert screen.count("With you at") == 1 and screen.count("never order the most") <= 1, screen
            leaves(table)


def test_a_guest_orders_with_keys(binary):
    for kind in KINDS:
        with folder() as state, open_table(binary, state, *GUEST, kind=kind) as table:
            screen = table.shows("How many mugs do you order?", CHOOSE, LAST)
            assert "Polterfass, round 1, innkeeper: Frances" in screen and "┌───┐" in screen, screen
            assert "│ 0│ │ 1│ │ 2│ │ 3│ │ 4│ │ 5│ │ 6│ │ 7│" in screen, screen
            table.press("35")
            table.shows("[Enter] order 8 mugs", "[u] take back")
            table.press("u")
            goes(table, "[Enter] order")
            goes(table, "[u]")
            table.press("35")
            table.shows("[Enter] order 8 mugs")
            table.press("3")
            table.shows("[Enter] order 5 mugs")
            table.press("67")
            table.shows("Two cards at most")
            table.press("6\x7f1")
            table.shows("[Enter] order 1 mug ")
            table.press("4\r")
            table.shows("The bill", "Toni (you): ordered 5 (1, 4)", "Enter: go on")
            table.press("\r")
            table.await_any("How many mugs do you order?", "turn off the tap or roll on?")
            leaves(table)
            assert any(line.endswith(" 0 order 1 4") for line in entries(state))


def test_the_innkeeper_serves_with_keys(binary):
    with folder() as state, open_table(binary, state, HOST) as table:
        screen = table.shows("turn off the tap or roll on?", "The guests' orders", "[s] turn off", LAST)
        assert screen.count("[?]") >= 3, screen
        play_on(table, lambda screen: "The bill" in screen)
        table.shows("Toni (you): innkeeper, gets", "Enter: go on")
        table.press("\r")
        table.shows("round 2")
        leaves(table)


def settle(table):
    """The innkeeper turns off the tap and serves the most: the bill stands there."""
    play_on(table, lambda screen: "Enter: go on" in screen)
    return table.shows("Toni (you): innkeeper, gets", LAST)


def test_the_bill_waits_for_a_key_that_means_it(binary):
    with folder() as state, open_table(binary, state, HOST) as table:
        bill = settle(table)
        for key, title in (("h", "Help and rules"), ("?", "Odds"), ("l", "What happened"), ("\x1bOP", "Help and rules")):
            table.press(key)
            screen = table.shows(f"┌─ {title} ─", "q: back")
            goes(table, LAST)
            assert "Toni (you): innkeeper, gets" not in screen, screen
            table.press("q")
            table.shows("Toni (you): innkeeper, gets", LAST)
            assert table.glass.text() == bill, table.glass.text()
        table.press("x57\x7f\x1b[3~rsh")
        table.shows("┌─ Help and rules ─")
        table.press("q")
        table.shows("Toni (you): innkeeper, gets", LAST)
        table.press(" ")
        table.shows("round 2")
        leaves(table)
        assert "round 2" not in bill


def bill_words(order, orders, served):
    """The bill's line about a guest (P-13 to P-15), computed from the orders."""
    if served is None or sum(orders) <= served:
        return f"gets {order}"
    highest, lowest = max(orders), min(orders)
    if order == highest:
        return f"greediest: loses {highest}"
    return f"most modest: gains {highest}" if order == lowest else "gets nothing"


def test_d6_the_bill_says_why(binary):
    """Orders 13 each round, to become the greediest."""
    keys = {"Another match?": None, "Enter: go on": "\r", "[Enter] order": "\r", "[Enter] serve": "\r",
            "[s] turn off": "s", CHOOSE: "67"}
    with folder() as state, open_table(binary, state, *GUEST) as table:
        bills, has_lost = 0, False
        while not (has_lost and bills > 2):
            seen = table.await_any(*keys)
            assert keys[seen], "the match ended without a greedy guest"
            if seen == "Enter: go on":
                screen = table.shows(LAST)
                guests = re.findall(r"(\w+)(?: \(you\))?: ordered (\d+) \([\d, ]+\), (.+?), now -?\d+ ", screen)
                served = re.search(r"(?:Innkeeper \w+ serves|You serve) (\d+): (?:enough|the guests)", screen)
                orders = [int(order) for _, order, _ in guests]
                assert len(guests) == 3, screen
                for name, order, told in guests:
                    expected = bill_words(int(order), orders, served and int(served.group(1)))
                    assert told == expected, (name, told, expected, screen)
                has_lost |= re.search(r"Toni \(you\): ordered 13 \(6, 7\), greediest: loses 13, now -", screen) is not None
                bills += 1
            table.press(keys[seen])
            if seen == CHOOSE:
                table.shows("[Enter] order 13")
            else:
                goes(table, seen)
        leaves(table)


def test_the_bill_can_be_left(binary):
    with folder() as state:
        with open_table(binary, state, HOST) as table:
            settle(table)
            leaves(table)
        with open_table(binary, state, "--resume") as table:
            table.shows("round 2", LAST)
            leaves(table)


def test_behind_the_bill_only_what_is_true(binary):
    for arguments, who in (((HOST,), "You"), (GUEST, "Innkeeper Frances")):
        with folder() as state, open_table(binary, state, *arguments, fast=False) as table:
            play_on(table, lambda screen: "Enter: go on" in screen)
            goes(table, "Space: next")  # no key of the table works now
            screen = table.shows(LAST)
            lines = screen.splitlines()
            assert re.match(rf" {who} (ha(s|ve) failed|serves? \d+: )", lines[1]), screen
            assert not lines[22].strip(), screen
            assert "[?]" not in screen, screen
            for name, cards in re.findall(r"(\w+)(?: \(you\))?: ordered \d+ \(([\d, ]+)\)", screen):
                shown = " ".join(f"[{card}]" for card in cards.split(", "))
                assert who != "You" or re.search(rf"^  {name} +{re.escape(shown)} ", screen, re.MULTILINE), screen
            leaves(table)


def test_special_barrels_are_named_by_what_they_show(binary):
    with folder() as state, open_table(binary, state, HOST) as table:
        table.shows("[r] roll 5  [s] turn off the tap (20 to 26)  [8] roll the double one too", LAST)
        table.press("?")
        table.shows("6 barrels with the double one: fails", "How many of 5 barrels without the double one stand")
        table.press("q")
        table.shows("[r] roll 5")
        table.press("8")
        screen = table.shows("[r] roll 6", "[8] keep the double one", LAST)
        assert "Standing: 20 to 26 mugs" in screen and "►[8]" in screen, screen
        table.press("?")
        table.shows("How many of 6 barrels with the double one stand")
        table.press("q")
        table.shows("[r] roll 6")
        table.press("9")
        table.shows("That special barrel lies")
        leaves(table)


def test_the_longest_line_of_keys_fits(binary):
    for language in LANGUAGES:
        words = {key: re.sub(r"\{\w+\}", "88", text) for key, text in catalogue(language).items()}
        again, stop = (words[f"polterfass.{key}"] for key in ("send_again", "send_stop"))
        for effect in ("key_roll", "key_keep"):
            line = (f"[r] {again.replace('88', '7')}  [s] {stop.replace('88', words['polterfass.range'])}"
                    f"  [8] {words['polterfass.' + effect]}  [9] {words['polterfass.' + effect]}")
            assert len(line) <= 78, (language, len(line), line)


def has_one_double(view):
    return view["barrels"][7:] == ["d", "-"]


def test_the_opening_and_the_own_column_are_seen(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        for innkeeper, ask in ((1, "polterfass.key_cards"), (0, "polterfass.key_roll_double")):
            for players in (3, 6):
                arguments = new_match(binary, "polterfass", has_one_double, players, first_innkeeper=innkeeper)
                with folder() as state, open_table(binary, state, *arguments, "--bots", "regular",
                                                   language=language) as table:
                    screen = table.shows(words[ask], words["terminal.keys"])
                    opening = " ".join(line.strip() for line in screen.splitlines()[10:16])
                    first = words["terminal.seats"].split(".")[0].replace("{seat}", "Toni")
                    assert opening.startswith(first), screen
                    assert opening.count(f"({words['polterfass.bot.regular']})") == players - 1, screen
                    assert re.search(r" >Toni +Fran[cz]", screen), screen
                    assert f"── {words['polterfass.title_pad']} ─" in screen and ">" in words["polterfass.title_pad"]
                    leaves(table)


def test_what_happened_runs_the_same_way_everywhere(binary):
    with folder() as state, open_table(binary, state, *NEW_HOST) as table:
        play_on(table, lambda screen: "round 4" in screen and "Enter: go on" not in screen)
        panel = [line[43:].strip() for line in table.shows(LAST).splitlines()[17:22]]
        table.press("l")
        box = table.shows("┌─ What happened ─", "q: back").splitlines()
        last = [line.strip("│ ") for line in box if line.startswith("│")][-1]
        assert last.endswith(panel[-1]) and "You are Toni" not in "\n".join(box[3:]), "\n".join(box)
        table.press("\x1b[H")
        table.shows("You are Toni. With you")
        table.press("q")
        goes(table, "┌─ What happened ─")
        leaves(table)


def test_boxes_open_and_close(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        table.shows("How many mugs do you order?")
        for key, title, part in (("?", "Odds", "% of the time"), ("h", "Help and rules", "THE BARRELS"),
                                 ("\x1bOP", "Help and rules", "(8==3) a lying barrel"),
                                 ("h", "Help and rules", "/==/ tumbles"), ("l", "What happened", "With you at the table")):
            table.press(key)
            table.shows(f"┌─ {title} ─", part)
            table.press("\x1b[B")
            table.press("q")
            table.await_any("0-7 choose cards")
            while f"┌─ {title} ─" in table.glass.text():
                table.read(1)
        leaves(table)


def test_unknown_keys_are_no_cards(binary):
    with folder() as state, open_table(binary, state, *GUEST, kind="vt100") as table:
        table.shows("How many mugs do you order?")
        table.press("\x1b[3~\x1b[15~\x1b[1;5C\x1b[Zxyz\t\r")
        table.press("7")
        table.shows("[Enter] order 7 mugs")
        leaves(table)
        assert not [line for line in entries(state) if " 0 order" in line]


def test_every_language_is_drawn(binary):
    for language in LANGUAGES:
        words = catalogue(language)
        with folder() as state, open_table(binary, state, *GUEST, language=language) as table:
            table.shows(*(words[key] for key in (
                "polterfass.key_cards", "terminal.keys", "polterfass.title_coaster",
                "polterfass.pad_served", "polterfass.title_hand", "terminal.title_log")))
            leaves(table)


def test_sizes(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        small = table.shows("How many mugs do you order?", CHOOSE, LAST)
        assert max(map(len, small.splitlines())) <= 80
        table.resize(20, 60)
        table.shows("The window is too small")
        table.resize(20, 30)
        table.shows("The window is too small: it", "needs at least 80x24.")
        table.resize(40, 120)
        wide = table.shows("How many mugs do you order?", CHOOSE, LAST)
        assert wide.splitlines()[39].startswith(" ? odds") and "What happened" in wide.splitlines()[2], wide
        table.resize(24, 80)
        while table.glass.text() != small:
            assert table.read(60), table.glass.text()
        leaves(table)


def test_colours_can_be_done_without(binary):
    def colours(*arguments, **more):
        with folder() as state, open_table(binary, state, *GUEST, *arguments, **more) as table:
            table.shows("How many mugs do you order?", CHOOSE)
            leaves(table)
            return "\x1b[38;5;" in table.raw or "\x1b[33m" in table.raw
    assert colours()
    assert not colours("--no-color") and not colours(NO_COLOR="1") and not colours(kind="vt100")


def test_the_same_picture_on_every_terminal(binary):
    pictures = set()
    for kind in KINDS:
        with folder() as state, open_table(binary, state, *GUEST, kind=kind) as table:
            pictures.add(table.shows("How many mugs do you order?", CHOOSE, LAST))
            leaves(table)
    assert len(pictures) == 1, pictures


def test_a_match_is_saved_and_goes_on(binary):
    with folder() as state:
        with open_table(binary, state, *GUEST) as table:
            table.shows("How many mugs do you order?")
            table.press("2\r")
            table.shows("The bill")
            table.press("\r")
            table.shows("round 2")
            table.await_any("How many mugs do you order?", "turn off the tap or roll on?")
            leaves(table)
            before = entries(state)
        with open_table(binary, state) as table:
            table.shows("it is put aside:", "polterfass-left.log", "Go on with it?", "y, Enter: yes")
            table.press("y")
            table.shows("round 2", "The match goes on.")
            leaves(table)
            assert entries(state) == before
        with open_table(binary, state) as table:
            table.shows("Go on with it?")
            table.press("q")
            assert table.ends() == 0 and entries(state) == before
        with open_table(binary, state) as table:
            table.shows("Go on with it?")
            table.press("n")
            table.shows("round 1", "? odds")
            leaves(table)
            assert entries(state, "-left.log") == before


def test_a_damaged_match_is_told_first(binary):
    with folder() as state:
        saved(state).parent.mkdir(parents=True)
        saved(state).write_text("rubbish\n")
        with open_table(binary, state, "--seed", "7", "--option", "first_innkeeper=1") as table:
            table.shows("Before you start", "cannot be read", "Enter: go on")
            table.press("\r")
            table.shows("How many mugs do you order?")
            leaves(table)


def test_a_match_to_its_end(binary):
    with folder() as state, open_table(binary, state, *GUEST, "--option", "goal=25") as table:
        play_on(table, lambda screen: "Another match?" in screen)
        screen = table.shows("Closing time", "1. ", "The log proves every outcome", "y: yes   n: no   h: help")
        assert "Standing" not in screen and "? odds" not in screen and "Served" in screen, screen
        table.await_any("wins!", "win!")
        finished = entries(state, "-finished.log")
        table.press("y")
        assert "wins" not in table.shows("round 1", "? odds", "You are Toni.")
        assert finished[-1].startswith("end ") and saved(state).exists()
        play_on(table, lambda screen: "Enter: go on" not in screen)
        leaves(table)


def test_pauses_are_skipped_by_a_key(binary):
    with folder() as state, open_table(binary, state, *GUEST, fast=False) as table:
        table.await_any("How many mugs do you order?", "Space: next")
        table.press("  ")
        table.shows("How many mugs do you order?")
        leaves(table)


def test_an_unknown_or_dumb_terminal_gets_plain_lines(binary):
    for kind in ("dumb", "nobody-knows-me"):
        with folder() as state, open_table(binary, state, *GUEST, kind=kind) as table:
            table.shows("Type one or two of your cards")
            table.press("quit\n")
            assert table.ends() == 0 and "\x1b" not in table.raw, table.raw


def test_nobody_plays_blind(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        table.shows(CHOOSE)
        table.resize(10, 40)
        table.shows("The window is too small")
        table.press("7\r5\r")
        while table.raw.count("\x07") < 4:
            assert table.read(60), "no answer to a key"
        table.resize(24, 80)
        table.shows("How many mugs do you order?", CHOOSE)
        leaves(table)
        assert not [line for line in entries(state) if " 0 order" in line]


def test_who_cannot_read_the_question_leaves_at_once(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        table.shows(CHOOSE)
        table.resize(10, 40)
        table.shows("The window is too small")
        table.press("q")
        assert table.ends() == 0 and saved(state).exists()


def test_what_is_not_saved_is_said_below_the_table(binary):
    with open_table(binary, "/dev/null/nowhere", *GUEST) as table:
        table.shows("cannot be saved", "Enter: go on")
        table.press("\r")
        table.shows(CHOOSE)
        while "NOT SAVED" not in "".join(table.glass.text().splitlines()[23:]):
            assert table.read(60), table.glass.text()
        table.press("qq")
        assert table.ends() != 0 and table.is_as_before()


def pad_rows(screen):
    """The rounds on the pad, each with its line."""
    return {int(line.split()[0]): line for line in screen.splitlines()[10:16] if re.match(r" +\d+ ", line)}


def test_the_pad_is_turned_back_and_marks_the_innkeepers(binary):
    with folder() as state, open_table(binary, state, *NEW_HOST, "--option", "goal=500") as table:
        play_on(table, lambda screen: "round 8" in screen and "Enter: go on" not in screen)
        pad = pad_rows(table.shows(LAST))
        assert max(pad) == 7 and min(pad) > 1, pad
        for line in pad.values():
            assert line.count("*") == 1, pad
        table.press("\x1b[5~" * 9)
        while min(pad_rows(table.glass.text()), default=0) != 1:
            assert table.read(60), table.glass.text()
        table.press("\x1b[6~" * 3)
        while pad_rows(table.glass.text()) != pad:
            assert table.read(60), table.glass.text()
        leaves(table)


def test_a_signal_leaves_a_whole_save_and_a_whole_terminal(binary):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        with folder() as state, open_table(binary, state, *GUEST) as table:
            table.shows("How many mugs do you order?", LAST)
            os.kill(table.pid, number)
            assert table.ends() == 128 + number
            assert table.is_as_before() and entries(state)[-1].startswith("end "), number
            assert "The match is saved:" in table.glass.text(), table.glass.text()


def test_the_opening_says_what_it_is_about_and_the_hash_is_in_the_help(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        screen = table.shows("Stop in time, and never order the most. h:\u00a0rules", CHOOSE, LAST)
        assert "hash of its seed" not in screen, screen
        table.press("h")
        table.shows("┌─ Help and rules ─", "arrows: scroll   q: back")
        table.press("\x1b[F")
        table.shows("hash of its seed")
        while not re.search(r"^│ +[0-9a-f]{64} +│$", table.glass.text(), re.MULTILINE):
            assert table.read(60), table.glass.text()
        table.press("q")
        goes(table, "┌─ Help")
        table.press("?")
        assert "arrows" not in table.shows("┌─ Odds ─", "q: back")
        table.press("q")
        goes(table, "┌─ Odds")
        leaves(table)


def test_keys_that_do_nothing_are_answered(binary):
    with folder() as state, open_table(binary, state, *GUEST) as table:
        table.shows(CHOOSE, LAST)
        for key, part in (("x", "That key does nothing here (h: help)"), ("\r", "Choose something first"),
                          ("u", "There is nothing to take back.")):
            table.press(key)
            table.shows(part)
        leaves(table)


def test_totals_are_gone_through_in_order(binary):
    """15, 16, 17 and 21 can be served, the greatest first."""
    with folder() as state, open_table(binary, state, SPOILED_OF_FIVE) as table:
        table.shows("[s] turn off")
        table.press("s")
        table.shows("[Enter] serve 21")
        for key, total in (("\x1b[C", 21), ("\x1b[D", 17), ("\x1b[D", 16), ("\x1b[D", 15), ("\x1b[D", 15),
                           ("\x1b[A", 16)):
            table.press(key)
            table.shows(f"[Enter] serve {total}")
        table.press(" ")  # as Enter does
        goes(table, "[Enter] serve")
        assert any(" 0 serve" in line for line in entries(state)), entries(state)
        leaves(table)


PHYSICS = ("--option", "barrels=physics")


def test_a_throw_is_seen_and_a_key_ends_it(binary):
    for kind in KINDS:
        with folder() as state, open_table(binary, state, *GUEST, *PHYSICS, kind=kind, fast=False) as table:
            screen = table.shows("─ The throw ─", "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", LAST)
            assert "Innkeeper Frances shakes the cup and turns it over...\n" in screen, screen
            table.press(" ")
            screen = table.shows("How many mugs do you order?", CHOOSE, LAST)
            assert "The throw" not in screen and "Frances rolls all nine" in screen, screen
            leaves(table)


def test_barrels_come_to_rest_in_sight(binary):
    with folder() as state, open_table(binary, state, *GUEST, *PHYSICS, fast=False) as table:
        table.shows("─ The throw ─")
        goes(table, "▒▒▒")
        seen = table.shows(CHOOSE, LAST)  # nobody pressed anything
        assert "▒" not in seen and "The throw" not in seen, seen
        leaves(table)
        rolled = [line for line in entries(state) if " roll " in line]
        assert len(rolled) == 1, rolled


def test_leaving_in_the_middle_of_a_throw_keeps_it(binary):
    with folder() as state:
        with open_table(binary, state, *GUEST, *PHYSICS, fast=False) as table:
            table.shows("─ The throw ─")
            leaves(table)
        before = entries(state)
        assert any(" roll " in line for line in before), before
        with open_table(binary, state, "--resume") as table:
            table.shows(CHOOSE, LAST)
            leaves(table)
        assert entries(state)[:len(before)] == before


if __name__ == "__main__":
    tap.run(globals())
