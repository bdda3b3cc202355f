#!/usr/bin/env python3
"""Draws which room of the house includes which, from the sources: rooms.py [OUT.svg]

A room is a folder below src; a game, and a game's screen at the terminal, are rooms of their own.
Rooms stand above all that they include, so every arrow points down; a circle of rooms is named and
ends the program with 1. Without OUT.svg it prints the arrows as text.
"""
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
    """The file behind an #include, if it is one of ours."""
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
    """Rooms by the longest way down from them; None, with the rooms at fault, for a circle."""
    below = {room: {b for a, b in edges if a == room} for edge in edges for room in edge}
    depth, left = {}, set(below)
    while left:
        ready = {room for room in left if below[room] <= set(depth)}
        if not ready:
            return None, sorted(left)
        for room in ready:
            depth[room] = 1 + max((depth[other] for other in below[room]), default=-1)
        left -= ready
    rows = [[] for _ in range(max(depth.values()) + 1)]
    for room in sorted(depth):
        rows[depth[room]].append(room)
    return rows[::-1], []


def places(rows):
    widest = max(map(len, rows))
    result = {}
    for y, row in enumerate(rows):
        start = (widest - len(row)) * (WIDTH + GAP_X) / 2
        for x, room in enumerate(row):
            result[room] = (start + x * (WIDTH + GAP_X) + 10, y * (HEIGHT + GAP_Y) + 10)
    return result, widest * (WIDTH + GAP_X), len(rows) * (HEIGHT + GAP_Y)


def draw(edges, rows):
    at, width, height = places(rows)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height - 30:g}" '
             'font-family="sans-serif" font-size="14">',
             '<rect width="100%" height="100%" fill="#fff"/>',
             '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             '<path d="M0 0 8 4 0 8z" fill="#765"/></marker>']
    for a, b in sorted(edges):
        (x1, y1), (x2, y2) = at[a], at[b]
        lines.append(f'<path d="M{x1 + WIDTH / 2:g} {y1 + HEIGHT:g} {x2 + WIDTH / 2:g} {y2:g}" stroke="#765" '
                     'stroke-opacity=".55" fill="none" marker-end="url(#tip)"/>')
    for room, (x, y) in sorted(at.items()):
        lines.append(f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#f6ead0" stroke="#543"/>')
        lines.append(f'<text x="{x + WIDTH / 2:g}" y="{y + 22:g}" text-anchor="middle">{room}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main():
    edges = arrows()
    rows, circle = layers(edges)
    if circle:
        sys.exit("these rooms include each other in a circle: " + ", ".join(circle))
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(draw(edges, rows), encoding="utf-8")
    else:
        print("\n".join(f"{a} -> {b}" for a, b in sorted(edges)))


if __name__ == "__main__":
    main()
