"""test_cuts.py: a conversation cut at every 41st byte, split and delayed; `script/bench cuts` cuts at every one."""

import tavern  # noqa: F401  finds the engine's folder
from cuts import run

import tap


def test_resumed_streams_equal_uncut_ones(binary):
    print("#", run(binary, every=41, offset=13), flush=True)


if __name__ == "__main__":
    tap.run(globals())
