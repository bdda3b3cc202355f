"""test_siege.py: fifty hostile connections beside three tables; `script/bench hostile` measures a thousand."""

import tavern  # noqa: F401  finds the engine's folder
from hostile import run

import tap


def test_hostile_connections_disturb_nobody(binary):
    print("#", run(binary, hostile=50, tables=3, seconds=8, times=False), flush=True)


if __name__ == "__main__":
    tap.run(globals())
