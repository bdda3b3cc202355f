"""test_serve.py: the command `serve`: addresses, files, options, shutdown."""

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from raw import Double, frame, make_certificate, request, upgrade  # noqa: E402
from tavern import opened, same  # noqa: E402
import tap  # noqa: E402


class Plain(Double):
    """A server process, with its output read byte by byte."""

    def __init__(self, binary, folder, *options, tls=None, around=None):
        self.process = subprocess.Popen([binary, "serve", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True,
                                        env=os.environ | {"XDG_DATA_HOME": folder, "SPELUNKE_LOG": "warning", **(around or {})})
        self.tls, self.first = tls, self.process.stdout.readline()
        if not self.first:
            raise RuntimeError(self.process.stderr.read())
        self.port = int(self.first.rsplit(":", 1)[1])

    def status(self, host="localhost", path="/healthz", **headers):
        return self.ask(request(path=path, Host=host, Connection="close", **headers)).status


def refused(binary, *options):
    """The error message when it cannot start."""
    done = subprocess.run([binary, "serve", *options], capture_output=True, text=True, timeout=60, check=False)
    same((done.returncode, done.stdout), (3, ""))
    return done.stderr


def test_the_key_of_tokens_is_made_once_and_is_its_owners_alone(binary):
    with tempfile.TemporaryDirectory() as folder:
        with Plain(binary, folder, "--port", "0") as server:
            same(server.first.startswith("listening on http://127.0.0.1:"), True)
            same(server.status(), 200)
        key = f"{folder}/spelunke/token.key"
        with open(key, "rb") as file:
            before = file.read()
        same((len(before), stat.S_IMODE(os.stat(key).st_mode)), (32, 0o600))
        with Plain(binary, folder, "--port", "0"):
            pass
        with open(key, "rb") as file:
            same(file.read(), before)
        with open(key, "wb") as file:
            file.write(before[:31])
        same("token.key" in refused(binary, "--port", "0", "--data", f"{folder}/spelunke"), True)


def test_what_is_in_use_is_refused(binary):
    with opened(binary) as server:
        same("Address already in use" in refused(binary, "--port", str(server.port), "--store", "memory"), True)
        said = refused(binary, "--port", "0", "--data", server.data)
        same(said.startswith("spelunke: ") and said.count("\n") == 1, True)


def test_what_cannot_be_used_is_a_reason(binary):
    memory = ("--port", "0", "--store", "memory")
    same(refused(binary, *memory, "--cert", "/dev/null", "--key", "/dev/null"),
         "spelunke: cannot use this certificate with this key\n")
    same("cannot make the folder" in refused(binary, "--port", "0", "--data", "/dev/null/x"), True)
    same(refused(binary, "--port", "0", "--store", "memory", "--bind", "192.0.2.1").startswith(
        "spelunke: cannot listen on 192.0.2.1 port 0: "), True)


def test_a_store_in_memory_leaves_no_file(binary):
    with tempfile.TemporaryDirectory() as folder:
        with Plain(binary, folder, "--port", "0", "--store", "memory") as server:
            same(server.ask(request("POST", "/api/guest", "{}", Content_Type="application/json")).status, 201)
        same(os.listdir(folder), [])


def test_names_that_are_not_ours_are_misdirected(binary):
    with tempfile.TemporaryDirectory() as folder, Plain(binary, folder, "--port", "0", "--name", "tavern.example") as server:
        for host, status in (("tavern.example", 200), ("127.0.0.1", 200), ("[::1]:1", 200), ("evil.example", 421)):
            same((host, server.status(host)), (host, status))


def test_the_local_network_is_let_in_if_wanted(binary):
    with tempfile.TemporaryDirectory() as folder, Plain(binary, folder, "--port", "0", "--lan") as server:
        same(server.status(), 200)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect(("192.0.2.1", 9))  # sends nothing
                own = way.getsockname()[0]
            except OSError:
                return  # a machine without a network
        same(own in server.process.stdout.readline(), True)
        with socket.create_connection((own, server.port), 20) as line:
            line.sendall(request(path="/healthz", Host=f"{own}:{server.port}", Connection="close").encode())
            same(line.recv(12), b"HTTP/1.1 200")


def test_options_come_from_environment_and_file(binary):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/conf"
        with open(path, "w", encoding="ascii") as file:
            file.write("# a tavern\nport 1\nname one.example\nstore memory\n")
        around = {"SPELUNKE_CONFIG": path, "SPELUNKE_PORT": "0"}
        with Plain(binary, folder, around=around) as server:
            same((server.status("one.example"), server.status("two.example")), (200, 421))
        with Plain(binary, folder, "--name", "two.example", around=around) as server:
            same((server.status("one.example"), server.status("two.example")), (421, 200))


def test_tls_serves_people_and_websockets(binary):
    with tempfile.TemporaryDirectory() as folder:
        certificate = make_certificate(folder)
        options = ("--port", "0", "--store", "memory", "--cert", str(certificate[0]), "--key", str(certificate[1]))
        with Plain(binary, folder, *options, tls=certificate) as server:
            same(server.first.startswith("listening on https://127.0.0.1:"), True)
            made = server.ask(request("POST", "/api/guest", "{}", Content_Type="application/json"))
            same((made.status, "; Secure" in made.headers["set-cookie"]), (201, True))
            cookie = made.headers["set-cookie"].split(";")[0]
            with server.connect() as line:
                line.send(upgrade(Cookie=cookie))
                same(line.head().status, 101)
                line.send(frame('{"t":"hello","protocol":1,"device":"abcdefgh"}'))
                same(line.message()[1][:12], b'{"t":"hello"')


def test_it_ends_by_itself_whatever_anybody_does(binary):
    """It waits for nobody. The limit of two seconds is not checked here, because a busy machine may exceed it."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with opened(binary) as server:
            _, token = server.guest()
            lines = [socket.create_connection(("127.0.0.1", server.port), 20) for _ in range(20)]
            for index, line in enumerate(lines):
                line.sendall((upgrade(Authorization=f"Bearer {token}") if index % 2 else "GET / HT").encode())
            time.sleep(0.2)
            server.process.send_signal(number)
            same(server.process.wait(20), 0)
            for line in lines:
                line.close()


tap.run(globals())
