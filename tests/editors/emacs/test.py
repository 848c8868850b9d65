"""A real Emacs, made ready by `agmark setup emacs` in an empty home: what its functions give, without a screen, and what
a person sees in a terminal.

    python3 tests/editors/emacs/test.py EMACS AGMARK SCRATCH PICTURES
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "terminal"))
from cases import CASES, OTHERS, PAGES, SHOWN, write  # noqa: E402
from terminal import Checks, Terminal  # noqa: E402

emacs, program, scratch, pictures = (Path(argument) for argument in sys.argv[1:])
home, folder = scratch / "home", scratch / "workspace"
checks = Checks()
check = checks.check

ENVIRONMENT = {
    **os.environ,
    "HOME": str(home),
    "XDG_CONFIG_HOME": str(home / ".config"),
    "XDG_DATA_HOME": str(home / ".local/share"),
    "PATH": f"{program.parent}:{os.environ['PATH']}",
    "COLORTERM": "truecolor",
    "AGMARK_WORKSPACE": str(folder),
    "AGMARK_CASES": json.dumps([asdict(case) for case in CASES]),
    "AGMARK_PAGES": json.dumps([asdict(page) for page in PAGES]),
    "AGMARK_OTHERS": json.dumps([asdict(page) for page in OTHERS]),
}

folder.mkdir(parents=True)
home.mkdir(parents=True)
write(folder)
subprocess.run([program, "setup", "emacs"], env=ENVIRONMENT, check=True, capture_output=True)
init = home / ".config/emacs/init.el"

# Without a screen. Debian's packages are found when Emacs starts as usual; in batches they must be named.
packages = '(mapc (lambda (d) (add-to-list (quote load-path) d)) (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa-src/*"))'
script = Path(__file__).with_name("test.el")
ran = subprocess.run([emacs, "-q", "--batch", "--eval", packages, "-l", init, "-l", script], env=ENVIRONMENT, cwd=folder,
                     capture_output=True, text=True, check=False)
print(ran.stdout, end="")
if ran.returncode != 0 or " passed, " not in ran.stdout:
    print(ran.stderr[-4000:])
check("the functions of Emacs", ran.returncode == 0, ran.stderr[-2000:])

# The library compiles without a warning.
library = home / ".local/share/agmark/emacs/agmark.el"
compiled = subprocess.run([emacs, "-q", "--batch", "--eval", packages, "--eval", "(setq byte-compile-error-on-warn t)",
                           "-f", "batch-byte-compile", library], env=ENVIRONMENT, capture_output=True, text=True, check=False)
check("agmark.el compiles", compiled.returncode == 0, compiled.stderr)
library.with_suffix(".elc").unlink(missing_ok=True)

# As a person starts it: the init file is found, the mode and the server with it.
write(folder)
with init.open("a", encoding="utf-8") as more:
    more.write("(load-theme 'tango-dark t)\n(menu-bar-mode -1)\n(setq inhibit-startup-screen t flymake-no-changes-timeout 0.1\n"
               "      native-comp-async-report-warnings-errors nil)\n")
(folder / "cafe.agd").write_text(SHOWN, encoding="utf-8")
terminal = Terminal([emacs, "-nw", folder / "cafe.agd"], folder, ENVIRONMENT, scratch)
try:
    check("Emacs finds its init file", terminal.shows("AGD"), terminal.screen())
    check("the server is at work", terminal.shows("eglot"), terminal.screen())
    terminal.keys("M-x")
    terminal.type("flymake-show-buffer-diagnostics")
    terminal.keys("Enter")
    check("the list of diagnostics", terminal.shows("is already defined"), terminal.screen())
    terminal.picture(pictures / "emacs.svg", "Emacs: an AGD document and the list of its diagnostics")
    terminal.keys("C-x", "C-c")
    if terminal.shows("Active processes exist", patience=2):
        terminal.type("yes")
        terminal.keys("Enter")
    check("Emacs ends", terminal.ended(), terminal.screen())
finally:
    terminal.close()
checks.end()
