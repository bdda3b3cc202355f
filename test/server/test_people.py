"""test_people.py: guests, accounts, logins, names, deletion."""

import re

import tavern
from tavern import Client, Server, error_of, make_table, open_table, same, shared

import tap
from wire import NoUpgrade

DAYS_180 = 180 * 24 * 3600


def me(server, token, query=""):
    return server.call("GET", "/api/me" + query, token=token)


def test_a_guest_is_made_at_once(binary):
    server = shared(binary)
    reply = server.call("POST", "/api/guest", {"name": "Ada"})
    made = reply.json()
    same((reply.status, made["person"]["name"]), (201, "Ada"))
    assert len(made["token"]) >= 22, "a token must be hard to guess"
    found = me(server, made["token"]).json()
    same((found["person"], found["tables"]), (made["person"], []))
    assert server.call("POST", "/api/guest", {}).json()["person"]["name"], "everybody has a name"
    assert made["token"] != server.call("POST", "/api/guest", {"name": "Ada"}).json()["token"]


def test_the_login_is_a_cookie_too(binary):
    server = shared(binary)
    reply = server.call("POST", "/api/guest", {"name": "Ada"})
    cookie = reply.headers["Set-Cookie"]
    parts = [part.strip() for part in cookie.split(";")]
    same(parts[0], "spelunke=" + reply.json()["token"])
    low = [part.lower() for part in parts[1:]]
    assert "httponly" in low and "samesite=lax" in low and "secure" not in low, cookie
    assert f"max-age={DAYS_180}" in low, cookie
    found = server.call("GET", "/api/me", headers={"Cookie": f"a=b; {parts[0]}; c=d"})
    same(found.json()["person"], reply.json()["person"])
    same(server.call("GET", "/api/me", headers={"Cookie": "spelunke=wrong"}).status, 401)


def test_names_have_1_to_24_characters_that_can_be_seen(binary):
    server = shared(binary)
    woman = "\U0001F469\u200d\U0001F680"
    for name in ("A", "Zoë", "Zoe\u0308", "x" * 24, "\u65e5\u672c", "e\u0301" * 24):
        assert server.call("POST", "/api/guest", {"name": name}).status == 201, name
    for name in ("", "x" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u0000", "\u2028", "a\u0007", " ", woman * 25):
        error_of(server.call("POST", "/api/guest", {"name": name}), 400, "bad_request")
    same(server.call("POST", "/api/guest", {"name": "Zoe\u0308"}).json()["person"]["name"], "Zoë")


def test_a_person_can_take_another_name(binary):
    server = shared(binary)
    person, token = server.guest("Ada")
    same(server.call("POST", "/api/me", {"name": "Bea"}, token).json()["person"], {"id": person, "name": "Bea"})
    same(me(server, token).json()["person"]["name"], "Bea")
    error_of(server.call("POST", "/api/me", {"name": "x" * 25}, token), 400, "bad_request")


def test_an_account_keeps_a_guest_under_a_name(binary):
    server = shared(binary)
    person, guest = server.guest("Ada")
    reply = server.call("POST", "/api/account", {"name": "ada-1", "passphrase": "correct horse"}, guest)
    assert reply.status in (200, 201), reply
    kept = reply.json()
    same(kept["person"]["id"], person)
    assert kept["token"] != guest and "spelunke=" in reply.headers["Set-Cookie"], "a new token is drawn"
    elsewhere = server.call("POST", "/api/login", {"name": "ada-1", "passphrase": "correct horse"}).json()
    same(elsewhere["person"]["id"], person)
    assert elsewhere["token"] not in (guest, kept["token"])
    same(me(server, elsewhere["token"]).json()["person"]["id"], person)
    _, other = server.guest("Bea")
    error_of(server.call("POST", "/api/account", {"name": "ada-1", "passphrase": "other"}, other), 409, "taken")


def test_a_wrong_name_and_a_wrong_passphrase_look_the_same(binary):
    server = shared(binary)
    _, guest = server.guest()
    server.call("POST", "/api/account", {"name": "ben-1", "passphrase": "correct horse"}, guest)
    misses = [server.call("POST", "/api/login", {"name": name, "passphrase": word})
              for name, word in (("ben-1", "wrong"), ("nobody", "wrong"), ("nobody", "correct horse"))]
    misses.append(server.call("POST", "/api/login", {"handover": "h4tw9pzc"}))
    for miss in misses[:3]:
        error_of(miss, 403, "forbidden")
        same(miss.body, misses[0].body)
    error_of(misses[3], 403, "forbidden")
    error_of(server.call("POST", "/api/login", {"name": "ben-1"}), 400, "bad_request")
    error_of(server.call("POST", "/api/login", {}), 400, "bad_request")


def test_another_device_logs_in_by_handover(binary):
    server = shared(binary)
    person, token = server.guest("Ada")
    code = server.call("POST", "/api/handover", {}, token).json()["handover"]
    reply = server.call("POST", "/api/login", {"handover": code})
    same(reply.json()["person"], {"id": person, "name": "Ada"})
    assert reply.json()["token"] != token
    same(me(server, reply.json()["token"]).json()["person"]["id"], person)
    same(me(server, token).status, 200)
    error_of(server.call("POST", "/api/login", {"handover": code}), 403, "forbidden")


def test_logging_out_ends_the_login_and_its_connections(binary):
    server = shared(binary)
    _, token = server.guest()
    client = Client(server, token)
    assert server.call("POST", "/api/logout", {}, token).status in (200, 204)
    same(client.expect_close(), 4003)
    error_of(me(server, token), 401, "no_login")
    try:
        Client(server, token)
        raise AssertionError("a login that has ended opens a connection")
    except NoUpgrade as refused:
        same(refused.status, 401)


def test_my_tables_are_those_with_a_seat_of_mine(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2, options={"rounds": 1})
    other, _ = make_table(server, ada.token)
    tables = me(server, ada.token).json()["tables"]
    same([item["table"] for item in tables], [table])
    same((tables[0]["asked"], tables[0]["info"]["state"]), (True, "playing"))
    ada.sync()
    ada.ask("act", table=table, ask=ada.tables[table].prompt["ask"], action="bid 1")
    same([item["asked"] for item in me(server, ada.token).json()["tables"]], [False])
    same([item["asked"] for item in me(server, ben.token).json()["tables"]], [True])
    assert other not in [item["table"] for item in tables]
    same(me(server, ada.token, "?state=over").json()["tables"], [])
    ben.ask("act", table=table, ask=ben.tables[table].prompt["ask"], action="bid 0")
    ada.wait(lambda: ada.tables[table].is_over(), what="the end")
    ada.wait(lambda: ada.tables[table].info["state"] == "over", what="the end in info")
    same(me(server, ada.token).json()["tables"], [])
    same([item["table"] for item in me(server, ada.token, "?state=over").json()["tables"]], [table])


def test_a_name_changes_at_the_tables_too(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    server.call("POST", "/api/me", {"name": "Zora"}, ada.token)
    ben.wait(lambda: ben.tables[table].info["seats"][0]["name"] == "Zora", what="the new name")


def test_who_is_forgotten_leaves_a_blank_name_and_no_chat(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2, options={"rounds": 1})
    ada.ask("say", table=table, text="nobody will know")
    for client, action in ((ada, "bid 1"), (ben, "bid 0")):
        client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action=action)
    ben.wait(lambda: ben.tables[table].is_over(), what="the end")
    person = me(server, ada.token).json()["person"]["id"]
    assert server.call("DELETE", "/api/me", None, ada.token).status in (200, 204)
    same(ada.expect_close(), 4003)
    error_of(me(server, ada.token), 401, "no_login")
    late = Client(server, ben.token)
    seen = late.watch(table)
    same((seen.info["seats"][0]["name"], seen.info["seats"][0]["person"]), ("", person))
    assert not re.search("nobody will know", str(seen.chat)), seen.chat


def test_people_and_logins_outlive_a_restart(binary):
    with tavern.opened(binary) as server:
        person, token = server.guest("Ada")
        kept = server.call("POST", "/api/account", {"name": "ada", "passphrase": "correct horse"}, token).json()
        port = server.port
        server.kill()
        again = Server(binary, server.data, port=port)
        server.process, server.port = again.process, again.port
        same(server.port, port)
        same(me(server, kept["token"]).json()["person"], kept["person"])
        same(server.call("POST", "/api/login", {"name": "ada", "passphrase": "correct horse"}).json()["person"]["id"],
             person)


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
