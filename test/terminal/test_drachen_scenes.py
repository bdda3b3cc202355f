"""test_drachen_scenes.py: the sentences of the terminal in prepared positions.

The engine deals the cards that a test names and plays up to the position; its log is then resumed at
the terminal. So nothing here hangs on a seed, and each test sees the danger or the card
that it is about.
"""

import re
import sys

sys.dont_write_bytecode = True
from glass import Terminal  # noqa: E402
from sit import command, environment, folder, pipe, saved  # noqa: E402

import tap  # noqa: E402
from pipe import Engine  # noqa: E402
from promise import fine  # noqa: E402

GAME = {"game": "drachen"}
SEED = "1"
FIREWATER = "T09 T01 T02 T03"  # the first seat's pile, the other's, the one that is bought, the deck
USUAL = "no_answer own"


class Scene:
    """A match of two players who are dealt these hands."""

    def __init__(self, engine, characters, hands, first=0, drinks=FIREWATER, **position):
        self.engine, self.hands, self.drinks = engine, hands, drinks
        options = {"characters": characters, "start_drinks": 1, "first_seat": first}
        self.match = fine(engine.ask(cmd="new", game="drachen", seats=2, seed=SEED, options=options,
                                     position=position))["match"]
        while self.turn()["kind"] == "chance":
            self.deal(self.view(0)["chance"])

    def ask(self, command, **fields):
        return fine(self.engine.ask(cmd=command, match=self.match, **fields))

    def turn(self):
        return self.ask("turn")["turn"]

    def view(self, seat):
        return self.ask("view", seat=seat)["view"]

    def deal(self, chance):
        what, cards = (chance["seat"], self.hands[chance["seat"]]) if chance["kind"] == "shuffle" \
            else ("drinks", self.drinks)
        self.ask("play", seat="chance", action=f"shuffle {what} {cards} *")

    def play(self, seat, action):
        self.ask("play", seat=seat, action=action)

    def pass_to(self, kind, seat):
        """Everybody passes until this seat is asked this."""
        for _ in range(40):
            seats = self.turn()["seats"]
            if self.view(seat)["window"]["kind"] == kind and seat in seats:
                return
            self.play(seats[0], "pass")
        raise AssertionError(f"seat {seat} is never asked: {kind}")

    def save(self, state, wishes=USUAL, bot="random"):
        saved(state, **GAME).parent.mkdir()
        saved(state, **GAME).write_text(self.ask("log")["log"])
        saved(state, ".table", **GAME).write_text(
            f"seed {SEED}\nlanguage en\nseat 0 - Toni\nseat 1 {bot} Frances\nwishes {wishes}\n")


def say(binary, scene, lines, wishes=USUAL):
    """The output for these lines from this position on, joined to one line."""
    with folder() as state:
        scene.save(state, wishes)
        code, out, errors = pipe(binary, state, [*lines, "quit"], "--resume", **GAME)
        assert (code, errors) == (0, ""), (code, errors, out)
    return " ".join(out.split())


def dimli_drinks(engine, hand, **position):
    """Dimli's pile has firewater, alcohol 4; Eve has no card that answers anything."""
    return Scene(engine, "DE", (hand, "E01 E01 E01 E01 E01 E02 E02"), **position)


def test_a_drink_that_puts_out_says_so(binary):
    with Engine(binary) as engine:
        out = say(binary, dimli_drinks(engine, "D11", fortitude=[10, 20], alcohol=[6, 0]), ["", "buy eve"])
        assert "\"Dwarf firewater\" (alcohol +4) would put you out: do you answer?" in out, out
        out = say(binary, dimli_drinks(engine, "D11", fortitude=[11, 20], alcohol=[6, 0]), ["", "buy eve"])
        assert "You are to drink \"Dwarf firewater\" (alcohol +4): do you answer?" in out, out
        assert "would put you out" not in out, out


def test_the_only_one_who_can_be_named_is_not_asked_for(binary):
    with Engine(binary) as engine:
        out = say(binary, dimli_drinks(engine, "D17"), ["d17"])
        assert "Enter: play \"Off my head with that mug!\" on Eve." in out and "on whom?" not in out, out


def eve_asks_for_gold(engine, gold):
    scene = Scene(engine, "DE", ("D09", "E09"), gold=[gold, 10])
    scene.play(1, "play E09 >0")
    scene.pass_to("gold", 0)
    return scene


def test_a_payment_that_puts_out_says_so(binary):
    with Engine(binary) as engine:
        out = say(binary, eve_asks_for_gold(engine, 1), [])
        assert "You are to pay Eve 1 gold: do you answer? You would be out!" in out, out
        out = say(binary, eve_asks_for_gold(engine, 2), [])
        assert "You are to pay Eve 1 gold: do you answer?" in out and "would be out" not in out, out


def test_who_has_no_gold_is_out_of_gold(binary):
    with Engine(binary) as engine:
        out = say(binary, eve_asks_for_gold(engine, 1), ["pass"])
        assert re.search(r"2\. Dimli \(Toni, you\): out of gold", out), out


def test_d13_is_told_before_it_is_drunk(binary):
    """Z-25: Dimli turns alcohol into Fortitude, and Eve hears it when she is asked."""
    with Engine(binary) as engine:
        scene = Scene(engine, "ED", ("E16", "D13"), first=1, drinks="T01 T09 T02 T03", fortitude=[20, 12])
        scene.play(1, "pass")
        scene.play(1, "buy >0")
        scene.pass_to("drink", 1)
        out = say(binary, scene, ["table"])
        assert "Dimli is to drink \"Dwarf firewater\" (alcohol +4): do you answer?" in out, out
        scene.play(1, "play D13")
        scene.play(0, "pass")
        scene.pass_to("drink", 0)
        out = say(binary, scene, ["table"])
        assert "Dimli is to drink \"Dwarf firewater\" (Fortitude +4): do you answer?" in out, out
        assert "Dimli is to drink \"Dwarf firewater\": Fortitude +4" in out, out
        assert "alcohol +4" not in out, out


def test_nobody_sleeps_at_the_own_last_chance(binary):
    """Whoever is about to go out is asked, whatever is wished; the last chances of others are passed over."""
    hand = "D07 D15 D17 D18 D19 D20 D20"
    for wishes in (USUAL, f"{USUAL} last", f"{USUAL} last card card_me drink_me turn"):
        with Engine(binary) as engine:
            scene = dimli_drinks(engine, hand, fortitude=[10, 20], alcohol=[6, 0])
            out = say(binary, scene, ["", "buy eve", "table", "pass"], wishes)
        assert "You are about to go out, this is the last chance: do you play a card?" in out, (wishes, out)
        assert "About to go out: Dimli" in out, (wishes, out)
        assert re.search(r"2\. Dimli \(Toni, you\): passed out", out), out
    for wishes, is_asked in ((USUAL, True), (f"{USUAL} last", False)):
        with Engine(binary) as engine:
            scene = Scene(engine, "DE", (hand, "E01 E01 E01 E01 E01 E02 E02"), first=1, drinks="T01 T09 T02 T03",
                          fortitude=[20, 10], alcohol=[0, 6])
            scene.play(1, "pass")
            scene.play(1, "buy >0")
            scene.pass_to("last_chance", 0)
            out = say(binary, scene, [], wishes)
        assert ("Last chance before Eve goes out: do you play a card?" in out) == is_asked, (wishes, out)


def test_a_wish_does_not_pass_what_puts_out(binary):
    with Engine(binary) as engine:
        scene = dimli_drinks(engine, "D11", fortitude=[10, 20], alcohol=[6, 0])
        out = say(binary, scene, ["", "buy eve", "skip"], f"{USUAL} drink_me")
        assert "would put you out: do you answer?" in out, out
        assert "Only this once: where you would go out, you are always asked." in out, out
        assert "Passed over from now on" not in out and "alcohol +4, now 10" in out, out
        scene = dimli_drinks(engine, "D11", fortitude=[20, 20], alcohol=[6, 0])
        out = say(binary, scene, ["", "buy eve"], f"{USUAL} drink_me")
        assert "do you answer?" not in out and "alcohol +4, now 10" in out, out


def test_the_wish_to_wait_ends_with_the_own_turn(binary):
    with Engine(binary) as engine:
        scene = Scene(engine, "DE", ("D23 D11", "E01 E01 E01 E01 E01 E02 E02"), first=1)
        scene.play(1, "pass")
        scene.play(1, "buy >1")
        scene.pass_to("drink", 0)
        out = say(binary, scene, ["wait", "", "", "buy eve", "help"])
    waits = out.index("You pass until your own turn")
    assert "Eve is to drink" in out[:waits] and "do you answer?" in out[:waits], out
    turn = out.index("On whose", waits)
    assert "do you answer?" not in out[waits:turn], out
    assert "You are to drink \"Dwarf firewater\" (alcohol +4): do you answer?" in out[turn:], out


def test_a_card_that_was_overtaken_is_told(binary):
    """Z-4: answers count in turn order; who was not first hears that the card is back."""
    with Engine(binary) as engine:
        scene = Scene(engine, "DG", ("D23", "G15"), first=1, drinks="T01 T09 T02 T03")
        scene.play(1, "pass")
        scene.play(1, "buy >0")
        scene.pass_to("drink", 0)
        scene.play(0, "play D23")
        scene.play(1, "play G15")
        out = say(binary, scene, ["log", "hand"])
    assert 'Gog got in first; "A splash of firewater" stays in your hand.' in out, out
    assert "Frances is Gog. It is Gog's turn." in out, out  # the deal is not told


def test_d4_a_card_that_is_overtaken_on_the_screen_is_told(binary):
    """Selects the splash of firewater and presses Enter; Gog, whose turn it is, answers first."""
    with Engine(binary) as engine, folder() as state:
        scene = Scene(engine, "DG", ("D23", "G15"), first=1, drinks="T01 T09 T02 T03")
        scene.play(1, "pass")
        scene.play(1, "buy >0")
        scene.pass_to("drink", 0)
        assert scene.ask("bot", seat=1, bot="regular")["action"] == "play G15"
        scene.save(state, bot="regular")
        call = command(binary, "--lang", "en", "--resume", **GAME)
        with Terminal(call, environment(state, TERM="xterm-256color"), 24, 80) as table:
            screen = table.shows("Gog is to drink \"Dwarf firewater\"", "q quit")
            while table.read(1):  # a question takes keys after a quiet moment
                pass
            table.press(re.search(r"(\d) \* A splash of firewater", screen)[1])
            table.shows('[Enter] play "A splash of firewater"')
            table.press("\r")
            story, is_held = "", None  # a screen may come in two parts
            while 'Gog got in first; "A splash of firewater" stays in your hand.' not in story or not is_held:
                assert table.read(60), table.glass.text()
                screen = table.glass.text()
                story = " ".join(line[49:].strip() for line in screen.splitlines()[8:14])
                is_held = re.search(r"\d +A splash of firewater", screen)
            table.press("qq")
            assert table.ends() == 0


if __name__ == "__main__":
    tap.run(globals())
