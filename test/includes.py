#!/usr/bin/env python3
"""Checks the dependencies between components: cli -> terminal, arena -> host -> kernel <- games -> physics.

Prints TAP, one test per component ("room"). ARCHITECTURE.md describes them.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
PURE = {"limits.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}

# Room -> (own rooms it may include, other headers it may include; None: all of libc)
ROOMS = {
    "include/spelunke": ({"spelunke"}, PURE),
    "src/kernel": ({"spelunke"}, PURE | {"stdlib.h", "sodium.h"}),
    "src/physics": ({"spelunke", "mujoco"},
                    PURE | {"elf.h", "link.h", "math.h", "pthread.h", "setjmp.h", "stdlib.h"}),
    "src/games": ({"spelunke"}, PURE),
    "src/bots": ({"spelunke"}, PURE),
    "src/words": ({"spelunke"}, PURE | {"stdlib.h"}),
    "src/engine": ({"spelunke", "words"}, PURE | {"stdlib.h", "jansson.h"}),
    "src/host": ({"spelunke"}, PURE | {"stdlib.h"}),
    "src/arena": ({"spelunke", "words", "host"},
                  PURE | {"math.h", "pthread.h", "stdatomic.h", "stdio.h", "stdlib.h", "time.h"}),
    "src/picture": ({"spelunke", "games"}, PURE | {"math.h", "png.h", "stdlib.h"}),
    "src/disk": ({"spelunke", "sys"}, None),
    "src/pool": ({"spelunke", "disk", "sys"}, None),
    "src/compact": ({"spelunke"}, PURE),
    "src/server": ({"spelunke", "words", "compact", "disk", "host", "store", "sys", "arpa", "net", "netinet"}, None),
    "src/store": ({"spelunke", "disk", "sys"}, None),
    "src/remote": ({"spelunke", "compact"}, None),
    "src/terminal": ({"spelunke", "words", "disk", "host", "remote", "sys"}, None),
    # Of the games it needs only the throw, which is no match.
    "src/cli": ({"spelunke", "words", "engine", "arena", "terminal", "picture", "disk", "pool", "games", "server", "store", "sys"},
                None),
}
# A game's client draws JSON and uses neither rules nor match: of the kernel it needs messages, text and the
# frames of sessions.
CLIENTS = {f"src/terminal/{folder.name}" for folder in (TOP / "src/terminal").iterdir()
           if folder.is_dir() and folder.name != "test"}
ROOMS |= {client: ({"terminal"}, PURE) for client in CLIENTS}
CLIENT_HEADERS = {f"spelunke/{name}.h" for name in ("face", "message", "notation", "sim", "text")}
# console.h makes these visible to the terminal, but clients must not use them.
BEHIND = re.compile(r"\b(?:match|host|session|log|thought)_\w+\s*\(|->(?:match|host)\b")
# Sessions may allocate, rules may not. Only must.c and seed.c use stdio.h.
MORE = {
    "src/games/*/sim.c": {"stdlib.h"},
    "src/games/*/throw.c": {"stdlib.h", "math.h"},
    "src/games/*/cup.c": {"math.h"},
    "src/games/*/kit.c": {"math.h"},
    "src/games/*/ship_world.c": {"stdlib.h", "math.h"},
    "src/games/*/geometry.h": {"math.h"},
    "src/terminal/riffraff/*.c": {"math.h", "ctype.h", "stdlib.h"},
    "src/games/*/steer.c": {"stdlib.h"},
    "src/games/*/trial.c": {"stdlib.h"},
    "src/kernel/must.c": {"stdatomic.h", "stdio.h"},
    "src/kernel/seed.c": {"stdio.h"},
}
# Only the simulation of a game may use physics, never its rules.
MORE_ROOMS = {
    "src/games/*/sim.c": {"physics"},
    "src/games/*/throw.[ch]": {"physics"},
    "src/games/*/cup.h": {"physics"},
    "src/games/*/film.[ch]": {"physics"},
    "src/games/*/ship_world.[ch]": {"physics"},
    "src/games/*/areas.h": {"physics"},
    "src/games/*/geometry.h": {"physics"},
    "src/games/*/hand.h": {"physics"},
}
# Files that may allocate: sessions, and memory and trials of computer players.
SESSIONS = {"sim.c", "throw.c", "ship_world.c", "steer.c", "trial.c"}
# Functions that rules must not call, although they include the headers.
ALLOCATES = re.compile(r"\b(must_alloc|must_realloc|actions_new|malloc|calloc|realloc|alloca)\s*\(")
# Only these rooms may use these libraries.
OWNERS = {"mujoco/mujoco.h": {"src/physics"}, "libwebsockets.h": {"src/remote", "src/server"}, "uv.h": {"src/server"}, "qrencode.h": {"src/server"}, "curses.h": {"src/terminal"} | CLIENTS, "jansson.h": {"src/engine", "src/server", "src/terminal"},
          **{f"uni{name}.h": {"src/server"} for name in ("case", "ctype", "gbrk", "norm", "str")}, "png.h": {"src/picture"}, "sqlite3.h": {"src/pool", "src/store"}, "sodium.h": {"src/kernel", "src/pool", "src/cli", "src/server"}}

# In these rooms, only these files may use the library.
ONLY = {("src/terminal", "jansson.h"): {"value.c"}, ("src/server", "jansson.h"): {"gate.c"},
        ("src/server", "libwebsockets.h"): {"ws.c"}, ("src/remote", "libwebsockets.h"): {"transport.c"},
        ("src/server", "uv.h"): {"admin.c", "acceptor.c", "serve.c", "ws.c"},
        ("src/server", "sodium.h"): {"secret.c"}, ("src/server", "qrencode.h"): {"qr.c"}}
# Generated at build time.
MADE = {("src/server", "proto.h")}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def is_test(path):
    return "test" in path.relative_to(TOP).parts


def is_in_room_within(room, path):
    """Whether the file belongs to a nested room, which has its own entry."""
    return any(inner != room and inner.startswith(room + "/") and (TOP / inner) in path.parents for inner in ROOMS)


def allows(room, path, quote, name):
    ours, foreign = ROOMS[room]
    first = name.split("/")[0]
    ours = ours | next((more for glob, more in MORE_ROOMS.items() if path.match(glob)), set())
    if quote == '"' and "/" not in name:
        return (path.parent / name).exists() or (room, name) in MADE
    if quote == '"':
        return first in ours and f"src/{pathlib.PurePath(name).parent}" not in CLIENTS
    if room in CLIENTS and name in CLIENT_HEADERS:
        return True
    if "/" in name and name not in OWNERS:
        return first in ours
    extra = next((more for glob, more in MORE.items() if path.match(glob)), set())
    if name in OWNERS:
        return room in OWNERS[name] and path.name in ONLY.get((room, name), {path.name})
    return foreign is None or name in foreign | extra


def faults(room):
    for path in sorted((TOP / room).rglob("*.[ch]")):
        if is_test(path) or is_in_room_within(room, path):
            continue
        text = path.read_text()
        for quote, name in INCLUDE.findall(text):
            if not allows(room, path, quote, name):
                yield f"{path.relative_to(TOP)} includes {name}"
        if room in CLIENTS and BEHIND.search(text):
            yield f"{path.relative_to(TOP)} knows the match"
        if room == "src/games" and path.name not in SESSIONS and ALLOCATES.search(text):
            yield f"{path.relative_to(TOP)} allocates"


def main():
    bad = False
    rooms = sorted(ROOMS)
    unknown = sorted({p.name for p in (TOP / "src").iterdir()} - {pathlib.Path(r).name for r in rooms})
    print(f"1..{len(rooms) + 1}")
    for number, room in enumerate(rooms, 1):
        found = list(faults(room))
        bad |= bool(found)
        print("not ok" if found else "ok", number, "-", room, "includes only what it may")
        for fault in found:
            print("#", fault)
    print("not ok" if unknown else "ok", len(rooms) + 1, "- every room has its rule", *unknown)
    return 1 if bad or unknown else 0


sys.exit(main())
