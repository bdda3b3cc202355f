"""Scripted outcomes of loadings in Riff Raff.

A session comes out alike on one build only. Matches that must come out alike everywhere,
golden playthroughs and the seeds of the fuzzers, therefore enter outcomes of their own, of
every kind that src/games/riffraff/README.md lists. They follow from the view and from the
dice that the caller brings."""

SHAPES = ["boat", "barrel", "flask", "crate", "sailor", "plank", "rat", "chest"]
# Of twelve loadings half rest.
KINDS = ["rest"] * 4 + ["heel"] * 2 + ["fall", "avalanche", "caught", "own", "back", "fall back"]
# Computer players that try places in a simulation choose alike on one build only.
PORTABLE = {"riffraff": ["random"]}


def bots_of(game):
    """Those whose choices come out alike everywhere."""
    return PORTABLE.get(game["key"], game["bots"])


def place_in_kit(piece):
    shape, owner, copy = piece.rstrip("0123456789.-"), piece[-3], piece[-1]
    return int(copy), int(owner), SHAPES.index(shape)


def heel(view, dice):
    """The piece rests on a ship that heels, told with all poses."""
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
    """What comes of the loading that the view awaits."""
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
