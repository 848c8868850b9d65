"""Checks a program for macOS without a Mac: what the system reads before it starts the program.

    python3 tests/packages/macos.py TARGET PROGRAM

The program must be for the processor and the oldest system that the packages name. It may link only to what is part of
every macOS, and its signature must fit: macOS ends a program for Apple's processors whose signature is missing or wrong.
"""

import hashlib
import struct
import sys
from pathlib import Path

from targets import TARGETS

PROCESSORS = {"x86_64": 0x0100_0007, "aarch64": 0x0100_000C}

# Part of every macOS since the oldest that the packages name.
LIBRARIES = {f"/usr/lib/{name}" for name in ["libSystem.B.dylib", "libobjc.A.dylib", "libcharset.1.dylib", "libiconv.2.dylib"]}
FRAMEWORKS = ["CoreFoundation", "CoreServices", "Foundation", "Security", "SystemConfiguration"]
LIBRARIES |= {f"/System/Library/Frameworks/{name}.framework/Versions/A/{name}" for name in FRAMEWORKS}

# Names of <mach-o/loader.h>.
MH_MAGIC_64, MH_EXECUTE = 0xFEED_FACF, 2
MH_TWOLEVEL, MH_PIE = 0x80, 0x20_0000
LC_SYMTAB, LC_CODE_SIGNATURE, LC_VERSION_MIN_MACOSX, LC_BUILD_VERSION = 0x2, 0x1D, 0x24, 0x32
# LC_LOAD_DYLIB, LC_LOAD_WEAK_DYLIB, LC_REEXPORT_DYLIB, LC_LAZY_LOAD_DYLIB, LC_LOAD_UPWARD_DYLIB
LOADS = {0xC, 0x8000_0018, 0x8000_001F, 0x20, 0x8000_0023}
N_STAB, N_TYPE, N_UNDF, DYNAMIC_LOOKUP = 0xE0, 0x0E, 0x0, 0xFE


class Program:
    def __init__(self, data):
        self.data = data
        magic, self.processor, _, self.kind, count, _, self.flags, _ = struct.unpack_from("<8I", data)
        if magic != MH_MAGIC_64:
            raise ValueError(f"not a program of macOS: it starts with {data[:4].hex()}")
        self.commands, at = [], 32
        for _ in range(count):
            command, length = struct.unpack_from("<2I", data, at)
            self.commands.append((command, data[at : at + length]))
            at += length

    def find(self, *kinds):
        return [command for kind, command in self.commands if kind in kinds]

    def libraries(self):
        for command in self.find(*LOADS):
            (start,) = struct.unpack_from("<I", command, 8)
            yield command[start:].split(b"\0")[0].decode()

    def oldest_system(self):
        for command in self.find(LC_BUILD_VERSION):
            platform, version = struct.unpack_from("<2I", command, 8)
            # 1 is macOS itself, not one of the other systems of Apple.
            return version_of(version) if platform == 1 else None
        for command in self.find(LC_VERSION_MIN_MACOSX):
            return version_of(struct.unpack_from("<I", command, 8)[0])
        return None

    def searched_everywhere(self):
        """The functions that the program takes from any library that has them; without one, it does not start."""
        for command in self.find(LC_SYMTAB):
            symbols, count, names, _ = struct.unpack_from("<4I", command, 8)
            for at in range(symbols, symbols + count * 16, 16):
                name, kind, _, about, _ = struct.unpack_from("<IBBHQ", self.data, at)
                if not kind & N_STAB and kind & N_TYPE == N_UNDF and about >> 8 == DYNAMIC_LOOKUP:
                    yield self.data[names + name :].split(b"\0", 1)[0].decode()

    def signature_problem(self):
        """What is wrong with the signature: an empty text if it fits, none if the program has no signature."""
        for command in self.find(LC_CODE_SIGNATURE):
            start, length = struct.unpack_from("<2I", command, 8)
            if start + length > len(self.data):
                return "the signature is cut off"
            return wrong_hash(self.data, self.data[start : start + length], start)
        return None


def version_of(number):
    return number >> 16, number >> 8 & 0xFF


def dotted(version):
    return ".".join(map(str, version or "?"))


def wrong_hash(data, signature, start):
    magic, _, count = struct.unpack_from(">3I", signature)
    if magic != 0xFADE_0CC0:
        return "the signature has another format"
    for number in range(count):
        _, at = struct.unpack_from(">2I", signature, 12 + 8 * number)
        (magic,) = struct.unpack_from(">I", signature, at)
        if magic != 0xFADE_0C02:
            continue
        _, _, _, hashes, _, _, pages, end = struct.unpack_from(">8I", signature, at + 4)[:8]
        size, algorithm, _, page = struct.unpack_from("4B", signature, at + 36)
        if algorithm != 2 or end != start:
            return f"the signature covers {end} of {start} bytes with the algorithm {algorithm}"
        for index in range(pages):
            part = data[index << page : min((index + 1) << page, end)]
            stored = signature[at + hashes + index * size :][:size]
            if hashlib.sha256(part).digest()[:size] != stored:
                return f"the signature does not fit: page {index} of {pages} was changed after signing"
        return ""
    return "the signature has no hashes"


def problems(target, program):
    processor = target.split("-")[0]
    if program.processor != PROCESSORS[processor]:
        yield f"the processor is {program.processor:#x}, expected {processor}"
    if program.kind != MH_EXECUTE or not program.flags & MH_PIE:
        yield "not a program that can be loaded at any address"
    if not program.flags & MH_TWOLEVEL:
        yield "functions are not bound to their libraries"
    named = tuple(map(int, TARGETS[target].oldest_macos.split(".")))
    oldest = program.oldest_system()
    if oldest is None or oldest > named:
        yield f"the program needs macOS {dotted(oldest)}, the packages say {dotted(named)}"
    libraries = list(program.libraries())
    for library in libraries:
        if library not in LIBRARIES:
            yield f"linked to {library}, which not every macOS has"
    if not libraries:
        yield "linked to no library"
    for name in program.searched_everywhere():
        yield f"{name} is in no library that the program is linked to"
    signature = program.signature_problem()
    if signature or (signature is None and processor == "aarch64"):
        yield signature or "the program is not signed"


def main(target, file):
    program = Program(Path(file).read_bytes())
    found = list(problems(target, program))
    for problem in found:
        print(problem, file=sys.stderr)
    signed = {None: "not signed", "": "signed"}.get(program.signature_problem(), "wrong signature")
    print(f"{target}: macOS {dotted(program.oldest_system())}, {signed}, linked to:")
    for library in program.libraries():
        print(f"    {library}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
