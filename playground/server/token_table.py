"""Writes the table of tokens that the page loads when tokens are first counted (server/tokens/src/table.rs).

    cargo metadata --format-version 1 | python3 token_table.py OUTPUT

The source is the table of the encoding cl100k_base in the package tiktoken-rs."""

import base64
import json
import sys
from pathlib import Path

packages = json.load(sys.stdin)["packages"]
(package,) = (package for package in packages if package["name"] == "tiktoken-rs")
source = Path(package["manifest_path"]).parent / "assets/cl100k_base.tiktoken"
rows = [line.split() for line in source.read_bytes().splitlines()]
if [int(rank) for _, rank in rows] != list(range(len(rows))):
    sys.exit(f"{source}: the ranks are not in order")
tokens = [base64.b64decode(token) for token, _ in rows]
table = len(tokens).to_bytes(4, "little") + bytes(map(len, tokens)) + b"".join(tokens)
Path(sys.argv[1]).write_bytes(table)
