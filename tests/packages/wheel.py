"""Writes the wheel of a platform: the program, and Python entry points for its names.

    python3 tests/packages/wheel.py TARGET PROGRAM FOLDER

`pyproject.toml` has the same with maturin, for those who build from source. This script packs a program that is built.
"""

import base64
import hashlib
import stat
import sys
import time
import tomllib
import zipfile
from pathlib import Path

from archive import level, moment
from targets import NAMES, TARGETS

ROOT = Path(__file__).resolve().parents[2]

# An entry point runs the program under another name: the name decides which command it is.
MODULE = '''"""The program agmark."""

import os
import subprocess
import sys
import sysconfig


def find():
    """The path of the program."""
    name = "agmark.exe" if os.name == "nt" else "agmark"
    schemes = [sysconfig.get_path("scripts")]
    user = "nt_user" if os.name == "nt" else "osx_framework_user" if getattr(sys, "_framework", "") else "posix_user"
    schemes.append(sysconfig.get_path("scripts", scheme=user))
    # pip install --target puts scripts beside the modules.
    schemes.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin"))
    for folder in schemes:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is not in {', '.join(schemes)}: install agmark again")


def run(name="agmark"):
    """Runs the program under one of its names, with the arguments of this process."""
    program = find()
    arguments = [name, *sys.argv[1:]]
    if os.name == "nt":
        try:
            sys.exit(subprocess.run(arguments, executable=program).returncode)
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(program, arguments)
'''


def main(target, program, folder):
    about = TARGETS[target]
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
    version = workspace["version"]
    info = f"agmark-{version}.dist-info"
    entries = {
        "agmark/__init__.py": MODULE.encode() + entry_points(),
        "agmark/__main__.py": b"from agmark import run\n\nrun()\n",
        f"agmark-{version}.data/scripts/{about.program}": Path(program).read_bytes(),
        f"{info}/METADATA": metadata(version, workspace),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: agmark\nRoot-Is-Purelib: false\nTag: py3-none-{about.wheel}\n".encode(),
        f"{info}/entry_points.txt": ("[console_scripts]\n" + "".join(
            f"{name} = agmark:{function(name)}\n" for name in NAMES)).encode(),
        f"{info}/licenses/LICENSE-MIT": (ROOT / "LICENSE-MIT").read_bytes(),
        f"{info}/licenses/LICENSE-APACHE": (ROOT / "LICENSE-APACHE").read_bytes(),
        f"{info}/licenses/THIRD-PARTY.txt": (Path(program).parent / "THIRD-PARTY.txt").read_bytes(),
        f"{info}/sboms/agmark.cdx.json": (Path(program).parent / "sbom.cdx.json").read_bytes(),
    }
    entries[f"{info}/RECORD"] = record(entries, f"{info}/RECORD")
    file = Path(folder) / f"agmark-{version}-py3-none-{about.wheel}.whl"
    write(file, entries)
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


def function(name):
    return name.replace("-", "_")


def entry_points():
    return "".join(f"\n\ndef {function(name)}():\n    run({name!r})\n" for name in NAMES).encode()


def metadata(version, workspace):
    text = (ROOT / "README.md").read_text()
    return (
        f"Metadata-Version: 2.4\nName: agmark\nVersion: {version}\n"
        "Summary: Language server and command-line tool for five text formats of people and AI agents\n"
        f"License-Expression: {workspace['license']}\n"
        + "".join(f"License-File: {name}\n" for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt"))
        + (f"Project-URL: Repository, {workspace['repository']}\n" if "repository" in workspace else "")
        + f"Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{text}"
    ).encode()


def record(entries, own):
    lines = []
    for name, content in entries.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return ("".join(lines) + f"{own},,\n").encode()


def write(file, entries):
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=level()) as archive:
        for name, content in entries.items():
            about = zipfile.ZipInfo(name, time.gmtime(moment())[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (stat.S_IFREG | (0o755 if ".data/scripts/" in name else 0o644)) << 16
            archive.writestr(about, content, compresslevel=level())


if __name__ == "__main__":
    main(*sys.argv[1:])
