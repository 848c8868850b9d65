"""Makes `python-3.12.0.wasm.xz` from the file that README.md names:

    python3 pack.py python-3.12.0.wasm

Three changes make the packed file a quarter smaller, and the program does the same as before:

- The sections with debugging information, half of the file, are left out: nothing reads them.
- The standard library is an archive in the memory of the module. Its files are stored there without compression. The
  packed file then compresses all of them together, and an import does not decompress. The archive moves to the end of the
  memory, because it needs more room than before.
- The memory is written in hundreds of pieces instead of 24,000.
"""

import hashlib
import io
import lzma
import re
import struct
import sys
import zipfile
from pathlib import Path

ORIGINAL = "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763"
# Sections of a module (WebAssembly 1.0, 5.5.2; the number of data segments is of WebAssembly 2.0).
CUSTOM, MEMORY, DATA, DATA_COUNT = 0, 5, 11, 12
PAGE = 65536
# A piece of the memory ends before so many zeros.
ZEROS = 64


def main(source):
    module = Path(source).read_bytes()
    if hashlib.sha256(module).hexdigest() != ORIGINAL:
        sys.exit(f"{source} is not the file that README.md names")
    small = with_stored_library(module)
    settings = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 24}
    packed = lzma.compress(small, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=[settings])
    Path(__file__).with_name("python-3.12.0.wasm.xz").write_bytes(packed)
    for name, content in (("unpacked", small), ("packed", packed)):
        print(f"{name}: {len(content)} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


def with_stored_library(module):
    parts = [(kind, content) for kind, content in sections(module) if kind != CUSTOM]
    pages = number(dict(parts)[MEMORY], 2)[0]
    memory = bytearray(pages * PAGE)
    for at, content in data_segments(dict(parts)[DATA]):
        memory[at:at + len(content)] = content
    store_library(memory)
    pieces = [(piece.start(), piece.group()) for piece in re.finditer(rb"[^\0](?:\0{0,%d}[^\0])*" % ZEROS, memory, re.DOTALL)]
    replaced = {
        # One memory without a maximum.
        MEMORY: b"\1\0" + leb(len(memory) // PAGE),
        DATA_COUNT: leb(len(pieces)),
        # Each piece: for memory 0, at the place that an expression (i32.const, end) gives.
        DATA: leb(len(pieces)) + b"".join(
            b"\0\x41" + signed_leb(at) + b"\x0b" + leb(len(content)) + content for at, content in pieces),
    }
    out = bytearray(module[:8])
    for kind, content in parts:
        content = replaced.get(kind, content)
        out += bytes([kind]) + leb(len(content)) + content
    return bytes(out)


def store_library(memory):
    """Moves the last archive of the memory to its end, with files that are not compressed."""
    end = memory.rindex(b"PK\5\6") + 22
    directory = struct.unpack_from("<II", memory, end - 10)
    start = end - 22 - sum(directory)
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(memory[start:end])) as old, zipfile.ZipFile(stored, "w") as new:
        for entry in sorted(old.infolist(), key=lambda entry: entry.filename):
            copy = zipfile.ZipInfo(entry.filename, entry.date_time)
            copy.external_attr, copy.create_system = entry.external_attr, entry.create_system
            new.writestr(copy, old.read(entry))
    archive = stored.getvalue()
    # The file system in the memory has the size and the address of each of its files.
    before = struct.pack("<II", end - start, start)
    after = struct.pack("<II", len(archive), len(memory))
    places = [found.start() for found in re.finditer(re.escape(before), memory)]
    if not places:
        sys.exit("the file system does not have the archive")
    for place in places:
        memory[place:place + len(after)] = after
    memory[start:end] = bytes(end - start)
    memory += archive
    memory += bytes(-len(memory) % PAGE)


def sections(module):
    at = 8
    while at < len(module):
        size, content = number(module, at + 1)
        yield module[at], module[content:content + size]
        at = content + size


def data_segments(section):
    """The address and the bytes of each data segment of memory 0."""
    count, at = number(section, 0)
    for _ in range(count):
        if section[at:at + 2] != b"\0\x41":
            sys.exit("a data segment has no fixed address")
        address, at = number(section, at + 2)
        size, at = number(section, at + 1)
        yield address, section[at:at + size]
        at += size


def number(module, at):
    """A number in LEB128, and the place after it."""
    value = shift = 0
    while True:
        byte = module[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def leb(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def signed_leb(value):
    """A number in signed LEB128: the highest bit of its last byte is the sign."""
    out = leb(value)
    return out if out[-1] < 64 else out[:-1] + bytes([out[-1] | 128, 0])


if __name__ == "__main__":
    main(*sys.argv[1:])
