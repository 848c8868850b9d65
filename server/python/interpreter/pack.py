"""Makes `python-3.12.0.wasm.xz` from the file that README.md names:

    python3 pack.py python-3.12.0.wasm

The sections with debugging information are half of that file, and nothing reads them. They are left out.
"""

import hashlib
import lzma
import sys
from pathlib import Path

ORIGINAL = "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763"
CUSTOM = 0


def main(source):
    module = Path(source).read_bytes()
    if hashlib.sha256(module).hexdigest() != ORIGINAL:
        sys.exit(f"{source} is not the file that README.md names")
    small = without_custom_sections(module)
    settings = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 2, "lp": 0, "pb": 0, "dict_size": 1 << 24}
    packed = lzma.compress(small, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=[settings])
    Path(__file__).with_name("python-3.12.0.wasm.xz").write_bytes(packed)
    for name, content in (("unpacked", small), ("packed", packed)):
        print(f"{name}: {len(content)} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


def without_custom_sections(module):
    kept, at = bytearray(module[:8]), 8
    while at < len(module):
        size, content = number(module, at + 1)
        if module[at] != CUSTOM:
            kept += module[at:content + size]
        at = content + size
    return bytes(kept)


def number(module, at):
    """A number in LEB128, and the place after it."""
    value = shift = 0
    while True:
        byte = module[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


if __name__ == "__main__":
    main(*sys.argv[1:])
