"""A program in a terminal of its own, driven by keys and judged by what its screen shows."""

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

# Seconds; what is waited for takes a fraction of one on a quiet machine.
PATIENCE = 30
COLUMNS, LINES = 110, 32

PICTURE = Path(__file__).resolve().parents[2] / "tools/ansi2svg.py"
sys.path.insert(0, str(PICTURE.parent))
from ansi2svg import Look, columns, runs  # noqa: E402


class Terminal:
    """A terminal with one program, by tmux; ends with the program."""

    numbers = itertools.count()

    def __init__(self, command, folder, environment, scratch):
        self.socket = str(Path(scratch) / f"terminal-{next(self.numbers)}")
        settings = Path(scratch) / "tmux.conf"
        settings.write_text(
            'set -g status off\nset -g default-terminal "tmux-256color"\nset -ga terminal-overrides ",*:Tc"\n'
            "set -s escape-time 0\nset -g remain-on-exit on\n"
        )
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        # The program gets the environment in which its tmux was started.
        self.environment = {**os.environ, **{name: str(value) for name, value in environment.items()}}
        self.environment.pop("TMUX", None)
        self.tmux("-f", str(settings), "new-session", "-d", *size, "-c", str(folder), "--", *map(str, command))

    def tmux(self, *arguments):
        command = ["tmux", "-S", self.socket, *arguments]
        ran = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise RuntimeError(f"tmux {arguments[0]}: {ran.stderr.strip()}")
        return ran.stdout

    def keys(self, *names):
        """Presses keys by their names: `Escape`, `C-n`, `Enter`; a name that is none is typed."""
        for name in names:
            self.tmux("send-keys", name)

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def shows(self, *texts, gone=(), patience=PATIENCE):
        """Waits until the screen shows all texts and none of those that are to be gone; whether it does."""
        end = time.monotonic() + patience
        while True:
            screen = self.screen()
            good = all(text in screen for text in texts) and not any(text in screen for text in gone)
            if good or time.monotonic() > end:
                return good
            time.sleep(0.05)

    def picture(self, target, title):
        """Leaves a picture of the screen."""
        shown = self.tmux("capture-pane", "-p", "-e", "-N")
        drawn = subprocess.run(
            [sys.executable, PICTURE, "--title", title], input=shown, capture_output=True, text=True, check=True
        )
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(drawn.stdout)

    def ended(self, patience=PATIENCE):
        """Whether the program ends by itself."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.tmux("display-message", "-p", "#{pane_dead}").strip() == "1":
                return True
            time.sleep(0.05)
        return False

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)


def colour(terminal, line, column):
    """How the character at a place of the screen looks, counted from one: what makes it differ from plain text."""
    look, found = Look(), None
    shown = terminal.tmux("capture-pane", "-p", "-e", "-N").split("\n")
    for number, text in enumerate(shown[:line], start=1):
        for start, run, attributes, _ in runs(text, look):
            if number == line and start < column <= start + columns(run):
                found = attributes
    return found


class Checks:
    """Counts what is as expected; the last line is read by `tests/run`."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, good, seen=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"not as expected: {what}\n{seen}")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
