"""test_table.py: sitting down, settings, wishes, words, the start; who may do what, and in which order it is checked."""

import tavern
from tavern import Client, Hub, make_table, open_table, same, seat_people, shared

import tap


def pair(server, game="null", seats=2, people=2, **settings):
    """An open table whose owner and guests watch and do not sit: (table, code, clients)."""
    hub = Hub()
    clients = [Client(server, hub=hub) for _ in range(people)]
    table, code = make_table(server, clients[0].token, game, seats, **{**tavern.QUICK, **settings})
    for client in clients:
        client.watch(table, code=code)
    return table, code, clients


def seats_of(client, table):
    return client.tables[table].info["seats"]


def test_a_private_table_is_watched_with_its_code(binary):
    server = shared(binary)
    owner, other = Client(server), Client(server)
    table, code = make_table(server, owner.token)
    same(owner.watch(table).info["code"], code)
    other.refused("unknown_table", "watch", table=table)
    other.refused("unknown_table", "watch", table=table, code="00000000")
    other.refused("unknown_table", "watch", table="nowhere", code=code)
    seen = other.watch(table, code=code.upper())
    same((seen.info["code"], seen.seat, seen.view, seen.turn, seen.clock), (code, None, None, None, None))
    same((seen.presets, seen.score, seen.prompt), (None, None, None))


def test_a_public_table_is_watched_by_everybody_and_its_code_stays_hidden(binary):
    server = shared(binary)
    owner, invited, passer = Client(server), Client(server), Client(server)
    table, code = make_table(server, owner.token, public=True)
    same(owner.watch(table).info["code"], code)
    same(invited.watch(table, code=code).info["code"], code)
    assert "code" not in passer.watch(table).info
    passer.ask("sit", table=table, seat=0)
    passer.wait(lambda: passer.tables[table].seat == 0, what="the seat")
    same(passer.tables[table].info["code"], code)


def test_watchers_can_be_kept_out(binary):
    server = shared(binary)
    owner, other = Client(server), Client(server)
    table, code = make_table(server, owner.token, watch={"allowed": False, "delay": 0})
    owner.watch(table)
    owner.ask("sit", table=table, seat=0)
    other.watch(table, code=code)  # before the start, to sit down
    other.ask("sit", table=table, seat=1)
    owner.ask("start", table=table)
    third = Client(server)
    third.refused("forbidden", "watch", table=table, code=code)


def test_sitting_gives_the_stream_of_the_seat(binary):
    server = shared(binary)
    table, _, (ada, ben) = pair(server)
    first = ada.tables[table].stream
    ada.ask("sit", table=table, seat=1)
    ada.wait(lambda: ada.tables[table].seat == 1, what="the state of the seat")
    state = ada.tables[table].parts[-1][0]
    same((state["as"], state["seat"], state["presets"], state["hold"]), ("seat", 1, [], False))
    assert state["stream"] != first
    ben.wait(lambda: seats_of(ben, table)[1], what="the seat in info")
    seat = seats_of(ben, table)[1]
    same((seat["here"], seat["bot"], seat["name"]), ("yes", None, seat["name"]))
    ben.refused("taken", "sit", table=table, seat=1)
    ben.ask("sit", table=table)
    ben.wait(lambda: ben.tables[table].seat == 0, what="any free seat")
    ben.ask("stand", table=table)
    ben.wait(lambda: ben.tables[table].seat is None, what="the stream of watchers")
    same(seats_of(ben, table)[0], None)
    ben.refused("not_seated", "stand", table=table)


def test_a_seat_must_be_there(binary):
    server = shared(binary)
    table, _, (ada, _) = pair(server)
    error = ada.answer(ada.send("sit", table=table, seat=2))
    same(error["t"], "error")
    same(seats_of(ada, table), [None, None])
    ada.refused("bad_request", "sit", table=table, seat=8)
    ada.refused("bad_request", "sit", table=table, seat="1")


def test_who_does_not_watch_does_not_sit(binary):
    server = shared(binary)
    owner, other = Client(server), Client(server)
    table, _ = make_table(server, owner.token, public=True)
    for request in (("sit", {"seat": 0}), ("say", {"text": "hi"}), ("word", {"word": "x"})):
        answer = other.answer(other.send(request[0], table=table, **request[1]))
        same(answer["t"], "error")
    owner.ask("sit", table=table, seat=1)  # who owns the table may
    same(owner.watch(table).seat, 1)
    other.watch(table)
    other.ask("sit", table=table, seat=0)


def test_names_that_look_the_same_do_not_sit_together(binary):
    server = shared(binary)
    hub = Hub()
    clients = [Client(server, name=name, hub=hub) for name in ("Anna", "\u0410nna", "ANNA", "Hanna")]
    table, code = make_table(server, clients[0].token, seats=4)
    for client in clients:
        client.watch(table, code=code)
    clients[0].ask("sit", table=table, seat=0)
    clients[1].refused("taken", "sit", table=table, seat=1)
    clients[2].refused("taken", "sit", table=table, seat=1)
    clients[3].ask("sit", table=table, seat=1)


def test_only_the_owner_sets_and_kicks_and_starts(binary):
    server = shared(binary)
    table, _, (ada, ben) = pair(server)
    ben.ask("sit", table=table, seat=1)
    ben.refused("not_owner", "start", table=table)
    ben.refused("not_owner", "bot", table=table, seat=0, bot="random")
    ben.refused("not_owner", "set", table=table, settings={"public": True})
    ben.refused("not_owner", "kick", table=table, seat=1)
    ben.refused("not_owner", "close", table=table)
    ada.refused("seats", "start", table=table)
    ada.ask("bot", table=table, seat=0, bot="thrifty")
    ben.wait(lambda: seats_of(ben, table)[0] == {"bot": "thrifty"}, what="the bot")
    ada.ask("bot", table=table, seat=0, bot=None)
    ben.wait(lambda: seats_of(ben, table)[0] is None, what="an empty seat")
    ada.ask("kick", table=table, seat=1)
    ben.wait(lambda: ben.tables[table].seat is None, what="being kicked")
    ben.wait(lambda: seats_of(ben, table) == [None, None], what="empty seats")


def test_settings_change_before_the_start(binary):
    server = shared(binary)
    table, _, (ada, ben) = pair(server)
    ada.ask("set", table=table, settings={"options": {"rounds": 1}, "public": True, "chat": "phrases"})
    ben.wait(lambda: ben.tables[table].info["public"], what="the new settings")
    settings = ben.tables[table].info["settings"]
    same((settings["chat"], settings["options"]["rounds"]), ("phrases", 1))
    ada.refused("bad_setup", "set", table=table, settings={"options": {"rounds": 99}})
    ada.refused("bad_setup", "set", table=table, settings={"reaction": [9, 8]})
    ada.refused("bad_request", "set", table=table, settings={"public": 1})
    same(ben.tables[table].info["settings"], settings)


def test_after_the_start_little_can_be_set(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    ada.refused("not_open", "set", table=table, settings={"public": True})
    ada.refused("not_open", "start", table=table)
    ada.refused("not_open", "kick", table=table, seat=1)
    ada.refused("not_open", "word", table=table, word="late")
    ada.ask("set", table=table, settings={"chat": "off"})
    ben.wait(lambda: ben.tables[table].info["settings"]["chat"] == "off", what="the new setting")
    ben.refused("forbidden", "say", table=table, text="hello")
    other = Client(server)
    other.refused("unknown_table", "sit", table=table)


def test_checks_go_in_order(binary):
    """Form, table, seat, owner, state of the table, question, rules."""
    server = shared(binary)
    table, code, (ada, ben) = pair(server)
    ben.refused("bad_request", "act", table="nowhere", ask=1)
    ben.refused("unknown_table", "act", table="nowhere", ask=1, action="dance")
    ben.refused("not_seated", "act", table=table, ask=1, action="dance")
    ben.refused("not_seated", "again", table=table)
    ben.ask("sit", table=table, seat=1)
    ben.refused("not_playing", "act", table=table, ask=1, action="dance")
    ben.refused("not_owner", "start", table=table)
    ben.refused("not_over", "again", table=table)
    ada.ask("sit", table=table, seat=0)
    ada.ask("start", table=table)
    ben.wait(lambda: ben.tables[table].prompt, what="a prompt")
    ask = ben.tables[table].prompt["ask"]
    ben.refused("stale", "act", table=table, ask=ask + 1, action="dance")
    ben.refused("illegal", "act", table=table, ask=ask, action="dance")
    ben.refused("illegal", "act", table=table, ask=ask, action="bid 99")
    ben.refused("illegal", "act", table=table, ask=ask, action="land 1")
    watcher = Client(server)
    watcher.watch(table, code=code)
    watcher.refused("not_seated", "act", table=table, ask=ask, action="bid 1")
    ben.ask("act", table=table, ask=ask, action="bid 1")
    ben.refused("stale", "act", table=table, ask=ask, action="bid 1")


def test_wishes_are_shown_and_settled_by_dice(binary):
    server = shared(binary)
    hub = Hub()
    clients = [Client(server, hub=hub) for _ in range(3)]
    table, code = make_table(server, clients[0].token, "drachen", 3, **tavern.QUICK)
    seat_people(clients, table, code)
    clients[0].ask("wish", table=table, value="G")
    clients[1].ask("wish", table=table, value="G")
    clients[2].ask("wish", table=table, value="D")
    clients[2].refused("bad_setup", "wish", table=table, value="X")
    clients[0].wait(lambda: "D" in str(clients[0].tables[table].info["wishes"]), what="the wishes")
    outsider = Client(server)
    outsider.watch(table, code=code)
    outsider.refused("not_seated", "wish", table=table, value="E")
    clients[0].ask("start", table=table)
    clients[0].wait(lambda: clients[0].tables[table].view and clients[0].tables[table].view["seats"][0]["character"],
                    what="characters")
    characters = [seat["character"] for seat in clients[0].tables[table].view["seats"]]
    assert characters[2].upper().startswith("D"), characters
    assert sum(one.upper().startswith("G") for one in characters[:2]) == 1, characters
    same(len(set(characters)), 3)


def test_words_go_into_the_dice(binary):
    server = shared(binary)
    hub = Hub()
    clients = [Client(server, hub=hub) for _ in range(2)]
    table, code = make_table(server, clients[0].token, options={"rounds": 1}, **tavern.QUICK)
    seat_people(clients, table, code)
    commitment = clients[0].tables[table].info["commitment"]
    clients[1].ask("word", table=table, word="seven lazy foxes")
    clients[0].wait(lambda: clients[0].tables[table].info["words"] == [1], what="the word")
    for word in ("", "x" * 101, "a\u202eb"):
        answer = clients[0].answer(clients[0].send("word", table=table, word=word))
        assert answer["code"] in ("bad_request", "too_long"), answer
    clients[0].ask("start", table=table)
    same(clients[0].tables[table].info["commitment"], commitment)
    for client in clients:
        client.wait(lambda c=client: c.tables[table].prompt, what="a prompt")
        client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action="bid 0")
    clients[0].wait(lambda: clients[0].tables[table].is_over(), what="the end")
    log = server.call("GET", f"/api/tables/{table}/log", token=clients[0].token)
    assert "\nword 1 seven lazy foxes\n" in log.body.decode(), log


def test_a_table_with_bots_from_the_beginning_plays_alone(binary):
    server = shared(binary)
    owner = Client(server)
    table, _ = make_table(server, owner.token, bots={"0": "thrifty", "1": "random"}, options={"rounds": 2}, **tavern.QUICK)
    seen = owner.watch(table)
    same(seen.info["seats"], [{"bot": "thrifty"}, {"bot": "random"}])
    owner.ask("start", table=table)
    owner.wait(seen.is_over, what="the end")
    same((seen.score["winners"] != [], len(seen.score["scores"])), (True, 2))
    owner.wait(lambda: seen.info["state"] == "over", what="the state over")


def test_after_the_start_a_seat_goes_to_a_computer_player_and_back(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2, options={"rounds": 20})
    ben.ask("stand", table=table)
    ada.wait(lambda: seats_of(ada, table)[1]["bot"], what="a computer player")
    seat = seats_of(ada, table)[1]
    same(seat["person"], ben.person)
    ben.refused("taken", "sit", table=table, seat=0)
    ben.ask("sit", table=table, seat=1)
    ada.wait(lambda: seats_of(ada, table)[1]["bot"] is None, what="the person again")
    ben.ask("stand", table=table)
    ada.wait(lambda: seats_of(ada, table)[1]["bot"], what="a computer player")
    ben.ask("back", table=table)
    ada.wait(lambda: seats_of(ada, table)[1]["bot"] is None, what="the person again")
    ada.refused("forbidden", "bot", table=table, seat=1, bot="random")  # he is here


def test_a_table_is_closed_by_its_owner(binary):
    server = shared(binary)
    table, _, (ada, ben) = pair(server)
    ada.ask("close", table=table)
    late = Client(server)
    late.refused("unknown_table", "watch", table=table)
    assert table not in [item["table"] for item in server.call("GET", "/api/tables").json()["tables"]]
    table, _, (ada, ben) = open_table(server, 2)
    answer = ada.answer(ada.send("close", table=table))
    same(answer["t"], "error")
    assert answer["code"] in ("forbidden", "not_open"), answer
    same(ben.tables[table].info["state"], "playing")


def test_a_rematch_has_the_same_people_in_the_same_seats(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2, options={"rounds": 1})
    ben.refused("not_over", "again", table=table)
    for client in (ada, ben):
        client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action="bid 0")
    ben.wait(lambda: ben.tables[table].info["state"] == "over", what="the end")
    ben.refused("over", "act", table=table, ask=1, action="bid 0")
    ben.ask("again", table=table)
    ada.wait(lambda: ada.tables[table].info["again"] == [1], what="the wish for a rematch")
    same(ada.tables[table].info["next"], None)
    ada.ask("again", table=table)
    following = ben.wait(lambda: ben.tables[table].info["next"], what="the next table")
    assert following != table
    seen = ben.watch(following)
    same((seen.seat, seen.info["owner"], seen.info["state"]), (1, ada.person, "open"))
    same([seat["person"] for seat in seen.info["seats"]], [ada.person, ben.person])
    same(seen.info["settings"]["options"]["rounds"], 1)


def test_hints_are_for_who_plays_alone(binary):
    server = shared(binary)
    table, _, (ada, _) = open_table(server, 2)
    ada.wait(lambda: ada.tables[table].prompt, what="a prompt")
    ada.refused("forbidden", "hint", table=table)
    ada.refused("forbidden", "odds", table=table)
    says = ada.ask("tell", table=table, action="bid 1")["says"]
    assert isinstance(says, list), says
    alone = Client(server)
    table, _ = make_table(server, alone.token, bots={"1": "random"}, **tavern.QUICK)
    seen = alone.watch(table)
    alone.refused("not_seated", "hint", table=table)
    alone.ask("sit", table=table, seat=0)
    alone.refused("not_playing", "hint", table=table)
    alone.ask("start", table=table)
    alone.wait(lambda: seen.prompt and seen.prompt["must"], what="a prompt")
    action = alone.ask("hint", table=table)["action"]
    assert action in tavern.unfold(seen.prompt), action
    assert isinstance(alone.ask("odds", table=table)["says"], list)
    alone.ask("act", table=table, ask=seen.prompt["ask"], action=action)


def test_hints_can_be_switched_off(binary):
    server = shared(binary)
    alone = Client(server)
    table, _ = make_table(server, alone.token, bots={"1": "random"}, hints=False, **tavern.QUICK)
    seen = alone.watch(table)
    alone.ask("sit", table=table, seat=0)
    alone.ask("start", table=table)
    alone.wait(lambda: seen.prompt and seen.prompt["must"], what="a prompt")
    alone.refused("forbidden", "hint", table=table)


def test_the_lobby_tells_of_public_tables(binary):
    server = shared(binary)
    client, owner = Client(server), Client(server)
    client.ask("lobby", on=True)
    client.expect("lobby")
    table, _ = make_table(server, owner.token, public=True)
    hidden, _ = make_table(server, owner.token)
    lobby = client.expect("lobby")
    while table not in [item["table"] for item in lobby["tables"]]:
        lobby = client.expect("lobby")
    item = next(item for item in lobby["tables"] if item["table"] == table)
    same((item["info"]["state"], "code" in item["info"]), ("open", False))
    assert hidden not in [item["table"] for item in lobby["tables"]]
    client.ask("lobby", on=False)
    client.loose.clear()
    owner.watch(table)
    owner.ask("close", table=table)
    client.hub.pause(1.5)
    same(client.loose, [])


def test_seats_taken_from_one_address_are_told_to_the_owner_of_a_public_table(binary):
    server = shared(binary)
    table, _, (ada, ben) = pair(server, public=True)
    ada.ask("sit", table=table, seat=0)
    ben.ask("sit", table=table, seat=1)
    ada.wait(lambda: ada.tables[table].info.get("same") == [[0, 1]], what="the mark")
    ben.sync()
    assert "same" not in ben.tables[table].info, ben.tables[table].info
    table, _, (ada, ben) = pair(server)
    ada.ask("sit", table=table, seat=0)
    ben.ask("sit", table=table, seat=1)
    ada.sync()
    assert "same" not in ada.tables[table].info, "of a private table"


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
