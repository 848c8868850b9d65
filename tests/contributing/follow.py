"""Follows CONTRIBUTING.md on a copy of the project, as a new contributor does:

    python3 tests/contributing/follow.py rule FOLDER [--build]
    python3 tests/contributing/follow.py format FOLDER [--build TREE_SITTER]

`rule` removes the rule that "Add a rule" shows, and adds it again by the steps of the page. `format` adds the small
format in `tests/contributing/toy` by the steps of "Add a format". FOLDER gets the copy. Without --build nothing is
compiled. With it, each command of the page runs, and its time is printed.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOY = Path(__file__).resolve().parent / "toy"


class Differs(Exception):
    """The page and the project do not fit each other."""


def copy(folder):
    """A copy of the project's files in an empty folder."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def section(heading):
    """A section of the page."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for part in page.split("\n## ")[1:]:
        if part.split("\n", 1)[0] == heading:
            return part
    raise Differs(f"CONTRIBUTING.md has no section {heading!r}")


def blocks(text, language):
    """The code blocks in a language; "" is a block of commands."""
    all_of_them = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [block for of, block in all_of_them if of == language]


def change(path, old, new):
    """Replaces a text that stands once in a file."""
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise Differs(f"{path}: {old!r} occurs {text.count(old)} times")
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_line(path, line, before):
    """Adds a line to a list before the first line that is greater, among lines that start with `before`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    places = [at for at, one in enumerate(lines) if one.startswith(before)]
    if not places:
        raise Differs(f"{path}: no line starts with {before!r}")
    after = [at for at in places if lines[at] > line]
    lines.insert(after[0] if after else places[-1] + 1, line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(command, folder, target):
    """Runs a command of the page in the copy, and prints how long it took."""
    start = time.monotonic()
    environment = {**os.environ, "CARGO_INCREMENTAL": "0"}
    # The commands of the page name files in `target`.
    target.mkdir(parents=True, exist_ok=True)
    if not (folder / "target").exists():
        (folder / "target").symlink_to(target.resolve())
    ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    seconds = time.monotonic() - start
    good = ran.returncode == 0
    print(f"{'ok' if good else 'not ok'}: {command} ({seconds:.0f} s)", flush=True)
    if not good:
        print(ran.stdout[-4000:] + ran.stderr[-4000:])
    return good


# --- a rule ---

def number_of_rules(table, step):
    """Changes the number of entries in the type of the table of rules."""
    text = table.read_text(encoding="utf-8")
    new, count = re.subn(r"(ALL: \[&CheckedRule<Check>; )(\d+)\]", lambda m: f"{m[1]}{int(m[2]) + step}]", text)
    if count != 1:
        raise Differs(f"{table}: the type of ALL is not as the page says")
    table.write_text(new, encoding="utf-8")


def rule(folder):
    """Removes the rule of the page, adds it again, and compares. Returns the commands of the page."""
    page = section("Add a rule")
    source = blocks(page, "rust")[0]
    file = folder / one(r"\*\*1\. Write the rule\*\* in `([^`]+)`", page)
    table = folder / one(r"\*\*2\. Register the rule\*\* in `([^`]+)`", page)
    module, entry = one(r"a line `(mod \w+;)`", page), one(r"an entry\s+`(&\w+::RULE)`", page)
    before = table.read_text(encoding="utf-8")
    # Away with it.
    file.unlink()
    change(table, f"{module}\n", "")
    change(table, f"    {entry},\n", "")
    number_of_rules(table, -1)
    # The steps.
    file.write_text(source, encoding="utf-8")
    add_line(table, module, "mod ")
    change(table, "    &unknown_tag::RULE,\n", f"    &unknown_tag::RULE,\n    {entry},\n")
    number_of_rules(table, 1)
    if sorted(table.read_text(encoding="utf-8").splitlines()) != sorted(before.splitlines()):
        raise Differs(f"{table} is another one after the steps of the page")
    if (ROOT / file.relative_to(folder)).read_text(encoding="utf-8") != source:
        raise Differs(f"{file} is not as the page shows it")
    commands = [line for block in blocks(page, "") for line in block.splitlines() if line]
    if not any(command.startswith("cargo nextest run --workspace -E 'package(agd)") for command in commands):
        raise Differs("the page does not say how to test a rule")
    return commands


def one(pattern, text):
    found = re.findall(pattern, text)
    if len(found) != 1:
        raise Differs(f"CONTRIBUTING.md: {pattern} is found {len(found)} times")
    return found[0]


# --- a format ---

def format_(folder):
    """Adds the format `toy` by the steps of the page. Returns the tables that were changed."""
    page = section("Add a format")
    for path in TOY.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(TOY)
            if target.exists():
                raise Differs(f"{target} is there already")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            own = re.sub(r"\btoy\b", "NAME", str(path.relative_to(TOY)))
            if not any(own.startswith(start) for start in re.findall(r"`([^`]*NAME[^`]*)`", page)):
                raise Differs(f"the page does not name {own}")
    changed = []

    def table(path, *changes):
        if f"`{path}`" not in page:
            raise Differs(f"the page does not name {path}")
        for old, new in changes:
            change(folder / path, old, new)
        changed.append(path)

    table(
        "Cargo.toml",
        ("tree-sitter-agd = { path", 'agmark-toy = { path = "server/toy" }\n'
         'tree-sitter-toy = { path = "tree-sitter-grammars/toy" }\ntree-sitter-agd = { path'),
        ("tree-sitter-agd = { opt-level", "agmark-toy = { opt-level = 3 }\n"
         "tree-sitter-toy = { opt-level = 3 }\ntree-sitter-agd = { opt-level"),
    )
    table("server/formats/Cargo.toml", ("agmark-syntax.", "agmark-toy.workspace = true\nagmark-syntax."))
    table(
        "server/formats/src/lib.rs",
        ("        vec![Arc::new(agd::Agd) as _],\n",
         "        vec![Arc::new(agd::Agd) as _],\n        vec![Arc::new(agmark_toy::Toy) as _],\n"),
    )
    table("tests/e2e/tests/documents/main.rs", ("markdownlang);", "markdownlang, toy);"))
    table("editors/neovim/lua/agmark/formats.lua", ("M.own = {\n", "M.own = {\n  toy = { format = 'toy', extension = 'toy', parser = 'toy' },\n"))
    table("editors/vscode/src/formats.json", ("{\n", '{\n  "toy": "toy",\n'))
    table("README.md", ("| [AGD](docs/agd.md) |", "| [toy](docs/toy.md) | `.toy` | lines |\n| [AGD](docs/agd.md) |"))
    return changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["rule", "format"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--tree-sitter", default="tree-sitter", help="the command line of tree-sitter")
    parser.add_argument("--target", type=Path, default=ROOT / "target/contributing")
    options = parser.parse_args()
    folder = copy(options.folder)
    if options.what == "rule":
        commands = rule(folder)
    else:
        changed = format_(folder)
        print(f"ok: a format changes {len(changed)} tables that the program and its tests read")
        commands = [
            f"cd tree-sitter-grammars/toy && {shlex.quote(options.tree_sitter)} generate",
            "UPDATE_EXPECT=1 cargo nextest run --workspace --test documents corpus:: toy:: each_format",
            "cargo nextest run --workspace --test house crates",
        ]
    print(f"ok: the steps of \"Add a {options.what}\" can be followed")
    if not options.build:
        return 0
    good = [run(command, folder, options.target) for command in commands]
    return 0 if all(good) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Differs as why:
        print(f"not ok: {why}")
        sys.exit(1)
