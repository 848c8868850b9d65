"""The servers that are measured: ours, the floor, and the nearest ones that others wrote.

Nobody else has a server for these formats. What is held against are servers of nearby languages that are known
for their speed, on documents of the same size.
"""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "agmark-tests")

PACKAGES = {"ruff": "0.17.6", "rumdl": "0.3.0"}
ARGUMENTS = {"ruff": ["server"], "rumdl": ["server", "--stdio"]}


def command(name):
    """The command line of a server, which is built or installed if it is missing."""
    if name == "agmark":
        program = os.path.abspath(os.environ.get("AGMARK") or os.path.join(ROOT, "target", "release", "agmark"))
        if not os.path.exists(program):
            sys.exit(f"{program} is missing: `cargo build --release`, or name another with AGMARK=…")
        return [program, "lsp"]
    if name == "floor":
        return [floor()]
    if name in PACKAGES:
        return [package(name), *ARGUMENTS[name]]
    return name.split()


def floor():
    """The echo server, built anew when its source is newer."""
    source, program = os.path.join(HERE, "floor.rs"), os.path.join(CACHE, "bench-floor", "floor")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(program), exist_ok=True)
        subprocess.run(["rustc", "--edition", "2024", "-O", "-o", program, source], check=True)
    return program


def package(name):
    """A server from the Python package index, in a virtual environment of its own."""
    folder = os.path.join(CACHE, f"{name}-{PACKAGES[name]}")
    program = os.path.join(folder, "bin", name)
    if not os.path.exists(program):
        print(f"installing {name} {PACKAGES[name]}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [os.path.join(folder, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"{name}=={PACKAGES[name]}"], check=True)
    return program
