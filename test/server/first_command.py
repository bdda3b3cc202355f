#!/usr/bin/env python3
"""Runs the first command of the README as a newcomer would: waits for its address, opens the page, ends it."""
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

TOP = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen([TOP / "script/server", "--port", "0", "--data", data], stdout=subprocess.PIPE,
                                  text=True, start_new_session=True)
        address = None
        for line in server.stdout:
            found = re.match(r"listening on (http://127\.0\.0\.1:\d+)$", line)
            if found:
                address = found[1]
                break
        page = urllib.request.urlopen(address + "/", timeout=20).read().decode() if address else ""
        server.send_signal(signal.SIGTERM)
        code = server.wait(20)
    print(f"{address}: {len(page)} bytes of page, ended with {code}")
    return 0 if "<title>Spelunke</title>" in page and code == 0 else 1


sys.exit(main())
