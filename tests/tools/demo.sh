#!/usr/bin/env bash
# Makes docs/demo.svg, the picture in the README, from what `agmark demo` prints: the beginning, one file with its
# diagnostics, the rename, and the program that is run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=${AGMARK:-target/release/agmark}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# As on a terminal: with colours.
CLICOLOR_FORCE=1 "$program" demo --fast --keep "$scratch/repair-café" </dev/null |
    sed "s|$scratch/||" >"$scratch/demo"

# The number of the first line that begins so, colours left out.
sed 's/\x1b\[[0-9;]*m//g' "$scratch/demo" >"$scratch/plain"
line() { grep -n -m 1 -- "^── $1" "$scratch/plain" | cut -d: -f1; }

plan=$(line plan.agd) budget=$(line budget.agd)
register=$(line register.anml) announce=$(line announce.garyml)
rename=$(line Rename) fix=$(line Fix) run=$(line Run) turn=$(line 'Your turn')
python3 tests/tools/ansi2svg.py --title 'A session with agmark: diagnostics under the source, a rename, a program that is run' \
    --lines "1-$((plan)),$((plan + 16))-$((budget - 1)),$register-$register,$((register + 11))-$((announce - 1)),$rename-$((fix - 1)),$run-$((turn - 1))" \
    <"$scratch/demo" >docs/demo.svg
