"""test_cli.py: the program as a person calls it from a shell.

Help goes to standard output, complaints to standard error, and the exit code
tells which it was: 0 fine, 1 refused, 2 wrong call, 3 trouble with a file.
"""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

import tap
from pipe import Engine
from promise import close_log, fine, log_body, same

TOP = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = ("arena", "credits", "engine", "games", "play", "pool", "rules", "serve", "ship", "throw", "verify")
FINE, REFUSED, WRONG_CALL, TROUBLE, UNPROVED = 0, 1, 2, 3, 4


def call(binary, *arguments, data=b"", stdout=subprocess.PIPE):
    """Runs the program to its end with this standard input."""
    return subprocess.run([binary, *arguments], input=data, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=120, check=False)


def says(done, code, *parts):
    """It ended with this code and said all parts, on standard output only."""
    same((done.returncode, done.stderr), (code, b""))
    for part in parts:
        assert part in done.stdout.decode(), (part, done.stdout)


def complains(done, code, *parts):
    """It ended with this code and complained, on standard error only."""
    same((done.returncode, done.stdout), (code, b""))
    assert done.stderr.strip(), "no complaint"
    for part in parts:
        assert part in done.stderr.decode(), (part, done.stderr)


@contextlib.contextmanager
def file_of(data):
    """A file with these bytes, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "match.log")
        with open(path, "wb") as file:
            file.write(data)
        yield path


def make_log(binary, words=(), seed="42"):
    """A short match with one drawn outcome: its commitment and its log."""
    with Engine(binary) as engine:
        answer = fine(engine.ask(cmd="new", game="null", seats=2, seed=seed))
        match = answer["match"]
        for seat, word in words:
            fine(engine.ask(cmd="word", match=match, seat=seat, word=word))
        fine(engine.ask(cmd="chance", match=match))
        return answer["commitment"], fine(engine.ask(cmd="log", match=match))["log"]


def verify(binary, log, *arguments):
    with file_of(log.encode()) as path:
        return call(binary, "verify", *arguments, path)


# help and version


def test_help_lists_the_commands(binary):
    for option in ("--help", "-h", "help"):
        says(call(binary, option), FINE, "Usage:", *COMMANDS)


def test_version(binary):
    for option in ("--version", "-V"):
        done = call(binary, option)
        says(done, FINE)
        assert re.fullmatch(r"spelunke \d+\.\d+\.\d+\S*\n", done.stdout.decode()), done.stdout


def test_the_engine_tells_the_same_version(binary):
    with Engine(binary) as engine:
        version = fine(engine.ask(cmd="hello"))["version"]
    says(call(binary, "--version"), FINE, f"spelunke {version}\n")


def test_every_command_has_help_and_version(binary):
    version = call(binary, "--version").stdout
    for command in COMMANDS:
        done = call(binary, command, "--help")
        says(done, FINE, f"Usage: spelunke {command}")
        same(call(binary, command, "-h").stdout, done.stdout)
        same(call(binary, "help", command).stdout, done.stdout)
        for option in ("--version", "-V"):
            says(call(binary, command, option), FINE)
            same(call(binary, command, option).stdout, version)


def test_help_about_verify_fits_a_terminal(binary):
    for line in call(binary, "help", "verify").stdout.decode().split("\n"):
        assert len(line) <= 80, line


def test_help_about_help(binary):
    usage = call(binary, "--help").stdout
    for arguments in (("help", "--help"), ("help", "-h"), ("help", "help")):
        done = call(binary, *arguments)
        says(done, FINE)
        same(done.stdout, usage)


def test_help_about_an_unknown_command(binary):
    complains(call(binary, "help", "dance"), WRONG_CALL, "dance")


# wrong calls


def test_without_arguments_it_opens_the_tavern(binary):
    with tempfile.TemporaryDirectory() as folder:
        around = os.environ | {"XDG_DATA_HOME": folder, "SPELUNKE_PORT": "0"}
        with subprocess.Popen([binary], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=around) as tavern:
            first = tavern.stdout.readline().decode()
            tavern.terminate()
            same(tavern.wait(60), FINE)
        assert re.fullmatch(r"listening on http://127\.0\.0\.1:[0-9]+\n", first), first
        assert os.path.exists(f"{folder}/spelunke/token.key"), os.listdir(folder)


def test_the_configuration_of_a_server_is_checked_and_printed(binary):
    done = call(binary, "serve", "--port=80", "--lan", "--print-config")
    says(done, FINE, "port 80\n", "lan yes\n", "keep 90\n", "# name\n")
    with file_of(done.stdout) as path:
        same(call(binary, "serve", "--config", path, "--print-config").stdout, done.stdout)
    with file_of(b"keep 5\nkeep long\n") as path:
        complains(call(binary, "serve", "--config", path), WRONG_CALL, f"{path}:2: keep takes a number")
    for arguments, part in ((("--port", "x"), "port takes a number from 0 to 65535"), (("--port",), "needs a value"),
                            (("--bind", "localhost"), "addresses by number"), (("--cert", "c"), "cert and key"),
                            (("--test", "--lan"), "loopback alone"), (("now",), "now"), (("--config",), "--config")):
        complains(call(binary, "serve", *arguments), WRONG_CALL, part)
    complains(call(binary, "serve", "--config", "/nowhere/at/all"), TROUBLE, "/nowhere/at/all")


def test_unknown_commands_and_options(binary):
    for argument in ("dance", "", "Engine", "--dance", "-x", "-", "--"):
        complains(call(binary, argument), WRONG_CALL, argument)


def test_commands_refuse_arguments_they_do_not_know(binary):
    for command in COMMANDS:
        complains(call(binary, command, "--dance"), WRONG_CALL, command)
    for command in ("engine", "games"):
        complains(call(binary, command, "more"), WRONG_CALL, command)


def test_an_option_of_play_without_its_value(binary):
    for option in ("--lang", "--players", "--bots", "--name", "--seed", "--option"):
        for more in ((), ("--fast",)):
            done = call(binary, "play", "polterfass", option, *more)
            complains(done, WRONG_CALL, f"{option} needs a value after it")
    complains(call(binary, "play", "polterfass", "--dance"), WRONG_CALL, 'make sense of "--dance"')


def test_a_wrong_argument_is_answered_with_what_would_be_right(binary):
    """The accepted values, or else the usage line and the options of the help text."""
    every = ("admin", "join", *COMMANDS)
    with Engine(binary) as engine:
        games = ", ".join(game["key"] for game in fine(engine.ask(cmd="games"), "games")["games"])
    complains(call(binary, "dance"), WRONG_CALL, "there are: admin, arena, credits,")
    complains(call(binary, "--dance"), WRONG_CALL, "\nUsage: spelunke [COMMAND]", "\nOptions: -h, --help, -V, --version, --lang\n")
    for command in ((), *((command,) for command in every)):
        for arguments in (("--lang",), ("--lang=",), ("--lang", "xx")):
            complains(call(binary, *command, *arguments), WRONG_CALL, "de, en, fr, it")
    for command in every:
        usage, options = usage_of(call(binary, command, "--help").stdout.decode())
        complains(call(binary, command, "--dance"), WRONG_CALL, f"\n{usage}\n", options, f"\nTry: spelunke {command} --help\n")
    for line, *parts in (("admin", "list, export, close, ban, unban"), ("admin dance", "list, export, close, ban, unban"),
                         ("admin export", "\n  export TABLE "), ("admin list more", "\nUsage: spelunke admin "),
                         ("admin --data", "\n  --data FOLDER "), ("arena", games), ("arena chess", games),
                         ("arena null --bots chess", "random, thrifty"), ("arena null --seats 9", "2 to 4"),
                         ("arena null --games 0", "from 1 to 1000"), ("arena null --seed x", "64 hexadecimal"),
                         ("arena null --seed", "\n  --seed SEED ", "64 hexadecimal"), ("arena null --jobs=0", "from 1 to 256"),
                         ("arena null --option x=1", "there are: rounds, "), ("arena null --option rounds=0", "from 1 to 20"),
                         ("arena null --option rounds", "NAME=VALUE"), ("arena null drachen", "\nUsage: spelunke arena GAME "),
                         ("games chess", games), ("games null chess", "\nUsage: spelunke games [GAME] "),
                         ("join", "http://HOST:PORT/t/", "such as h4tw-9pzc"), ("join :::", "h4tw-9pzc"),
                         ("join --server", "\n  --server URL "), ("join --name", "\n  --name NAME "),
                         ("play polterfass --option barrels=3", "there are: table, physics"),
                         ("play polterfass --option barrels", "there are: table, physics"),
                         ("play polterfass --option goal=0", "from 1 to 500"), ("play polterfass --option x", "there are: first"),
                         ("play polterfass --players x", "3 to 6"), ("play polterfass --seed", "\n  --seed SEED "),
                         ("play polterfass more", "\nUsage: spelunke play [GAME] "), ("play chess", "polterfass"),
                         ("pool dance", "status, fill, clear"), ("pool fill --jobs", "\n  --jobs N "),
                         ("pool fill --jobs 0", "from 1 to 64"),
                         ("pool clear --jobs 2", "\n       spelunke pool fill [OPTION]..."), ("rules", "polterfass, "),
                         ("rules chess", "polterfass, "), ("serve now", "\nUsage: spelunke serve [OPTION...]"),
                         ("serve --port", "\n  --port N "), ("serve --bind x", "such as 127.0.0.1"), ("serve --lan=x", "yes or no"),
                         ("serve --log x", "none, error, warning or info"), ("serve --keep x", "from 1 to 36500"),
                         ("ship", "\nUsage: spelunke ship LOG "), ("ship a b", "\nUsage: spelunke ship LOG "),
                         ("ship a --turn", "\n  --turn N "), ("ship a --width x --png p", "16 to 4096"),
                         ("ship a --at x", "seconds, such as 2.5"),
                         ("throw more", "\nUsage: spelunke throw [OPTION]..."), ("throw --seed", "\n  --seed SEED "),
                         ("throw --barrels x", "from 1 to 9"), ("verify", "\nUsage: spelunke verify ", " LOG\n"),
                         ("verify a b", "\nUsage: spelunke verify "), ("verify a --word", "\n  --word SEAT=TEXT "),
                         ("verify a --word 9=x", "SEAT=TEXT, with a seat from 0 to 7"), ("verify a --commitment", "\n  --commitment HASH "),
                         ("verify a --commitment x", "64 hexadecimal digits in small letters")):
        complains(call(binary, *line.split()), WRONG_CALL, *parts)


def usage_of(text):
    """The usage lines of a help text, and the names of all options in it, as a complaint lists them."""
    names = [name for line in re.findall(r"^  (-\S.*)$", text, re.MULTILINE)
             for name in re.match(r"(?:-[-a-z]+(?:, |(?=\W|$)))+", line)[0].strip(" ,").split(", ")]
    return text.split("\n\n")[0], f"\nOptions: {', '.join(names)}\n" if names else ""


def test_games_are_found_in_great_and_small_letters(binary):
    for command, *more in (("rules", "--lang=en"), ("games", "--lang=en"),
                           ("arena", "--games", "3", "--quiet", "--bots", "random,random,random")):
        usual = call(binary, command, "polterfass", *more)
        says(usual, FINE)
        for name in ("Polterfass", "POLTERFASS"):
            same(call(binary, command, name, *more).stdout, usual.stdout)
    complains(call(binary, "play", "Polterfass", "--players", "9"), WRONG_CALL, "6")


def test_wrong_calls_of_verify(binary):
    for arguments in ((), ("a", "b"), ("--commitment",), ("--commitment", "x"), ("--word",),
                      ("--word", "x", "log"), ("--word", "9=x", "log"), ("--word", "-1=x", "log"),
                      ("--word", "0", "log"), ("--word", "=x", "log"), ("-q", "log")):
        complains(call(binary, "verify", *arguments), WRONG_CALL, "verify")


def test_a_path_behind_two_dashes(binary):
    _, log = make_log(binary)
    with file_of(log.encode()) as path:
        says(call(binary, "verify", "--", path), FINE, "all fits")


# games, engine


def test_games_lists_what_the_engine_lists(binary):
    with Engine(binary) as engine:
        games = fine(engine.ask(cmd="games"))["games"]
    done = call(binary, "games")
    for game in games:
        names = [option["name"] for option in game["options"]]
        says(done, FINE, game["key"], game["title"], *names, *game["bots"])


def test_help_lists_the_games_that_have_a_screen_or_rules(binary):
    with Engine(binary) as engine:
        keys = [game["key"] for game in fine(engine.ask(cmd="games"), "games")["games"]]
    for command, has in (("play", lambda key: (TOP / "src/terminal" / key).is_dir()),
                         ("rules", lambda key: (TOP / "rules" / f"{key}.en.md").is_file())):
        listed = [key for key in keys if has(key)]
        assert listed and listed != keys, listed
        for language, word in (("de", "Spiele"), ("en", "Games"), ("fr", "Jeux\u00a0"), ("it", "Giochi")):
            says(call(binary, command, "--help", "--lang", language), FINE, f"\n{word}: {', '.join(listed)}\n")


def test_games_wraps_and_speaks_and_tells_of_one(binary):
    for language, part in (("de", "Anfangswerte"), ("en", "Start values"), ("fr", "Valeurs de d"), ("it", "Valori iniziali")):
        done = call(binary, "games", "--lang", language)
        says(done, FINE, part)
        assert max(map(len, done.stdout.decode().splitlines())) <= 80, language
    done = call(binary, "games", "polterfass", "--lang=en")
    says(done, FINE, "polterfass: Polterfass, 3 to 6 players", "Start values, one for each seat (engine only")
    assert b"drachen" not in done.stdout and done.stdout.index(b"Start values") < done.stdout.index(b"totals")


def test_the_engine_ends_at_the_end_of_input(binary):
    says(call(binary, "engine"), FINE)
    says(call(binary, "engine", data=b'{"cmd":"hello"}'), FINE, '"protocol":1')


def test_the_engine_complains_when_nobody_can_read_it(binary):
    with open("/dev/full", "wb") as full:
        done = call(binary, "engine", data=b'{"cmd":"hello"}\n', stdout=full)
    same(done.returncode, TROUBLE)
    assert b"No space left" in done.stderr, done.stderr


def test_a_closed_pipe_ends_the_engine_with_a_complaint(binary):
    process = subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b'{"cmd":"hello"}\n')
    process.stdin.flush()
    complaint = process.stderr.read()
    process.stdin.close()
    process.stderr.close()
    same(process.wait(120), TROUBLE)
    assert complaint, "no complaint"


# verify: files


def test_verify_a_log_in_a_file_and_on_standard_input(binary):
    _, log = make_log(binary)
    said = "1 drawn"
    says(verify(binary, log), FINE, "all fits", said)
    says(call(binary, "verify", "-", data=log.encode()), FINE, "all fits", said)


def test_verify_repeats_a_session_under_the_hand_beside_the_log(binary):
    held = {"tick": 2, "pose": [3500000, 0, 0], "grip": True}
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="null", seats=2, seed="42"))["match"]
        fine(engine.ask(cmd="chance", match=match))
        for seat in (0, 1):
            fine(engine.ask(cmd="play", match=match, seat=seat, action=f"bid {1 - seat}"))
        same(fine(engine.ask(cmd="sim", match=match, hand=[held]))["action"], "land 4")
        log = fine(engine.ask(cmd="log", match=match))["log"]
    with file_of(log.encode()) as path:
        assert "1 of sessions not drawn" in call(binary, "verify", path).stdout.decode()
        for place, code, said in (
                (3500000, FINE, "\nhands        1 of sessions repeated under their hand and equal\n"),
                (500000, REFUSED, 'entry 3 claims "land 4", the dice give "land 1"')):
            with open(path + ".hands", "w", encoding="ascii") as file:
                file.write(f"3 300 2,{place},0,0,1000000,0,0,0,1\n")
            says(call(binary, "verify", path), code, said)
        with open(path + ".hands", "w", encoding="ascii") as file:
            file.write("3 300\n1 300\n")
        says(call(binary, "verify", path), REFUSED, "refused: line 2: this line does not tell")
        os.remove(path + ".hands")
        os.mkdir(path + ".hands")
        complains(call(binary, "verify", path), TROUBLE, path + ".hands")


def test_verify_counts_a_repeated_session_among_the_outcomes(binary):
    """Of a deal, a session and a scripted deal, only the last one is not proved."""
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="null", seats=2, seed="42"))["match"]
        fine(engine.ask(cmd="chance", match=match))
        for seat in (0, 1):
            fine(engine.ask(cmd="play", match=match, seat=seat, action=f"bid {1 - seat}"))
        fine(engine.ask(cmd="sim", match=match, hand=[]))
        fine(engine.ask(cmd="play", match=match, seat="chance", action="deal 1 2"))
        log = fine(engine.ask(cmd="log", match=match))["log"]
    with file_of(log.encode()) as path:
        with open(path + ".hands", "w", encoding="ascii") as file:
            file.write("3 300\n")
        says(call(binary, "verify", path), UNPROVED, "outcomes     1 drawn again and equal, 1 scripted",
             "\nnothing contradicts, but 1 of 3 outcomes could not be proved here\n")


def test_verify_a_missing_file(binary):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "nothing")
        complains(call(binary, "verify", path), TROUBLE, path, "No such file")


def test_verify_a_directory(binary):
    with tempfile.TemporaryDirectory() as folder:
        complains(call(binary, "verify", folder), TROUBLE, folder)


def test_verify_an_empty_file(binary):
    with file_of(b"") as path:
        says(call(binary, "verify", path), REFUSED, "refused", "line 1")
    says(call(binary, "verify", "-"), REFUSED, "refused", "line 1")


def test_verify_binary_junk(binary):
    for junk in (b"\0", b"\xff" * 1000, bytes(range(256)) * 500, b"\n" * 1000, b"x" * (1 << 20),
                 b"spelunke log 2\n\0\n", b"spelunke log 2\n" + b"\xff" * 100):
        with file_of(junk) as path:
            done = call(binary, "verify", path)
        same((done.returncode, done.stderr), (REFUSED, b""))
        assert re.search(rb"refused: line \d+: ", done.stdout), done.stdout


def test_verify_keeps_control_characters_of_a_log_to_itself(binary):
    with file_of(b"spelunke log 2\ngame \x1b[31mred\x07 1\n") as path:
        done = call(binary, "verify", path)
    says(done, REFUSED, "refused: line 2: ")
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", done.stdout), done.stdout


def test_verify_a_cut_or_altered_log(binary):
    _, log = make_log(binary)
    lines = log.count("\n")
    for bad, line in ((log_body(log), lines), (log[:-1], lines), (log + "x\n", lines + 1),
                      (log.replace("rounds 3", "rounds 4"), lines),
                      (log.replace("log 2", "log 3"), 1)):
        says(verify(binary, bad), REFUSED, f"refused: line {line}: ")


def test_verify_notices_another_seed(binary):
    _, log = make_log(binary)
    found = [verify(binary, close_log(log_body(log).replace("seed 42", f"seed {seed}")))
             for seed in range(5)]
    assert any(done.returncode == REFUSED and b"entry 0 " in done.stdout for done in found), found


# verify: commitment and words


def test_verify_the_commitment(binary):
    commitment, log = make_log(binary)
    says(verify(binary, log), FINE, commitment)
    says(verify(binary, log, "--commitment", commitment), FINE, commitment,
         "the one that was published", "all fits")
    wrong = commitment[:-1] + ("0" if commitment[-1] != "0" else "1")
    done = verify(binary, log, "--commitment", wrong)
    says(done, REFUSED, commitment, "not the one that was published", "refused")
    assert b"all fits" not in done.stdout
    for other in ("", "x", commitment + "0", commitment[:-1]):
        assert verify(binary, log, "--commitment", other).returncode == WRONG_CALL


def test_verify_words(binary):
    _, log = make_log(binary, words=((0, "red cat"), (1, "=blue=")))
    says(verify(binary, log), FINE, "all fits")
    for words in (("0=red cat",), ("1==blue=",), ("0=red cat", "1==blue=")):
        arguments = [part for word in words for part in ("--word", word)]
        says(verify(binary, log, *arguments), FINE, "all fits")


def test_verify_wrong_words(binary):
    _, log = make_log(binary, words=((0, "red cat"), (1, "blue")))
    for word in ("0=red", "0=cat", "0=red cat ", "0=Red cat", "0=blue", "1=red cat", "0=",
                 "2=blue", "7="):
        says(verify(binary, log, "--word", word), REFUSED, "refused")
    says(verify(binary, log, "--word", "0=red cat", "--word", "1=green"), REFUSED, "seat 1")
    says(verify(binary, log, "--word", "0=black cat", "--word", "1=blue"), REFUSED, "seat 0")


def test_verify_does_not_take_a_word_inside_another_for_it(binary):
    _, log = make_log(binary, words=((1, "word 0 red cat"),))
    says(verify(binary, log, "--word", "1=word 0 red cat"), FINE, "all fits")
    says(verify(binary, log, "--word", "0=red cat"), REFUSED, "refused")


def test_verify_a_word_that_was_changed_later(binary):
    _, log = make_log(binary, words=((0, "red cat"),))
    found = [verify(binary, close_log(log_body(log).replace("red cat", f"cat {number}")))
             for number in range(5)]
    assert any(done.returncode == REFUSED and b"entry 0 " in done.stdout for done in found), found


# verify: what was simulated


def simulated_log(binary, **surroundings):
    """Polterfass after its first throw, which was simulated."""
    with Engine(binary, env={**os.environ, **surroundings}) as engine:
        match = fine(engine.ask(cmd="new", game="polterfass", seats=3, seed="1",
                                options={"barrels": "physics"}))["match"]
        fine(engine.ask(cmd="chance", match=match))
        return fine(engine.ask(cmd="log", match=match))["log"]


def build_of(log):
    return re.search(r"^build (.*)$", log, re.MULTILINE).group(1)


def with_build(log, line):
    """The log with another build line, or with none."""
    return close_log(re.sub(r"^build .*\n", line, log_body(log), flags=re.MULTILINE))


def test_verify_repeats_what_was_simulated_here(binary):
    log = simulated_log(binary)
    same(simulated_log(binary), log)
    done = verify(binary, log)
    says(done, FINE, "1 drawn again and equal", "all fits")
    assert b"elsewhere" not in done.stdout, done.stdout


def test_verify_tells_what_it_cannot_repeat(binary):
    log = simulated_log(binary)
    for build in ("another", "several", build_of(log) + "0", build_of(log)[:-1]):
        done = verify(binary, with_build(log, f"build {build}\n"))
        says(done, UNPROVED, "outcomes     0 drawn again and equal",
             "elsewhere    1 simulated on another build: what was drawn fits, ",
             "\nnothing contradicts, but 1 of 1 outcomes could not be proved here\n")
        assert b"all fits" not in done.stdout, done.stdout


def test_verify_refuses_what_does_not_fit_although_it_cannot_repeat_all(binary):
    log = with_build(simulated_log(binary), "build another\n")
    done = verify(binary, log, "--word", "0=never said")
    says(done, REFUSED, "elsewhere    1 simulated", "\nrefused\n")
    assert b"all fits" not in done.stdout, done.stdout


def test_verify_of_a_log_of_version_1(binary):
    """Such a log has one build for all of it, and no evidence; it is written again as it was."""
    header = re.sub(r"^(build|evidence|0) .*\n", "", log_body(simulated_log(binary)),
                    flags=re.MULTILINE).replace("spelunke log 2", "spelunke log 1")
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="load", log=close_log(header)))["match"]
        fine(engine.ask(cmd="chance", match=match))
        log = fine(engine.ask(cmd="log", match=match))["log"]
    assert re.search(r"^build .*\nseed 1\n0 chance roll", log, re.MULTILINE), log
    says(verify(binary, log), FINE, "1 drawn again and equal", "all fits")
    says(verify(binary, with_build(log, "build several\n")), UNPROVED,
         "elsewhere    1 simulated on another build, cannot be repeated here\n",
         "\nnothing contradicts, but 1 of 1 outcomes could not be proved here\n")


def test_a_simulated_log_without_its_evidence_is_refused(binary):
    log = close_log(re.sub(r"^evidence .*\n", "", log_body(simulated_log(binary)),
                           flags=re.MULTILINE))
    with Engine(binary) as engine:
        answer = engine.ask(cmd="load", log=log)
    same((answer["ok"], answer["key"]), (False, "kernel.log_no_evidence"))


def test_a_log_that_simulated_and_names_no_build_is_refused(binary):
    log = with_build(simulated_log(binary), "")
    line = log.splitlines().index(next(row for row in log.splitlines() if row.startswith("0 "))) + 1
    says(verify(binary, log), REFUSED, f"refused: line {line}: the log does not name the build")
    with Engine(binary) as engine:
        answer = engine.ask(cmd="load", log=log)
    same((answer["ok"], answer["key"], answer["line"]), (False, "kernel.log_no_build", line))


def test_another_choice_of_maths_functions_is_another_build(binary):
    here = build_of(simulated_log(binary))
    log = simulated_log(binary, GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX2,-FMA")
    if "-fma" not in here:
        return  # the maths library has no choice
    assert build_of(log) != here, here
    says(verify(binary, log), UNPROVED, "elsewhere    1 simulated on another build")


def test_verify_tells_when_its_answer_cannot_be_written(binary):
    _, log = make_log(binary)
    with open("/dev/full", "wb") as full, file_of(log.encode()) as path:
        done = call(binary, "verify", path, stdout=full)
    same(done.returncode, TROUBLE)


USAGES = {"de": "Aufruf: ", "en": "Usage: ", "fr": "Usage\u00a0: ", "it": "Uso: "}


def speaks(binary, *arguments, **variables):
    """What the program says where the environment asks for a language like this."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run([binary, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=clean | variables, timeout=120, check=False)
    return done.stdout.decode()


def test_every_command_helps_in_every_language(binary):
    for language, usage in USAGES.items():
        for command in (*COMMANDS, "help"):
            text = speaks(binary, command, "--help", "--lang", language)
            assert text.startswith(usage), (language, command, text)
            assert speaks(binary, command, f"--lang={language}", "--help") == text, command
            assert all(len(line) <= 80 for line in text.splitlines()), (language, command)


def test_complaints_speak_the_language_of_the_call(binary):
    for arguments in (("arena", "chess"), ("throw", "--barrels", "10"), ("pool", "dance"), ("verify",),
                      ("engine", "now"), ("play", "chess"), ("rules", "chess"), ("games", "chess"), ("credits", "me"),
                      ("serve", "--keep", "long"), ("serve", "now")):
        said = [speaks(binary, *arguments, "--lang", language) for language in USAGES]
        assert len(set(said)) == len(USAGES) and all(line.startswith("spelunke") for line in said), said
    for arguments in (("--lang", "eo", "--help"), ("verify", "--lang", "eo"), ("play", "--lang=eo")):
        assert "there is no language \"eo\"" in speaks(binary, *arguments), arguments


def test_troubles_of_a_server_speak_the_language_of_the_call(binary):
    with tempfile.TemporaryDirectory() as folder, file_of(b"no database, but bytes enough to be none") as path:
        empty = os.path.join(folder, "empty")
        os.mkdir(empty)
        for arguments in (("admin", "--data", empty, "close", "table"), ("admin", "--data", empty, "list"),
                          ("admin", "--data", empty, "backup", os.path.join(folder, "copy")),
                          ("serve", "--test", "--port", "0", "--data", os.path.join(path, "data"))):
            said = [speaks(binary, *arguments, "--lang", language) for language in USAGES]
            assert len(set(said)) == len(USAGES) and all(line.startswith("spelunke: ") for line in said), said


def test_verify_speaks(binary):
    log = make_log(binary)[1].replace("\nend ", "\n end ", 1)
    with file_of(log.encode()) as path:
        said = [speaks(binary, "verify", path, "--lang", language) for language in USAGES]
    assert said[0].startswith("abgelehnt: Zeile") and said[2].startswith("refusé") and len(set(said)) == 4, said


def test_the_environment_chooses_the_language(binary):
    for variables, language in (({}, "en"), ({"LANG": "de_CH.UTF-8"}, "de"), ({"LANGUAGE": "fr"}, "fr"),
                                ({"LANGUAGE": "eo:it:de", "LANG": "en_GB.UTF-8"}, "it"),
                                ({"LANGUAGE": "eo", "LANG": "de_DE"}, "de"),
                                ({"LANGUAGE": "fr", "LC_ALL": "C"}, "en"), ({"LC_ALL": "it", "LANG": "de"}, "it")):
        assert speaks(binary, "--help", **variables).startswith(USAGES[language]), variables


def test_reasons_of_the_system_and_wrong_commands_are_said_in_every_language(binary):
    for arguments in (("verify", "/there/is/no/such.log"), ("ship", "/"), ("plya",)):
        said = [speaks(binary, *arguments, "--lang", language) for language in USAGES]
        assert len(set(said)) == len(USAGES), said
    assert "gibt es nicht" in speaks(binary, "verify", "/there/is/no/such.log", "--lang", "de")


def test_credits_name_what_the_page_ships(binary):
    """The page's packages stand in web/package.json; a font is named without its scope."""
    page = json.loads((TOP / "web/package.json").read_text(encoding="utf-8"))["dependencies"]
    said, readme = speaks(binary, "credits").lower(), (TOP / "README.md").read_text(encoding="utf-8").lower()
    for package in page:
        name = package.split("/")[-1].replace("-", " ")
        assert name in said and name in readme, package


def test_credits_name_those_whose_games_they_are(binary):
    for arguments in (("credits",), ("--version", "--verbose")):
        said = speaks(binary, *arguments)
        for name in ("Andreas Schmidt", "Alexander Jung", "Zoch GmbH", "Christoph Cantzler", "Michael Menzel",
                     "Geoff Bottone", "Colleen Skadl", "Cliff Bohm", "Beth Trott", "Niels Stephan",
                     "Pegasus Spiele GmbH", "SlugFest Games", "unofficial", "libsodium", "MuJoCo", "SQLite", "three.js",
                     "Alegreya", "Grenze Gotisch"):
            assert name in said, (arguments, name)


if __name__ == "__main__":
    tap.run(globals())
