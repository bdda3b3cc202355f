#!/usr/bin/env python3
"""Adds up the results of all tests: tally.py FOLDER, with .tap and .junit.xml files.

Prints failed tests by name with the first lines of their output, then "N passed, N failed". If no test
passed, the run has failed. The output of a check in a .tap file is the end of NAME.log beside it, where
a slash in the name becomes an underscore.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

LINES = 16
WIDTH = 400
# After this many failures only names are printed, so that the end of the output has all names.
TOLD = 12


def from_tap(path):
    """(name, passed, what it said) for each line of a TAP file that tells a result."""
    lines = path.read_text(errors="replace").splitlines()
    for at, line in enumerate(lines):
        if not line.startswith(("ok", "not ok")):
            continue
        name = line.partition(" - ")[2] or line
        log = path.with_name(name.replace("/", "_") + ".log")
        said = log.read_text(errors="replace").splitlines()[-LINES:] if log.is_file() else notes_after(lines, at)
        yield name, line.startswith("ok"), said


def notes_after(lines, at):
    """The remarks that follow a result in TAP."""
    end = at + 1
    while end < len(lines) and not lines[end].startswith(("ok", "not ok")):
        end += 1
    return lines[at + 1:end]


def text_of(element, tag):
    part = element.find(tag)
    return (part.text or "") if part is not None else ""


def said_by(suite, case):
    """What a failed test case said: its own message, or the end of the output that it is part of."""
    for tag in ("failure", "error"):
        part = case.find(tag)
        own = "" if part is None else part.text or part.get("message") or ""
        if own.strip():
            return own.strip().splitlines()
    for element in (case, suite):
        lines = (text_of(element, "system-out") + "\n" + text_of(element, "system-err")).splitlines()
        lines = [line for line in lines if line.strip() and not re.match(r"ok\b|1\.\.\d", line)]
        if lines:
            return lines[-LINES:]
    return []


def from_junit(path):
    """(name, passed, what it said) for each test case; a suite that broke down counts as one that failed."""
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        cases = list(suite.iter("testcase"))
        is_bad = [case.find("failure") is not None or case.find("error") is not None for case in cases]
        for case, bad in zip(cases, is_bad):
            yield f"{path.stem}: {suite.get('name')}: {case.get('name')}", not bad, said_by(suite, case) if bad else []
        broken = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        if broken and not any(is_bad):
            yield f"{path.stem}: {suite.get('name')} broke down", False, said_by(suite, suite)


def main():
    folder = pathlib.Path(sys.argv[1])
    results = []
    for path in sorted(folder.glob("*.tap")):
        results += from_tap(path)
    for path in sorted(folder.glob("*.junit.xml")):
        results += from_junit(path)
    failed = [(name, said) for name, passed, said in results if not passed]
    for at, (name, said) in enumerate(failed):
        print(f"failed: {name}")
        for line in said[:LINES] if at < TOLD else []:
            print(f"    {line[:WIDTH]}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not results else 0


sys.exit(main())
