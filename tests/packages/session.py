"""Uses an installed agmark the way people and editors do; an error says what was not as expected.

    python3 tests/packages/session.py agmark [ARGUMENT…]

The arguments are the command that starts the program. Every part runs in the folder and with the environment of this
script, in which HOME is empty.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from language_server import LanguageServer, expect

DOCUMENT = "@h1 Harbour [#harbour]\n\n@p Open all year. [#harbour]\n"


def main(command):
    version = run(command, "--version")
    expect(version.startswith("agmark "), f"--version prints {version!r}")
    checks(command)
    session(command)
    print(f"ok: {version.strip()}: check, fmt and a session of the server")


def run(command, *arguments, stdin=None, code=0, seconds=180):
    done = subprocess.run([*command, *arguments], input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=seconds)
    expect(done.returncode == code, f"{' '.join(arguments)}: exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
    return done.stdout


def checks(command):
    with tempfile.TemporaryDirectory(dir=".") as folder:
        file = os.path.join(os.path.basename(folder), "a b.agd")
        Path(file).write_bytes(DOCUMENT.replace("\n", "\r\n").encode())
        found = json.loads(run(command, "check", "--output-format", "json", file, code=1))
        text = json.dumps(found)
        expect("agd/duplicate-id" in text, f"check does not find the duplicate id: {text}")
        run(command, "fmt", file, code=0)
        expect(b"\r\n" in Path(file).read_bytes(), "fmt keeps the line endings")
    counted = run(command, "agd", "ids", "-", stdin=DOCUMENT.splitlines()[0] + "\n")
    expect("harbour" in counted, f"agd ids prints {counted!r}")
    # The demo starts the program itself, which the kernel cannot do with a program for another processor.
    if not Path(command[0]).name.startswith("qemu-"):
        demo = run(command, "demo", "--fast")
        expect(len(demo.splitlines()) > 40, f"the demo is short:\n{demo}")


def session(command):
    """Opens a document, reads its diagnostics, asks for a hover, and ends the server as the protocol says."""
    server = LanguageServer([*command, "lsp"])
    server.start(None)
    uri = "untitled:plan.agd"
    server.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "agd", "version": 1, "text": DOCUMENT}})
    told = server.until(lambda message: message.get("method") == "textDocument/publishDiagnostics")
    codes = [each["code"] for each in told["params"]["diagnostics"]]
    expect("agd/duplicate-id" in codes, f"diagnostics: {told}")
    server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 1}})
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
