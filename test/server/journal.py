"""journal.py: reads the file of a stopped server with plain SQLite (docs/store.md)."""

import contextlib
import os
import sqlite3

import tavern  # noqa: F401  finds the engine's folder

from promise import close_log


@contextlib.contextmanager
def reading(data):
    """Opens the store in this folder, which no server may be using."""
    base = sqlite3.connect(os.path.join(data, "tables.db"))
    try:
        yield base
    finally:
        base.close()


def requests(data):
    """The number of rows written by each request of a device: (table, device, n) -> count."""
    with reading(data) as base:
        rows = base.execute("select tab, device, n from journal where device <> ''").fetchall()
    counts = {}
    for key in rows:
        counts[key] = counts.get(key, 0) + 1
    return counts


def rows(data, table):
    """The rows of a table in order: (kind, person, device, n, words, body)."""
    with reading(data) as base:
        found = base.execute("select row, kind, person, device, n, words, body from journal where tab = ? order by row",
                             (table,)).fetchall()
    assert [row[0] for row in found] == list(range(len(found))), f"rows are missing: {[row[0] for row in found]}"
    return [row[1:] for row in found]


def log(data, table):
    """The log of a running or finished table, made of its rows: `start` has the header, each `entry` its lines with
    timestamps, after notes that start with @."""
    lines = []
    for kind, _, _, _, _, body in rows(data, table):
        text = body.decode() if isinstance(body, bytes) else body
        if kind in ("start", "entry"):
            lines += [line for line in text.splitlines() if not line.startswith("@")]
    assert lines, f"table {table} has not begun"
    return close_log("".join(line.split(" # ")[0] + "\n" if line[0].isdigit() else line + "\n" for line in lines))
