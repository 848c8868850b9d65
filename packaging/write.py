#!/usr/bin/env python3
"""Writes the entries for package managers, for the version in Cargo.toml.

    packaging/write.py --sums SHA256SUMS --out FOLDER    Homebrew, Scoop and winget, for the files of a release
    packaging/write.py --upstream                        editors/upstream, from the files of this project
    packaging/write.py --settings PROGRAM                the schema of agmark.toml in it, from the program
    packaging/write.py --upstream --check                exit code 1 if these are not current
    packaging/write.py --check-release TAG               exit code 1 if the tag or an address does not fit a release

The addresses are `homepage` and `repository` in Cargo.toml.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from upstream import entries

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "packaging"

# Each manager's files, as they are submitted.
MANAGERS = ["homebrew", "scoop", "winget"]


def project():
    package = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
    return {key: package[key] for key in ["version", "homepage", "repository"]}


def sums(text):
    """The sums by the names of files: lines of `sha256sum`."""
    return {line[66:].strip(): line[:64] for line in text.splitlines() if line.strip()}


def filled(text, about, known):
    """A template with the version, the addresses and the sums of this release."""
    downloads = f"{about['repository']}/releases/download/v{about['version']}"
    values = {"VERSION": about["version"], "HOMEPAGE": about["homepage"], "REPOSITORY": about["repository"]}
    for key, value in {**values, "DOWNLOADS": downloads}.items():
        text = text.replace(f"@{key}@", value)
    missing = [name for name in re.findall(r"@SHA256 ([^@]+)@", text) if name not in known]
    if missing:
        raise SystemExit(f"no SHA-256 for {', '.join(missing)}")
    return re.sub(r"@SHA256 ([^@]+)@", lambda found: known[found[1]], text)


def write_managers(known, out):
    about = project()
    for manager in MANAGERS:
        for template in sorted((HERE / manager).iterdir()):
            to = out / manager / template.name
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(filled(template.read_text(), about, known))


def write_upstream(check):
    stale = []
    for path, text in entries(ROOT, project()).items():
        file = ROOT / "editors/upstream" / path
        if file.is_file() and file.read_text() == text:
            continue
        stale.append(path)
        if not check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    if check and stale:
        raise SystemExit(f"run packaging/write.py --upstream, which changes: {', '.join(stale)}")


def write_settings(program, check):
    """The schema of `agmark.toml`, as the program prints it, with what SchemaStore needs."""
    printed = json.loads(subprocess.run([program, "config", "schema"], check=True, capture_output=True, text=True).stdout)
    kind = {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://json.schemastore.org/agmark.json"}
    text = json.dumps({**kind, "title": "Settings of agmark", **printed}, indent=2, ensure_ascii=False) + "\n"
    file = ROOT / "editors/upstream/schemastore/schemas/agmark.json"
    if not check:
        file.write_text(text)
    elif file.read_text() != text:
        raise SystemExit(f"run packaging/write.py --settings PROGRAM: {file} is not current")


def check_release(tag):
    about = project()
    wrong = [f"{key} is {about[key]}, which is only a placeholder" for key in ["homepage", "repository"]
             if re.search(r"//[^/]*\.example(/|$)", about[key])]
    if tag != f"v{about['version']}":
        wrong.append(f"the tag is {tag}, the version in Cargo.toml is {about['version']}")
    if f"## [{about['version']}]" not in (ROOT / "CHANGELOG.md").read_text():
        wrong.append(f"CHANGELOG.md has no section for {about['version']}")
    if wrong:
        raise SystemExit("\n".join(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sums", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--upstream", action="store_true")
    parser.add_argument("--settings", metavar="PROGRAM")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--check-release", metavar="TAG")
    options = parser.parse_args()
    if options.check_release:
        check_release(options.check_release)
    elif options.settings:
        write_settings(options.settings, options.check)
    elif options.upstream:
        write_upstream(options.check)
    elif options.sums and options.out:
        write_managers(sums(options.sums.read_text()), options.out)
    else:
        parser.error("name what to write")
    return 0


if __name__ == "__main__":
    sys.exit(main())
