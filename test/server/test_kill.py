"""test_kill.py: ten times SIGKILL under eight tables; `script/bench kill` does it a hundred times under fifty."""

import tavern  # noqa: F401  finds the engine's folder
from kill import run

import tap


def test_a_server_that_is_killed_loses_nothing(binary):
    print("#", run(binary, kills=10, tables=8, seed=1), flush=True)


if __name__ == "__main__":
    tap.run(globals())
