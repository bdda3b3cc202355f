"""test_streams.py: states, steps, resuming, watchers and their delay, chat, presence."""

import time

import tavern
from tavern import Client, Server, make_table, open_table, same, shared

import tap


def first_prompt(client, table):
    client.wait(lambda: client.tables[table].prompt, what="a prompt")
    return client.tables[table].prompt


def act(client, table, action):
    return client.ask("act", table=table, ask=first_prompt(client, table)["ask"], action=action)


def test_a_stream_counts_from_one_without_gaps(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    same(ada.tables[table].parts[-1][0]["s"], 1)
    act(ada, table, "bid 1")
    act(ben, table, "bid 0")
    ben.wait(lambda: ben.tables[table].s > 6, what="some messages")  # Seen checks that no number is missing


def test_the_first_step_has_the_whole_view(binary):
    server = shared(binary)
    table, _, (ada, _) = open_table(server, 2)
    first = ada.tables[table].messages("step")[0]
    same((first["events"], len(first["d"]), first["turn"]), ([], 1, {"kind": "chance"}))
    same(first["d"][0]["phase"], "deal")


def test_done_comes_before_the_step_that_it_caused(binary):
    server = shared(binary)
    table, _, (ada, _) = open_table(server, 2)
    first_prompt(ada, table)
    ada.sync()
    ada.heard_texts.clear()
    act(ada, table, "bid 1")
    ada.wait(lambda: any('"step"' in text for text in ada.heard_texts), what="the step")
    assert '"done"' in ada.heard_texts[0] and '"step"' in ada.heard_texts[1], ada.heard_texts


def test_all_devices_of_a_seat_get_the_same(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    phone = Client(server, ada.token, hub=ada.hub)
    seen = phone.watch(table)
    same((seen.seat, seen.stream, seen.view), (0, ada.tables[table].stream, ada.tables[table].view))
    act(phone, table, "bid 1")
    act(ben, table, "bid 0")
    ada.wait(lambda: ada.tables[table].view["round"] == 1 and ada.tables[table].prompt, what="the next round")
    ada.sync()
    phone.sync()
    mine, theirs = ada.tables[table], seen
    same((mine.s, mine.view, mine.prompt), (theirs.s, theirs.view, theirs.prompt))
    count = len(theirs.parts[-1]) - 1
    same(mine.parts[-1][-count:], theirs.parts[-1][-count:])


def test_a_television_sees_what_watchers_see(binary):
    server = shared(binary)
    table, code, (ada, _) = open_table(server, 2)
    screen = Client(server, ada.token)
    seen = screen.watch(table, **{"as": "watcher"})
    same((seen.seat, seen.prompt), (None, None))
    watcher = Client(server)
    other = watcher.watch(table, code=code)
    same(seen.view, other.view)
    assert seen.view != ada.tables[table].view, "the watchers see a card"


def test_a_lost_connection_resumes_where_it_was(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    ada.sync()
    ada.cut()
    act(ben, table, "bid 2")
    ada.connect()
    same(ada.resume(table)["resumed"], True)
    ada.wait(lambda: ada.tables[table].view["sealed"] == [1], what="what was missed")
    same(len(ada.tables[table].parts), 2)  # as a watcher, and in the seat
    same(ada.resume(table)["resumed"], True)  # nothing was missed
    ada.sync()


def test_who_came_with_the_code_resumes_without_it(binary):
    server = shared(binary)
    table, code, (ada, _) = open_table(server, 2)
    watcher = Client(server, hub=ada.hub)
    seen = watcher.watch(table, code=code)
    first_prompt(ada, table)
    watcher.sync()
    same(watcher.resume(table)["resumed"], True)
    watcher.cut()
    act(ada, table, "bid 1")
    watcher.connect()
    same(watcher.resume(table)["resumed"], True)
    watcher.wait(lambda: seen.view["sealed"] == [0], what="what was missed")
    same(seen.info["code"], code)
    stranger = Client(server, hub=ada.hub)
    for stream in ("nonsense", ada.tables[table].stream):  # that of a seat opens nothing
        stranger.refused("unknown_table", "watch", table=table, stream=stream, s=seen.s)
    stranger.refused("unknown_table", "watch", table=table, stream=seen.stream, s=seen.s, code="00000000")
    bare, _ = make_table(server, ada.token)
    own = ada.watch(bare)  # and neither does that of an owner, who sees more
    stranger.refused("unknown_table", "watch", table=bare, stream=own.stream, s=own.s)


def test_another_stream_cannot_be_resumed(binary):
    server = shared(binary)
    table, _, (ada, _) = open_table(server, 2)
    seen = ada.tables[table]
    for stream, s in (("nonsense", seen.s), (seen.stream, seen.s + 5), (seen.parts[0][0]["stream"], 1)):
        count = len(seen.parts)
        same(ada.ask("watch", table=table, stream=stream, s=s)["resumed"], False)
        ada.wait(lambda: len(seen.parts) > count, what="a state")
        same(seen.seat, 0)


def test_after_a_restart_streams_have_new_names_and_the_match_goes_on(binary):
    with tavern.opened(binary) as server:
        table, _, (ada, ben) = open_table(server, 2, seed="42", options={"rounds": 2})
        act(ada, table, "bid 1")
        ada.sync()
        before = ada.tables[table]
        stream, view, ask = before.stream, before.view, first_prompt(ben, table)["ask"]
        restart(server, binary, kill=True)
        for client in (ada, ben):
            client.expect_close()
            client.connect()
            same(client.resume(table)["resumed"], False)
            client.wait(lambda c=client: len(c.tables[table].parts) == 3, what="a state")
        assert ada.tables[table].stream != stream
        same((ada.tables[table].view, ben.tables[table].prompt["ask"]), (view, ask))
        act(ben, table, "bid 0")
        ada.wait(lambda: ada.tables[table].view["round"] == 1, what="the next round")


def restart(server, binary, kill):
    port = server.port
    if kill:
        server.kill()
    else:
        same(server.stop(), 0)
    again = Server(binary, server.data, port=port)
    server.process, server.port = again.process, again.port


def test_a_number_that_was_carried_out_counts_once(binary):
    with tavern.opened(binary) as server:
        table, _, (ada, ben) = open_table(server, 2)
        ask = first_prompt(ada, table)["ask"]
        n = ada.send("act", table=table, ask=ask, action="bid 1")
        assert "again" not in ada.answer(n)
        request = {"t": "act", "n": n, "table": table, "ask": ask, "action": "bid 1"}
        for kill in (None, False, True):
            if kill is not None:
                restart(server, binary, kill)
                ada.expect_close()
                ada.connect()
                ada.watch(table)
            ada.answers.clear()
            ada.sent[n] = request
            ada.resend(n)
            same(ada.answer(n), {"t": "done", "n": n, "again": True})
        # Another device has numbers of its own.
        phone = Client(server, ada.token)
        phone.watch(table)
        phone.n = n - 1
        phone.answers.clear()
        phone.refused("stale", "act", table=table, ask=ask, action="bid 1")


def test_numbers_below_the_highest_are_carried_out_unless_they_are_old(binary):
    server = shared(binary)
    client = Client(server)
    table, code = make_table(server, client.token)
    client.watch(table)
    client.n = 999
    client.ask("sit", table=table, seat=0)
    client.n = 939
    assert "again" not in client.ask("stand", table=table)  # 940
    client.n = 935
    client.refused("stale", "sit", table=table, seat=1)  # 936 is lower by 64
    client.n = 936
    client.ask("sit", table=table, seat=1)
    client.n = 1099
    client.ask("stand", table=table)
    client.answers.clear()
    for n in (937, 940, 1000):  # old, but carried out
        client.n = n - 1
        assert client.ask("sit", table=table, seat=0)["again"] is True
    for n in (938, 999, 1036):  # and these were not
        client.n = n - 1
        client.refused("stale", "sit", table=table, seat=0)


def test_watchers_see_later_where_they_are_to(binary):
    server = shared(binary)
    delay = 700
    table, code, (ada, ben) = open_table(server, 2, watch={"allowed": True, "delay": delay})
    watcher = Client(server, hub=ada.hub)
    seen = watcher.watch(table, code=code)
    first_prompt(ada, table)
    ada.hub.pause(1)
    count = len(seen.messages("step"))
    act(ada, table, "bid 1")
    at = time.monotonic()
    ben.wait(lambda: ben.tables[table].view["sealed"] == [0], what="the step")
    same(len(seen.messages("step")), count)
    watcher.wait(lambda: len(seen.messages("step")) > count, what="the step, later")
    assert time.monotonic() - at >= delay / 1000 - 0.1, "too early"
    ada.ask("say", table=table, text="psst")
    ben.wait(lambda: ben.tables[table].chat, what="the chat")
    same(seen.chat, [])
    watcher.wait(lambda: seen.chat, what="the chat, later")


def test_chat_goes_to_all_and_that_of_watchers_to_watchers(binary):
    server = shared(binary)
    table, code, (ada, ben) = open_table(server, 2)
    hub = ada.hub
    eve, gus = Client(server, name="Eve", hub=hub), Client(server, hub=hub)
    eve.watch(table, code=code)
    gus.watch(table, code=code)
    ada.ask("say", table=table, text="Prost! \U0001F37A")
    eve.ask("say", table=table, text="they cheat")
    ben.ask("say", table=table, text="skål")
    gus.wait(lambda: len(gus.tables[table].chat) == 3, what="all of it")
    ben.wait(lambda: len(ben.tables[table].chat) == 2, what="what is for seats")
    said = [line["text"] for line in ben.tables[table].chat]
    same(said, ["Prost! \U0001F37A", "skål"])
    same([line["id"] for line in ben.tables[table].chat], [1, 2])
    same([line["id"] for line in gus.tables[table].chat], [1, 2, 3])
    same([line["seat"] for line in gus.tables[table].chat], [0, None, 1])
    line = gus.tables[table].chat[1]
    same((line["from"], line["name"]), (eve.person, "Eve"))
    assert abs(line["at"] - time.time() * 1000) < 60000, line
    late = Client(server)
    same([one["text"] for one in late.watch(table, code=code).chat], ["Prost! \U0001F37A", "they cheat", "skål"])


def test_chat_has_its_limits(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    ada.ask("say", table=table, text="ä" * 300)
    ada.refused("too_long", "say", table=table, text="a" * 301)
    ada.refused("bad_request", "say", table=table, text="  ")
    ada.refused("bad_request", "say", table=table)
    ada.refused("bad_request", "say", table=table, text="a", phrase="b")
    games = {game["key"]: game for game in server.call("GET", "/api/games").json()["games"]}
    same(ada.answer(ada.send("say", table=table, phrase="no.such_phrase"))["t"], "error")
    for phrase in games["null"]["phrases"][:1]:
        ben.ask("say", table=table, phrase=phrase)
        ada.wait(lambda: ada.tables[table].chat[-1].get("phrase") == phrase, what="the phrase")


def test_chat_can_be_for_phrases_alone(binary):
    server = shared(binary)
    table, _, (ada, _, _) = open_table(server, 3, "polterfass", chat="phrases")
    ada.refused("forbidden", "say", table=table, text="hello")
    games = {game["key"]: game for game in server.call("GET", "/api/games").json()["games"]}
    ada.ask("say", table=table, phrase=games["polterfass"]["phrases"][0])


def test_a_watcher_can_be_sent_away(binary):
    server = shared(binary)
    table, code, (ada, ben) = open_table(server, 2, public=True)
    eve = Client(server, hub=ada.hub)
    eve.watch(table)
    eve.ask("say", table=table, text="boo")
    ada.wait(lambda: ada.tables[table].info["watchers"] == 1, what="a watcher")
    ben.refused("not_owner", "kick", table=table, person=eve.person)
    ada.ask("kick", table=table, person=eve.person)
    ada.wait(lambda: ada.tables[table].info["watchers"] == 0, what="nobody")
    eve.sync()
    eve.loose.clear()
    same(eve.answer(eve.send("watch", table=table))["t"], "error")


def test_who_does_not_read_is_cut_off_and_may_resume(binary):
    with tavern.opened(binary) as server:
        table, _, (ada, ben) = open_table(server, 2)
        slow = Client(server, ada.token)  # with a hub of its own, which nobody turns
        seen = slow.watch(table)
        words = "\U0001F37A" * 300
        numbers = [ben.send("say", table=table, text=words) for _ in range(50)]
        ben.answer(numbers[-1])
        for _ in range(300):  # each is answered by a state of 70 kB: 20 MB, more than any system keeps
            slow.send("watch", table=table)
        ben.sync()
        same(slow.expect_close(), 4008)
        slow.connect()
        slow.resume(table)
        slow.sync()
        same(seen.chat[-1]["text"], words)


def test_watchers_are_counted(binary):
    server = shared(binary)
    table, code, (ada, _) = open_table(server, 2)
    eve = Client(server, hub=ada.hub)
    eve.watch(table, code=code)
    ada.wait(lambda: ada.tables[table].info["watchers"] == 1, what="one")
    eve.ask("unwatch", table=table)
    ada.wait(lambda: ada.tables[table].info["watchers"] == 0, what="none")
    eve.refused("unknown_table", "unwatch", table="nowhere")


def test_who_loses_the_connection_is_away_after_ten_seconds(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2)
    ben.cut()
    at = time.monotonic()
    ada.wait(lambda: ada.tables[table].info["seats"][1]["here"] == "away", 30, "away")
    assert time.monotonic() - at > 9, "too early"
    ben.connect()
    ben.resume(table)
    ada.wait(lambda: ada.tables[table].info["seats"][1]["here"] == "yes", what="here again")


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
