#!/usr/bin/env bash
# Makes the pictures in the README from the output of `agmark demo`. docs/check.svg is one file with its diagnostics.
# docs/demo.svg is the beginning, the diagnostics of two files, the rename, and the program that is run.
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
python3 tests/tools/ansi2svg.py --title 'Diagnostics of an AGD document: an unknown tag, and a reference to an id that is not defined' \
    --lines "$plan-$plan,$((plan + 16))-$((budget - 1))" <"$scratch/demo" >docs/check.svg
