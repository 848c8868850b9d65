"""Writes the packages of npm: `agmark`, which is small, and one with the program for a platform.

    python3 tests/packages/npm.py main FOLDER
    python3 tests/packages/npm.py TARGET PROGRAM FOLDER

npm installs the package of the machine's platform, because all are optional dependencies of the small one.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from targets import NAMES, TARGETS

ROOT = Path(__file__).resolve().parents[2]

START = '''#!/usr/bin/env node
// Runs the program of this platform under the name by which it was called.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { program } = require('../find.js');

const child = spawn(program(), process.argv.slice(2), { argv0: NAME, stdio: 'inherit', windowsHide: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(`agmark cannot be started: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
'''

FIND = '''// Finds the program of this platform, which is in a package of its own.
'use strict';

/** The names of the packages that can run here, best first. */
function packages() {
  const own = `@agmark/${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return [own];
  const isMusl = !process.report.getReport().header.glibcVersionRuntime;
  // The program for musl runs with any C library: npm installs it on request.
  return isMusl ? [`${own}-musl`] : [own, `${own}-musl`];
}

/** The path of the program; an error says what to do. */
function program() {
  const file = process.platform === 'win32' ? 'agmark.exe' : 'agmark';
  for (const name of packages()) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch {
      // The next one.
    }
  }
  throw new Error(
    `agmark has no program for ${process.platform}-${process.arch} here (looked for ${packages().join(', ')}). ` +
      'If npm was told to omit optional dependencies, install agmark without that option.',
  );
}

module.exports = { program };
'''


def shared():
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
    made = {"version": workspace["version"], "license": f"({workspace['license']})"}
    if "repository" in workspace:
        made["repository"] = {"type": "git", "url": f"git+{workspace['repository']}.git"}
    return made


def main_package(folder):
    about = shared()
    files = {f"bin/{name}.js": START.replace("NAME", json.dumps(name)) for name in ["agmark", *NAMES]}
    files["find.js"] = FIND
    pack(folder, {
        "name": "agmark",
        **about,
        "description": "Language server and command-line tool for five text formats of people and AI agents",
        "bin": {name: f"bin/{name}.js" for name in ["agmark", *NAMES]},
        "files": ["bin", "find.js"],
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"@agmark/{target.npm}": about["version"] for target in TARGETS.values()},
    }, files, ["README.md"])


def platform_package(target, program, folder):
    about = TARGETS[target]
    manifest = {
        "name": f"@agmark/{about.npm}",
        **shared(),
        "description": f"The program of agmark for {about.npm}",
        "os": [about.npm_os],
        "cpu": [about.npm_cpu],
        "files": [about.program, "THIRD-PARTY.txt"],
        "preferUnplugged": True,
    }
    if about.npm_libc:
        manifest["libc"] = [about.npm_libc]
    pack(folder, manifest, {}, [program, Path(program).parent / "THIRD-PARTY.txt"])


def pack(folder, manifest, files, copies):
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        (place / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
        for name, text in files.items():
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_text(text)
            (place / name).chmod(0o755 if name.startswith("bin/") else 0o644)
        for source in [*copies, "LICENSE-MIT", "LICENSE-APACHE"]:
            shutil.copy(ROOT / source, place)
        done = subprocess.run(["npm", "pack", "--json", "--loglevel=error", "--pack-destination", str(Path(folder).resolve())],
                              cwd=place, check=True, capture_output=True, text=True)
        made = json.loads(done.stdout)[0]
        print(f"{made['filename']}: {made['size'] / 1e6:.1f} MB")


if __name__ == "__main__":
    if sys.argv[1] == "main":
        main_package(sys.argv[2])
    else:
        platform_package(*sys.argv[1:])
