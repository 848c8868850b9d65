"""Writes what a program for macOS is linked against, without Apple's SDK.

    python3 tests/packages/frameworks.py DIR

A linker needs only the names of the functions in a framework. Rust's crates declare the ones that they use, so the names
come from their sources. The system on which the program starts has the frameworks themselves.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

# The crates that declare functions of a framework.
FRAMEWORKS = {
    "CoreFoundation": ["core-foundation-sys", "objc2-core-foundation"],
    "CoreServices": ["objc2-core-services"],
    "Security": ["security-framework-sys"],
    "SystemConfiguration": ["system-configuration-sys"],
}

# Functions and constants of these frameworks begin with a capital letter, or `k` and one; those of the crates do not.
NAME = re.compile(r"\b(?:fn|static)\s+(?:mut\s+)?(k?[A-Z]\w*|__CF\w+)\s*[(:]")

STUB = """--- !tapi-tbd
tbd-version:     4
targets:         [ x86_64-macos, arm64-macos ]
install-name:    '/System/Library/Frameworks/{name}.framework/Versions/A/{name}'
exports:
  - targets:         [ x86_64-macos, arm64-macos ]
    symbols:         [ {symbols} ]
...
"""


def sources():
    """The folder of each crate that the program consists of."""
    output = subprocess.run(["cargo", "metadata", "--locked", "--format-version", "1"], check=True, capture_output=True).stdout
    packages = json.loads(output)["packages"]
    return {package["name"]: Path(package["manifest_path"]).parent / "src" for package in packages}


def names(folder):
    """The names that the files of a crate declare."""
    for file in folder.rglob("*.rs"):
        yield from NAME.findall(file.read_text(encoding="utf-8"))


def main(target):
    folders = sources()
    for framework, crates in FRAMEWORKS.items():
        missing = [crate for crate in crates if crate not in folders]
        if missing:
            print(f"{framework}: the program no longer uses {', '.join(missing)}", file=sys.stderr)
            return 1
        symbols = sorted({"_" + name for crate in crates for name in names(folders[crate])})
        folder = Path(target) / f"{framework}.framework"
        folder.mkdir(parents=True, exist_ok=True)
        text = STUB.format(name=framework, symbols=", ".join(symbols))
        (folder / f"{framework}.tbd").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
