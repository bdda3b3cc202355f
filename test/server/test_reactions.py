"""test_reactions.py: moments of answers, presets, hold, clocks.

Only lower bounds of times are checked, because a busy machine is slow. The distribution of moments is tested with a
simulated clock in src/server/test/secrets.c.
"""

import random
import time

import tavern
from players import Player, play
from tavern import Client, Hub, Server, any_action, make_table, open_table, same, seat_people, shared

import tap

FROM = 250  # milliseconds


class Quick(Player):
    """Answers reactions at once, and notes how many milliseconds after the question that counted. The server says when
    it put the question, in `clock`, so a message that comes late shortens nothing."""

    def __init__(self, *arguments, **more):
        self.delays, self.reactions = [], {}
        super().__init__(*arguments, **more)

    def answer_prompt(self, seen):
        if seen.turn.get("reaction") and seen.prompt["must"]:
            self.reactions[seen.prompt["ask"]] = seen.clock["since"][seen.seat]
        super().answer_prompt(seen)

    def answered(self, request, answer):
        super().answered(request, answer)
        if answer["t"] == "done" and request.get("ask") in self.reactions:
            self.delays.append(time.time() * 1000 - self.reactions[request["ask"]])


def drachen(server, kind=Player, people=2, **settings):
    """A match of Zum Blauen Drachen that has begun: (hub, table, code, clients)."""
    hub = Hub()
    clients = [kind(server, hub=hub, dice=random.Random(seat)) for seat in range(people)]
    table, code = make_table(server, clients[0].token, "drachen", people, seed="8", pause=[0, 0], **settings)
    seat_people(clients, table, code)
    clients[0].ask("start", table=table)
    return hub, table, code, clients


def test_answers_count_at_their_moment(binary):
    server = shared(binary)
    hub, table, _, clients = drachen(server, Quick, 2, reaction=[FROM, FROM + 100])
    enough = lambda: sum(len(client.delays) for client in clients) >= 8 or clients[0].tables[table].is_over()
    assert play(hub, clients, enough, 120), "no reactions"
    delays = [delay for client in clients for delay in client.delays]
    assert len(delays) >= 8 and min(delays) >= FROM, delays


def test_alone_against_computer_players_the_moment_is_short(binary):
    server = shared(binary)
    hub = Hub()
    alone = Quick(server, hub=hub, dice=random.Random(5))
    table, _ = make_table(server, alone.token, "drachen", 2, bots={"1": "tippler"}, seed="8", pause=[0, 0],
                          reaction=[5000, 6000])
    alone.watch(table)
    alone.ask("sit", table=table, seat=0)
    alone.ask("start", table=table)
    assert play(hub, [alone], lambda: len(alone.delays) >= 5 or alone.tables[table].is_over(), 120)
    assert alone.delays and 100 <= min(alone.delays) < 4000, alone.delays


def with_only_pass(client, table):
    """This seat is asked in a reaction and can only pass."""
    seen = client.tables[table]
    return bool(seen.turn and seen.turn.get("reaction") and seen.prompt and seen.prompt["must"] and
                seen.prompt["forms"] == [{"say": "pass"}])


class Patient(Player):
    """Does not answer where the server answers automatically."""

    def answer_prompt(self, seen):
        if seen.prompt["forms"] == [{"say": "pass"}] and seen.turn.get("reaction"):
            self.tried[seen.table] = seen.prompt["ask"]
            return
        super().answer_prompt(seen)


def test_the_server_answers_for_who_can_only_pass(binary):
    server = shared(binary)
    hub, table, _, clients = drachen(server, Patient, 2, reaction=[50, 100])
    waits = lambda: any(with_only_pass(client, table) for client in clients)
    for _ in range(3):
        assert play(hub, clients, lambda: waits() or clients[0].tables[table].is_over(), 120)
        assert play(hub, clients, lambda: not waits(), 30), "nobody answers for the seat"


def test_who_holds_is_not_answered_for(binary):
    server = shared(binary)
    hub, table, _, clients = drachen(server, Patient, 2, reaction=[50, 100])
    for client in clients:
        client.ask("hold", table=table, on=True)
    holders = lambda: [client for client in clients if with_only_pass(client, table)]
    assert play(hub, clients, holders, 120), "no such question"
    holder = holders()[0]
    ask = holder.tables[table].prompt["ask"]
    play(hub, clients, lambda: False, 1.5)
    same(holder.tables[table].prompt["ask"], ask)
    again = Client(server, holder.token)
    same(again.watch(table).hold, True)
    holder.ask("act", table=table, ask=ask, action="pass")
    holder.refused("stale", "hold", table=table, ask=ask)
    holder.ask("hold", table=table, on=False)
    late = Client(server, holder.token)
    same(late.watch(table).hold, False)


def test_one_question_can_be_held(binary):
    server = shared(binary)
    hub, table, _, clients = drachen(server, Patient, 2, reaction=[1500, 1600])
    holders = lambda: [client for client in clients if with_only_pass(client, table)]
    assert play(hub, clients, holders, 120), "no such question"
    holder = holders()[0]
    ask = holder.tables[table].prompt["ask"]
    holder.ask("hold", table=table, ask=ask)
    play(hub, clients, lambda: False, 3)
    same(holder.tables[table].prompt["ask"], ask)
    holder.ask("act", table=table, ask=ask, action="pass")


def test_presets_pass_and_are_nobody_elses_business(binary):
    server = shared(binary)
    kit = server.call("GET", "/api/kit/drachen").json()["kit"]
    assert kit["presets"], "the game has presets"
    hub, table, _, (ada, ben) = drachen(server, Player, 2, reaction=[20, 40])
    ben.sync()
    before = len(ben.heard_texts)
    ada.ask("preset", table=table, keys=kit["presets"])
    ben.sync()
    assert not any("preset" in text for text in ben.heard_texts[before:]), ben.heard_texts[before:]
    phone = Client(server, ada.token)
    same(sorted(phone.watch(table).presets), sorted(kit["presets"]))
    answer = ada.answer(ada.send("preset", table=table, keys=["no.such"]))
    same(answer["t"], "error")

    def answer_unless_preset(seen):
        seen_prompt = seen.prompt
        ada.tried[seen.table] = seen_prompt["ask"]
        if seen.turn.get("reaction") and seen_prompt["presets"]:
            passed.add(seen_prompt["ask"])
            return
        if not seen_prompt["must"]:
            return
        ada.send("act", table=seen.table, ask=seen_prompt["ask"], action=any_action(seen_prompt, ada.dice))

    passed = set()
    ada.answer_prompt = answer_unless_preset
    done = lambda: len(passed) >= 3 and ada.tables[table].prompt and ada.tables[table].prompt["ask"] > max(passed)
    assert play(hub, [ada, ben], lambda: done() or ada.tables[table].is_over(), 120), "presets do not pass"
    ada.ask("preset", table=table, keys=[])
    late = Client(server, ada.token)
    same(late.watch(table).presets, [])


def test_presets_outlive_a_restart(binary):
    with tavern.opened(binary) as server:
        kit = server.call("GET", "/api/kit/drachen").json()["kit"]
        _, table, _, (ada, _) = drachen(server, Client, 2, reaction=[20, 40])
        ada.ask("preset", table=table, keys=kit["presets"][:1])
        port = server.port
        server.kill()
        again = Server(binary, server.data, port=port)
        server.process, server.port = again.process, again.port
        same(Client(server, ada.token).watch(table).presets, kit["presets"][:1])


def test_time_runs_out_and_idle_is_played(binary):
    server = shared(binary)
    table, _, (ada, ben) = open_table(server, 2, options={"rounds": 20}, clock={"decide": 400, "reserve": 300})
    ada.wait(lambda: ada.tables[table].prompt, what="a prompt")
    clock = ada.tables[table].clock
    same(len(clock["since"]), 2)
    assert clock["until"][0] - clock["since"][0] in range(400, 1001), clock
    same(clock["reserve"], [300, 300])
    ada.ask("act", table=table, ask=ada.tables[table].prompt["ask"], action="bid 1")
    ada.wait(lambda: ada.tables[table].view["history"][0]["bids"] == [1, 0], 30, "ben's idle")


def test_after_three_times_a_computer_player_takes_the_seat(binary):
    server = shared(binary)
    hub = Hub()
    ada, ben = Player(server, hub=hub), Client(server, hub=hub)
    table, code = make_table(server, ada.token, options={"rounds": 20}, clock={"decide": 300, "reserve": 0}, **tavern.QUICK)
    seat_people([ada, ben], table, code)
    ada.ask("start", table=table)
    taken = lambda: ada.tables[table].info["seats"][1]["bot"]
    assert play(hub, [ada], taken, 60), "nobody takes the seat"
    rounds = len([one for one in ada.tables[table].view["history"] if one["bids"][1] == 0])
    assert rounds >= 3, ada.tables[table].view
    ben.ask("back", table=table)
    ada.wait(lambda: ada.tables[table].info["seats"][1]["bot"] is None, what="ben again")


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
