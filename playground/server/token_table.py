"""Writes the table of tokens that is loaded when tokens are first counted (server/tokens/src/table.rs).

    cargo metadata --format-version 1 | python3 token_table.py OUTPUT

The source is the table of the encoding cl100k_base in the package tiktoken-rs. If the name of the output ends with
`.zlib`, the table is packed, as the one in the program: server/tokens/cl100k_base.zlib."""

import base64
import json
import sys
import zlib
from pathlib import Path

packages = json.load(sys.stdin)["packages"]
(package,) = (package for package in packages if package["name"] == "tiktoken-rs")
source = Path(package["manifest_path"]).parent / "assets/cl100k_base.tiktoken"
rows = [line.split() for line in source.read_bytes().splitlines()]
if [int(rank) for _, rank in rows] != list(range(len(rows))):
    sys.exit(f"{source}: the ranks are not in order")
tokens = [base64.b64decode(token) for token, _ in rows]
table = len(tokens).to_bytes(4, "little") + bytes(map(len, tokens)) + b"".join(tokens)
output = Path(sys.argv[1])
output.write_bytes(zlib.compress(table, 9) if output.suffix == ".zlib" else table)
