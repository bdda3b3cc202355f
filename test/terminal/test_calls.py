"""test_calls.py: how `play` and `rules` are called: options, values, languages, wrong calls, help."""

import subprocess
import sys

sys.dont_write_bytecode = True
from sit import LANGUAGES, entries, environment, folder, pipe, saved  # noqa: E402

import tap  # noqa: E402

FINE, WRONG_CALL = 0, 2
NEW = ("--new", "--seed", "7")


def test_the_environment_chooses_the_language(binary):
    with folder() as state:
        for more, word in (({"LANG": "de_DE.UTF-8"}, "Wirt"), ({"LC_ALL": "fr_CH"}, "auberge"),
                           ({"LC_MESSAGES": "it", "LANG": "de"}, "oste"), ({"LANG": "C"}, "nnkeeper"),
                           ({}, "nnkeeper")):
            assert word in pipe(binary, state, [], *NEW, **more)[1], more


def test_values_may_follow_an_equals_sign(binary):
    with folder() as state:
        code, out, errors = pipe(binary, state, [], "--new", "--seed=7", "--lang=de", "--players=5", "--name=-Jo=e-",
                                 "--bots=bold", "--option=goal=20", "--option=first_innkeeper=1")
        assert (code, errors) == (FINE, "") and "Du bist -Jo=e-." in out and "(kühn)" in out, out
        assert {"seats 5", "option goal 20", "seed 7", "option first_innkeeper 1"} <= set(entries(state))
    done = subprocess.run([binary, "rules", "polterfass", "--lang=it"], capture_output=True, timeout=60, check=True)
    assert "boccali" in done.stdout.decode()


def test_wrong_calls(binary):
    calls = (("play", "name a game: polterfass"), ("play chess", "these can: polterfass"),
             ("play null", "these can: polterfass"), ("play polterfass --players 2", "single guest"),
             ("play polterfass --players x", 'takes a number, not "x"'),
             ("play polterfass --players 4x", 'takes a number, not "4x"'), ("play polterfass --players 7", "3 to 6 players"),
             ("play polterfass --players 99999", "3 to 6 players"), ("play polterfass --word=x", "--word takes no value"),
             ("play polterfass --word x", "--word takes no value"), ("play --word x polterfass", "--word takes no value"),
             ("play polterfass --players 3 --bots bold,bold,careful", "3 computer players, but only 2"),
             ("play polterfass --resume --players 4", "--players"), ("play polterfass --resume --seed 4", "--seed"),
             ("play polterfass --resume --name Jo", "--name"), ("play polterfass --resume --bots bold", "--bots"),
             ("play polterfass --resume --option goal=9", "--option"), ("play polterfass --resume --word", "--word"),
             ("play polterfass --bots strong", "there are: random, bold, careful, regular"),
             ("play polterfass --option totals=10", "there are: first_innkeeper, goal,"),
             ("games chess", "there are: null, polterfass"), ("games --lang xx", "de, en, fr, it"), ("play polterfass --bots nobody", "nobody"),
             ("play polterfass --option goal=0", "goal"), ("play polterfass --option beer=1", "beer"),
             ("play polterfass --lang xx", "de, en, fr, it"), ("play polterfass --seed x", "seed"),
             ("play polterfass --resume --new", "either"), ("play polterfass --name=", "a name is"),
             ("play polterfass --name --plain", "--name"), ("play polterfass --plain=yes", "--plain=yes"),
             ("play polterfass --lang=xx", "de, en, fr, it"), ("play polterfass --=de", "--=de"),
             ("rules polterfass --lang=", "de, en, fr, it"), ("rules polterfass --lang", "--lang"),
             ("play polterfass --name", "--name"), ("play polterfass more", "more"),
             ("rules", "name a game: polterfass"), ("rules chess", "polterfass"),
             ("rules polterfass --lang xx", "de, en, fr, it"), ("rules polterfass x", "x"))
    with folder() as state:
        for line, part in calls:
            arguments = line.split()
            done = subprocess.run([binary, *arguments], capture_output=True, env=environment(state),
                                  stdin=subprocess.DEVNULL, timeout=60, check=False)
            assert (done.returncode, done.stdout) == (WRONG_CALL, b""), (arguments, done)
            assert part in done.stderr.decode(), (arguments, done.stderr)
        assert not saved(state).exists()


def test_refused_settings_are_said_in_the_language(binary):
    with folder() as state:
        for language, part in (("de", "ein einziger Gast"), ("en", "a single guest"), ("fr", "un client seul"),
                               ("it", "un cliente solo")):
            code, out, errors = pipe(binary, state, [], "--players", "2", "--lang", language)
            assert (code, out) == (WRONG_CALL, "") and part in errors, (language, errors)


def test_hints_name_the_command_that_was_typed(binary):
    with folder() as state:
        _, _, errors = pipe(binary, state, [], "--players", "x", SPELUNKE_COMMAND="script/run")
        assert "Try: script/run play --help" in errors, errors
        _, out, _ = pipe(binary, state, ["0", "", "stop"] * 400, *NEW, "--lang", "en", SPELUNKE_COMMAND="script/run")
        assert f"  script/run verify {saved(state, '-finished.log')}" in out.splitlines(), out[-400:]
        _, _, errors = pipe(binary, state, [], "--players", "x", SPELUNKE_COMMAND="\x1b[2J")
        assert "Try: spelunke play --help" in errors, errors


def test_help_and_version(binary):
    for name in ("play", "rules"):
        for option, part in (("--help", b"Usage: spelunke " + name.encode()), ("--version", b"spelunke ")):
            done = subprocess.run([binary, name, option], capture_output=True, timeout=60, check=False)
            assert done.returncode == FINE and part in done.stdout and not done.stderr, done


def test_rules_in_four_languages(binary):
    texts = set()
    for language in LANGUAGES:
        done = subprocess.run([binary, "rules", "polterfass", "--lang", language], capture_output=True,
                              timeout=60, check=True)
        text = done.stdout.decode()
        assert text.startswith("POLTERFASS\n") and "75" in text and "**" not in text and "#" not in text
        assert max(map(len, text.splitlines())) <= 78, language
        assert {"en": "below zero", "de": "unter null", "fr": "négatif", "it": "sotto zero"}[language] in text  # D6
        texts.add(text)
    assert len(texts) == len(LANGUAGES)


if __name__ == "__main__":
    tap.run(globals())
