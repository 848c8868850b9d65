"""A real Neovim in a terminal, as a person sees it: signs, messages at the ends of lines, a float. Leaves a picture.

    python3 tests/editors/neovim/picture.py NEOVIM AGMARK SCRATCH PICTURES

The plugin is where `agmark setup neovim` put it, in the folders that the environment names.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "terminal"))
from cases import SHOWN, SHOWN_REFERENCE  # noqa: E402
from terminal import Checks, Terminal  # noqa: E402

INIT = """
vim.o.number = true
vim.o.termguicolors = true
vim.o.signcolumn = 'yes'
vim.o.swapfile = false
vim.diagnostic.config({ virtual_text = true })
"""

neovim, program, scratch, pictures = (Path(argument) for argument in sys.argv[1:])
checks = Checks()
folder = scratch / "cafe"
folder.mkdir(parents=True)
(folder / "cafe.agd").write_text(SHOWN, encoding="utf-8")
(folder / "init.lua").write_text(INIT, encoding="utf-8")
environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "COLORTERM": "truecolor"}
terminal = Terminal([neovim, "-u", folder / "init.lua", "cafe.agd"], folder, environment, scratch)
try:
    checks.check("the message is at the end of its line", terminal.shows('id "cafe" is already defined'), terminal.screen())
    terminal.type("{}G{}|".format(*SHOWN_REFERENCE))
    # The key belongs to the server once that has said what it can do.
    terminal.type("K")
    checks.check("what is known of a reference", terminal.shows("id plan", "Tarek,bicycles"), terminal.screen())
    terminal.picture(pictures / "neovim.svg", "Neovim: an AGD document with a diagnostic, and what is known of a reference")
    terminal.type("\x1b")
    terminal.type(":qa!")
    terminal.shows(":qa!")
    terminal.keys("Enter")
    checks.check("Neovim ends", terminal.ended(), terminal.screen())
finally:
    terminal.close()
checks.end()
