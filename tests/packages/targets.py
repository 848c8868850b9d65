"""The platforms of a release, and what each kind of package calls them.

    python3 tests/packages/targets.py                 all targets, one a line
    python3 tests/packages/targets.py TARGET FIELD    one value
"""

import sys
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Target:
    # What cargo-zigbuild builds: with the oldest C library that the program has to run with.
    build: str
    # Empty where the extension has no package for a platform.
    vscode: str
    # The platform of a wheel.
    wheel: str
    npm_os: str
    npm_cpu: str
    npm_libc: str = ""
    debian: str = ""

    @property
    def is_windows(self):
        return "windows" in self.build

    @property
    def oldest_macos(self):
        """The version in the platform of the wheel, such as 11.0."""
        return ".".join(self.wheel.split("_")[1:3]) if self.npm_os == "darwin" else ""

    @property
    def program(self):
        return "agmark.exe" if self.is_windows else "agmark"

    @property
    def npm(self):
        """The name of the package of npm for this platform, after `@agmark/`."""
        return "-".join(part for part in (self.npm_os, self.npm_cpu, self.npm_libc) if part and part != "glibc")


TARGETS = {
    "x86_64-unknown-linux-gnu": Target(
        "x86_64-unknown-linux-gnu.2.28", "linux-x64", "manylinux_2_28_x86_64", "linux", "x64", "glibc", "amd64"),
    "aarch64-unknown-linux-gnu": Target(
        "aarch64-unknown-linux-gnu.2.28", "linux-arm64", "manylinux_2_28_aarch64", "linux", "arm64", "glibc", "arm64"),
    "x86_64-unknown-linux-musl": Target(
        "x86_64-unknown-linux-musl", "alpine-x64", "musllinux_1_2_x86_64", "linux", "x64", "musl"),
    "aarch64-unknown-linux-musl": Target(
        "aarch64-unknown-linux-musl", "", "musllinux_1_2_aarch64", "linux", "arm64", "musl"),
    "x86_64-pc-windows-gnu": Target("x86_64-pc-windows-gnu", "win32-x64", "win_amd64", "win32", "x64"),
    "x86_64-apple-darwin": Target("x86_64-apple-darwin", "darwin-x64", "macosx_10_12_x86_64", "darwin", "x64"),
    "aarch64-apple-darwin": Target("aarch64-apple-darwin", "darwin-arm64", "macosx_11_0_arm64", "darwin", "arm64"),
}

# The other names of the program, each a link to it.
NAMES = ["agd", "agdd", "aaf-lint", "markdownlang"]


def main(arguments):
    if not arguments:
        print("\n".join(TARGETS))
        return 0
    name, field = arguments
    known = [each.name for each in fields(Target)] + ["program", "npm", "oldest_macos"]
    if name not in TARGETS or field not in known:
        print(f"no target {name} with {field}; targets: {', '.join(TARGETS)}; fields: {', '.join(known)}", file=sys.stderr)
        return 2
    print(getattr(TARGETS[name], field))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
