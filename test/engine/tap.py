"""tap.py: runs test functions and prints TAP, so that meson counts each one.

A test is a function whose name begins with `test_`; it gets the path of the
binary and fails by raising. Its name, with blanks, is its description.
"""

import os
import sys
import traceback


def run(names):
    """Runs every test among `names` (a module's globals()) in the order they
    are written, and ends the program with 0 if all of them hold, else 1."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: python3 {sys.argv[0]} path/to/spelunke")
    binary = os.path.abspath(sys.argv[1])
    tests = [value for name, value in names.items() if name.startswith("test_")]
    print(f"1..{len(tests)}", flush=True)
    failures = [number for number, test in enumerate(tests, 1) if not holds(number, test, binary)]
    sys.exit(1 if failures else 0)


def holds(number, test, binary):
    """Runs one test and prints its line, with the trouble behind it."""
    name = test.__name__.removeprefix("test_").replace("_", " ")
    try:
        test(binary)
    except Exception:
        print(f"not ok {number} - {name}", flush=True)
        for line in traceback.format_exc().splitlines():
            print(f"# {line[:2000]}", flush=True)
        return False
    print(f"ok {number} - {name}", flush=True)
    return True
