"""glass.py: a program in a pseudo-terminal, and what its screen shows.

Knows just the sequences that curses sends for xterm and vt100, and fails at
any other, so that what a test reads is what a person would see.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

PATIENCE = 120
SEQUENCE = re.compile(r"\x1b(\[[?>]?[\d;]*[A-Za-z@`]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78M])")
HALF = re.compile(r"\x1b(\[[?>]?[\d;]*|\][^\x07]*|[()]?)$")


class Cell(str):
    """A cell: character, colour (None: the default), bold, reversed."""

    look = (None, False, False)


class Glass:
    """The cells of the screen."""

    def __init__(self, rows, columns):
        self.resize(rows, columns)
        self.rest, self.last = "", " "
        self.look = Cell.look

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.top = 0
        self.bottom = rows - 1

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            found = SEQUENCE.match(text, at) if text[at] == "\x1b" else None
            if found:
                self.obey(found.group(1))
                at = found.end()
            elif text[at] == "\x1b" and HALF.match(text, at):
                self.rest = text[at:]
                return
            else:
                self.letter(text[at])
                at += 1

    def letter(self, letter):
        if letter == "\r":
            self.column = 0
        elif letter == "\n":
            self.down()
        elif letter == "\b":
            self.column = max(0, self.column - 1)
        elif letter in "\x07\x0e\x0f\x00":
            pass
        else:
            assert letter >= " ", repr(letter)
            if self.column >= self.columns:
                self.column = 0
                self.down()
            cell = self.cells[self.row][self.column] = self.last = Cell(letter)
            cell.look = self.look
            self.column += 1

    def down(self):
        if self.row == self.bottom:
            self.scroll(self.top, 1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def up(self):
        if self.row == self.top:
            self.scroll(self.top, -1)
        else:
            self.row -= 1

    def scroll(self, top, count):
        """Lines from `top` to the bottom margin go up, or down if count is negative."""
        for _ in range(abs(count)):
            self.cells.insert(self.bottom + 1 if count > 0 else top, [" "] * self.columns)
            self.cells.pop(top if count > 0 else self.bottom + 1)

    def erase(self, row, first, last):
        for column in range(first, min(last, self.columns)):
            self.cells[row][column] = " "

    def obey(self, sequence):
        if sequence == "M":
            self.up()
        if sequence[0] == "[" and sequence[-1] == "m":
            self.paint([int(number or 0) for number in sequence[1:-1].split(";")])
        if sequence[0] != "[" or sequence[1] in "?>" or sequence[-1] in "mhlt":
            return
        numbers = [int(number or 0) for number in sequence[1:-1].split(";")]
        count = max(1, numbers[0])
        getattr(self, "do_" + {"@": "at", "`": "G"}.get(sequence[-1], sequence[-1]))(numbers, count)

    def paint(self, numbers):
        """SGR: foreground colours, bold and reversed; the game sets no background."""
        colour, bold, reverse = self.look
        while numbers:
            number = numbers.pop(0)
            if number == 38:
                assert numbers.pop(0) == 5
                colour = numbers.pop(0)
            elif number == 0:
                colour, bold, reverse = Cell.look
            elif number in (1, 22):
                bold = number == 1
            elif number in (7, 27):
                reverse = number == 7
            elif number == 39 or 30 <= number <= 37:
                colour = None if number == 39 else number - 30
            else:
                assert number in (10, 49), number
        self.look = colour, bold, reverse

    def looks(self, row):
        """The attributes of a row's characters, without blanks."""
        return {cell.look for cell in self.cells[row] if isinstance(cell, Cell) and cell != " "}

    def do_H(self, numbers, count):
        self.row = min(count, self.rows) - 1
        self.column = min(max(1, numbers[1] if len(numbers) > 1 else 1), self.columns) - 1

    def do_A(self, _, count):
        self.row = max(0, self.row - count)

    def do_B(self, _, count):
        self.row = min(self.rows - 1, self.row + count)

    def do_C(self, _, count):
        self.column = min(self.columns - 1, self.column + count)

    def do_D(self, _, count):
        self.column = max(0, self.column - count)

    def do_G(self, _, count):
        self.column = min(count, self.columns) - 1

    def do_d(self, _, count):
        self.row = min(count, self.rows) - 1

    def do_J(self, numbers, _):
        self.do_K(numbers, _)
        first = self.row + 1 if numbers[0] == 0 else 0
        for row in range(first, self.row if numbers[0] == 1 else self.rows):
            self.erase(row, 0, self.columns)

    def do_K(self, numbers, _):
        first = self.column if numbers[0] == 0 else 0
        self.erase(self.row, first, self.column + 1 if numbers[0] == 1 else self.columns)

    def do_X(self, _, count):
        self.erase(self.row, self.column, self.column + count)

    def do_b(self, _, count):
        for _ in range(count):
            self.letter(self.last)

    def do_P(self, _, count):
        row = self.cells[self.row]
        self.cells[self.row] = (row[:self.column] + row[self.column + count:] + [" "] * count)[:self.columns]

    def do_at(self, _, count):
        row = self.cells[self.row]
        self.cells[self.row] = (row[:self.column] + [" "] * count + row[self.column:])[:self.columns]

    def do_L(self, _, count):
        self.scroll(self.row, -count)

    def do_S(self, _, count):
        self.scroll(self.top, count)

    def do_T(self, _, count):
        self.scroll(self.top, -count)

    def do_M(self, _, count):
        self.scroll(self.row, count)

    def do_r(self, numbers, _):
        self.top = max(1, numbers[0]) - 1
        self.bottom = (numbers[1] if len(numbers) > 1 and numbers[1] else self.rows) - 1
        self.row = self.column = 0


class Terminal:
    """A program with a terminal of its own; use it with `with`."""

    def __init__(self, command, environment, rows=24, columns=80):
        self.glass, self.raw = Glass(rows, columns), ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.master, slave = pty.openpty()
        self.size(rows, columns)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in (0, 1, 2):
                os.dup2(slave, number)
            os.execve(command[0], command, environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)

    def size(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.glass.resize(rows, columns)
        self.size(rows, columns)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        text = self.decoder.decode(os.read(self.master, 1024))  # small bites: no picture is missed
        self.raw += text
        self.glass.feed(text)
        return True

    def await_any(self, *parts):
        """Reads until the screen shows one of these, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for part in parts:
                if part in self.glass.text():
                    return part
            self.read(1)
        raise AssertionError(f"none of {parts} on the screen:\n{self.glass.text()}")

    def shows(self, *parts):
        for part in parts:
            self.await_any(part)
        return self.glass.text()

    def shows_like(self, pattern):
        while not re.search(pattern, self.glass.text()):
            assert self.read(PATIENCE), self.glass.text()
        return self.glass.text()

    def ends(self):
        """Reads to the program's end and returns its exit code."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                while self.read(0):
                    pass
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it does not end:\n{self.glass.text()}")

    def is_as_before(self):
        return termios.tcgetattr(self.slave) == self.before


def leaves(table):
    """Leaves with q twice; checks the exit code and that the terminal is restored."""
    table.press("qq")
    assert table.ends() == 0, table.glass.text()
    assert table.is_as_before(), "the terminal was not restored"


def goes(table, part):
    """Waits until the screen no longer shows this."""
    while part in table.glass.text():
        assert table.read(60), table.glass.text()
