"""test_drachen.py: Zum Blauen Drachen from outside, judged by its views alone.

Two hundred matches of two, three and four seats with random settings. A seeded
player picks among what `legal` lists, interrupts included. At every look no
gold, card or drink may be missing, all seats must be told the same but for
their own hands, and nobody's hand may stand in another's view. Written from
the rules and from the protocol, not from the engine's source.
"""

import collections
import functools
import itertools
import json
import random
import re

import tap
from pipe import Engine
from promise import fine, same
from test_play import verify

MATCHES = {2: 70, 3: 70, 4: 60}
LOOKS = 0.2           # at how many of the positions all views are looked at
TRIALS = 0.004        # at how many of them every listed action is tried
VERIFIED = 5          # every which log is given to `spelunke verify`
ENTRIES_MAX = 20000
DECK, DRINKS = 37, 28
TWICE = {"T03", "T07", "T09", "T21", "T22"}
KINDS = {"D": 28, "E": 27, "F": 29, "G": 23}   # how many kinds each deck has


def random_settings(dice, seats):
    """The usual table half of the time."""
    if dice.random() < 0.5:
        return {}
    letters = "".join(dice.sample("DEFG", dice.randint(seats, 4)))
    wishes = "".join(dice.choice("defg-") for _ in range(seats))
    return {"start_gold": dice.randint(8, 12), "start_drinks": dice.randint(1, 3),
            "buy_others_only": dice.choice(["on", "off"]), "eve_2008": dice.choice(["on", "off"]),
            "last_chance": dice.choice(["on", "off"]), "house_split": dice.choice(["on", "off"]),
            "characters": dice.choice([letters, "random", wishes]),
            "first_seat": dice.choice([dice.randrange(seats), "random"])}


def stack_cards(view, seat):
    """The cards of a seat that lie on the stack."""
    return [item["card"] for item in view["stack"]
            if item["kind"] == "card" and item["source"] == seat]


def ids_of(view, letter):
    """Every card id of a deck that stands anywhere in a view."""
    return collections.Counter(re.findall(rf'"({letter}\d\d)"', json.dumps(view)))


def check_gold(view, gold):
    same(sum(seat["gold"] for seat in view["seats"]) + view["pot"] + view["inn"], gold)
    for seat in view["seats"]:
        assert seat["gold"] >= 0 and 0 <= seat["fortitude"] <= 20, seat
        assert 0 <= seat["alcohol"] <= 20, seat


def check_cards(views):
    """Each deck is whole while its owner is in, and his hand is his alone."""
    for number in range(len(views) - 1):
        own = views[number]["seats"][number]
        open_cards = own["discard"] + stack_cards(views[number], number)
        if own["in"]:
            same(len(own["hand"]) + own["deck"] + len(open_cards), DECK)
        else:
            same((own["hand"], own["deck"], own["pile"]), ([], 0, 0))
        same(own["hand"], sorted(own["hand"]))
        for card in own["hand"]:
            assert card[0] == own["character"] and 1 <= int(card[1:]) <= KINDS[card[0]], card
        check_secrets(views, number, collections.Counter(open_cards))


def check_secrets(views, number, open_cards):
    """Others read a seat's cards only where they lie open, or where counting
    tells them; and what counting tells is true."""
    own = views[number]["seats"][number]
    for viewer, view in enumerate(views):
        if viewer == number:
            continue
        seat = view["seats"][number]
        known = collections.Counter(seat.get("known", []))
        same(seat["hand"], len(own["hand"]))
        assert not known - collections.Counter(own["hand"]), (known, own["hand"])
        same(ids_of(view, own["character"]), open_cards + known)


def check_drinks(view):
    hidden = view["drinks_left"] + sum(seat["pile"] for seat in view["seats"])
    lying = collections.Counter(view["drink_discard"] + view["open_drinks"])
    same(hidden + sum(lying.values()), DRINKS)
    for drink, count in lying.items():
        assert count <= 1 + (drink in TWICE), lying


def public(view):
    """A view without what only some may see."""
    view = json.loads(json.dumps(view))
    for seat in view["seats"]:
        hand = seat["hand"]
        seat["hand"] = hand if isinstance(hand, int) else len(hand)
        seat.pop("known", None)
    view.pop("my_answers", None)
    return view


def unfold(form):
    """The actions that a form stands for, as docs/engine-protocol.md tells."""
    if "pick" in form:
        for count in range(form["min"], form["max"] + 1):
            for words in sorted(set(itertools.combinations(form["pick"], count))):
                yield " ".join((form["say"], *words))
    else:
        for words in itertools.product(*form.get("one", [])):
            yield " ".join((form["say"], *words))


class Table:
    """One match, played to its end."""

    def __init__(self, engine, seats, dice):
        self.engine, self.seats, self.dice = engine, seats, dice
        settings = random_settings(dice, seats)
        opened = fine(engine.ask(cmd="new", game="drachen", seats=seats, options=settings,
                                 seed=str(dice.getrandbits(64))), "match", "turn")
        self.match, self.turn = opened["match"], opened["turn"]
        self.gold = seats * settings.get("start_gold", 10)
        self.entries = 0

    def ask(self, command, **fields):
        return fine(self.engine.ask(cmd=command, match=self.match, **fields))

    def ask_seats(self, command, *others):
        requests = [{"cmd": command, "match": self.match, "seat": seat}
                    for seat in (*range(self.seats), *others)]
        return [fine(answer) for answer in self.engine.ask_many(requests)]

    def views(self):
        return [answer["view"] for answer in self.ask_seats("view", "watcher")]

    def asked(self):
        return sorted({*self.turn.get("seats", []), *self.turn.get("may", [])})

    def look(self):
        """All views and all lists of one position."""
        views = self.views()
        if views[0]["phase"] == "deal":
            return
        for view in views[1:]:
            same(public(view), public(views[0]))
        check_gold(views[0], self.gold)
        check_drinks(views[0])
        check_cards(views)
        self.check_turn(views[0])

    def check_turn(self, view):
        if self.turn["kind"] != "seats":
            return
        window = view["window"]
        same(self.turn["seats"], sorted(set(window["seats"]) - set(window["sealed"])))
        for seat, answer in enumerate(self.ask_seats("legal")):
            assert answer["actions"] or seat not in self.turn["seats"], (seat, self.turn)
            assert not answer["actions"] or seat in self.asked(), (seat, self.turn)
            self.check_prompt(seat, answer)

    def check_prompt(self, seat, legal):
        """A seat that is asked has a prompt whose forms unfold to what is legal."""
        prompt = self.ask("prompt", seat=seat)["prompt"]
        if seat not in self.asked():
            same((prompt, legal["ask"]), (None, None))
            return
        same((prompt["must"], prompt["ask"]), (seat in self.turn["seats"], legal["ask"]))
        unfolded = [action for form in prompt["forms"] for action in unfold(form)]
        same(sorted(unfolded), sorted(legal["actions"]))
        assert "pass" in unfolded or not prompt["presets"], prompt
        assert "pass" in unfolded or seat not in self.turn["seats"] \
            or not self.turn.get("reaction"), (prompt, self.turn)

    def try_all(self):
        """Every listed action is taken, each in a copy of the match."""
        log = self.ask("log")["log"]
        for seat, answer in enumerate(self.ask_seats("legal")):
            for action in answer["actions"][:12]:
                copy = fine(self.engine.ask(cmd="load", log=log))["match"]
                fine(self.engine.ask(cmd="play", match=copy, seat=seat, action=action))
                fine(self.engine.ask(cmd="drop", match=copy))

    def act(self):
        if self.turn["kind"] == "chance":
            return self.ask("chance")
        seat = self.dice.choice(self.asked())
        actions = self.ask("legal", seat=seat)["actions"]
        if not actions:   # it may interrupt, but has nothing to interrupt with
            seat = self.dice.choice(self.turn["seats"])
            actions = self.ask("legal", seat=seat)["actions"]
        return self.ask("play", seat=seat, action=self.dice.choice(actions))

    def run(self):
        while self.turn["kind"] != "over":
            if self.dice.random() < LOOKS:
                self.look()
            if self.dice.random() < TRIALS:
                self.try_all()
            self.turn = self.act()["turn"]
            self.entries += 1
            assert self.entries < ENTRIES_MAX, "the match does not end"
        self.look()
        self.check_end()

    def check_end(self):
        """The last one in has won; with nobody left, those who went out last."""
        view, score = self.views()[-1], self.ask("score")
        left = [number for number, seat in enumerate(view["seats"]) if seat["in"]]
        same((view["phase"], score["over"]), ("over", True))
        assert len(left) <= 1 and score["winners"], (left, score)
        if left:
            same(score["winners"], left)
        best = max(score["scores"])
        same(score["winners"], [number for number, points in enumerate(score["scores"])
                                if points == best])


def play_matches(binary, seats):
    """Plays all matches of these seats; their logs and last views."""
    dice = random.Random(f"drachen {seats}")
    ends = []
    with Engine(binary) as engine:
        for _ in range(MATCHES[seats]):
            table = Table(engine, seats, dice)
            table.run()
            ends.append((table.ask("log")["log"], table.views()))
            table.ask("drop")
    return ends


@functools.cache
def ends_of(binary, seats):
    """Played once for all tests."""
    return play_matches(binary, seats)


def test_matches_of_two(binary):
    same(len(ends_of(binary, 2)), MATCHES[2])


def test_matches_of_three(binary):
    same(len(ends_of(binary, 3)), MATCHES[3])


def test_matches_of_four(binary):
    same(len(ends_of(binary, 4)), MATCHES[4])


def test_logs_load_to_the_same_views(binary):
    with Engine(binary) as engine:
        for seats in MATCHES:
            for log, views in ends_of(binary, seats):
                match = fine(engine.ask(cmd="load", log=log), "match", "turn")["match"]
                for seat, view in zip((*range(seats), "watcher"), views):
                    same(fine(engine.ask(cmd="view", match=match, seat=seat))["view"], view)
                same(fine(engine.ask(cmd="log", match=match))["log"], log)
                fine(engine.ask(cmd="drop", match=match))


def test_logs_pass_verify(binary):
    for seats in MATCHES:
        for log, _ in ends_of(binary, seats)[::VERIFIED]:
            code, said = verify(binary, log)
            assert code == 0, (code, said)


# A contest that is tied eight times in one entry: everything that could answer a drink
# lies face up, so nobody is asked in between. Drinks from the top; the contest is the
# sixth.
LONG_CONTEST = ("T01 T11 T07 T05 T09 T22 T22 T20 T13 T15 T17 T16 T18 T04 "
                "T23 T02 T21 T03 T03 T12 T19 T09 T10 T14 T06 T08 T21 T07")
ANSWERS = {"sometimes_drink", "any", "sometimes", "own_drink", "others_drink", "any_drink"}


def decks_with_answers_on_top(kit):
    """By seat: what can answer a drink, and at Eve's a payment, and the whole deck."""
    decks = []
    for letter, moments in (("E", ANSWERS | {"pay"}), ("G", ANSWERS)):
        answers, others = [], []
        for card in kit["cards"]:
            is_answer = card["kind"] in ("sometimes", "anytime") and moments & set(card["when"])
            if card["owner"] == letter:
                (answers if is_answer else others).extend([card["id"]] * card["copies"])
        decks.append((set(answers), answers + others))
    return decks


def plain_move(prompt, seat, answers):
    """Discards answers, buys for the other one, and else passes."""
    forms = {form["say"].split()[0]: form for form in prompt["forms"]}
    if "discard" in forms:
        thrown = [card for card in forms["discard"]["pick"] if card in answers]
        return " ".join(["discard", *thrown]) if thrown else "keep"
    if "buy" in forms:
        return f"buy >{1 - seat}"
    return next(verb for verb in ("pass", "drink", "decline", "keep") if verb in forms)


def test_a_contest_that_is_tied_again_and_again(binary):
    with Engine(binary) as engine:
        decks = decks_with_answers_on_top(fine(engine.ask(cmd="kit", game="drachen"))["kit"])
        shuffles = [f"shuffle {seat} " + " ".join(deck) for seat, (_, deck) in enumerate(decks)]
        shuffles.append("shuffle drinks " + LONG_CONTEST)
        opened = fine(engine.ask(
            cmd="new", game="drachen", seats=2, seed="1",
            options={"characters": "EG", "first_seat": 0, "start_drinks": 1},
            position={"fortitude": [20, 20], "gold": [3, 10], "alcohol": [7, 1]}))
        match, turn, most = opened["match"], opened["turn"], 0
        while turn["kind"] != "over":
            if turn["kind"] == "chance":
                seat, action = "chance", shuffles.pop(0)
            else:
                seat = turn["seats"][0]
                prompt = fine(engine.ask(cmd="prompt", match=match, seat=seat))["prompt"]
                action = plain_move(prompt, seat, decks[seat][0])
            played = fine(engine.ask(cmd="play", match=match, seat=seat, action=action))
            most, turn = max(most, len(played["events"])), played["turn"]
        assert most > 70, most
        log = fine(engine.ask(cmd="log", match=match))["log"]
        again = fine(engine.ask(cmd="load", log=log))["match"]
        same(engine.ask(cmd="legal", match=again, seat=0)["actions"], [])


if __name__ == "__main__":
    tap.run(globals())
