"""stop.py: measures the time from the signal to the end of a server.

Without clients, with clients that play and do not disconnect, and with a hanging disk; fails beyond two seconds.

    python3 stop.py path/to/spelunke [TIMES]      20 of each
"""

import os
import sys
import tempfile
import time

from tavern import Client, Hub, Server, make_table, seat_people
from test_disk import HANGS, is_ended, make, release_ended, strace, syncs_of_start

LIMIT = 2.0
TABLES = 10


def leave_alone(server):
    return server


def bring_people(server):
    """Tables with computer players, and clients that do not answer a close frame."""
    for _ in range(TABLES):
        people = [Client(server, hub=Hub()) for _ in range(2)]
        table, code = make_table(server, people[0].token, "polterfass", 4, bots={"2": "regular", "3": "regular"})
        seat_people(people, table, code)
        people[0].ask("start", table=table)
    return server


def fill_disk(server):
    """Sends requests until one hangs."""
    while make(server, "/api/guest", {}):
        pass
    return server


def measure(server, prepare):
    prepare(server)
    start = time.monotonic()
    server.process.terminate()
    while not is_ended(server.process.pid):
        time.sleep(0.001)
    return time.monotonic() - start


def run(binary, name, prepare, times, wrap=()):
    longest = 0
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="spelunke-stop-") as folder:
            server = Server(binary, os.path.join(folder, "data"), wrap=wrap)
            try:
                longest = max(longest, measure(server, prepare))
                if wrap:
                    release_ended(server.process.pid)
                assert server.wait() == 0, server.errors()
            finally:
                server.kill()
    print(f"{name}: at most {longest * 1000:.0f} ms in {times} ends", flush=True)
    return longest <= LIMIT


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python3 stop.py path/to/spelunke [TIMES]")
    binary, times = os.path.abspath(sys.argv[1]), int([*sys.argv, 20][2])
    hangs = strace(f"delay_enter={HANGS * 1000000}:when={syncs_of_start(binary) + 2}+")
    in_time = [run(binary, "nobody there", leave_alone, times), run(binary, "people play", bring_people, times),
               run(binary, "the disk hangs", fill_disk, times, hangs)]
    sys.exit(not all(in_time))


if __name__ == "__main__":
    main()
