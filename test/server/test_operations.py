"""test_operations.py: metrics, log, `spelunke admin`, socket activation, the systemd unit, the package.

promtool checks the metrics (promtool.py). If it is not available the test fails, unless WITHOUT_PROMTOOL is set.
"""

import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time

import promtool
import tavern
from players import Player, play
from tavern import TOP, Client, Hub, Server, error_of, make_table, open_table, same, seat_people, shared

import tap

PACKAGING = TOP / "packaging"
UNIT = PACKAGING / "spelunke.service"
HISTOGRAMS = ("loop_turn", "commit", "bot", "session")
EXPOSED_MAX = 2.0
# Executes the program with this socket as file descriptor 3.
AS_SYSTEMD = """import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])"""


def admin(binary, server, *arguments, code=0):
    """What `spelunke admin` prints; standard error where it is refused."""
    done = subprocess.run([binary, "admin", "--data", server.data, *arguments], capture_output=True, text=True,
                          timeout=60, check=False, env={**os.environ, "LC_ALL": "en"})
    assert done.returncode == code, f"{arguments}: {done}"
    return done.stderr if code else done.stdout


def log_lines(server):
    return [json.loads(line) for line in server.errors().splitlines()]


def wait_for(condition, what):
    end = time.monotonic() + tavern.PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} does not come"
        time.sleep(0.02)


def play_null(server, bots=1):
    """Plays a match of one person against computer players; returns the table and the person."""
    hub = Hub()
    player = Player(server, hub=hub, name="Wilhelmine")
    table, code = make_table(server, player.token, "null", 1 + bots, **tavern.QUICK, options={"rounds": 2})
    seat_people([player], table, code)
    for seat in range(1, 1 + bots):
        player.ask("bot", table=table, seat=seat, bot="thrifty")
    player.ask("start", table=table)
    assert play(hub, [player], lambda: player.tables[table].is_over(), 120), "the match does not end"
    return table, player


FINISHED = {}


def finished(server):
    """The same, shared by all tests that only need a finished match."""
    if server not in FINISHED:
        FINISHED[server] = play_null(server)
    return FINISHED[server]


def test_metrics_please_promtool(binary):
    server = shared(binary)
    finished(server)
    text = server.call("GET", "/metrics").body.decode()
    for name in HISTOGRAMS:
        counts = [int(count) for count in re.findall(rf"spelunke_{name}_seconds_bucket\S+ (\d+)", text)]
        same(len(counts), 17)
        same(counts, sorted(counts))
        same(counts[-1], int(re.search(rf"spelunke_{name}_seconds_count (\d+)", text).group(1)))
        assert counts[-1] > 0, f"{name} was never measured"
    for name in ("tables", "people", "connections", "actions_total", "queued_bytes", "store_healthy"):
        assert re.search(rf"^spelunke_{name} \d+$", text, re.MULTILINE), f"{name} is missing"
    tool = promtool.path()
    assert tool or os.environ.get("WITHOUT_PROMTOOL"), "no promtool: WITHOUT_PROMTOOL=1 leaves it out"
    if not tool:
        return
    done = subprocess.run([tool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=60, check=False)
    same((done.returncode, done.stdout, done.stderr), (0, "", ""))
    broken = text.replace("# TYPE spelunke_tables gauge\n", "# TYPE spelunke_tables gadget\n")
    assert subprocess.run([tool, "check", "metrics"], input=broken, capture_output=True, text=True, timeout=60,
                          check=False).returncode != 0, "promtool takes anything"


def test_the_log_is_json_and_names_nobody(binary):
    with tempfile.TemporaryDirectory(prefix="spelunke-log-") as folder:
        server = Server(binary, os.path.join(folder, "data"))
        client = Client(server, name="Wilhelmine")
        make_table(server, client.token, public=True)
        server.stop()
        lines = log_lines(server)
        same([line["event"] for line in lines], ["start", "stopping", "stop"])
        same((lines[0]["port"], lines[0]["level"], lines[0]["store"]), (server.port, "info", "disk"))
        for line in lines:
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]), line
        assert "Wilhelmine" not in server.errors() and "127.0.0.1" not in server.errors(), server.errors()
        quiet = Server(binary, os.path.join(folder, "quiet"), "--log", "warning")
        quiet.stop()
        same(quiet.errors(), "")


def test_refused_connections_are_counted_and_named_only_if_asked_for(binary):
    with tempfile.TemporaryDirectory(prefix="spelunke-log-") as folder:
        for options, events in (((), {"refused"}), (("--log-addresses",), {"refused", "refused_address"})):
            server = Server(binary, os.path.join(folder, f"data{len(options)}"), "--per-address", "2", "--log",
                            "warning", *options, test=False)
            held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
            wait_for(lambda s=server, e=events: {line["event"] for line in log_lines(s)} >= e, "the refusal")
            for one in held:
                one.close()
            same(server.stop(), 0)
            same({line["event"] for line in log_lines(server)}, events)
            same("127.0.0.1" in server.errors(), bool(options))


def test_a_failing_disk_is_told(binary):
    if not shutil.which("strace"):
        print("# strace is not here")
        return
    with tempfile.TemporaryDirectory(prefix="spelunke-log-") as folder:
        wrap = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e",
                "inject=fdatasync,fsync:error=EIO:when=9+"]
        server = Server(binary, os.path.join(folder, "data"), wrap=wrap)
        asking = (f"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
                  "Content-Length: 2\r\n\r\n{}").encode()
        held = []

        def is_told():  # requests share commits, so one more is sent until the disk has failed
            held.append(socket.create_connection(("127.0.0.1", server.port)))
            held[-1].sendall(asking)  # nobody is answered while it is not known what is on the disk
            return any(line["event"] == "store_failed" for line in log_lines(server))

        wait_for(is_told, "the trouble")
        failed = next(line for line in log_lines(server) if line["event"] == "store_failed")
        same(failed["level"], "error")
        assert "data folder" in failed["why"], failed
        for one in held:
            one.close()
        server.kill()


def test_admin_lists_exports_and_closes_tables(binary):
    server = shared(binary)
    mode = os.stat(os.path.join(server.data, "admin.sock"))
    same((stat.S_ISSOCK(mode.st_mode), stat.S_IMODE(mode.st_mode)), (True, 0o600))
    over, person = finished(server)
    table, _, (ada, ben) = open_table(server, 2)
    waiting, _ = make_table(server, ada.token)
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in admin(binary, server, "list").splitlines()}
    same((rows[over][0], rows[table][0], rows[waiting][0]), ("over", "playing", "open"))
    same((rows[table][1], rows[table][2], rows[table][4]), ("null", "private", f"{ada.person},{ben.person}"))
    log = server.call("GET", f"/api/tables/{over}/log", token=person.token).body.decode()
    same(admin(binary, server, "export", over), log)
    started = admin(binary, server, "export", table)
    same(started.split()[0], log.split()[0])
    assert "no match" in admin(binary, server, "export", waiting, code=1)
    assert "no table" in admin(binary, server, "export", "nowhere", code=1)
    for one in (table, waiting):
        admin(binary, server, "close", one)
    ben.wait(lambda: ben.tables[table].info["state"] == "over", what="the end of the table")
    error_of(server.call("GET", f"/api/tables/{waiting}", token=ada.token), 404, "unknown_table")
    rows = {line.split("\t")[0]: line.split("\t")[1] for line in admin(binary, server, "list").splitlines()}
    same((rows[over], rows[table], rows[waiting]), ("over", "closed", "closed"))
    same(admin(binary, server, "close", table, code=1), "spelunke: the table has ended already\n")
    same(admin(binary, server, "close", "nowhere", code=1), "spelunke: there is no such table\n")


def test_admin_bans_people_and_addresses_for_good(binary):
    with tempfile.TemporaryDirectory(prefix="spelunke-ban-") as folder:
        server = Server(binary, os.path.join(folder, "data"))
        ada, ben = Client(server), Client(server)
        admin(binary, server, "ban", ada.person)
        same(ada.expect_close(), 4003)
        ben.ask("lobby", on=True)
        error_of(server.call("GET", "/api/me", token=ada.token), 403, "forbidden")
        server.stop()
        server = Server(binary, os.path.join(folder, "data"))
        error_of(server.call("GET", "/api/me", token=ada.token), 403, "forbidden")
        same(server.call("GET", "/api/me", token=ben.token).status, 200)
        admin(binary, server, "unban", ada.person)
        same(server.call("GET", "/api/me", token=ada.token).status, 200)
        admin(binary, server, "ban", "127.0.0.1")
        same(server.call("GET", "/api/games").status, 403)
        admin(binary, server, "unban", "127.0.0.1")
        same(server.call("GET", "/api/games").status, 200)
        for slip in ("a b", "foo", ada.person[1:], ada.person.upper() + "!", "127.0.0"):
            same((slip, admin(binary, server, "ban", slip, code=1)),
                 (slip, "spelunke: that is neither an id nor an address\n"))
        admin(binary, server, "unban", "foo")  # whatever an older list may have
        same(server.stop(), 0)
        same(admin(binary, server, "ban", ada.person, code=1), "spelunke: no server runs in this folder\n")


def test_a_backup_of_a_running_server_is_a_folder_to_serve(binary):
    server = shared(binary)
    table, player = finished(server)
    log = admin(binary, server, "export", table)
    with tempfile.TemporaryDirectory(prefix="spelunke-backup-") as folder:
        copy = os.path.join(folder, "copy")
        admin(binary, server, "backup", copy)
        same(sorted(os.listdir(copy)), ["tables.db", "token.key"])
        assert all(stat.S_IMODE(os.stat(os.path.join(copy, name)).st_mode) == 0o600 for name in os.listdir(copy))
        assert "already" in admin(binary, server, "backup", copy, code=1)
        again = Server(binary, copy)
        reply = again.call("GET", f"/api/tables/{table}/log", token=player.token)
        same((reply.status, reply.body.decode()), (200, log))
        same(again.stop(), 0)


def test_sockets_of_systemd_are_served(binary):
    with tempfile.TemporaryDirectory(prefix="spelunke-socket-") as folder, socket.create_server(("127.0.0.1", 0)) as given:
        command = [sys.executable, "-c", AS_SYSTEMD, str(given.fileno()), binary, "serve", "--data",
                   os.path.join(folder, "data")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              pass_fds=(given.fileno(),)) as process:
            try:
                port = given.getsockname()[1]
                same(process.stdout.readline().decode().strip(), f"listening on http://127.0.0.1:{port}")
                same(tavern.call(port, "GET", "/healthz").status, 200)
            finally:
                process.terminate()
            same(process.wait(tavern.PATIENCE), 0)


def test_a_server_under_test_takes_no_socket_that_others_reach(binary):
    with tempfile.TemporaryDirectory(prefix="spelunke-socket-") as folder:
        for address, first in (("127.0.0.1", "listening on http://127.0.0.1:"), ("0.0.0.0", "")):
            with socket.create_server((address, 0)) as given:
                command = [sys.executable, "-c", AS_SYSTEMD, str(given.fileno()), binary, "serve", "--test", "--data",
                           os.path.join(folder, "data")]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                      pass_fds=(given.fileno(),), env={**os.environ, "LC_ALL": "en"}) as process:
                    line = process.stdout.readline()
                    process.terminate()
                    assert line.startswith(first) and bool(line) == bool(first), line
                    same("LISTEN_FDS names another socket" in process.stderr.read(), not first)


def test_the_unit_stays_closed(binary):
    assert binary
    if not shutil.which("systemd-analyze"):
        print("# systemd-analyze is not here")
        return
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)], capture_output=True,
                          text=True, timeout=60, check=False)
    found = re.search(r"Overall exposure level for spelunke.service: ([0-9.]+)", done.stdout)
    assert found, done
    assert float(found.group(1)) <= EXPOSED_MAX, found.group(0)


def allowed_calls():
    """The system calls that the filters of the unit allow; groups are defined by systemd."""
    def unfold(word):
        if not word.startswith("@"):
            return {word}
        lines = subprocess.run(["systemd-analyze", "--no-pager", "syscall-filter", word], capture_output=True, text=True,
                               timeout=60, check=True).stdout.splitlines()[1:]
        return set().union(*(unfold(line.strip()) for line in lines if line.strip() and not line.strip().startswith("#")))
    allowed = unfold("@default")
    for words in re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE):
        calls = set().union(*map(unfold, words.lstrip("~").split()))
        allowed = allowed - calls if words.startswith("~") else allowed | calls
    return allowed


def test_the_unit_forbids_nothing_that_the_server_does(binary):
    if not (shutil.which("systemd-analyze") and shutil.which("strace")):
        print("# systemd-analyze or strace is not here")
        return
    with tempfile.TemporaryDirectory(prefix="spelunke-calls-") as folder:
        calls = os.path.join(folder, "calls")
        server = Server(binary, os.path.join(folder, "data"), wrap=["strace", "-D", "-f", "-qq", "-o", calls])
        _, player = play_null(server)
        reply = server.call("POST", "/api/account", {"name": "Wilhelmine", "passphrase": "a long passphrase"}, player.token)
        same(reply.status, 200)
        server.stop()  # what looks for leaks at the end cannot do so under strace
        with open(calls, encoding="utf-8", errors="replace") as lines:
            text = lines.read()
    # The first call of a process is the one that starts it.
    used = set(re.findall(r"^\d+ +([a-z_0-9]+)\(", text, re.MULTILINE))
    assert {"fdatasync", "mmap", "accept4"} <= used, used
    # SQLite gives files to the folder's owner where it runs as root, which the unit does not let it.
    same(used - allowed_calls() - ({"fchown"} if os.geteuid() == 0 else set()), set())
    same([line for line in text.splitlines() if re.search(r"PROT_WRITE\|PROT_EXEC", line)], [])


def test_a_package_that_is_removed_leaves_no_server(binary):
    """The script that dpkg calls before, with another systemctl, and another folder for that of a systemd at work."""
    assert binary
    assert "packaging/prerm" in (TOP / "script" / "package").read_text()
    with tempfile.TemporaryDirectory(prefix="spelunke-prerm-") as folder:
        calls = os.path.join(folder, "calls")
        systemctl = os.path.join(folder, "systemctl")
        with open(systemctl, "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\necho "$@" >>{calls}\nexit 1\n')
        os.chmod(systemctl, 0o755)
        script = (PACKAGING / "prerm").read_text()
        assert "/run/systemd/system" in script
        for at_work, verb in ((folder, "upgrade"), ("/nowhere", "remove"), (folder, "remove")):
            assert not os.path.exists(calls), verb
            subprocess.run(["sh", "-c", script.replace("/run/systemd/system", at_work), "prerm", verb], check=True,
                           timeout=60, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        with open(calls, encoding="ascii") as file:
            same(file.read(), "disable --now spelunke.socket spelunke.service\n")


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
