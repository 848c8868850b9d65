"""What commands cost, beside the commands of others. Times in milliseconds, memory in MB."""
import json
import os
import select
import statistics
import subprocess
import tempfile
import time

import documents
import servers
from editing import folder
from wire import resident

PAGES = 400
BLOCKS = 10_000
# Seconds between two looks at the memory of a process.
EVERY = 0.002


class Failed(Exception):
    """A command did not do what is measured."""


def timed(command, accepted=(0, 1), **options):
    """(time, peak memory) of a command."""
    with tempfile.TemporaryFile() as log:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **options)
        ended, peak = os.pidfd_open(process.pid), 0
        # What the system reports at the end would include the memory of this process, from which it was started.
        while not select.select([ended], [], [], EVERY)[0]:
            peak = max(peak, resident(process.pid, "VmHWM"))
        took = time.perf_counter() - begin
        os.close(ended)
        if process.wait() not in accepted:
            log.seek(0)
            said = log.read()[-300:].decode(errors="replace").strip()
            raise Failed(f"{os.path.basename(command[0])} {process.returncode}: {said}")
    return 1000 * took, peak / 1024


def checking(program, arguments, kind, size):
    """`check`: a document is checked. `check memory`: the peak."""
    with folder() as place:
        path = os.path.join(place, f"bench.{kind}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(documents.document(kind, documents.SIZES[size]))
        took, memory = timed([program, *arguments, path], cwd=place, env={**os.environ, "XDG_CACHE_HOME": place})
        return {"check": took, "check memory": memory}


def viewing(command, size):
    """`view`: MB per second of a snapshot."""
    text = documents.document("anml", documents.SIZES[size])
    with folder() as place:
        path = os.path.join(place, "bench.anml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        took, _ = timed([*command, path], accepted=(0,), cwd=place)
    return {"view": len(text.encode()) / 1000 / took}


def auditing(command, pages):
    """`audit`: pages of 20 KB per second, in one folder."""
    text = documents.document("html", 20_000)
    with folder() as place:
        site = os.path.join(place, "site")
        os.makedirs(site)
        for number in range(pages):
            with open(os.path.join(site, f"page{number}.html"), "w", encoding="utf-8") as file:
                file.write(text)
        took, _ = timed([*command, site], cwd=place)
    return {"audit": 1000 * pages / took}


def library(quick):
    """`parse`: MB per second of the AGD library and of pulldown-cmark, on the same content. The benchmark of the crate
    measures both by turns."""
    cargo = ["cargo", "bench", "--quiet", "-p", "agd", "--bench", "library", "--"]
    some = ["--warm-up-time", "0.2", "--measurement-time", "1", "--sample-size", "10"] if quick else []
    ran = subprocess.run(
        [*cargo, *some, "--noplot", f"^parse/(agd|pulldown-cmark)/{BLOCKS}$"],
        cwd=servers.ROOT, capture_output=True, text=True, check=False,
    )
    if ran.returncode != 0:
        raise Failed(f"cargo bench: {ran.stderr[-300:]}")
    target = os.environ.get("CARGO_TARGET_DIR") or os.path.join(servers.ROOT, "target")
    figures = {}
    for name in ("agd", "pulldown-cmark"):
        where = os.path.join(target, "criterion", "parse", name, str(BLOCKS), "new")
        with open(os.path.join(where, "estimates.json"), encoding="utf-8") as file:
            nanoseconds = json.load(file)["median"]["point_estimate"]
        with open(os.path.join(where, "benchmark.json"), encoding="utf-8") as file:
            length = json.load(file)["throughput"]["Bytes"]
        figures[name] = {"parse": length / nanoseconds * 1000}
    return figures


def daemon(quick):
    """`operations`: per second, of the daemon and of a bare reader of the same stream, one after the other. `operation`:
    the median time of one operation from sending it until it is in the state, and of a PING, in ms."""
    cargo = ["cargo", "bench", "--quiet", "--workspace", "--bench", "daemon", "--"]
    ran = subprocess.run(
        [*cargo, "single", *(["20000"] if quick else [])],
        cwd=servers.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode != 0:
        raise Failed(f"cargo bench: {ran.stderr[-300:]}")
    figures = json.loads(ran.stdout.strip().splitlines()[-1])
    return {
        "daemon": {"operations": figures["daemon"]},
        "reader": {"operations": figures["reader"]},
        "single": {"operation": figures["single"] / 1000},
        "ping": {"operation": figures["ping"] / 1000},
    }


def agents(quick):
    """`call`: the median time of a call of the MCP server over stdio, in ms: `get` of a block of a large document, and a
    call that is refused at once, which is what a round trip of such a message costs."""
    with folder() as place:
        with open(os.path.join(place, "bench.agd"), "w", encoding="utf-8") as file:
            file.write("".join(f"@p Block {number}. [#b{number}]\n\n" for number in range(BLOCKS)))
        command = [servers.agmark(), "mcp", "--root", place]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            took = {"get": [], "refused": []}
            calls = {"get": {"path": "bench.agd", "names": f"b{BLOCKS // 2}"}, "refused": {"nothing": 1}}
            client = {"name": "bench", "version": "1"}
            asked(process, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
            process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
            for number in range(60 if quick else 500):
                for name, arguments in calls.items():
                    time_of_call, answer = asked(process, "tools/call", {"name": "get", "arguments": arguments})
                    if answer["result"]["isError"] == (name == "get"):
                        raise Failed(f"get: {answer}")
                    # The first calls read the document.
                    took[name] += [time_of_call] if number >= 10 else []
            process.stdin.close()
    return {name: {"call": statistics.median(times)} for name, times in took.items()}


def asked(process, method, params):
    """(time, answer) of a request."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    line = json.dumps(message).encode() + b"\n"
    begin = time.perf_counter()
    process.stdin.write(line)
    process.stdin.flush()
    answer = process.stdout.readline()
    return 1000 * (time.perf_counter() - begin), json.loads(answer)


def audit_of_node():
    """The reference linter's way: a DOM in Node, and queries."""
    return ["node", os.path.join(servers.HERE, "audit.js"), servers.node_modules()]


def view_of_agmark():
    return [servers.agmark(), "anml", "view", "--filter", "interactive"]


def audit_of_agmark():
    return [servers.agmark(), "aaf-lint", "--audit"]
