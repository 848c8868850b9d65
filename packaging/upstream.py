"""The entries for registries of editors, made from the files for these editors in this project."""

import json
import re
import tomllib

LICENSES = ["MIT", "Apache-2.0"]
SUMMARY = "Language server and command-line tool for five text formats of people and AI agents"

# The files of other languages that can be of a format: the server looks into them.
SHARED_FILETYPES = ["html", "javascriptreact", "json", "markdown", "svelte", "typescriptreact", "vue"]

# The platforms of Mason, and what a release calls them.
MASON = {
    "darwin_arm64": "aarch64-apple-darwin.tar.xz",
    "darwin_x64": "x86_64-apple-darwin.tar.xz",
    "linux_arm64": "aarch64-unknown-linux-musl.tar.xz",
    "linux_x64": "x86_64-unknown-linux-musl.tar.xz",
    "win_x64": "x86_64-pc-windows-gnu.zip",
}


def entries(root, about):
    """The texts of all entries, by their paths below `editors/upstream`."""
    package = json.loads((root / "editors/vscode/package.json").read_text())
    languages = package["contributes"]["languages"]
    return {
        "nvim-lspconfig/lsp/agmark.lua": lspconfig(about, languages),
        "mason-registry/packages/agmark/package.yaml": mason(about),
        "helix/languages.toml": helix(root, about),
        "zed-extensions/extensions.toml": zed(root, about),
        "schemastore/catalog.json": catalog(about),
        "linguist/languages.yml": linguist(package),
    }


def lspconfig(about, languages):
    types = sorted([language["id"] for language in languages] + SHARED_FILETYPES)
    listed = "".join(f"    '{name}',\n" for name in types)
    return f"""---@brief
---
--- {about['homepage']}
---
--- {SUMMARY}.
---
--- Install it with `npm install --global agmark`, `pip install agmark` or from a release. The server ignores files of
--- other formats. The plugin in `editors/neovim` of the project also has file types, parsers and commands.
---@type vim.lsp.Config
return {{
  cmd = {{ 'agmark', 'lsp' }},
  filetypes = {{
{listed}  }},
  root_markers = {{ 'agmark.toml', '.git' }},
}}
"""


def mason(about):
    owner = "/".join(about["repository"].rstrip("/").split("/")[-2:])
    assets = ""
    for platform, file in MASON.items():
        name = f"agmark-{{{{ version | strip_prefix \"v\" }}}}-{file}"
        program = "agmark.exe" if platform.startswith("win") else "agmark"
        folder = name.removesuffix(".tar.xz").removesuffix(".zip")
        assets += f"    - target: {platform}\n      file: {name}\n      bin: {folder}/{program}\n"
    return f"""---
name: agmark
description: {SUMMARY}.
homepage: {about['homepage']}
licenses:
{"".join(f"  - {name}{chr(10)}" for name in LICENSES)}languages:
  - HTML
  - JSON
  - Markdown
categories:
  - LSP
  - Linter
  - Formatter

source:
  id: pkg:github/{owner}@v{about['version']}
  asset:
{assets}
bin:
  agmark: "{{{{source.asset.bin}}}}"
"""


def helix(root, about):
    """Our own entries without their comments, with the grammars from the public repository."""
    text = (root / "editors/helix/languages.toml").read_text()
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))

    def source(found):
        return (f'source = {{ git = "{about["repository"]}", rev = "v{about["version"]}", '
                f'subpath = "tree-sitter-grammars/{found[1]}" }}')

    return text.lstrip("\n").replace("\n\n\n", "\n\n") if "GRAMMARS" not in text else re.sub(
        r'source = \{ path = "GRAMMARS/([^"]+)" \}', source, text.lstrip("\n"))


def zed(root, about):
    extension = tomllib.loads((root / "editors/zed/extension.toml").read_text())
    return f"""[{extension['id']}]
submodule = "extensions/{extension['id']}"
path = "editors/zed"
version = "{about['version']}"
"""


def catalog(about):
    schemas = [
        ("agmark.toml", "Settings of agmark, a checker for text formats of people and AI agents", ["agmark.toml"], "agmark"),
        ("AAF manifest", "Manifest of the actions that a web site offers to AI agents", ["**/.well-known/agent-manifest.json"],
         "agent-manifest"),
    ]
    listed = [
        {"name": name, "description": description, "fileMatch": matches,
         "url": f"{about['homepage']}/schemas/{file}.json"}
        for name, description, matches, file in schemas
    ]
    return json.dumps({"schemas": listed}, indent=2) + "\n"


def linguist(package):
    scopes = {grammar.get("language"): grammar["scopeName"] for grammar in package["contributes"]["grammars"]}
    text = ""
    for language in sorted(package["contributes"]["languages"], key=lambda each: each["aliases"][0].lower()):
        extensions = "".join(f'  - "{each}"\n' for each in language["extensions"])
        text += f"""{language['aliases'][0]}:
  type: {"programming" if "actions" in language["aliases"][0] else "data"}
  color: "#0b6b80"
  extensions:
{extensions}  tm_scope: {scopes[language['id']]}
  ace_mode: text
"""
    return text
