"""peers.py: the same game loop on boardgame.io, on Colyseus and on Spelunke, one after the other in one run.

peers.py BINARY BENCH_LOAD [SECONDS]. npm installs the peers into a scratch folder. Prints CSV: actions a server CPU
second, milliseconds from seat to seat, kilobytes of server memory a connection, tables in memory at that moment
(docs/peers.md).
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ("boardgame.io@0.50.2", "@colyseus/core@0.16", "@colyseus/ws-transport@0.16", "@colyseus/schema@3",
            "colyseus.js@0.16", "socket.io-client@4")
TABLES = (10, 100, 300)


def install():
    """The scratch folder with the packages; kept for the next run."""
    folder = pathlib.Path(os.environ.get("PEERS", tempfile.gettempdir() + "/spelunke-peers"))
    folder.mkdir(exist_ok=True)
    if not (folder / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--silent", "--legacy-peer-deps", "--prefix", folder, *PACKAGES], check=True)
    for name in ("boardgame.js", "colyseus.js", "client.js"):
        shutil.copy(HERE / name, folder)
    return folder


def cpu(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon"))


def peer(folder, kind, tables, seconds):
    env = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(["node", f"{kind}.js"], cwd=folder, env=env, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL)
    try:
        line = next(line for line in server.stdout if line.startswith("listening on"))
        empty = memory(server.pid)
        client = subprocess.Popen(["node", "client.js", kind, line.strip().rsplit(":", 1)[1], str(tables)], cwd=folder,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert client.stdout.readline().strip() == "ready", f"{kind} does not let {tables} tables sit down"
        began = cpu(server.pid)
        client.stdin.write("go\n")
        client.stdin.flush()
        time.sleep(seconds)
        used, kilobytes = cpu(server.pid) - began, memory(server.pid) - empty
        client.stdin.close()
        told = json.loads(client.stdout.readline())
        client.wait(20)
    finally:
        server.kill()
        server.wait()
    print(f"{kind},{tables},{told['actions'] / used:.0f},{told['p50']:.1f},{told['p99']:.1f},"
          f"{kilobytes / 4 / tables:.1f},{tables}", flush=True)


def main():
    binary, load = sys.argv[1:3]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 8
    folder = install()
    print("server,tables,actions_a_cpu_second,p50_ms,p99_ms,kb_a_connection,tables_in_memory")
    for tables in TABLES:
        for kind in ("boardgame", "colyseus"):
            peer(folder, kind, tables, seconds)
        subprocess.run([load, binary, "-", "loop", "null", str(tables), str(seconds)], check=True)


if __name__ == "__main__":
    main()
