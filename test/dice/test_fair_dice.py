#!/usr/bin/env python3
"""Compares the engine's dice with tools/fair_dice.py, an independent implementation.

    python3 test/dice/test_fair_dice.py path/to/spelunke

Prints TAP. Everything is drawn from fixed seeds, so each run is the same.
"""
import json
import random
import sys

from croupier import (FITS, MISFIT, TOOLS, UNPROVED, Engine, Verifiers, Match, alter, cut_after,
                      rehash, tap)
import fair_dice

MATCHES = 300
WORDS = ["seven lazy foxes", "Grüße aus Köln", "骰子", "a # b", "0 chance deal 1 2", "end 0 0",
         "next\u00a0line", "\U0001f3b2", "x" * 100, "seed 42"]


def seed_of(dice, index):
    """Numbers, including the smallest and largest, and every third time a full secret."""
    if index % 3 == 0:
        return "".join(dice.choice("0123456789abcdef") for _ in range(64))
    return str({1: 0, 2: 42, 4: 2**64 - 1}.get(index, dice.randrange(2**64)))


def play_many(engine):
    matches = []
    for index in range(MATCHES):
        dice = random.Random(index)
        seats = 2 + index % 3
        options = {"rounds": dice.randint(1, 8)}
        options["first_seat"] = "random" if index % 2 else dice.randrange(seats)
        worded = dice.sample(range(seats), dice.randint(0, seats))
        words = [(seat, dice.choice(WORDS)) for seat in worded]
        setup = {"seats": seats, "seed": seed_of(dice, index), "options": options}
        matches.append(Match(engine, setup, words).play(dice))
    return matches


def play_others(engine):
    """Whole matches of the other games: (what, matches)."""
    plans = [
        ("Polterfass by its table", 40, "polterfass", [
            {"goal": 30}, {"goal": 20, "first_innkeeper": "random"}]),
        ("Polterfass by physics", 2, "polterfass", [
            {"goal": 5, "barrels": "physics"},
            {"goal": 5, "barrels": "physics", "first_innkeeper": "random"}]),
        ("Zum Blauen Drachen", 40, "drachen", [
            {}, {"first_seat": "random"}, {"characters": "random", "eve_2008": "on"},
            {"characters": "random", "first_seat": "random", "start_drinks": 3},
            {"characters": "gg-d"}]),
        ("Riff Raff", 12, "riffraff", [{"first_captain": "random"}, {"first_captain": "random", "sea": "rough"}]),
    ]
    low = {"polterfass": 3, "drachen": 2, "riffraff": 2}
    for name, count, game, options in plans:
        played = []
        for index in range(count):
            dice = random.Random(index)
            setup = {"game": game, "seats": low[game] + index % 3, "seed": seed_of(dice, index),
                     "options": options[index % len(options)]}
            words = [(1, dice.choice(WORDS))] if index % 2 else []
            # Of Riff Raff only the first captain is drawn.
            played.append(Match(engine, setup, words).play(dice, 3 if game == "riffraff" else 10000))
        yield name, played


def swap_cards(line):
    *head, first, second = line.split(" ")
    return " ".join([*head, second, first])


def verdicts(match):
    """The verdict of fair_dice.py for each outcome that the engine drew: {entry: verdict}."""
    found = fair_dice.check_log(fair_dice.read_log(match.log))
    return {entry.number: verdict for entry, verdict, _ in found if entry.who == "chance"}


def outcomes_agree(matches, verdict=fair_dice.FITS):
    """All drawn outcomes are verified, and every match has some."""
    for match in matches:
        found = verdicts(match)
        if found.keys() != match.drawn.keys() or not found:
            return False
        if any(v not in (fair_dice.FITS, verdict) for v in found.values()):
            return False
    return any(v == verdict for match in matches for v in verdicts(match).values())


def commitments_agree(matches):
    return all(fair_dice.commitment(fair_dice.read_log(m.log).seed) == m.commitment
               for m in matches)


def both_accept(verifiers, matches, code):
    return all(verifiers.both(m.log, "--commitment", m.commitment) == code for m in matches)


def readme_has_the_odds():
    """The README of Polterfass has the rows of the table, for verifying a roll."""
    readme = (TOOLS.parent / "src/games/polterfass/README.md").read_text(encoding="utf-8")
    rows = [f"| {k} | {' '.join(map(str, row))} |" for k, row in enumerate(fair_dice.ODDS) if k]
    return len(rows) == 9 and all(row in readme for row in rows)


def shuffles_are_found(verifiers, matches):
    """Two different cards of a shuffle in the last entry are exchanged; only the dice reveal it."""
    for match in matches[:6]:
        entry = max(e for e, action in match.drawn.items() if action.startswith("shuffle"))

        def change(line):
            number, who, verb, whose, *cards = line.split(" ")
            other = next(i for i, card in enumerate(cards) if card != cards[0])
            cards[0], cards[other] = cards[other], cards[0]
            return " ".join([number, who, verb, whose, *cards])

        log = cut_after(match.log, entry)
        if verifiers.both(log) != FITS or not both_refuse(verifiers, alter(log, entry, change), entry):
            return False
    return True


def swapped_kinds_are_found(verifiers, match):
    """Entry 0 draws the starter and entry 1 deals; the two kinds must not be exchanged."""
    lines = match.log.split("\n")[:-2]
    heads = [i for i, line in enumerate(lines) if line[:2] in ("0 ", "1 ")]
    body = lines[:heads[0]]
    key = fair_dice.read_log(match.log).key()
    deal = fair_dice.shuffle(fair_dice.numbers(key, 0), [1, 2, 3, 4, 5, 6])
    seats = int(next(line for line in lines if line.startswith("seats ")).split(" ")[1])
    first = fair_dice.below(fair_dice.numbers(key, 1), seats)
    forged = [f"0 chance deal {' '.join(map(str, deal[:seats]))}", f"1 chance first {first}"]
    return (verifiers.verify(rehash([*body, *forged]))[0] == MISFIT
            and verifiers.python(rehash([*body, *forged]))[0] == MISFIT)


def every_game_is_known(engine):
    return {game["key"] for game in engine.ask("games")["games"]} == {*fair_dice.GAMES}


def last_deal(match):
    return max(e for e, action in match.drawn.items() if action.startswith("deal"))


def both_refuse(verifiers, log, entry):
    code, said = verifiers.verify(log)
    own_code, own_said = verifiers.python(log)
    return (code == 1 and f"does not fit: entry {entry} " in said and own_code == 1
            and any(line.startswith(f"{entry} ") and "does not fit" in line
                    for line in own_said.splitlines()))


def changes_are_found(verifiers, matches):
    return all(both_refuse(verifiers, alter(m.log, last_deal(m), swap_cards), last_deal(m))
               for m in matches)


def old_hash_is_found(verifiers, match):
    changed = alter(match.log, last_deal(match), swap_cards).split("\n")
    log = "\n".join(changed[:-2] + match.log.split("\n")[-2:])
    return verifiers.both(log) == MISFIT


def script_shifts_nothing(engine):
    """A scripted deal does not change later draws."""
    for index in range(40):
        setup = {"seats": 2 + index % 3, "seed": str(index), "options": {"rounds": 5}}
        plain = Match(engine, setup).play(random.Random(index))
        entry = sorted(plain.drawn)[1]
        cards = " ".join(map(str, [6, 5, 4, 3][:setup["seats"]]))
        script = {entry: f"deal {cards}"}
        other = Match(engine, setup, script=script).play(random.Random(index))
        later = {e: a for e, a in plain.drawn.items() if e != entry}
        common = later.keys() & other.drawn.keys()
        if len(common) < 2 or any(later[e] != other.drawn[e] for e in common):
            return False
    return True


def scripted(engine):
    setup = {"seats": 3, "seed": "5", "options": {"rounds": 2}}
    return Match(engine, setup, script={0: "deal 1 2 3"}).play(random.Random(1))


def script_is_marked(verifiers, match):
    code, said = verifiers.verify(match.log)
    own_code, own_said = verifiers.python(match.log)
    return (code == UNPROVED and "scripted     entry 0: deal 1 2 3" in said and own_code == UNPROVED
            and "0 deal 1 2 3: not drawn (scripted)" in own_said)


def lost_mark_is_found(verifiers, match):
    log = alter(match.log, 0, lambda line: line.replace("chance*", "chance"))
    return both_refuse(verifiers, log, 0)


def setup_counts(engine, verifiers):
    """The setup cannot be changed afterwards: other options give other dice (L8)."""
    setup = {"seats": 4, "seed": "42", "options": {"rounds": 20}, "position": {"purse": [9] * 4}}
    log = Match(engine, setup).play(random.Random(3), 40).log
    changes = (("open_cards off", "open_cards on"), ("rounds 20", "rounds 19"),
               ("slow_deal off", "slow_deal on"), ("purse 9 9 9 9", "purse 9 9 9 8"))
    for old, new in changes:
        changed = rehash(log.replace(old, new).split("\n")[:-2])
        if changed == log or verifiers.both(changed) != MISFIT:
            return False
    return verifiers.both(log) == UNPROVED


def words_count(engine):
    """The dice depend on every word and on the order of the words."""
    setup = {"seats": 2, "seed": "42", "options": {"rounds": 20}}
    words = [[], [(0, "a")], [(1, "a")], [(0, "a"), (1, "b")], [(1, "b"), (0, "a")]]
    games = [Match(engine, setup, w).play(random.Random(3)) for w in words]
    return len({json.dumps(m.drawn) for m in games}) == len(words) and outcomes_fit(games)


def outcomes_fit(matches):
    return all(set(verdicts(m).values()) == {fair_dice.FITS} for m in matches)


def bots_shift_nothing(engine):
    setup = {"seats": 2, "seed": "9"}
    plain, asked = Match(engine, setup), Match(engine, setup)
    for match in (plain, asked):
        match.chance()
    for bot in ["random", "thrifty"] * 5:
        engine.ask("bot", match=asked.number, seat=1, bot=bot)
    plain.play(random.Random(2))
    return plain.log == asked.play(random.Random(2)).log


def stamps_change_nothing(verifiers, match):
    lines = [line + " # person 1760000000000" if line[:1].isdigit() else line
             for line in match.log.split("\n")]
    log = "\n".join(lines)
    return (log != match.log and verifiers.verify(log)[0] == UNPROVED
            and verifiers.python(log) == verifiers.python(match.log))


def numbers_are_printed(verifiers, match):
    said = verifiers.run([sys.executable, "-B", str(TOOLS / "fair_dice.py"), "--numbers", "-", "3",
                       "20"], match.log)
    stream = fair_dice.numbers(fair_dice.read_log(match.log).key(), 3)
    return said == (0, "".join(f"{next(stream)}\n" for _ in range(20)))


def wishes_are_settled():
    """A wish of a single seat is granted; equal wishes draw one number (Z-51)."""
    return (fair_dice.draw_characters(iter([]), 4, "gfed") == "GFED"
            and fair_dice.draw_characters(iter([1, 0]), 4, "ggdf") == "EGDF"
            and fair_dice.draw_characters(iter([0, 0]), 4, "ggdf") == "GEDF"
            and fair_dice.draw_characters(iter([0, 1]), 2, "g-") == "GF")


def rejection_is_fair():
    """Numbers of the last, incomplete range of n are rejected."""
    return (fair_dice.below(iter([2**32 - 1, 7]), 6) == 1
            and fair_dice.below(iter([2**32 - 5, 7]), 6) == (2**32 - 5) % 6
            and fair_dice.below(iter([2**32 - 4, 7]), 6) == 1
            and fair_dice.below(iter([2**32 - 1]), 4) == 3)


def main():
    program = sys.argv[1]
    fair_dice.self_check()
    engine, verifiers = Engine(program), Verifiers(program)
    matches = play_many(engine)
    others = dict(play_others(engine))
    table, physics, drachen, riffraff = others.values()
    some = matches[::10]
    script = scripted(engine)
    tests = [
        (f"{MATCHES} matches: every drawn outcome agrees", outcomes_agree(matches)),
        ("every commitment agrees", commitments_agree(matches)),
        ("both accept fair logs, as far as there are sessions",
         both_accept(verifiers, some, UNPROVED)),
        *((f"{name}: every drawn outcome agrees", outcomes_agree(played))
          for name, played in others.items() if played is not physics),
        ("Polterfass by physics: every throw and every dealing agrees",
         outcomes_agree(physics, fair_dice.ON_TRUST)),
        ("both accept fair logs of the other games", both_accept(verifiers, table[:5], FITS)
         and both_accept(verifiers, drachen[:5], FITS) and both_accept(verifiers, riffraff[:5], FITS)),
        ("both find an exchange in a shuffle", shuffles_are_found(verifiers, drachen)),
        ("the odds stand in the README", readme_has_the_odds()),
        ("both find a changed outcome under a fitting hash", changes_are_found(verifiers, some)),
        ("both find outcomes of another kind than is due",
         swapped_kinds_are_found(verifiers, matches[1])),
        ("every game of the engine is known", every_game_is_known(engine)),
        ("both find an old hash", all(old_hash_is_found(verifiers, m) for m in some[:5])),
        ("a scripted outcome does not shift later ones", script_shifts_nothing(engine)),
        ("a scripted outcome is reported", script_is_marked(verifiers, script)),
        ("both find a script without its mark", lost_mark_is_found(verifiers, script)),
        ("a setup that was changed afterwards is found", setup_counts(engine, verifiers)),
        ("words and their order make the dice", words_count(engine)),
        ("asking bots does not shift the dice", bots_shift_nothing(engine)),
        ("stamps change nothing", stamps_change_nothing(verifiers, matches[0])),
        ("--numbers prints an entry's stream", numbers_are_printed(verifiers, matches[1])),
        ("numbers beyond the last whole run are thrown away", rejection_is_fair()),
        ("wishes for characters", wishes_are_settled()),
        ("the engine ends well", engine.close() == 0),
    ]
    return tap(tests)


if __name__ == "__main__":
    sys.exit(main())
