#!/usr/bin/env python3
"""ship_lines.py SPELUNKE [MATCHES [SEED]]: whole matches of Riff Raff in plain lines.

Plays against a deckhand, in each of the four languages in turn: the first place is the middle of
the area, the next ones are drawn, also nonsense, and after TRIES refusals the piece is taken back.
Whatever is answered, a question must follow until the match is over. Prints a line a match; fails
if one does not end.
"""

import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test" / "terminal"))
import sit  # noqa: E402

TRIES = 12
ASKS = {"card": ("riffraff.ask_card",), "option": ("riffraff.ask_option",),
        "load": ("riffraff.ask_load", "riffraff.ask_load_two"), "catch": ("riffraff.ask_catch",),
        "place": ("riffraff.ask_place", "riffraff.ask_again"), "new": ("terminal.again_ask",)}
# What follows the question for a place.
sit.CHOICES.update({key: "riffraff.ask_back" for key in ASKS["place"]})


class Sailor:
    """Answers every question, and counts."""

    def __init__(self, language, seed):
        words = sit.catalogue(language)
        self.rng = random.Random(seed)
        self.words = {key.rsplit(".", 1)[1]: text.split()[0] for key, text in words.items()
                      if key.startswith("riffraff.type.")}
        self.tries = self.places = self.refused = self.returned = 0

    def place(self):
        rng, words = self.rng, self.words
        parts = [f"{words[rng.choice(('left', 'right'))]} {rng.randrange(0, 50, 5)} mm",
                 f"{words[rng.choice(('forward', 'back'))]} {rng.randrange(0, 20, 5)} mm",
                 f"{words['turned']} {rng.choice((0, 45, 90))}"]
        if rng.random() < .6:
            parts.append(words[rng.choice(("stand", "lie", "side", "hang"))])
        return rng.choice((", ".join(parts), ", ".join(parts), "xyzzy 12", "12 3 45"))

    def load_anywhere(self):
        self.tries += 1
        self.places += self.tries == 1
        self.refused += self.tries > 1
        if self.tries <= TRIES:
            return "" if self.tries == 1 else self.place()
        self.returned += 1
        return self.words["return"]

    def answer(self, ask, text):
        if ask == "place":
            return self.load_anywhere()
        self.tries = 0
        return {"card": lambda: re.search(r"\d+", text).group(), "option": lambda: "1", "catch": lambda: "1",
                "load": lambda: re.search(r": ([^,.×]+?)(?: ×\d+)?[,.]", text).group(1), "new": lambda: "no"}[ask]()


def main(binary, matches=8, first=21):
    print("language,seed,entries,places,refused,returned")
    for index in range(int(matches)):
        language, seed = sit.LANGUAGES[(index + 3) % 4], int(first) + index // 4
        sailor = Sailor(language, seed)
        with sit.folder() as state:
            code, told = sit.talk(binary, state, language, sailor.answer, "--plain", "--players", "2", "--seed",
                                  str(seed), "--bots", "deckhand", game="riffraff", asks=ASKS)
            entries = sit.entries(state, "-finished.log", game="riffraff") if code == 0 else told[-5:]
        print(language, seed, len(entries), sailor.places, sailor.refused, sailor.returned, sep=",", flush=True)
        if code:
            sys.exit(f"the match did not end: {told[-5:]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
