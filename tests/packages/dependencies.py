"""The crates in the program: their licences and the bill of materials.

    python3 tests/packages/dependencies.py TARGET FOLDER

writes FOLDER/THIRD-PARTY.txt, with the text of each licence, and FOLDER/sbom.cdx.json, in the format CycloneDX 1.5.
A third argument is the Cargo.toml of the server for browsers, which has no bill of materials of its own.
A crate whose licence is not in ACCEPTED, or whose text is missing, is an error.
"""

import hashlib
import json
import re
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Licences that allow to pass on the program under MIT or Apache-2.0, with their text.
ACCEPTED = {
    "MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib",
    "Unicode-3.0", "Unicode-DFS-2016", "0BSD", "CC0-1.0", "Unlicense", "BSL-1.0", "MPL-2.0", "MPL-2.0+", "CDLA-Permissive-2.0",
}
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)

# The manifest of the program.
PROGRAM = "server/agmark/Cargo.toml"


def main(target, folder, manifest=PROGRAM):
    folder = Path(folder)
    crates, edges = crates_of(target, ROOT / manifest)
    folder.mkdir(parents=True, exist_ok=True)
    problems = [f"{name_of(crate)}: licence {crate['license']!r} is not accepted"
                for crate in crates if not is_accepted(crate["license"] or "")]
    notices, missing = third_party(crates)
    for problem in problems + missing:
        print(problem, file=sys.stderr)
    if problems or missing:
        return 1
    (folder / "THIRD-PARTY.txt").write_text(notices)
    if manifest == PROGRAM:
        (folder / "sbom.cdx.json").write_text(json.dumps(bill(target, crates, edges), indent=1) + "\n")
    print(f"{len(crates)} crates, {len(notices) // 1024} KB of licences")
    return 0


def crates_of(target, manifest):
    """The crates of others that are linked into a program for a target, and the crates that each uses."""
    asked = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target,
             "--manifest-path", str(manifest)]
    metadata = json.loads(subprocess.run(asked, check=True, capture_output=True, cwd=ROOT).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    program = next(id for id, package in packages.items() if Path(package["manifest_path"]) == manifest)
    edges, waiting = {}, [program]
    while waiting:
        id = waiting.pop()
        if id in edges:
            continue
        edges[id] = [dep["pkg"] for dep in nodes[id]["deps"]
                     if any(kind["kind"] is None for kind in dep["dep_kinds"]) and not is_macro(packages[dep["pkg"]])]
        waiting += edges[id]
    crates = sorted((packages[id] for id in edges if packages[id]["source"]), key=lambda c: (c["name"], c["version"]))
    return crates, {name_of(packages[id]): [name_of(packages[dep]) for dep in deps] for id, deps in edges.items()}


def is_macro(package):
    return any("proc-macro" in target["kind"] for target in package["targets"])


def name_of(package):
    return f"{package['name']} {package['version']}"


def is_accepted(expression):
    """Whether an SPDX expression can be met with accepted licences. Old manifests write `/` for OR."""
    expression = expression.replace("/", " OR ").replace("(", " ( ").replace(")", " ) ")
    words = re.sub(r"(\S+) WITH (\S+)", r"\1_WITH_\2", expression).split()
    python = []
    for word in words:
        if word in ("AND", "OR"):
            python.append(word.lower())
        elif word in "()":
            python.append(word)
        else:
            python.append(str(word.replace("_WITH_", " WITH ") in ACCEPTED))
    return bool(python) and eval(" ".join(python))  # only `True`, `False`, `and`, `or` and brackets


def third_party(crates):
    """The licences with the crates that each is of, and the problems."""
    texts, missing = {}, []
    # The text of this licence names nobody: that of one crate is that of all.
    mozilla = next((files[0].read_text().strip() for crate in crates if (crate["license"] or "").startswith("MPL-2.0")
                    and (files := licence_files(Path(crate["manifest_path"]).parent))), None)
    for crate in crates:
        found = licence_files(Path(crate["manifest_path"]).parent)
        if crate.get("license_file"):
            found.append(Path(crate["manifest_path"]).parent / crate["license_file"])
        own = {path.read_text(errors="replace").strip() for path in found}
        if not own:
            own = {mozilla if crate["license"] == "MPL-2.0" and mozilla else standard(crate, missing)}
        for text in own - {None}:
            texts.setdefault(text, []).append(name_of(crate))
    interpreter = ROOT / "server/python/interpreter/licences"
    for path in sorted(interpreter.iterdir()):
        texts.setdefault(path.read_text(errors="replace").strip(), []).append("CPython 3.12.0 for WebAssembly")
    parts = ["agmark contains the following software of others, under these licences.\n"]
    for text, names in sorted(texts.items(), key=lambda item: item[1]):
        parts.append(f"{'=' * 78}\n{', '.join(dict.fromkeys(names))}\n{'-' * 78}\n\n{text}\n")
    # The program carries the extension for VS Code, with code of others.
    extension = (ROOT / "editors/vscode/THIRD-PARTY-NOTICES.md").read_text()
    parts.append(f"{'=' * 78}\nThe extension for VS Code\n{'-' * 78}\n\n{extension}")
    return "\n".join(parts), missing


def licence_files(folder):
    return sorted(path for path in folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name))


def standard(crate, missing):
    """The text of a crate that brings none: that of its licence, with its authors."""
    licence = crate["license"] or ""
    authors = ", ".join(crate["authors"]) or f"the authors of {crate['name']}"
    for name, file in (("MIT", "LICENSE-MIT"), ("Apache-2.0", "LICENSE-APACHE")):
        if re.search(rf"\b{re.escape(name)}\b", licence):
            text = (ROOT / file).read_text()
            return re.sub(r"^Copyright .*$", lambda _: f"Copyright (c) {authors}", text, count=1, flags=re.M).strip()
    missing.append(f"{name_of(crate)}: no text of {licence!r}")
    return None


def bill(target, crates, edges):
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    hashes = {name_of(each): each.get("checksum") for each in locked}
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    known = {name_of(crate) for crate in crates}

    def component(crate):
        made = {
            "type": "library",
            "bom-ref": name_of(crate),
            "name": crate["name"],
            "version": crate["version"],
            "licenses": [{"expression": re.sub(r"\s*/\s*", " OR ", crate["license"])}],
            "purl": f"pkg:cargo/{crate['name']}@{crate['version']}",
        }
        if hashes.get(name_of(crate)):
            made["hashes"] = [{"alg": "SHA-256", "content": hashes[name_of(crate)]}]
        return made

    program = f"agmark {version}"
    packed = (ROOT / "server/python/interpreter/python-3.12.0.wasm.xz").read_bytes()
    components = [component(crate) for crate in crates] + [{
        "type": "application",
        "bom-ref": "cpython 3.12.0",
        "name": "cpython",
        "version": "3.12.0",
        "licenses": [{"license": {"name": "Python-2.0.1 AND Apache-2.0"}}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(packed).hexdigest()}],
    }]
    # The crates of the project are one component: the program.
    used = {name: sorted({dep for dep in deps if dep in known}) for name, deps in edges.items()}
    own = sorted({dep for name, deps in used.items() if name not in known for dep in deps} | {"cpython 3.12.0"})
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'agmark {version} {target} {sorted(known)}')}",
        "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": program, "name": "agmark", "version": version,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
        }},
        "components": components,
        "dependencies": [{"ref": program, "dependsOn": own}]
        + [{"ref": name, "dependsOn": used[name]} for name in sorted(known)],
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
