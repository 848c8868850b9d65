"""A real Kakoune with kakoune-lsp, made ready by `agmark setup kakoune`, opens files in a terminal.

    python3 tests/editors/kakoune/test.py KAKOUNE KAK_LSP AGMARK SCRATCH PICTURES
"""

import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "terminal"))
from cases import CASES, OTHERS, PAGES, SHOWN, SHOWN_REFERENCE, write  # noqa: E402
from terminal import Checks, Terminal, colour  # noqa: E402

kakoune, kak_lsp, program, scratch, pictures = (Path(argument) for argument in sys.argv[1:])
home, folder = scratch / "home", scratch / "workspace"
checks = Checks()
check = checks.check

ENVIRONMENT = {
    **os.environ,
    "HOME": str(home),
    "XDG_CONFIG_HOME": str(home / ".config"),
    "XDG_DATA_HOME": str(home / ".local/share"),
    "XDG_RUNTIME_DIR": str(scratch / "run"),
    "PATH": f"{kak_lsp.parent}:{program.parent}:{os.environ['PATH']}",
    "COLORTERM": "truecolor",
}


def command(terminal, text):
    """Gives a command, once its line is open."""
    time.sleep(0.1)
    terminal.keys("Escape")
    time.sleep(0.2)
    terminal.type(":")
    terminal.type(text)
    terminal.shows(":" + text)
    terminal.keys("Enter")


def go(terminal, file, line, column):
    command(terminal, f"edit {file} {line} {column}")
    terminal.shows(f"{file} {line}:{column} ")


def judge(case):
    what = f"{case.file}: "
    terminal = Terminal([kakoune, case.file], folder, ENVIRONMENT, scratch)
    shows, screen = terminal.shows, terminal.screen
    try:
        shows(f"{case.file} 1:1")
        if case.coloured:
            check(what + "is coloured", colour(terminal, 1, 3) not in (None, ""), screen())
        check(what + "diagnostics", listed(terminal, case.finding[:24], 11), screen())
        go(terminal, case.file, *case.used)
        command(terminal, "lsp-hover")
        check(what + "hover", shows("line {}".format(case.defined[0]), case.hover), screen())
        go(terminal, case.file, *case.used)
        command(terminal, "lsp-definition")
        check(what + "leads to the definition", shows("{} {}:{} ".format(case.file, *case.defined)), screen())
        go(terminal, case.file, *case.used)
        command(terminal, f"lsp-rename {case.new}")
        check(what + "is renamed", shows(case.renamed, "[+]"), screen())
        terminal.type("gei")
        shows("insert")
        terminal.type(case.typed)
        check(what + "completion", shows(case.offered), screen())
        terminal.keys("Escape")
        time.sleep(0.2)
        terminal.type("xd")
        if case.odd:
            terminal.type("geo")
            shows("insert")
            terminal.type(case.odd)
            terminal.keys("Enter")
            command(terminal, "lsp-formatting")
            check(what + "format", shows(case.even, gone=[case.odd]), screen())
        command(terminal, "lsp-document-symbol")
        check(what + "outline", shows("*goto*", case.outline), screen())
        command(terminal, "buffer *debug*")
        shows("*debug*")
        check(what + "nothing goes wrong", "ERRO" not in screen() and "error" not in screen(), screen())
        command(terminal, "kill!")
        check(what + "Kakoune ends", terminal.ended(), screen())
    finally:
        terminal.close()


def listed(terminal, finding, tries):
    """Whether the list of diagnostics has a finding: it is empty until the server has looked at the file."""
    for _ in range(tries):
        command(terminal, "lsp-diagnostics")
        if terminal.shows(finding, patience=3):
            return True
    return False


def component(page):
    """A component is looked at if it is annotated, and only then."""
    terminal = Terminal([kakoune, page.file], folder, ENVIRONMENT, scratch)
    try:
        terminal.shows(f"{page.file} 1:1")
        if page.finding:
            check(f"{page.file}: diagnostics", listed(terminal, page.finding, 10), terminal.screen())
        else:
            command(terminal, "lsp-diagnostics")
            check(f"{page.file}: starts nothing", not terminal.shows("*diagnostics*", patience=2), terminal.screen())
        command(terminal, "kill!")
        terminal.ended()
    finally:
        terminal.close()


def picture():
    (folder / "cafe.agd").write_text(SHOWN, encoding="utf-8")
    terminal = Terminal([kakoune, "cafe.agd"], folder, ENVIRONMENT, scratch)
    try:
        terminal.shows("cafe.agd 1:1")
        check("a finding is marked", terminal.shows("*@h2 Coffee"), terminal.screen())
        go(terminal, "cafe.agd", *SHOWN_REFERENCE)
        command(terminal, "lsp-hover")
        check("what is known of a reference", terminal.shows("id plan"), terminal.screen())
        terminal.picture(pictures / "kakoune.svg", "Kakoune: an AGD document, and what is known of a reference")
        command(terminal, "kill!")
        terminal.ended()
    finally:
        terminal.close()


folder.mkdir(parents=True)
(scratch / "run").mkdir(mode=0o700)
kakrc = home / ".config/kak/kakrc"
kakrc.parent.mkdir(parents=True)
kakrc.write_text("eval %sh{kak-lsp}\nset-option global autoreload yes\n", encoding="utf-8")
made = subprocess.run([program, "setup", "kakoune"], env=ENVIRONMENT, capture_output=True, text=True, check=False)
check("agmark setup kakoune", made.returncode == 0, made.stderr)
for one in CASES:
    write(folder)
    judge(one)
for one in [*PAGES, *OTHERS]:
    component(one)
picture()
checks.end()
