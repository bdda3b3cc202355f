#!/usr/bin/env python3
"""Draws the include graph of the components ("rooms") of the source tree.

    rooms.py              prints all arrows as text
    rooms.py OUT.svg      draws them
    rooms.py --check      fails if docs/rooms.svg is out of date or ARCHITECTURE.md lacks a room

A room is a folder below src; each game and each terminal screen of a game is a room of its own. A room
stands above everything it includes, so all arrows point down; a cycle is an error. The picture omits
an arrow if a longer path connects the same rooms, and routes arrows around rooms that are in the way.
"""
import itertools
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, GAP_X, GAP_Y = 150, 34, 24, 64


def room_of(path):
    """src/games/null/rules.c: games/null; include/spelunke/game.h: kernel"""
    parts = path.relative_to(TOP).parts
    if parts[0] == "include":
        return "kernel"
    has_rooms = parts[1] in ("games", "terminal") and len(parts) > 3 and parts[2] != "test"
    return "/".join(parts[1:3]) if has_rooms else parts[1]


def included(path, name):
    """The file of an #include, if it belongs to this project."""
    for folder in (path.parent, TOP / "src", TOP / "include"):
        found = folder / name
        if found.is_file():
            return found.resolve()
    return None


def arrows():
    found = set()
    for path in sorted((TOP / "src").rglob("*.[ch]")):
        if "test" in path.relative_to(TOP).parts:
            continue
        for name in re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE):
            target = included(path, name)
            if target and room_of(target) != room_of(path):
                found.add((room_of(path), room_of(target)))
    return found


def layers(edges):
    """Rows of rooms by the longest path down to them; rooms that nobody includes stand just above what
    they include. (None, rooms) for a cycle."""
    above = {room: {a for a, b in edges if b == room} for edge in edges for room in edge}
    depth, left = {}, set(above)
    while left:
        ready = {room for room in left if above[room] <= set(depth)}
        if not ready:
            return None, sorted(room for room in left if any(a == room and b in left for a, b in edges))
        for room in ready:
            depth[room] = 1 + max((depth[other] for other in above[room]), default=-1)
        left -= ready
    for room in above:
        if not above[room]:
            depth[room] = min(depth[b] for a, b in edges if a == room) - 1
    rows = [[] for _ in range(max(depth.values()) + 1)]
    for room in sorted(depth):
        rows[depth[room]].append(room)
    return rows, []


def without_shortcuts(edges):
    """Transitive reduction: drops an arrow if a longer path connects the same rooms."""
    below = {room: {b for a, b in edges if a == room} for edge in edges for room in edge}

    def reaches(a, b):
        return b in below[a] or any(reaches(c, b) for c in below[a])
    return {(a, b) for a, b in edges if not any(reaches(c, b) for c in below[a])}


def places(rows):
    widest = max(map(len, rows))
    result = {}
    for y, row in enumerate(rows):
        start = (widest - len(row)) * (WIDTH + GAP_X) / 2
        for x, room in enumerate(row):
            result[room] = (start + x * (WIDTH + GAP_X) + 10, y * (HEIGHT + GAP_Y) + 10)
    return result, widest * (WIDTH + GAP_X), len(rows) * (HEIGHT + GAP_Y)


def ends(at, edge):
    """Bottom centre of the upper room and top centre of the lower one."""
    (x1, y1), (x2, y2) = at[edge[0]], at[edge[1]]
    return x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2, y2


def hides(at, edge, room):
    """Whether the arrow passes behind the room."""
    x1, y1, x2, y2 = ends(at, edge)
    left, top = at[room]
    if not (y1 < top and top + HEIGHT < y2):
        return False
    across = sorted(x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in (top, top + HEIGHT))
    return across[0] < left + WIDTH + 4 and left - 4 < across[1]


def way(at, edge):
    """The points of an arrow: straight, or through the nearest gap in rows where a room is in the way."""
    x1, y1, x2, y2 = ends(at, edge)
    points = [(x1, y1)]
    for top in sorted({at[room][1] for room in at if hides(at, edge, room)}):
        straight = x1 + (x2 - x1) * (top + HEIGHT / 2 - y1) / (y2 - y1)
        row = [x for x, y in at.values() if y == top]
        gaps = sorted([x - GAP_X / 2 for x in row] + [max(row) + WIDTH + GAP_X / 2])
        x = min(gaps, key=lambda gap: abs(gap - straight))
        points += [(x, top), (x, top + HEIGHT)]
    return points + [(x2, y2)]


def muddle(edges, rows):
    """Cost of this order: number of arrows behind rooms, then total horizontal length."""
    at, _, _ = places(rows)
    behind = sum(hides(at, edge, room) for edge in edges for room in at)
    return behind, sum(abs(ends(at, edge)[0] - ends(at, edge)[2]) for edge in edges)


def in_readable_order(edges, rows):
    """Swaps rooms within rows as long as that lowers the cost."""
    rows = [list(row) for row in rows]
    best, before = muddle(edges, rows), None
    while best != before:
        before = best
        for row in rows:
            for a, b in itertools.combinations(range(len(row)), 2):
                row[a], row[b] = row[b], row[a]
                found = muddle(edges, rows)
                if found < best:
                    best = found
                else:
                    row[a], row[b] = row[b], row[a]
    return rows


def draw(edges, rows):
    edges = without_shortcuts(edges)
    at, width, height = places(in_readable_order(edges, rows))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height - 30:g}" '
             'font-family="sans-serif" font-size="14">',
             '<rect width="100%" height="100%" fill="#fff"/>',
             '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             '<path d="M0 0 8 4 0 8z" fill="#765"/></marker>']
    for edge in sorted(edges):
        points = " ".join(f"{x:g} {y:g}" for x, y in way(at, edge))
        lines.append(f'<path d="M{points}" stroke="#765" stroke-opacity=".55" fill="none" marker-end="url(#tip)"/>')
    for room, (x, y) in sorted(at.items()):
        lines.append(f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#f6ead0" stroke="#543"/>')
        lines.append(f'<text x="{x + WIDTH / 2:g}" y="{y + 22:g}" text-anchor="middle">{room}</text>')
    return "\n".join(lines + ["</svg>", ""])


def faults(picture):
    """What is out of date in the picture and in the table of ARCHITECTURE.md."""
    found = []
    if (TOP / "docs/rooms.svg").read_text(encoding="utf-8") != picture:
        found.append("docs/rooms.svg is out of date; make it with: tools/rooms.py docs/rooms.svg")
    tour = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = sorted(path.name for path in (TOP / "src").iterdir() if path.is_dir())
    return found + [f"ARCHITECTURE.md does not link src/{name}" for name in folders
                    if f"[src/{name}](src/{name})" not in tour]


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    edges = arrows()
    rows, cycle = layers(edges)
    if cycle:
        sys.exit("these rooms include each other in a cycle: " + ", ".join(cycle))
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(faults(draw(edges, rows))) or None)
    if len(sys.argv) > 2 or sys.argv[-1].startswith("-"):
        sys.exit(__doc__)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(draw(edges, rows), encoding="utf-8")
    else:
        print("\n".join(f"{a} -> {b}" for a, b in sorted(edges)))


if __name__ == "__main__":
    main()
