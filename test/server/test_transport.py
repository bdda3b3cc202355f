"""test_transport.py: valid and invalid HTTP and WebSocket input to the transport, with a fake tavern that echoes.

Timeouts are short, and only the order of events is checked, never durations.
"""

import os
import pathlib
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "test/engine"))
sys.dont_write_bytecode = True
import tap  # noqa: E402
from promise import same  # noqa: E402
from raw import (ACCEPT, BINARY, CLOSE, Double, PING, PONG, TEXT, eventually, frame, make_certificate,  # noqa: E402
                 request, upgrade)

HEADER_MAX = BODY_MAX = 8192
MESSAGE_MAX = 4096
UNSENT_MAX = 262144


def test_every_answer_has_the_headers_that_protect_it(binary):
    with Double(binary) as double:
        for text in (request(), request(path="/nothing"), "no request\r\n\r\n"):
            headers = double.ask(text).headers
            same(headers["x-content-type-options"], "nosniff")
            same(headers["referrer-policy"], "no-referrer")
            same("frame-ancestors 'none'" in headers["content-security-policy"], True)
            same(headers["cache-control"], "no-store")
            same("server" in headers, False)


def test_a_connection_is_used_again_and_requests_may_come_together(binary):
    with Double(binary) as double, double.connect() as line:
        line.send(request() + request(path="/later") + request("POST", "/echo", "abc") + request(path="/later"))
        same([line.answer().body for _ in range(4)], [b"tavern", b"at last", b"abc", b"at last"])
        line.send(request())
        same(line.answer().headers["connection"], "keep-alive")
        line.send(request(Connection="close"))
        same(line.answer().headers["connection"], "close")
        same(line.is_over(), True)


def test_http_1_0_ends_with_its_answer_unless_it_asks_otherwise(binary):
    with Double(binary) as double:
        with double.connect() as line:
            line.send(request(version="1.0", Host=None))
            same((line.answer().status, line.is_over()), (200, True))
        with double.connect() as line:
            line.send(request(version="1.0", Connection="keep-alive") * 2)
            same([line.answer().status for _ in range(2)], [200, 200])


def test_requests_may_come_byte_by_byte(binary):
    with Double(binary) as double, double.connect() as line:
        for byte in request("POST", "/echo", "sieben"):
            line.send(byte)
        same(line.answer().body, b"sieben")


def test_head_has_the_head_alone(binary):
    with Double(binary) as double, double.connect() as line:
        line.send(request("HEAD", "/kept") + request("HEAD", "/") + request())
        same(line.answer(has_body=False).headers["content-length"], "1000000")
        same(line.answer(has_body=False).headers["content-length"], "6")
        same(line.answer().body, b"tavern")


def test_405_says_what_is_allowed(binary):
    with Double(binary) as double:
        answer = double.ask(request("PUT", "/only-get", "x"))
        same((answer.status, answer.headers["allow"]), (405, "GET, HEAD"))


def test_what_the_tavern_sees_is_what_was_sent(binary):
    with Double(binary) as double:
        text = request("POST", "/seen/%41/../x//y?a=%20&b;c", "{}", Content_Type="application/json",
                       Origin="http://localhost", Authorization="Bearer abc", Cookie="spelunke=1; b=2",
                       Accept_Encoding="gzip, br", X_Forwarded_For="9.9.9.9", X_Forwarded_Proto="https")
        same(double.ask(text).body.decode(),
             "127.0.0.1 plain POST /seen/%41/../x//y a=%20&b;c application/json localhost http://localhost "
             "Bearer abc spelunke=1; b=2 gzip, br")
        same(double.ask(request(path="http://other:80/seen")).body.decode().split()[2:7],
             ["GET", "/seen", "-", "-", "other:80"])
        same(double.ask("\r\n" + request(path="/seen")).status, 200)


def test_bodies_up_to_the_limit_are_taken(binary):
    with Double(binary) as double:
        same(len(double.ask(request("POST", "/echo", "x" * BODY_MAX)).body), BODY_MAX)
        answer = double.ask(request("POST", "/echo", "x" * (BODY_MAX + 1)))
        same((answer.status, answer.headers["connection"]), (413, "close"))
        same(answer.body.startswith(b'{"error":"too_long","reason":"'), True)
        # Refused by its header alone.
        same(double.ask(request("POST", "/echo", Content_Length="99999999999999999999")).status, 413)


def test_heads_up_to_the_limit_are_taken(binary):
    with Double(binary) as double:
        room = HEADER_MAX - len(request(X_Long=""))
        same(double.ask(request(X_Long="x" * room)).status, 200)
        for text in (request(X_Long="x" * (room + 1)), request(X_Long="x" * 100000), request(path="/" + "x" * 9000),
                     "GET / HTTP/1.1\r\n" + "a: b\r\n" * 5000, "x" * 9000):
            answer = double.ask(text)
            same((answer.status, b"too_long" in answer.body), (431, True))


def test_what_could_be_read_in_two_ways_is_refused(binary):
    get = "GET / HTTP/1.1\r\nHost: a\r\n"
    wrong = {400: ["GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
                   "GET x HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
                   "GET / HTTP/1.1\r\n\r\n", get + "Host: b\r\n\r\n", get + "Content-Length: 1\r\n" * 2 + "\r\nx",
                   get + "Content-Length: -1\r\n\r\n", get + "Content-Length: 1 1\r\n\r\n", get + "Content-Length: \r\n\r\n",
                   get + "A : b\r\n\r\n", get + "A: b\r\n c\r\n\r\n", get + "no colon\r\n\r\n", get + "A: b\nC: d\r\n\r\n",
                   get + "A: \x00\r\n\r\n", get + "A: b\rc\r\n\r\n", get + ": b\r\n\r\n",
                   get + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / FTP/1.1\r\n\r\n",
                   get + "Origin: http://a\r\nOrigin: http://b\r\n\r\n"],
             411: [get + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
             417: [get + "Expect: wonders\r\n\r\n"],
             501: ["A" * 17 + " / HTTP/1.1\r\nHost: a\r\n\r\n"],
             505: ["GET / HTTP/2.0\r\nHost: a\r\n\r\n"]}
    with Double(binary) as double:
        for status, texts in wrong.items():
            for text in texts:
                with double.connect() as line:
                    line.send(text)
                    same((text, line.answer().status, line.is_over()), (text, status, True))


def test_a_body_that_waits_for_leave_gets_it(binary):
    with Double(binary) as double, double.connect() as line:
        line.send(request("POST", "/echo", Content_Length="3", Expect="100-continue"))
        same(line.head().status, 100)
        line.send("abc")
        same(line.answer().body, b"abc")


def test_half_requests_are_cut(binary):
    with Double(binary, request=300) as double:
        for text in ("", "GET / HTT", request("POST", "/echo", Content_Length="5") + "abc", request() + "GET /"):
            with double.connect() as line:
                line.send(text)
                if text.startswith("GET / HTTP/1.1"):
                    same(line.answer().status, 200)
                same((text, line.is_over()), (text, True))
        # A client that sends a byte now and then runs into the timeout.
        with double.connect() as line:
            line.line.settimeout(0.05)
            sent = 0
            while sent < 10000:
                try:
                    line.send("G")
                    sent += 1
                    if not line.more():
                        break
                except TimeoutError:
                    pass
                except OSError:
                    break
            same(sent < 10000, True)


def test_unread_answers_cost_little_and_are_cut(binary):
    with Double(binary, request=300) as double:
        with double.connect() as line:
            line.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.send(request(path="/big") * 200)
            before = line.answer()
            same((before.status, len(before.body)), (200, 400000))
        # A client that reads everything gets a complete response and a proper end of the connection.
        for path, size in (("/kept", 1000000), ("/big", 400000)):
            with double.connect() as line:
                line.send(request(path=path, Connection="close"))
                same((len(line.answer().body), line.line.recv(1)), (size, b""))


def turns(double):
    """Loop iterations per second."""
    with tempfile.NamedTemporaryFile() as out:
        counting = subprocess.Popen(["strace", "-c", "-e", "trace=epoll_wait,epoll_pwait", "-o", out.name,
                                     "-p", str(double.process.pid)], stderr=subprocess.DEVNULL)
        time.sleep(1)
        counting.send_signal(signal.SIGINT)
        counting.wait()
        rows = [line.split() for line in out.read().decode().splitlines()]
    return sum(int(row[3]) for row in rows if row and row[-1].startswith("epoll_"))


def test_who_sends_and_does_not_read_does_not_make_it_spin(binary):
    with Double(binary, request=20000) as double:
        calm = turns(double)
        asking, talking = double.connect(), double.socket()
        for line in (asking, talking):
            line.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.line.settimeout(0.2)
        for line, data in ((asking, request(path="/kept").encode()), (talking, frame("flood 50"))):
            try:
                for _ in range(10000):  # until it takes no more
                    line.send(data)
            except TimeoutError:
                pass
        same(turns(double) <= 2 * calm + 100, True)
        for line in (asking, talking):
            line.line.close()


def test_a_websocket_needs_what_the_protocol_says(binary):
    with Double(binary) as double:
        head = double.ask(upgrade())
        same((head.status, head.headers["sec-websocket-accept"], head.headers["sec-websocket-protocol"]),
             (101, ACCEPT, "spelunke.1"))
        same("sec-websocket-extensions" in
             double.ask(upgrade(Sec_WebSocket_Extensions="permessage-deflate")).headers, False)
        same(double.ask(upgrade(Authorization="Bearer no")).status, 401)
        same(double.ask(upgrade(Origin="http://evil")).status, 403)
        same(double.ask(upgrade(Sec_WebSocket_Protocol="other")).status, 400)
        same(double.ask(upgrade(Sec_WebSocket_Protocol=None)).status, 400)
        same(double.ask(upgrade(Sec_WebSocket_Key="short")).status, 400)
        answer = double.ask(upgrade(Sec_WebSocket_Version="8"))
        same((answer.status, answer.headers["sec-websocket-version"]), (426, "13"))
        # Without the wish it is an ordinary request, and a refusal keeps the connection.
        same(double.ask(upgrade(Upgrade=None)).status, 404)
        with double.connect() as line:
            line.send(upgrade(Origin="http://evil") + upgrade())
            same((line.answer().status, line.head().status), (403, 101))


def test_messages_come_back_however_they_are_cut(binary):
    with Double(binary) as double, double.socket() as line:
        for size in (0, 1, 125, 126, MESSAGE_MAX):
            line.send(frame("ä" * (size // 2) + "x" * (size % 2)))
            same(line.message(), (TEXT, ("ä" * (size // 2) + "x" * (size % 2)).encode()))
        line.send(frame(b"\x03\x00\xff", BINARY))
        same(line.message(), (BINARY, b"\x03\x00\xff"))
        for byte in frame("byte by byte"):
            line.send(bytes([byte]))
        same(line.message(), (TEXT, b"byte by byte"))
        # In fragments, split within a character, with a ping between them.
        line.send(frame("ä".encode()[:1], final=False) + frame(b"inside", PING) + frame(b"", 0, final=False) +
                  frame("äz".encode()[1:], 0))
        same([line.frame(), line.frame()], [(PONG, b"inside"), (TEXT, "äz".encode())])
        line.send(frame("one") + frame("two"))
        same([line.message(), line.message()], [(TEXT, b"one"), (TEXT, b"two")])
    # The first message may come with the request.
    with Double(binary) as double, double.connect() as line:
        line.send(upgrade().encode() + frame("early"))
        same((line.head().status, line.message()), (101, (TEXT, b"early")))


def test_what_breaks_the_rules_of_frames_is_closed_with_its_code(binary):
    half = "ä".encode()[:1]
    wrong = {1002: [frame("x", mask=None), frame("x", reserved=4), frame("x", 3), frame("x", 11), frame("x", 0),
                    frame("x", final=False) + frame("y"), frame("x", PING, final=False), frame("x" * 126, PING),
                    frame("x", length=1), frame("x", length=1 << 63), frame(b"\x03", CLOSE), frame(b"\x03\xed", CLOSE),
                    frame(b"\x00\x01", CLOSE)],
             1007: [frame(half), frame(b"\xff"), frame(b"\xed\xa0\x80"), frame(b"ok\x00" + half),
                    frame(b"\x03\xe8\xff", CLOSE), frame(half, final=False) + frame("x", 0)],
             1009: [frame("x" * (MESSAGE_MAX + 1)), frame("x" * MESSAGE_MAX, final=False) + frame("x", 0),
                    frame(b"", BINARY, length=5000000000), frame(b"", length=1 << 62)]}
    with Double(binary) as double:
        for code, inputs in wrong.items():
            for data in inputs:
                with double.socket() as line:
                    line.send(data)
                    same((data[:20], line.closed()), (data[:20], code))


def test_both_ends_can_close(binary):
    with Double(binary) as double:
        with double.socket() as line:
            line.send(frame(b"\x03\xe8bye", CLOSE))
            same(line.closed(), 1000)
        with double.socket() as line:
            line.send(frame(b"", CLOSE))
            same(line.closed(), 1000)
        with double.socket() as line:
            line.send(frame("close 4003") + frame("not heard any more"))
            opcode, payload = line.message()
            same((opcode, payload), (CLOSE, (4003).to_bytes(2, "big")))
            line.send(frame("nor this") + frame(payload, CLOSE))
            same(line.is_over(), True)
        # Who never answers the close frame is cut all the same.
        with double.socket() as line:
            line.send(frame("close 4001"))
            same(line.closed(), 4001)
        eventually(lambda: double.ask(request(path="/gone")).body == b"4")


def test_the_tavern_hears_once_of_everybody_who_has_gone(binary):
    with Double(binary) as double:
        lines = [double.socket() for _ in range(10)]
        for number, line in enumerate(lines):
            if number % 2:
                line.send(frame(b"\x03\xe9", CLOSE))
            line.line.close()
        eventually(lambda: double.ask(request(path="/gone")).body == b"10")


def test_a_slow_reader_gets_what_was_before_and_is_closed_with_4008(binary):
    with Double(binary) as double, double.socket() as line:
        line.send(frame("flood 20000"))
        got, last = 0, None
        while (last := line.message())[0] == TEXT:
            same(last[1][:8], f"{got:07} ".encode())
            got += 1
        same((last, line.is_over()), ((CLOSE, (4008).to_bytes(2, "big")), True))
        same(got * 1000 < 20000000, True)
    with Double(binary) as double, double.socket() as line:
        line.send(frame("flood 250"))  # within the limit
        same([line.message()[1][:8] for _ in range(250)], [f"{n:07} ".encode() for n in range(250)])
        line.send(frame("unsent"))
        same(line.message(), (TEXT, b"0"))


def test_who_floods_and_never_reads_is_cut(binary):
    with Double(binary) as double, double.socket() as line:
        line.line.settimeout(0.2)
        sent = 0
        try:
            while sent < 500:
                line.send(frame("flood 1000"))
                sent += 1
        except OSError:
            pass
        eventually(lambda: double.ask(request(path="/gone")).body == b"1")


def test_pings_are_sent_and_who_is_silent_is_cut(binary):
    with Double(binary, ping=100, silence=400, request=1000) as double:
        with double.socket() as line:
            for _ in range(8):  # twice as long as it may be silent
                same(line.frame(), (PING, b""))
                line.send(frame(b"", PONG))
            for _ in range(2):
                same(line.frame(), (PING, b""))
            while not line.is_over():  # nothing but further pings
                same(line.frame(), (PING, b""))
        # Bytes that become no message are no sign of life.
        with double.socket() as line:
            line.send(frame("x", final=False))
            while not line.is_over():
                same(line.frame(), (PING, b""))


def test_many_frames_that_say_nothing_are_refused(binary):
    for data in (frame(b"", PING), frame(b"", PONG)):
        with Double(binary) as double, double.socket() as line:
            line.send(data * 2000)
            opcode = PONG
            while opcode == PONG:
                opcode, payload = line.frame()
            same((opcode, payload), (CLOSE, (1008).to_bytes(2, "big")))


def test_term_closes_with_1001_and_the_port_is_free_at_once(binary):
    with Double(binary) as double:
        lines = [double.socket() for _ in range(5)]
        idle, asking = double.connect(), double.connect()
        idle.send(request())
        same(idle.answer().status, 200)
        asking.send(request(path="/later"))
        asking.send(request())  # comes too late
        with double.connect() as line:  # the server ends it first, and the system remembers that
            line.send(request(Connection="close"))
            same((line.answer().status, line.is_over()), (200, True))
        port = double.port
        double.process.terminate()
        same([line.closed() for line in lines], [1001] * 5)
        same(idle.is_over(), True)
        answer = asking.answer()
        same((answer.body, answer.headers["connection"], asking.is_over()), (b"at last", "close", True))
        same(double.process.wait(10), 0)
    with Double(binary, port=port) as double:
        same(double.port, port)
        same(double.ask(request()).status, 200)


def test_term_does_not_wait_for_who_does_not_answer(binary):
    with Double(binary) as double:
        lines = [double.socket() for _ in range(3)] + [double.connect()]
        lines[0].send(frame("flood 100000"))
        lines[3].send("GET / HT")
        same(double.stop(), 0)
        for line in lines:
            line.line.close()


def test_addresses_have_a_limit_and_are_told_so(binary):
    with Double(binary, per_address=3) as double:
        lines = [double.socket() for _ in range(3)]
        for _ in range(3):
            with double.connect() as line:
                answer = line.answer()
                same((answer.status, answer.headers["connection"]), (429, "close"))
                same(answer.body.startswith(b'{"error":"full","reason":"'), True)
                same(line.is_over(), True)
        # Others are others, and a place that was left is free.
        same(double.ask(request(), source="127.0.0.2").status, 200)
        for _ in range(20):
            lines.pop().send(frame(b"\x03\xe8", CLOSE))
            lines.append(double.socket())
        # A connection that only waits for a further request makes room.
        lines.pop().line.close()
        with double.connect() as idle:
            idle.send(request())
            same(idle.answer().status, 200)
            with double.connect() as line:
                line.send(request())
                same((line.answer().status, idle.is_over()), (200, True))


def test_a_proxy_on_this_machine_is_believed(binary):
    with Double(binary, behind_proxy=1, per_address=2) as double:
        lines = [double.connect() for _ in range(5)]  # all of them the proxy's
        forwarded = {"X_Forwarded_For": "1.1.1.1, 203.0.113.9", "X_Forwarded_Proto": "https"}
        for path, headers, seen in (("/seen", forwarded, "203.0.113.9 tls"), ("/seen", {}, "127.0.0.1 plain"),
                                    ("/seen", {"X_Forwarded_For": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2:: plain"),
                                    ("/seen", {"X_Forwarded_For": "::ffff:9.8.7.6"}, "9.8.7.6 plain"),
                                    ("/seen", {"X_Forwarded_For": "203.0.113.9, nonsense"}, "127.0.0.1 plain")):
            line = lines.pop()
            line.send(request(path=path, **headers))
            same(line.answer().body.decode().startswith(seen + " GET"), True)
            line.line.close()


def test_a_listening_socket_can_be_inherited(binary):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        script = 'exec 3<&%d; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" 0 4000 60000 60000 0 0' % listener.fileno()
        process = subprocess.Popen(["sh", "-c", script, binary], stdout=subprocess.PIPE, text=True,
                                   pass_fds=[listener.fileno()])
        same(process.stdout.readline(), f"listening on http://127.0.0.1:{port}\n")
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(request(Connection="close").encode())
            same(line.recv(12), b"HTTP/1.1 200")
        process.terminate()
        same(process.wait(10), 0)
        process.stdout.close()


def test_a_port_that_is_taken_is_a_reason(binary):
    with Double(binary) as double:
        taken = subprocess.run([binary, str(double.port), "1", "1", "1", "0", "0"], capture_output=True, text=True,
                               check=False)
        same((taken.returncode, taken.stderr),
             (3, f"cannot listen on 127.0.0.1 port {double.port}: Address already in use\n"))


def test_tls_carries_the_same(binary):
    with tempfile.TemporaryDirectory() as folder:
        certificate = make_certificate(folder)
        with Double(binary, tls=certificate, request=1500) as double:
            same(double.ask(request(path="/seen")).body.decode().startswith("127.0.0.1 tls GET"), True)
            same(len(double.ask(request(path="/kept")).body), 1000000)
            with double.connect() as line:
                same(line.line.selected_alpn_protocol(), None)
                line.send(request() + request("POST", "/echo", "abc") + request(path="/later"))
                same([line.answer().body for _ in range(3)], [b"tavern", b"abc", b"at last"])
            with double.socket() as line:
                line.send(frame("x" * MESSAGE_MAX) + frame("flood 250"))
                same(line.message(), (TEXT, b"x" * MESSAGE_MAX))
                same([line.message()[1][:8] for _ in range(250)], [f"{n:07} ".encode() for n in range(250)])
                line.send(frame(b"\x03\xe8", CLOSE))
                same(line.message(), (CLOSE, b"\x03\xe8"))
            # Nobody but us has patience: this is longer than libwebsockets would wait.
            with double.socket() as line:
                time.sleep(3)
                line.send(frame("still here"))
                same(line.message(), (TEXT, b"still here"))
            # A handshake that is not finished, and one that never was one.
            with socket.create_connection(("127.0.0.1", double.port), 20) as line:
                line.sendall(b"\x16\x03\x01")
                same(line.recv(100), b"")
            with socket.create_connection(("127.0.0.1", double.port), 20) as line:
                line.sendall(request().encode())
                try:
                    same(b"HTTP/1.1 200" in line.recv(100), False)
                except ConnectionResetError:
                    pass
            around = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            around.load_verify_locations(str(certificate[0]))
            around.set_alpn_protocols(["h2", "http/1.1"])
            with socket.create_connection(("127.0.0.1", double.port)) as line, \
                    around.wrap_socket(line, server_hostname="localhost") as tls:
                same(tls.selected_alpn_protocol(), "http/1.1")
                tls.sendall(request().encode())
                same(tls.recv(12), b"HTTP/1.1 200")


def test_a_wrong_certificate_is_a_reason(binary):
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = make_certificate(folder)
        nonsense = pathlib.Path(folder) / "nonsense.pem"
        nonsense.write_text("nonsense")
        for pair in ((nonsense, key), (certificate, nonsense), (pathlib.Path(folder) / "missing", key)):
            ended = subprocess.run([binary, "0", "1", "1", "1", "0", "0", *map(str, pair)], capture_output=True,
                                   text=True, check=False, timeout=20)
            same((pair, ended.returncode, ended.stderr, ended.stdout),
                 (pair, 3, "cannot use this certificate with this key\n", ""))


def test_libwebsockets_without_its_part_for_libuv_is_a_reason(binary):
    plugin = next(pathlib.Path("/usr/lib").glob("*/libwebsockets-evlib_uv.so"))
    ended = subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", "trace=openat", "-P", str(plugin),
                            "-e", "inject=openat:error=ENOENT", binary, "0", "1", "1", "1", "0", "0"],
                           capture_output=True, text=True, check=False, timeout=60,
                           env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"})
    same((ended.returncode, ended.stderr),
         (3, "libwebsockets cannot use libuv: install the package libwebsockets-evlib-uv\n"))


def test_nothing_is_lost_of_files(binary):
    """Each connection leaves nothing behind."""
    with Double(binary, request=300) as double:
        files = f"/proc/{double.process.pid}/fd"
        before = len(os.listdir(files))
        for _ in range(3):
            for text in (request(), "GET", upgrade(), "nonsense\r\n\r\n"):
                for _ in range(5):
                    with double.connect() as line:
                        line.send(text)
                        if text != "GET":
                            line.head()
            eventually(lambda: len(os.listdir(files)) <= before)


tap.run(globals())
