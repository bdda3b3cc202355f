"""test_matches.py: whole matches over WebSocket; each viewer's stream is compared with a replay of the log.

A replay of the log in the engine gives exactly the steps of every viewer. Also tested: exported logs, replays and
films, and the frames of running sessions.
"""

import random
import struct
import subprocess
import tempfile

import tavern
from players import Player, play
from replay import Replay, check_stream
from tavern import Client, Hub, apply_difference, error_of, make_table, same, seat_people, shared

import tap
from promise import log_entries

UNPROVED = 4  # what `verify` ends with where something cannot be checked on this build


def play_match(server, game, seats, seed, timeout=240, films=False, **settings):
    """A match of random people with two watchers: (table, players, watchers)."""
    hub, dice = Hub(), random.Random(seed)
    players = [Player(server, hub=hub, films=films, dice=random.Random(dice.random())) for _ in range(seats)]
    table, code = make_table(server, players[0].token, game, seats, **{**tavern.QUICK, **settings})
    seat_people(players, table, code)
    watchers = [Client(server, hub=hub, films=films) for _ in range(2)]
    watchers[0].watch(table, code=code)
    players[0].ask("start", table=table)
    watchers[1].watch(table, code=code)
    everybody = players + watchers
    done = play(hub, players, lambda: all(one.tables[table].is_over() for one in everybody), timeout)
    assert done, f"{game} does not end: {[p.tables[table].turn for p in players]} {[p.tables[table].prompt for p in players]}"
    return table, players, watchers


def log_of(server, table, token, query=""):
    reply = server.call("GET", f"/api/tables/{table}/log{query}", token=token)
    same(reply.status, 200)
    same(reply.headers["Content-Type"].split(";")[0], "text/plain")
    return reply.body.decode()


def verify(binary, log):
    with tempfile.NamedTemporaryFile("w", suffix=".log") as file:
        file.write(log)
        file.flush()
        done = subprocess.run([binary, "verify", file.name], capture_output=True, timeout=300, check=False)
    assert done.returncode in (0, UNPROVED), done.stdout + done.stderr


def check_match(binary, game, seats, seed, **more):
    server = shared(binary)
    table, players, watchers = play_match(server, game, seats, seed, **more)
    log = log_of(server, table, players[0].token)
    verify(binary, log)
    replay = Replay(binary, log)
    for client in players + watchers:
        check_stream(replay, client.tables[table])
    assert set(code for player in players for code in player.refusals) <= {"stale", "not_your_turn", "over"}
    return server, table, players, log, replay


def test_matches_of_the_null_game(binary):
    for seed in range(3):
        check_match(binary, "null", 2 + seed, seed, options={"rounds": 3})


def test_a_match_of_the_null_game_with_slow_deals(binary):
    check_match(binary, "null", 2, 7, options={"rounds": 1, "slow_deal": "on"})


def test_a_match_of_polterfass(binary):
    check_match(binary, "polterfass", 4, 2, options={"goal": 40})


def test_a_match_of_drachen(binary):
    check_match(binary, "drachen", 3, 3)


def test_a_match_of_polterfass_with_simulated_barrels_and_its_films(binary):
    server, table, players, log, _ = check_match(binary, "polterfass", 3, 4, films=True,
                                                 options={"goal": 10, "barrels": "physics"})
    throws = len([1 for _, _, who, _ in log_entries(log) if who == "chance"])
    for player in players:
        steps = [step for step in player.tables[table].messages("step") if "film" in step]
        films = {struct.unpack("<I", frame[4:8])[0]: frame[8:] for frame in player.frames if frame[0] == 1}
        same(sorted(films), sorted(step["film"] for step in steps))
        same(len(steps), throws)
        for number, film in films.items():
            assert film.startswith(b"SpRc"), film[:8]
            reply = server.call("GET", f"/api/tables/{table}/films/{number}", token=player.token)
            same((reply.status, reply.body), (200, film))
    same(server.call("GET", f"/api/tables/{table}/films/1", token=players[0].token).status, 404)


def test_a_film_comes_before_its_step(binary):
    server = shared(binary)
    order = []

    class Listener(Player):
        def heard_binary(self, payload):
            super().heard_binary(payload)
            order.append(struct.unpack("<I", payload[4:8])[0])

        def changed(self, seen, message):
            super().changed(seen, message)
            if "film" in message:
                order.append(-message["film"])

    owner = Listener(server, films=True)
    table, _ = make_table(server, owner.token, "polterfass", 3, bots={"0": "bold", "1": "bold", "2": "bold"},
                          options={"goal": 5, "barrels": "physics"}, **tavern.QUICK)
    seen = owner.watch(table)
    owner.ask("start", table=table)
    owner.wait(seen.is_over, 240, "the end")
    assert order and order[1::2] == [-number for number in order[0::2]], order


def test_the_log_has_stamps_where_they_are_wanted(binary):
    server = shared(binary)
    table, players, _ = play_match(server, "null", 2, 11, options={"rounds": 1})
    plain = log_of(server, table, players[0].token)
    stamped = log_of(server, table, players[0].token, "?stamps=1")
    same("".join(line.split(" # ")[0] + "\n" for line in stamped.splitlines()), plain)
    assert " # person " in stamped and " # " not in plain
    # After the end, everybody who knows the id may fetch it.
    same(log_of(server, table, None), plain)


def test_replays_show_every_entry_to_everybody(binary):
    server = shared(binary)
    table, players, _ = play_match(server, "null", 3, 12, options={"rounds": 2})
    log = log_of(server, table, players[0].token)
    replay = Replay(binary, log)
    entries = log_entries(log)
    for viewer in (0, 2, "watcher"):
        whole = server.call("GET", f"/api/replays/{table}?view={viewer}").json()
        same((whole["entries"], len(whole["steps"])), (len(entries), len(entries)))
        view = whole["view"]
        same(view, replay.shown[viewer][0]["view"])
        places = iter(replay.shown[viewer][1:])
        for step, (_, _, who, action), noticed in zip(whole["steps"], entries, replay.notices):
            same((str(step["who"]), step["action"]), (who, action))
            view = apply_difference(view, step["d"]) if "d" in step else view
            if viewer in noticed:
                wanted = next(places)
                seen = [{"key": e["key"], "args": e["args"]} for e in step["events"] if viewer in e["seen_by"]]
                same((view, seen), (wanted["view"], wanted["events"]))
            assert isinstance(step["at"], int), step
        part = server.call("GET", f"/api/replays/{table}?view={viewer}&from=3&count=2").json()
        same(part["steps"], whole["steps"][3:5])
    everything = server.call("GET", f"/api/replays/{table}?view=all&from=1&count=1").json()
    same(len(everything["views"]), 3)
    error_of(server.call("GET", f"/api/replays/{table}?view=7"), 400, "bad_request")
    error_of(server.call("GET", "/api/replays/nowhere?view=0"), 404, "unknown_table")


def test_prompts_unfold_to_what_is_legal(binary):
    """The prompts of a match are those of the engine (check_stream): here each form is tried."""
    server = shared(binary)
    hub = Hub()
    clients = [Client(server, hub=hub) for _ in range(3)]
    table, code = make_table(server, clients[0].token, "polterfass", 3, seed="5", **tavern.QUICK)
    seat_people(clients, table, code)
    clients[0].ask("start", table=table)
    guest = clients[1]
    guest.wait(lambda: guest.tables[table].prompt, what="a prompt")
    prompt = guest.tables[table].prompt
    actions = tavern.unfold(prompt)
    assert len(actions) == len(set(actions)) > 20, actions
    for action in ("order", "order 9", "order 5 3", "order 1 2 3", "stop"):
        assert action not in actions
        guest.refused("illegal", "act", table=table, ask=prompt["ask"], action=action)
    guest.ask("act", table=table, ask=prompt["ask"], action=random.Random(1).choice(actions))


class Number:
    """Decodes the numbers of frames (docs/recording.md): nibbles, the lower one first."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def next(self):
        value, shift = 0, 0
        while True:
            nibble = self.raw[self.at // 2] >> 4 * (self.at % 2) & 15
            self.at += 1
            value |= (nibble & 7) << shift
            shift += 3
            if nibble < 8:
                return value

    def align(self):
        self.at += self.at % 2

    def is_at_end(self):
        return self.at >= 2 * len(self.raw)


def count_frames(raw, falling):
    """The number of frames in these bytes; `falling`, the set of falling bodies, is updated."""
    numbers, count = Number(raw), 0
    while not numbers.is_at_end():
        first = numbers.next()
        has_notes, changed = first % 2 == 0, (first - 1) >> 1 if first % 2 else (first - 2) >> 1
        notes = numbers.next() if has_notes else 0
        for note in range(5):
            if notes >> note & 1:
                numbers.next()
        if notes >> 5 & 1:
            flips = numbers.next()
            for body in range(60):
                if flips >> body & 1:
                    falling ^= {body}
            for _ in falling:
                numbers.next()
        for _ in range(7 * bin(changed).count("1")):
            numbers.next()
        numbers.align()
        count += 1
    return count


def test_a_session_is_shown_frame_by_frame(binary):
    server = shared(binary)
    hub = Hub()
    clients = [Client(server, hub=hub) for _ in range(2)]
    table, code = make_table(server, clients[0].token, options={"rounds": 1}, seed="3", **tavern.QUICK)
    seat_people(clients, table, code)
    clients[0].ask("start", table=table)
    for client, action in zip(clients, ("bid 2", "bid 1")):
        client.wait(lambda c=client: c.tables[table].prompt, what="a prompt")
        client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action=action)
    for client in clients:
        client.wait(lambda c=client: c.tables[table].is_over(), what="the end")
        seen = client.tables[table]
        sim = seen.messages("sim")[0]
        same((sim["seat"], sim["hz"], len(seen.messages("sim"))), (0, 60, 1))
        step = [one for one in seen.messages("step") if "sim" in one]
        same([one["sim"] for one in step], [sim["sim"]])
        check_frames(client.frames, sim["sim"], every=2)


def check_frames(messages, sim, every, hz=60):
    """Ticks have no gap after the first key frame; there is a key frame at least every second."""
    expected, key, falling = None, None, set()
    for raw in messages:
        kind, is_key, _, number, tick = struct.unpack("<BBHII", raw[:12])
        same((kind, number), (2, sim))
        if is_key:
            assert key is None or tick - key <= hz, "more than a second without a key frame"
            key, falling = tick, set()
        assert expected is not None or (is_key and tick == 0), "the first frame is a key frame of tick 0"
        assert expected is None or expected - every < tick <= expected, f"tick {tick} follows {expected}"
        expected = tick + every * count_frames(raw[12:], falling)
    assert len(messages) > 3, "about 30 a second"


def test_a_loading_of_riff_raff(binary):
    """A computer player loads; then a person releases where it is refused, and names a piece that does not fall."""
    server = shared(binary)
    hub = Hub()
    ada = Player(server, hub=hub, dice=random.Random(3))
    table, _ = make_table(server, ada.token, "riffraff", 2, bots={"1": "random"}, seed="5", pause=[0, 0])
    seen = ada.watch(table)
    ada.ask("sit", table=table, seat=0)
    ada.ask("start", table=table)
    ada.steer = lambda payload: None
    kit = server.call("GET", "/api/kit/riffraff").json()["kit"]
    assert play(hub, [ada], lambda: any(sim["seat"] == 1 for sim in seen.sims), 120), "no loading"
    first = next(sim for sim in seen.sims if sim["seat"] == 1)
    same((first["hz"], first["bodies"]), (kit["hz"], [body["name"] for body in kit["bodies"]]))
    others = [sim for sim in seen.sims if sim["seat"] == 0]
    for sim in others:
        release(ada, sim["sim"])
    ended = lambda: [step for step in seen.messages("step") if step.get("sim") == first["sim"]]
    assert play(hub, [ada], ended, 240), "the loading does not end"
    frames = [raw for raw in ada.frames if struct.unpack("<I", raw[4:8])[0] == first["sim"]]
    check_frames(frames, first["sim"], every=5, hz=kit["hz"])


def release(client, sim):
    """Releases far from everything: refused, and reported once. Then nothing falls that could be caught."""
    client.send_hand(sim, [(0, (400000, 300000, 300000, 1000000, 0, 0, 0), 0)] )
    hand = client.expect("hand")
    same(hand["sim"], sim)
    client.refused("illegal", "catch", table=hand["table"], sim=sim, piece="rat0.1")


def test_a_hand_steers_a_session(binary):
    server = shared(binary)
    hub = Hub()
    clients = [Player(server, hub=hub) for _ in range(2)]
    table, code = make_table(server, clients[0].token, options={"rounds": 1}, seed="3", **tavern.QUICK)
    seat_people(clients, table, code)
    clients[0].ask("start", table=table)
    for client, action in zip(clients, ("bid 2", "bid 1")):
        client.wait(lambda c=client: c.tables[table].prompt, what="a prompt")
        client.ask("act", table=table, ask=client.tables[table].prompt["ask"], action=action)
    ada, ben = clients
    ada.steering = ben.steering = {}
    ada.wait(lambda: ada.tables[table].sims, what="the session")
    sim = ada.tables[table].sims[0]["sim"]
    ben.send_hand(sim, [(0, (5500000, 0, 0, 1000000, 0, 0, 0), 1)])  # not his
    ada.send_hand(sim, [(0, (500000, 0, 3000000, 1000000, 0, 0, 0), 1)])
    ada.wait(lambda: len(ada.frames) > 5, what="frames")
    for _ in range(2):
        ada.send_hand(sim, [(400, (500000, 0, 3000000, 1000000, 0, 0, 0), 0)])  # too late for a tick; too high
    hand = ada.expect("hand")
    same((hand["table"], hand["sim"]), (table, sim))
    assert hand["key"] in ("null.too_high", "kernel.hand_tick"), hand
    ada.send_hand(sim, [(0, (500000, 0, 0, 1000000, 0, 0, 0), 1)])
    ada.wait(lambda: ada.tables[table].is_over(), what="the end")
    same(ben.take_loose("hand"), None)
    same(ada.tables[table].view["history"][0]["field"], 1)


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
