"""The servers that are measured: ours, the floor, and the nearest ones that others wrote.

Nobody else has a server for these formats. So the peers are servers of similar languages, on documents of the same
size, and of the same bytes for HTML, JSON and Markdown. They are installed from the registries at fixed versions.
"""
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "agmark-tests")

PIP = {"ruff": "0.17.6", "rumdl": "0.3.0", "tombi": "1.9.6"}
NPM = {
    "vscode-langservers-extracted": "4.10.0",
    "yaml-language-server": "1.25.0",
    "@biomejs/biome": "2.6.8",
    "markdown-it": "15.0.3",
    "cheerio": "1.1.2",
}

MARKDOWN_SETTINGS = {
    "validate": {
        "enabled": True,
        "referenceLinks": {"enabled": "warning"},
        "fragmentLinks": {"enabled": "warning"},
        "fileLinks": {"enabled": "warning", "markdownFragmentLinks": "warning"},
        "ignoredLinks": [],
        "unusedLinkDefinitions": {"enabled": "hint"},
        "duplicateLinkDefinitions": {"enabled": "warning"},
    },
    "suggest": {"paths": {"enabled": True, "includeWorkspaceHeaderCompletions": "never"}},
    "occurrencesHighlight": {"enabled": False},
    "preferredMdPathExtensionStyle": "auto",
    "server": {"log": "off"},
}
BIOME = """{
  "root": true,
  "files": { "maxSize": 100000000 },
  "html": {
    "experimentalFullSupportEnabled": true, "formatter": { "enabled": true }, "linter": { "enabled": true }
  }
}
"""


@dataclass
class Server:
    """How a server is started, and what it asks its client for."""

    name: str
    command: list
    settings: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)
    # Written into the folder of the document.
    files: dict = field(default_factory=dict)
    # The language of all documents, if the server knows only one.
    language: str = ""


def server(name):
    """A server by its name; it is built or installed if it is missing."""
    if name in PIP:
        arguments = {"ruff": ["server"], "rumdl": ["server", "--stdio"], "tombi": ["lsp", "--offline"]}
        return Server(name, [python_program(name), *arguments[name]])
    if name == "biome":
        return Server(name, [biome(), "lsp-proxy"], files={"biome.json": BIOME})
    if name == "vscode-html":
        program = npm("vscode-langservers-extracted/bin/vscode-html-language-server")
        return Server(name, ["node", program, "--stdio"], options={"provideFormatter": True}, language="html")
    if name == "vscode-json":
        settings = {"json": {"validate": {"enable": True}, "resultLimit": 100_000}}
        program = npm("vscode-langservers-extracted/bin/vscode-json-language-server")
        return Server(name, ["node", program, "--stdio"], settings, {"provideFormatter": True})
    if name == "vscode-markdown":
        # It asks its client for files and for the tokens of markdown-it; the script answers in the same process.
        options = {"markdownFileExtensions": ["md"]}
        program = os.path.join(HERE, "markdown-server.js")
        return Server(name, ["node", program, node_modules()], {"markdown": MARKDOWN_SETTINGS}, options)
    if name == "yaml":
        on = {"validate": True, "hover": True, "completion": True, "format": {"enable": True}}
        settings = {"yaml": {**on, "schemaStore": {"enable": False}}}
        return Server(name, ["node", npm("yaml-language-server/bin/yaml-language-server"), "--stdio"], settings)
    if name == "floor":
        return Server(name, [floor()])
    if name == "agmark":
        # Without the pause in typing after which new diagnostics are shown: the work is measured, not the pause.
        return Server(name, [agmark(), "lsp"], files={"agmark.toml": "typing-delay = 0\n"})
    raise KeyError(name)


def agmark():
    program = os.path.abspath(os.environ.get("AGMARK") or os.path.join(ROOT, "target", "release", "agmark"))
    if not os.path.exists(program):
        sys.exit(f"{program} is missing: `cargo build --release`, or name another with --bin")
    return program


def floor():
    """The echo server, built again when its source is newer."""
    source, program = os.path.join(HERE, "floor.rs"), os.path.join(CACHE, "bench-floor", "floor")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(program), exist_ok=True)
        subprocess.run(["rustc", "--edition", "2024", "-O", "-o", program, source], check=True)
    return program


def python_program(name):
    """A program from the Python package index, in a virtual environment of its own."""
    folder = os.path.join(CACHE, f"{name}-{PIP[name]}")

    def install():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [os.path.join(folder, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"{name}=={PIP[name]}"], check=True)

    program = os.path.join(folder, "bin", name)
    return installed(folder, program, install)


def node_modules():
    """The folder of the packages for Node, whose name changes with their versions."""
    versions = "-".join(version for _, version in sorted(NPM.items()))
    folder = os.path.join(CACHE, f"bench-npm-{versions}")

    def install():
        os.makedirs(folder)
        with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
            file.write('{ "private": true }\n')
        packages = [f"{name}@{version}" for name, version in NPM.items()]
        npm = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts"]
        subprocess.run([*npm, *packages], cwd=folder, check=True)
        with open(os.path.join(folder, "complete"), "w", encoding="utf-8"):
            pass

    installed(folder, os.path.join(folder, "complete"), install)
    return os.path.join(folder, "node_modules")


def npm(path):
    return os.path.join(node_modules(), path)


def biome():
    """Its own program, without the script of Node around it."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]
    return npm(f"@biomejs/cli-{sys.platform}-{machine}/biome")


def installed(folder, program, install):
    if not os.path.exists(program):
        print(f"installing {os.path.basename(folder)}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        install()
    return program
