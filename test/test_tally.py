#!/usr/bin/env python3
"""Proves that tally.py counts what failed and says why, and that its last line is the sum. Prints TAP."""
import pathlib
import subprocess
import sys
import tempfile

TALLY = pathlib.Path(__file__).resolve().parent / "tally.py"

JUNIT = """<testsuites>
<testsuite name="page" tests="2" failures="1" errors="0"><testcase name="good"/><testcase name="weak">
<failure message="short" type="AssertionError">AssertionError: a text is weak\n\n+ Received\n at page:3</failure>
</testcase></testsuite>
<testsuite name="unit" tests="2" failures="1" errors="0"><testcase name="1 good"/><testcase name="2 sum"><failure/></testcase>
<system-out>1..2\nok 1 - good\nnot ok 2 - sum\n# sum.c:3: 1 is not 2</system-out><system-err>the sanitizer spoke</system-err>
</testsuite>
<testsuite name="died" tests="1" failures="0" errors="1"><testcase name="good"/><system-err>killed by a signal</system-err></testsuite>
</testsuites>"""


def tally(files):
    """The lines and the exit code of tally.py over a folder with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            pathlib.Path(folder, name).write_text(text)
        run = subprocess.run([sys.executable, TALLY, folder], capture_output=True, text=True, check=False)
        return run.stdout.splitlines(), run.returncode


def said_after(lines, name):
    """The indented lines below the line of a failed test."""
    at = lines.index(f"failed: {name}") + 1
    end = next(i for i in range(at, len(lines)) if not lines[i].startswith("    "))
    return [line.strip() for line in lines[at:end]]


def main():
    lines, code = tally({
        "checks.tap": "not ok - script/play works\nok - builds\n", "script_play works.log": "x\n" * 99 + "no such game\n",
        "twins.tap": "ok 1 - a\nnot ok 2 - b\n# they differ\nok 3 - c\n", "all.junit.xml": JUNIT,
    })
    many, _ = tally({"many.tap": "".join(f"not ok {i} - t{i}\n# why {i}\n" for i in range(40))})
    results = {
        "the sum is the last line, and a failure the exit code": (lines[-1], code) == ("6 passed, 5 failed", 1),
        "a check shows the end of its log": said_after(lines, "script/play works")[-1] == "no such game" and len(said_after(lines, "script/play works")) < 20,
        "a test of TAP shows its remarks": said_after(lines, "b") == ["# they differ"],
        "a failure of the page shows its message": said_after(lines, "all.junit: page: weak")[0] == "AssertionError: a text is weak",
        "a failure without a message shows the output": said_after(lines, "all.junit: unit: 2 sum") == ["not ok 2 - sum", "# sum.c:3: 1 is not 2", "the sanitizer spoke"],
        "a suite that broke down shows its last words": said_after(lines, "all.junit: died broke down") == ["killed by a signal"],
        "many failures are all named, but not all told": (sum(line.startswith("failed: ") for line in many), len(many) < 60) == (40, True),
        "nothing is a failure": tally({}) == (["0 passed, 0 failed"], 1),
        "all well": tally({"a.tap": "ok 1 - a\n"}) == (["1 passed, 0 failed"], 0),
    }
    print(f"1..{len(results)}")
    for at, (name, passed) in enumerate(results.items(), 1):
        print(f"{'ok' if passed else 'not ok'} {at} - {name}")
    return 0 if all(results.values()) else 1


sys.exit(main())
