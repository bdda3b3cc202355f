#!/usr/bin/env python3
"""Adds up the results of all tests: tally.py FOLDER with .tap and .junit.xml files.

Prints the failed ones by name, then "N passed, N failed". Nothing passed counts as a failure.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def from_tap(path):
    """(name, passed) for each line of a TAP file that tells a result."""
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith(("ok", "not ok")):
            yield line.partition(" - ")[2] or line, line.startswith("ok")


def from_junit(path):
    """(name, passed) for each test case; a suite that broke down counts as one that failed."""
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        cases = list(suite.iter("testcase"))
        for case in cases:
            bad = case.find("failure") is not None or case.find("error") is not None
            yield f"{path.stem}: {suite.get('name')}: {case.get('name')}", not bad
        broken = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        if broken and all(case.find("failure") is None and case.find("error") is None for case in cases):
            yield f"{path.stem}: {suite.get('name')} broke down", False


def main():
    folder = pathlib.Path(sys.argv[1])
    results = []
    for path in sorted(folder.glob("*.tap")):
        results += from_tap(path)
    for path in sorted(folder.glob("*.junit.xml")):
        results += from_junit(path)
    failed = [name for name, passed in results if not passed]
    for name in failed:
        print(f"failed: {name}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not results else 0


sys.exit(main())
