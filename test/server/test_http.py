"""test_http.py: pages, lists, tables and errors of HTTP, sentence by sentence of the protocol."""

import re

import tavern
from tavern import error_of, make_table, same, shared

import tap
from pipe import Engine

CODE = re.compile(r"[0-9a-hjkmnp-tv-z]{8}")
PAGES = ("/", "/new/null", "/t/h4tw9pzc", "/t/h4tw9pzc?tv", "/r/k3v9q2mx7d", "/rules/null")


def test_healthz_says_ok(binary):
    reply = shared(binary).call("GET", "/healthz")
    same((reply.status, reply.body.strip()), (200, b"ok"))


def test_pages_come_whatever_they_name_and_cannot_be_framed(binary):
    server = shared(binary)
    for page in PAGES + tuple("/plain" + page for page in PAGES):
        reply = server.call("GET", page)
        same(reply.status, 200)
        assert reply.headers["Content-Type"].startswith("text/html"), page
        same(reply.headers["X-Content-Type-Options"], "nosniff")
        same(reply.headers["Referrer-Policy"], "no-referrer")
        assert "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"], page


def test_the_page_comes_with_the_licences_of_all_that_is_in_it(binary):
    reply = shared(binary).call("GET", "/licences.txt")
    same(reply.status, 200)
    for part in (b"preact", b"three", b"alegreya-sans", b"grenze-gotisch", b"SIL OPEN FONT LICENSE", b"MIT License"):
        assert part in reply.body, part


def test_head_answers_as_get_without_a_body(binary):
    server = shared(binary)
    for path in ("/", "/healthz", "/api/games", "/api/tables"):
        get, head = server.call("GET", path), server.call("HEAD", path)
        same((head.status, head.headers["Content-Type"], head.body), (200, get.headers["Content-Type"], b""))


def test_other_paths_are_404_and_other_methods_405(binary):
    server = shared(binary)
    _, token = server.guest()
    for path in ("/nowhere", "/api", "/api/", "/api/nowhere", "/new", "/new/", "/t/", "/plain/nowhere", "/api/tables/",
                 "/..", "/api/tables/a/b", "/%00", "/qr/h4tw9pzc.png"):
        assert server.call("GET", path).status == 404, path
    for method, path in (("POST", "/healthz"), ("GET", "/api/guest"), ("DELETE", "/api/tables"), ("PUT", "/api/me")):
        assert server.call(method, path, None, token).status == 405, f"{method} {path}"


def test_metrics_are_for_loopback_and_have_totals_only(binary):
    server = shared(binary)
    person, token = server.guest("Metrica")
    table, code = make_table(server, token)
    reply = server.call("GET", "/metrics")
    same(reply.status, 200)
    assert reply.headers["Content-Type"].startswith("text/plain"), reply.headers
    text = reply.body.decode()
    assert re.search(r"^# TYPE \S+ (counter|gauge|histogram)$", text, re.MULTILINE), text
    assert not any(secret in text for secret in (person, "Metrica", table, code)), text


def test_bodies_must_be_json_objects(binary):
    server = shared(binary)
    for body in (b"{", b"[]", b"1", b"\"a\"", b"null", b"{\"name\":\"a\",\"name\":\"b\"}", b"{\"x\":" + b"[" * 9 + b"]" * 9 + b"}",
                 b"{\"x\":9007199254740993}", b"\xff\xfe{}", b"{}{}"):
        error_of(server.call("POST", "/api/guest", body), 400, "bad_json")
    same(server.call("POST", "/api/guest", b"{\"unknown\":[1,{\"a\":null}]}").status, 201)
    same(server.call("POST", "/api/guest", b"").status, 201)
    error_of(server.call("POST", "/api/guest", {"name": 5}), 400, "bad_request")
    error_of(server.call("POST", "/api/guest", {"name": None}), 400, "bad_request")


def test_what_changes_something_must_be_json_from_our_own_page(binary):
    server = shared(binary)
    own = f"http://127.0.0.1:{server.port}"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        error_of(server.call("POST", "/api/guest", {}, headers={"Content-Type": kind}), 403, "forbidden")
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", own + ".evil.example"):
        error_of(server.call("POST", "/api/guest", {}, headers={"Origin": origin}), 403, "forbidden")
    same(server.call("POST", "/api/guest", {}, headers={"Origin": own}).status, 201)
    same(server.call("POST", "/api/guest", {}, headers={"Content-Type": "application/json; charset=utf-8"}).status, 201)


def test_host_must_be_ours(binary):
    server = shared(binary)
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "192.0.2.1"):
        same(server.call("GET", "/", headers={"Host": host}).status, 421)
        same(server.call("GET", "/api/games", headers={"Host": host}).status, 421)
    for host in (f"localhost:{server.port}", f"127.0.0.1:{server.port}", f"[::1]:{server.port}"):
        same(server.call("GET", "/api/games", headers={"Host": host}).status, 200)


def test_long_bodies_and_headers_are_refused(binary):
    server = shared(binary)
    fits = b'{"x":"' + b"a" * (8192 - 8) + b'"}'
    same(len(fits), 8192)
    same(server.call("POST", "/api/guest", fits).status, 201)
    same(server.call("POST", "/api/guest", fits + b" ").status, 413)
    same(server.call("GET", "/healthz", headers={"X-Long": "a" * 9000}).status, 431)
    same(server.call("GET", "/healthz", headers={"X-Long": "a" * 6000}).status, 200)


def test_without_a_login_nothing_is_made(binary):
    server = shared(binary)
    for method, path in (("GET", "/api/me"), ("POST", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/tables"),
                         ("POST", "/api/account"), ("POST", "/api/handover")):
        for token in (None, "nobody", "x" * 43):
            body = {"name": "A", "passphrase": "p", "game": "null", "seats": 2} if method == "POST" else None
            error_of(server.call(method, path, body, token), 401, "no_login")


def test_games_are_those_of_the_engine_with_what_clients_need(binary):
    games = shared(binary).call("GET", "/api/games").json()["games"]
    with Engine(binary) as engine:
        known = engine.ask(cmd="games")["games"]
    same([game["key"] for game in games], [game["key"] for game in known])
    for game, wanted in zip(games, known):
        for field, value in wanted.items():
            found = game[field]
            if field == "options":
                assert all("offer" in option for option in found), game["key"]
                found = [{key: part for key, part in option.items() if key != "offer"} for option in found]
            same(found, value)
        assert all(isinstance(key, str) for key in game["phrases"]), game
        assert set(game["helps"]) <= {"hint", "odds", "tell"}, game
        low, high = game["seats"]
        assert low <= game["quick"]["seats"] <= high, game
        assert all(bot in game["bots"] for bot in dict(game["quick"]["bots"]).values()), game


def test_kits_are_those_of_the_engine(binary):
    server = shared(binary)
    with Engine(binary) as engine:
        for game in ("null", "polterfass", "drachen", "riffraff"):
            same(server.call("GET", f"/api/kit/{game}").json()["kit"], engine.ask(cmd="kit", game=game)["kit"])
    error_of(server.call("GET", "/api/kit/chess"), 400, "unknown_game")


def test_a_table_has_a_name_a_code_and_a_link(binary):
    server = shared(binary)
    person, token = server.guest("Ada")
    reply = server.call("POST", "/api/tables", {"game": "polterfass", "seats": 3}, token)
    same(reply.status, 201)
    made = reply.json()
    assert CODE.fullmatch(made["code"]), made
    same(made["link"], f"http://127.0.0.1:{server.port}/t/{made['code']}")
    item = server.call("GET", f"/api/tables/{made['table']}", token=token).json()
    same((item["table"], item["link"]), (made["table"], made["link"]))
    info = item["info"]
    same((info["game"], info["state"], info["owner"], info["public"], info["code"]),
         ("polterfass", "open", person, False, made["code"]))
    same((info["seats"], info["watchers"], info["words"], info["again"], info["next"]), ([None] * 3, 0, [], [], None))
    assert re.fullmatch("[0-9a-f]{64}", info["commitment"]), info
    settings = info["settings"]
    same((settings["reaction"], settings["pause"], settings["clock"], settings["chat"], settings["hints"]),
         ([600, 1600], [400, 1200], None, "all", True))
    same(settings["watch"], {"allowed": True, "delay": 0})
    assert "seed" not in settings, settings


def test_settings_are_checked(binary):
    server = shared(binary)
    _, token = server.guest()

    def refused(code, **settings):
        error_of(server.call("POST", "/api/tables", {"game": "null", "seats": 2, **settings}, token), 400, code)

    refused("unknown_game", game="chess")
    for seats in (0, 1, 5, -1, 10 ** 12):
        refused("bad_setup", seats=seats)
    refused("bad_request", seats="2")
    refused("bad_request", game=5)
    refused("bad_setup", options={"rounds": 21})
    refused("bad_setup", options={"unknown": 1})
    refused("bad_setup", bots={"1": "nobody"})
    refused("bad_setup", bots={"2": "random"})
    refused("bad_setup", reaction=[0, 60001])
    refused("bad_setup", reaction=[5, 4])
    refused("bad_setup", watch={"allowed": True, "delay": 600001})
    refused("bad_setup", chat="loud")
    refused("bad_request", public="yes")
    refused("bad_request", clock=30000)
    same(server.call("POST", "/api/tables", {"game": "null", "seats": 2, "seed": "42"}, token).status, 201)
    error_of(server.call("POST", "/api/tables", {"seats": 2}, token), 400, "bad_request")


def test_public_tables_are_listed_newest_first_without_their_codes(binary):
    server = shared(binary)
    _, token = server.guest()
    hidden, _ = make_table(server, token)
    names = [make_table(server, token, public=True)[0] for _ in range(3)]
    names.append(make_table(server, token, "polterfass", 3, public=True)[0])
    listed = server.call("GET", "/api/tables").json()["tables"]
    found = [item["table"] for item in listed]
    same([name for name in found if name in names], names[::-1])
    assert hidden not in found and all("code" not in item["info"] for item in listed), listed
    of_null = server.call("GET", "/api/tables?game=null&state=open").json()["tables"]
    same([item["table"] for item in of_null if item["table"] in names], names[2::-1])
    same(server.call("GET", "/api/tables?state=over").json()["tables"], [])
    same(server.call("GET", "/api/tables?game=chess").json()["tables"], [])


def test_a_private_table_is_for_who_has_its_code(binary):
    server = shared(binary)
    _, owner = server.guest()
    _, other = server.guest()
    table, code = make_table(server, owner)
    for token in (other, None):
        error_of(server.call("GET", f"/api/tables/{table}", token=token), 404, "unknown_table")
        error_of(server.call("GET", f"/api/tables/{table}?code=00000000", token=token), 404, "unknown_table")
        same(server.call("GET", f"/api/tables/{table}?code={code}", token=token).json()["table"], table)
    spelled = code[:4].upper() + "-" + code[4:].replace("0", "o").replace("1", "l")
    for way in (code, spelled):
        item = server.call("GET", f"/api/codes/{way}", token=other).json()
        same((item["table"], item["info"]["code"]), (table, code))
        assert item["link"].endswith(f"/t/{code}"), item
    for wrong in ("00000000", "x", "h4tw9pzu", table):
        error_of(server.call("GET", f"/api/codes/{wrong}", token=other), 404, "unknown_table")
    same(server.call("GET", "/api/codes/00000000").body, server.call("GET", "/api/codes/hhhhhhhh").body)
    public, its_code = make_table(server, owner, public=True)
    stranger = server.call("GET", f"/api/tables/{public}").json()
    assert "code" not in stranger["info"] and stranger["link"].endswith(f"/t/{public}"), stranger
    same(server.call("GET", f"/api/codes/{its_code}").json()["info"]["code"], its_code)


def test_the_link_is_there_as_a_qr_code(binary):
    server = shared(binary)
    _, token = server.guest()
    _, code = make_table(server, token)
    reply = server.call("GET", f"/qr/{code}.svg")
    same(reply.status, 200)
    same(reply.headers["Content-Type"].split(";")[0], "image/svg+xml")
    assert b"<svg" in reply.body, reply


def test_logs_replays_and_films_wait_for_the_end(binary):
    server = shared(binary)
    _, token = server.guest()
    table, _ = make_table(server, token)
    error_of(server.call("GET", f"/api/tables/{table}/log", token=token), 409, "not_over")
    error_of(server.call("GET", f"/api/replays/{table}", token=token), 409, "not_over")
    error_of(server.call("GET", "/api/tables/nowhere/log", token=token), 404, "unknown_table")
    same(server.call("GET", f"/api/tables/{table}/films/7", token=token).status in (404, 409), True)


def test_behind_a_proxy_the_client_is_who_the_proxy_says(binary):
    with tavern.opened(binary, "--behind-proxy", "--name", "tavern.example", "--metrics-token", "s3cret-of-metrics",
                       test=False) as server:
        there = {"Host": "tavern.example", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
        reply = server.call("POST", "/api/guest", {}, headers={**there, "Origin": "https://tavern.example"})
        same(reply.status, 201)
        assert "secure" in reply.headers["Set-Cookie"].lower(), reply.headers["Set-Cookie"]
        made = server.call("POST", "/api/tables", {"game": "null", "seats": 2}, reply.json()["token"], there).json()
        same(made["link"], f"https://tavern.example/t/{made['code']}")
        same(server.call("GET", "/", headers={"Host": "evil.example"}).status, 421)
        for headers in ({}, there, {"Authorization": "Bearer wrong"}):
            same(server.call("GET", "/metrics", headers=headers).status, 403)
        same(server.call("GET", "/metrics", headers={"Authorization": "Bearer s3cret-of-metrics"}).status, 200)


def test_two_servers_do_not_share_a_folder(binary):
    with tavern.opened(binary) as server:
        try:
            tavern.Server(binary, server.data)
            raise AssertionError("a second server in the same folder")
        except AssertionError as refused:
            assert "another server uses" in str(refused), refused
        same(server.call("GET", "/healthz").status, 200)


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
