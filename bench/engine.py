#!/usr/bin/env python3
"""A million moves of the null game through the pipe, from outside: engine.py SPELUNKE PARSE [MOVES]

Requests are made beforehand and piped in by another process, so what is measured is the engine
alone, bound to one core. Every answer is read and must be ok. The same input through a program
that only parses it (bench/parse.c) gives the ratio. Prints one row of CSV.
"""
import os
import subprocess
import sys
import tempfile

ROUND = ['{"cmd":"chance","match":%d}', '{"cmd":"play","match":%d,"seat":0,"action":"bid 1"}',
         '{"cmd":"play","match":%d,"seat":1,"action":"bid 0"}', '{"cmd":"chance","match":%d}']
ROUNDS = 20


def requests(moves):
    """Whole matches of twenty rounds, four moves each, until there are enough moves."""
    lines, count, match = [], 0, 0
    while count < moves:
        match += 1
        lines.append('{"cmd":"new","game":"null","seats":2,"seed":"%d","options":{"rounds":%d},'
                     '"position":{"purse":[99,99]}}' % (match, ROUNDS))
        lines += [line % match for line in ROUND * ROUNDS]
        lines.append('{"cmd":"drop","match":%d}' % match)
        count += len(ROUND) * ROUNDS
    return lines, count


def cpu_seconds(command, path, answers):
    """CPU time of a command that gets the file through a pipe; its output goes to `answers`."""
    core = max(os.sched_getaffinity(0))
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as feeder:
        child = subprocess.Popen(command, stdin=feeder.stdout, stdout=answers,
                                 stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def count_good(answers):
    answers.seek(0)
    return sum(1 for line in answers if line.startswith(b'{"ok":true'))


def main():
    spelunke, parse = sys.argv[1:3]
    lines, moves = requests(int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        with tempfile.TemporaryFile() as answers:
            engine = cpu_seconds([spelunke, "engine"], file.name, answers)
            good = count_good(answers)
        least = cpu_seconds([parse], file.name, subprocess.DEVNULL)
    if good != len(lines):
        sys.exit(f"{len(lines) - good} requests were not answered well")
    print("requests,moves,cpu_seconds,requests_per_second,cpu_to_parsing_alone")
    print(f"{len(lines)},{moves},{engine:.2f},{len(lines) / engine:.0f},{engine / least:.2f}")


main()
