"""A real Helix, made ready by `agmark setup helix` in an empty home, opens a file of each format in a terminal; its keys
are pressed, and what its screen shows is judged.

    python3 tests/editors/helix/test.py HELIX AGMARK SCRATCH PICTURES
"""

import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "terminal"))
from cases import CASES, PAGES, SHOWN, SHOWN_REFERENCE, write  # noqa: E402
from terminal import Checks, Terminal, colour  # noqa: E402

helix, program, scratch, pictures = (Path(argument) for argument in sys.argv[1:])
home, folder = scratch / "home", scratch / "workspace"
log = scratch / "helix.log"
checks = Checks()
check = checks.check

ENVIRONMENT = {
    "HOME": home,
    "XDG_CONFIG_HOME": home / ".config",
    "XDG_DATA_HOME": home / ".local/share",
    "XDG_CACHE_HOME": home / ".cache",
    "PATH": f"{program.parent}:{os.environ['PATH']}",
    "COLORTERM": "truecolor",
}


def run(*command):
    environment = {**os.environ, **{name: str(value) for name, value in ENVIRONMENT.items()}}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def open_file(name):
    return Terminal([helix, "-v", "--log", log, name], folder, ENVIRONMENT, scratch)


def escape(terminal):
    """Leaves what is open. A key right behind it would be taken for one with Alt, so that there is a pause."""
    time.sleep(0.1)
    terminal.keys("Escape")
    time.sleep(0.2)


def go(terminal, line, column):
    """Puts the cursor there, and sees to it that it is there."""
    for _ in range(5):
        escape(terminal)
        terminal.type(f":{line}")
        terminal.keys("Enter")
        if terminal.shows(f" {line}:", patience=5):
            terminal.type("gh" + (f"{column - 1}l" if column > 1 else ""))
            if terminal.shows(f" {line}:{column}\n", patience=5):
                return


def judge(case):
    what = f"{case.file}: "
    terminal = open_file(case.file)
    shows, screen = terminal.shows, terminal.screen
    try:
        check(what + "is counted as wrong", shows("● 1"), screen())
        terminal.type("gg]d")
        check(what + "its diagnostic is shown", shows(case.finding[:24]), screen())
        for line, column in case.coloured:
            seen = colour(terminal, line, column + 7)
            check(f"{what}{line}:{column} is coloured", seen not in (None, colour(terminal, len(case.lines) + 2, 60)), seen)
        go(terminal, *case.used)
        terminal.type("gd")
        check(what + "leads to the definition", shows(" {}:{}\n".format(*case.defined)), screen())
        go(terminal, *case.used)
        terminal.type(" k")
        check(what + "hover", shows("line {}".format(case.defined[0])) and case.hover in screen(), screen())
        go(terminal, *case.used)
        terminal.type(" r")
        check(what + "asks for the new name", shows("rename-to:"), screen())
        terminal.keys("C-u")
        terminal.type(case.new)
        terminal.keys("Enter")
        check(what + "is renamed", shows(case.renamed, gone=["rename-to:"]), screen())
        # The last line is empty, so that nothing is indented by itself.
        terminal.type("gei")
        shows("INS")
        # Not all at once: Helix numbers changes that come together in the wrong order.
        for character in case.typed:
            terminal.type(character)
            time.sleep(0.1)
        # The list comes by itself, but not behind what was typed too fast: the last character is typed again then.
        for _ in range(5):
            if shows(case.offered, patience=4):
                break
            terminal.keys("BSpace")
            time.sleep(0.5)
            terminal.type(case.typed[-1])
        check(what + "completion", case.offered in screen(), screen())
        escape(terminal)
        shows("NOR")
        terminal.type("xc")
        shows("INS")
        terminal.type(case.odd)
        escape(terminal)
        shows("NOR")
        if case.odd:
            terminal.type(":format")
            shows(":format")
            terminal.keys("Enter")
            check(what + "format", shows(case.even, gone=[case.odd]), screen())
        terminal.type(" s")
        check(what + "outline", shows("kind", case.outline), screen())
        escape(terminal)
        terminal.type(":q!")
        shows(":q!")
        terminal.keys("Enter")
        check(what + "Helix ends", terminal.ended(), screen())
    finally:
        terminal.close()


def component(page):
    """A component that is annotated has its finding."""
    terminal = open_file(page.file)
    try:
        check(f"{page.file}: is counted as wrong", terminal.shows("● 1"), terminal.screen())
        terminal.type("gg]d")
        check(f"{page.file}: its diagnostic is shown", terminal.shows(page.finding), terminal.screen())
    finally:
        terminal.close()


def documents():
    """What a command writes opens."""
    terminal = open_file("page.anml")
    try:
        terminal.shows("● 1")
        terminal.type(" a")
        check("actions are offered", terminal.shows("collapse to a summary", "view in 50 lines"), terminal.screen())
        terminal.type("k")
        terminal.keys("C-p", "Enter")
        check("what a command wrote opens", terminal.shows("page.view.anml"), terminal.screen())
    finally:
        terminal.close()


PROGRAM = """\
---
name: hello
description: Says hello
input:
  type: object
  properties:
    who: { type: string, description: Whom to greet }
  required: [who]
output:
  type: object
  properties:
    greeting: { type: string }
  required: [greeting]
---

Say hello to {{ .who }}.
"""


def offered(terminal, action):
    """The line of the screen in which a list offers an action; documents may name it, in quotes."""
    for _ in range(50):
        lines = terminal.screen().split("\n")
        found = next((at for at, line in enumerate(lines) if action in line.replace(f'"{action}"', "")), None)
        if found is not None:
            return found
        time.sleep(0.1)
    return None


def choose(terminal, action):
    """Opens the list of actions, and takes one."""
    number = None
    for _ in range(5):
        escape(terminal)
        terminal.type(" a")
        number = offered(terminal, action)
        if number is not None:
            break
    # The list hangs below the cursor, which is in the first line, and its first entry is chosen.
    for _ in range((number or 1) - 1):
        terminal.keys("Down")
    terminal.keys("Enter")


def run_program():
    """A command that needs input: a document opens in which it stands, and its action goes on from there."""
    (folder / "hello.md").write_text(PROGRAM, encoding="utf-8")
    # Programs run once the agreement is accepted.
    (home / ".markdownlang-agreement.json").write_text('{"agreed_at":"2026-01-01T00:00:00Z","phrase_index":0}', encoding="utf-8")
    terminal = open_file("hello.md")
    try:
        terminal.shows("NOR", "hello.md")
        choose(terminal, "run this program")
        check("a document opens for the input", terminal.shows("# Input of hello", "Whom to greet"), terminal.screen())
        check("it says what a run does", terminal.shows("It calls the model gpt-4o at http://127.0.0.1"), terminal.screen())
        choose(terminal, "run with this input")
        check("the result opens", terminal.shows("Hello, Ada") or terminal.shows("summary"), terminal.screen())
        terminal.type(" b")
        check("the result and the summary are open", terminal.shows("result.json", "summary.json"), terminal.screen())
    finally:
        terminal.close()


def picture():
    (folder / "cafe.agd").write_text(SHOWN, encoding="utf-8")
    terminal = open_file("cafe.agd")
    try:
        terminal.shows("● 1")
        go(terminal, *SHOWN_REFERENCE)
        terminal.type(" k")
        check("what is known of a reference", terminal.shows("id plan"), terminal.screen())
        terminal.picture(pictures / "helix.svg", "Helix: an AGD document with a finding, and what is known of a reference")
    finally:
        terminal.close()


def health():
    """What Helix itself says of what was set up."""
    for language in sorted(path.parent.name for path in (Path(__file__).resolve().parents[3] / "tree-sitter-grammars").glob("*/grammar.js")):
        said = run(helix, "--health", language)
        lines = [line for line in said.stdout.splitlines() if "✘" in line or "not found" in line]
        check(f"hx --health {language}", said.returncode == 0 and "✓" in said.stdout and not lines, said.stdout + said.stderr)
    said = log.read_text(encoding="utf-8", errors="replace")
    # Debian's Helix comes without the parsers for Markdown and HTML, and is not quiet when it ends.
    usual = ("Failed to load tree-sitter parser", "helix_lsp::transport")
    wrong = [line for line in said.splitlines() if "[ERROR]" in line and not any(one in line for one in usual)]
    check("Helix has nothing to complain about", not wrong, "\n".join(wrong))


folder.mkdir(parents=True, exist_ok=True)
home.mkdir(parents=True, exist_ok=True)
(home / ".config/helix").mkdir(parents=True)
(home / ".config/helix/config.toml").write_text('theme = "dark_plus"\n', encoding="utf-8")
made = run(program, "setup", "helix")
check("agmark setup helix", made.returncode == 0, made.stderr)
for one in CASES:
    write(folder)
    before = checks.passed, checks.failed
    judge(one)
    if checks.failed > before[1]:
        # A key that comes while the terminal is busy may be lost, as under a person's hands: the file is opened anew.
        print(f"{one.file}: once more")
        checks.passed, checks.failed = before
        write(folder)
        judge(one)
for one in PAGES:
    component(one)
documents()
run_program()
picture()
health()
checks.end()
