"""What is different on Windows: paths, URIs, line endings, locks, names of devices, and processes.

    python3 tests/packages/windows.py DRIVE COMMAND…

DRIVE is the folder that the program knows as `C:\\`. An error says what was not as expected.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from language_server import LanguageServer, expect

PLACE = "a työ"
DOCUMENT = "@h1 Harbour [#harbour]\r\n\r\n@p Open all year. [#harbour]\r\n"


class Windows:
    def __init__(self, drive, command):
        self.folder = Path(drive) / PLACE
        self.command = command
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()

    def run(self, *arguments, code=0, stdin=None, cwd=None):
        done = subprocess.run([*self.command, *arguments], cwd=cwd or self.folder, input=stdin, capture_output=True,
                              text=True, encoding="utf-8", timeout=180)
        expect(done.returncode == code,
               f"{' '.join(arguments)}: exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path


def paths(windows):
    """One file by each of its spellings."""
    windows.write("Docs/plan.agd", DOCUMENT)
    for path in ["Docs\\plan.agd", "Docs/plan.agd", f"C:\\{PLACE}\\Docs\\plan.agd", f"c:/{PLACE}/docs/PLAN.agd",
                 f"\\\\?\\C:\\{PLACE}\\Docs\\plan.agd", "Docs\\..\\Docs\\plan.agd", f"\\{PLACE}\\Docs\\plan.agd", "."]:
        found = windows.run("check", path, code=1)
        expect("agd/duplicate-id" in found, f"check {path}: {found}")
        expect("\\\\?\\" not in found, f"check {path} shows a canonical path: {found}")
    both = windows.run("check", "Docs\\plan.agd", f"C:/{PLACE}/Docs/plan.agd", code=1)
    expect(both.count("agd/duplicate-id") == 1, f"one file by two names is checked twice: {both}")
    windows.run("check", "Z:\\nothing\\here.agd", code=2)


def line_endings(windows):
    plan = windows.write("plan.agd", "@h1  Harbour   [#harbour]\r\n\r\n@p Open.\r\n")
    windows.run("fmt", "plan.agd")
    text = plan.read_bytes()
    expect(text.count(b"\r\n") == text.count(b"\n") > 0, f"fmt keeps the line endings: {text}")
    windows.run("agd", "edit", "plan.agd", "--op", '{"op":"insert_after","id":"harbour","block":"@p Closed on Monday. [#monday]"}', "-i")
    text = plan.read_bytes()
    expect(b"#monday" in text and text.count(b"\r\n") == text.count(b"\n"), f"edit keeps the line endings: {text}")


def locks(windows):
    """Programs that change one file at the same time wait for each other."""
    plan = windows.write("many.agd", "@h1 Harbour [#harbour]\r\n")

    def append(number):
        operation = {"op": "insert_after", "id": "harbour", "block": f"@p Line [#n{number}]"}
        windows.run("agd", "edit", "many.agd", "--op", json.dumps(operation), "-i")

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(append, range(12)))
    text = plan.read_text()
    lost = [number for number in range(12) if f"[#n{number}]" not in text]
    expect(not lost, f"edits are lost: {lost}")
    left = [each.name for each in windows.folder.iterdir() if "many" in each.name and each.name != "many.agd"]
    expect(not left, f"left behind: {left}")


def refused(windows):
    """Names of devices, streams of files, and paths out of the folder are not written."""
    outside = windows.folder.parent / "outside.txt"
    expect(applies(windows, "fine.txt"), "a new file is not written")
    for name in ["CON", "nul.txt", "com1.md", "plan.agd:stream", "..\\outside.txt", "../outside.txt", "C:\\outside.txt",
                 "\\outside.txt", "\\\\server\\share\\x.txt", "C:outside.txt", "end. ", "docs\\..\\..\\outside.txt"]:
        before = sorted(each.name for each in windows.folder.rglob("*"))
        expect(not applies(windows, name), f"{name} is written")
        expect(before == sorted(each.name for each in windows.folder.rglob("*")), f"{name} leaves files")
    expect(not outside.exists(), "a file is written outside of the folder")


def applies(windows, name):
    """Whether a diff that creates the file is applied."""
    diff = f"--- /dev/null\n+++ {json.dumps('b/' + name)}\n@@ -0,0 +1 @@\n+in\n"
    lines = [".Diff id=way format=unified", "```diff", *diff.splitlines(), "```"]
    windows.write("task.garyml", "\n  ".join(lines) + "\n")
    done = subprocess.run([*windows.command, "garyml", "apply", "task.garyml", "way"], cwd=windows.folder,
                          capture_output=True, timeout=60)
    return done.returncode == 0


def editor(windows):
    """An editor of Windows: drive letters in both cases, escaped, and files that name each other."""
    windows.write("site/agmark.toml", "")
    windows.write("site/one.agd", "@h1 One [#one]\r\n\r\n@ref [#quay]\r\n\r\n@link two.agd#quay\r\n")
    windows.write("site/two.agd", "@h1 Two [#two]\r\n\r\n@p Quay. [#quay]\r\n")
    place = f"{PLACE}/site".replace(" ", "%20").replace("ö", "%C3%B6")
    root = f"file:///c%3A/{place}"
    server = LanguageServer([*windows.command, "lsp"])
    server.start(root)
    text = (windows.folder / "site/one.agd").read_bytes().decode()
    for uri in [f"{root}/one.agd", f"file:///C:/{place}/one.agd"]:
        server.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "agd", "version": 1, "text": text}})
        told = server.until(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["diagnostics"])
        expect(told["params"]["uri"] == uri, f"diagnostics of {uri} are told of {told['params']['uri']}")
        symbols = server.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        expect(symbols, f"no outline: {symbols}")
        server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    deadline, found = time.monotonic() + 60, []
    while not found and time.monotonic() < deadline:
        found = server.ask("workspace/symbol", {"query": "quay"}) or []
        time.sleep(0.2)
    uris = {each["location"]["uri"] for each in found}
    expect(uris and all(each.lower().startswith("file:///c%3a/") or each.startswith("file:///c:/") for each in uris),
           f"symbols of the workspace: {found}")
    server.stop()


def main(drive, *command):
    windows = Windows(drive, command)
    for part in [paths, line_endings, locks, refused, editor]:
        start = time.monotonic()
        part(windows)
        print(f"ok: {part.__name__} ({time.monotonic() - start:.0f} s)")
    shutil.rmtree(windows.folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
