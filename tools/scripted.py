"""Scripted outcomes of loadings in Riff Raff.

A simulated session is reproducible on one build only. Matches that must be the same everywhere
(golden playthroughs, seeds of the fuzzers) therefore enter scripted outcomes, of every kind that
src/games/riffraff/README.md lists. They depend on the view and on the caller's random numbers.
"""

SHAPES = ["boat", "barrel", "flask", "crate", "sailor", "plank", "rat", "chest"]
# In half of the loadings the piece comes to rest.
KINDS = ["rest"] * 4 + ["heel"] * 2 + ["fall", "avalanche", "caught", "own", "back", "fall back"]
# Computer players that simulate choose the same on one build only; these do not simulate.
PORTABLE = {"riffraff": ["random"]}


def bots_of(game):
    """The computer players whose choices are the same on every build."""
    return PORTABLE.get(game["key"], game["bots"])


def place_in_kit(piece):
    shape, owner, copy = piece.rstrip("0123456789.-"), piece[-3], piece[-1]
    return int(copy), int(owner), SHAPES.index(shape)


def heel(view, dice):
    """The piece comes to rest on a heeling ship; the outcome has all poses."""
    area = view["shown"][view["order"][0]]
    aboard = {p["piece"]: (p["area"], p["pose"]) for p in view["aboard"]}
    at = [dice.randint(-90000, 90000), dice.randint(-40000, 40000), dice.randint(40000, 320000)]
    aboard[view["loading"]] = (area, [*at, 923880, 0, 0, 382683])
    joints = [dice.randint(-60000, 60000) for _ in range(5)]
    words = [f"ship:{','.join(map(str, joints))}"]
    for piece in sorted(aboard, key=place_in_kit):
        area, pose = aboard[piece]
        words.append(f"{piece}:{area}:{','.join(map(str, pose))}")
    return "rest @ " + " ".join(words)


def outcome(view, dice):
    """A random outcome of the loading that the view waits for."""
    held, aboard = view["loading"], [p["piece"] for p in view["aboard"]]
    kind = dice.choice(KINDS)
    if kind == "heel":
        return heel(view, dice)
    if kind in ("rest", "back"):
        return kind
    if kind == "own" or not aboard:
        return f"fall {held} caught {held}" if dice.random() < .5 else f"fall {held}"
    fallen = sorted(dice.sample(aboard, 1 if kind == "fall" else min(3, len(aboard))), key=place_in_kit)
    words = " ".join(["fall", *fallen])
    if kind == "caught":
        return f"{words} caught {fallen[-1]}"
    return words + (" back" if kind == "fall back" else "")
