"""pipe.py: the engine at the other end of a pipe.

The tests in this folder know the engine only as any foreign program would:
bytes in, bytes out. This file is all they share for that, so that a test reads
like a conversation. Every process started here is also ended here.
"""

import json
import subprocess

PATIENCE = 120  # seconds until a child that does not end by itself is ended


def encode(request):
    """One request as the line that goes into the pipe."""
    return json.dumps(request).encode() + b"\n"


def decode(line):
    """One answer line as a dict; anything else than one JSON object fails."""
    assert line.endswith(b"\n"), f"the answer is no whole line: {line[:200]!r}"
    answer = json.loads(line.decode("utf-8"))
    assert isinstance(answer, dict), f"the answer is no object: {line[:200]!r}"
    return answer


class Engine:
    """A running engine to talk to. `sent` and `heard` keep the talk's bytes if
    `record` is set; `env` are its surroundings, if not ours."""

    def __init__(self, binary, record=False, env=None):
        self.record = record
        self.sent = []
        self.heard = []
        self.process = subprocess.Popen(
            [binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        code = self.close()
        if kind is None:
            assert code == 0, f"the engine ended with exit code {code}"

    def ask(self, **request):
        """Sends one request and gives its answer."""
        return self.ask_many([request])[0]

    def ask_many(self, requests):
        """Sends all requests before it reads. They must fit into a pipe, so
        keep them below some 30 kB together; `batch` has no such limit."""
        lines = [encode(request) for request in requests]
        self.process.stdin.write(b"".join(lines))
        self.process.stdin.flush()
        answers = [self.process.stdout.readline() for _ in lines]
        if self.record:
            self.sent += lines
            self.heard += answers
        return [decode(answer) for answer in answers]

    def close(self):
        """Ends the input and waits for this child; returns its exit code."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            self.process.wait()
        self.process.stdout.close()
        return self.process.returncode


def batch(binary, lines):
    """Feeds raw bytes all at once to a fresh engine, and gives all answer
    lines. The lines bring their own line feeds, or leave them out."""
    process = subprocess.Popen(
        [binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        output, _ = process.communicate(b"".join(lines), timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    assert process.returncode == 0, f"the engine ended with exit code {process.returncode}"
    return cut_lines(output)


def cut_lines(output):
    """Cuts at line feeds only, where splitlines would cut at others too."""
    *whole, rest = output.split(b"\n")
    assert not rest, f"the last answer is no whole line: {rest[:200]!r}"
    return [line + b"\n" for line in whole]
