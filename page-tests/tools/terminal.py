"""Runs commands in a terminal of a given width and writes what its screen shows as an HTML page.

usage: terminal.py COLUMNS SECONDS OUT.html COMMAND…

Each COMMAND is a line for the shell. A command that still runs after SECONDS is photographed as it stands and ended.
Understood of a terminal's language is what the program uses: colours, returns, erasing, and moving up.
"""

import fcntl
import html
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

COLOURS = ["#222", "#b3261e", "#1b6e2e", "#8a5a00", "#1f4fa3", "#7b2d8b", "#0b6b74", "#666"]
SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


def numbered(number):
    """One of the 256 colours of terminals: 16 of the theme, a cube, and greys."""
    if number < 16:
        return COLOURS[number % 8]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"rgb({grey},{grey},{grey})"
    place = number - 16
    red, green, blue = (0 if it == 0 else 55 + 40 * it for it in (place // 36, place // 6 % 6, place % 6))
    return f"rgb({red},{green},{blue})"


class Screen:
    """Lines of cells; a cell is a character and its style."""

    def __init__(self, columns):
        self.columns, self.lines, self.row, self.column, self.style = columns, [[]], 0, 0, ""

    def write(self, text):
        at = 0
        while at < len(text):
            sequence = SEQUENCE.match(text, at)
            if sequence:
                self.obey(sequence.group(1), sequence.group(2))
                at = sequence.end()
                continue
            self.put(text[at])
            at += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.down()
        elif character == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif character >= " ":
            if self.column == self.columns:
                self.column = 0
                self.down()
            line = self.lines[self.row]
            line.extend([(" ", "")] * (self.column + 1 - len(line)))
            line[self.column] = (character, self.style)
            self.column += 1

    def down(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append([])

    def obey(self, parameters, command):
        numbers = [int(it) for it in parameters.split(";") if it.isdigit()] or [0]
        if command == "A":
            self.row = max(0, self.row - max(1, numbers[0]))
        elif command == "B":
            for _ in range(max(1, numbers[0])):
                self.down()
        elif command == "G":
            self.column = max(1, numbers[0]) - 1
        elif command == "K":
            start = 0 if numbers[0] == 2 else self.column
            del self.lines[self.row][start:]
        elif command == "J":
            del self.lines[self.row][self.column :]
            del self.lines[self.row + 1 :]
        elif command == "m":
            self.colours(numbers)

    def colours(self, numbers):
        """Colours by number are introduced by 38 or 48 and 5."""
        at = 0
        while at < len(numbers):
            if numbers[at] in (38, 48) and numbers[at + 1 : at + 2] == [5]:
                kind = "color" if numbers[at] == 38 else "background"
                self.style += f"{kind}:{numbered(numbers[at + 2])};"
                at += 3
            else:
                self.colour(numbers[at])
                at += 1

    def colour(self, number):
        if number == 0:
            self.style = ""
        elif number == 1:
            self.style += "font-weight:bold;"
        elif number == 2:
            self.style += "opacity:.7;"
        elif number == 4:
            self.style += "text-decoration:underline;"
        elif 30 <= number <= 37 or 90 <= number <= 97:
            self.style += f"color:{COLOURS[number % 10]};"

    def html(self):
        return "\n".join(
            "".join(f'<span style="{style}">{html.escape(it)}</span>' for it, style in line)
            for line in self.lines
        )


def run(screen, columns, seconds, command):
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("sh", ["sh", "-c", command])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    end, waiting = time.monotonic() + seconds, b""
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if not ready:
            continue
        try:
            read = os.read(terminal, 1 << 16)
        except OSError:  # The other end is closed.
            break
        if not read:
            break
        waiting += read
        # A character or a sequence may be cut in two.
        cut = waiting.rfind(b"\x1b") if b"\x1b" in waiting[-12:] else len(waiting)
        text = waiting[:cut].decode(errors="ignore")
        screen.write(text)
        waiting = waiting[cut:]
        if SEQUENCE.fullmatch(waiting.decode(errors="ignore")):
            screen.write(waiting.decode())
            waiting = b""
    screen.write(waiting.decode(errors="ignore"))
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(child, 0)
    os.close(terminal)


def main():
    columns, seconds, out = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    screen = Screen(columns)
    for command in sys.argv[4:]:
        screen.column = 0
        screen.style = ""
        screen.write(f"\x1b[1m$ {command.replace('exec ', '')}\x1b[0m\n")
        screen.column = 0
        run(screen, columns, seconds, "sleep 0.2; exec " + command)
        if screen.column:
            screen.write("\r\n")
    style = "font:14px/1.35 'DejaVu Sans Mono',monospace;padding:12px;margin:0;background:#fdfdfb;color:#222"
    ruler = f"width:{columns}ch;border-right:1px dashed #bbb"
    with open(out, "w") as page:
        page.write(f"<!doctype html><meta charset=utf-8><body style=\"{style}\"><pre style=\"font:inherit;{ruler}\">")
        page.write(screen.html() + "</pre>")


main()
