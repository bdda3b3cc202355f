"""test_disk.py: acknowledged means on disk: slow and failing disks, simulated with strace.

If every sync is delayed, no `done` and no `step` is sent earlier. If every sync fails from the k-th on, everything
acknowledged is there after a restart, and nothing refused is. The tests of the store do the same for every call with a
failing file system; this tests the whole server.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time

import journal
from tavern import PATIENCE, QUICK, ROWS, Client, Hub, Server, make_table, same, seat_people

import tap

DELAY = 0.25
FAILS_AFTER = (1, 4, 11)  # syncs behind those of the start
TRIES = 30
HANGS = 600  # seconds


def strace(inject=None, out="/dev/null"):
    """The command to run a server under; the server stays our child (-D). LeakSanitizer does not work under strace."""
    return ["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "-D", "-f", "-qq", "-o", out, "-e", "trace=fsync,fdatasync",
            *(["-e", f"inject=fsync,fdatasync:{inject}"] if inject else [])]


def can_trace():
    if not shutil.which("strace"):
        return False
    return subprocess.run([*strace("delay_enter=1"), "true"], capture_output=True, timeout=60, check=False).returncode == 0


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="spelunke-disk-") as name:
        yield os.path.join(name, "data")


class Timed(Client):
    """Notes when each request was sent and each step came."""

    def __init__(self, *arguments, **more):
        self.sent_at, self.steps = {}, []
        super().__init__(*arguments, **more)

    def send(self, kind, /, **fields):
        self.sent_at[self.n + 1] = (time.monotonic(), kind)
        return super().send(kind, **fields)

    def changed(self, seen, message):
        if message["t"] == "step":
            self.steps.append((time.monotonic(), message))


def test_nothing_is_acknowledged_before_a_slow_disk_has_it(binary):
    assert can_trace(), "strace cannot be used here"
    with folder() as data:
        server = Server(binary, data, wrap=strace(f"delay_enter={int(DELAY * 1000000)}"))
        try:
            check_slow(server)
        finally:
            server.kill()


def check_slow(server):
    hub = Hub()
    clients = [Timed(server, hub=hub) for _ in range(2)]
    table, code = make_table(server, clients[0].token, options={"rounds": 2}, **QUICK)
    seat_people(clients, table, code)
    clients[0].ask("say", table=table, text="slow today")
    clients[0].ask("start", table=table)
    acted = []
    for _ in range(2):
        for client in clients:
            client.wait(lambda c=client: c.tables[table].prompt and c.tables[table].prompt["must"], what="a prompt")
            before = len(clients[0].steps), time.monotonic()
            client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action="bid 0")
            acted.append(before)
            clients[0].wait(lambda b=before: len(clients[0].steps) > b[0], what="the step")
    for client in clients:
        for n, (at, kind) in client.sent_at.items():
            if kind in ROWS:
                took = client.times[n] - at
                assert took >= DELAY, f"{kind} was answered after {took:.3f} s"
    for count, at in acted:
        came, step = clients[0].steps[count]
        assert came - at >= DELAY, f"a step came after {came - at:.3f} s: {step}"


def test_a_failing_disk_loses_nothing_that_was_acknowledged(binary):
    assert can_trace(), "strace cannot be used here"
    start = syncs_of_start(binary)
    for more in FAILS_AFTER:
        with folder() as data:
            check_failing(binary, data, start + more)


def syncs_of_start(binary):
    """The maximum of syncs per thread until the server is ready; strace counts by thread."""
    with folder() as data:
        Server(binary, data, wrap=strace(out=data + ".calls")).kill()
        with open(data + ".calls", encoding="ascii") as calls:
            threads = [line.split()[0] for line in calls if "sync(" in line]
    return max((threads.count(thread) for thread in threads), default=0)


def check_failing(binary, data, first):
    server = Server(binary, data, wrap=strace(f"error=EIO:when={first}+"))
    people, tables, clients = [], [], []
    try:
        act_until_it_fails(server, people, tables, clients)
        same(server.call("GET", "/healthz").status, 503)
    finally:
        server.kill()
    again = Server(binary, data)
    try:
        for token in people:
            same(again.call("GET", "/api/me", token=token).status, 200)
        for table, token in tables:
            same(again.call("GET", f"/api/tables/{table}", token=token).status, 200)
        same(again.call("GET", "/healthz").status, 200)
    finally:
        same(again.stop(), 0)
    check_rows(data, clients)


def make(server, path, body, token=None):
    """The created person or table; None: refused or not answered, so it may or may not exist."""
    try:
        reply = server.call("POST", path, body, token, timeout=2)
    except TimeoutError:
        return None
    assert reply.status in (201, 503), reply
    return reply.json() if reply.status == 201 else None


def act_until_it_fails(server, people, tables, clients):
    """Creates people and tables and chats, until everything has failed for a while."""
    hub, failures, tries = Hub(), 0, 0
    while failures < 6 and tries < TRIES:
        tries += 1
        made = make(server, "/api/guest", {})
        if made:
            people.append(made["token"])
        failures += not made
        if not people:
            continue
        token = people[-1]
        made = make(server, "/api/tables", {"game": "null", "seats": 2}, token)
        failures += not made
        if made:
            tables.append((made["table"], token))
            clients.append(Client(server, token, hub=hub))
            clients[-1].send("watch", table=tables[-1][0])
        for client, (table, _) in zip(clients, tables):
            client.send("say", table=table, text=f"try {tries}")
        hub.pause(0.15)
    assert failures >= 6, "the disk does not fail"
    assert clients or tries <= 3, "nothing was acknowledged at all"


def check_rows(data, clients):
    """Requests answered with `done` are there once, refused ones are not; unanswered ones may be either."""
    counts = journal.requests(data)
    done = refused = 0
    for client in clients:
        for n, answer in client.answers.items():
            found = sum(count for (_, device, number), count in counts.items() if (device, number) == (client.device, n))
            if answer["t"] == "done" and "resumed" not in answer:
                same(found, 1)
                done += 1
            elif answer["t"] == "error" and n > 1:  # 1 is `watch`, which writes nothing
                same((answer["code"], found), ("store", 0))
                refused += 1
    assert not clients or done + refused > 0, "nothing was tried"


def test_a_disk_that_hangs_delays_no_end(binary):
    """The signal stops the server although a sync hangs; everything acknowledged is there."""
    assert can_trace(), "strace cannot be used here"
    start = syncs_of_start(binary)
    with folder() as data:
        server = Server(binary, data, wrap=strace(f"delay_enter={HANGS * 1000000}:when={start + 2}+"))
        people = []
        try:
            while made := make(server, "/api/guest", {}):
                people.append(made["token"])
            server.process.terminate()
            release_ended(server.process.pid)
            same(server.wait(), 0)
        finally:
            server.kill()
        assert people, "the disk has hung from the start"
        again = Server(binary, data)
        for token in people:
            same(again.call("GET", "/api/me", token=token).status, 200)
        same(again.stop(), 0)


def release_ended(pid):
    """When the first thread has ended, only strace keeps the delayed thread alive: then strace is killed too."""
    end = time.monotonic() + PATIENCE
    while not is_ended(pid):
        assert time.monotonic() < end, "the server does not end"
        time.sleep(0.01)
    tracers = {int(status_of(f"{pid}/task/{task}", "TracerPid")) for task in os.listdir(f"/proc/{pid}/task")} - {0}
    assert tracers, "nothing hangs"
    for tracer in tracers:
        os.kill(tracer, signal.SIGKILL)


def is_ended(pid):
    """The first thread has ended; strace may still delay others."""
    return status_of(pid, "State").startswith("Z")


def status_of(process, field):
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        return next(line.split(":", 1)[1].strip() for line in status if line.startswith(field + ":"))


if __name__ == "__main__":
    tap.run(globals())
