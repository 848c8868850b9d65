#!/usr/bin/env bash
# Makes the pictures in the README from the output of `agmark demo`, each in a dark and a light version:
# docs/check-*.svg is one document with its diagnostics; docs/demo-*.svg is the rename, the fix, and the program that is run.
#
#     tests/tools/demo.sh            # AGMARK names another program than target/release/agmark
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=${AGMARK:-target/release/agmark}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# As on a terminal: with colours.
CLICOLOR_FORCE=1 "$program" demo --fast --keep "$scratch/cafe" </dev/null >"$scratch/demo"
sed 's/\x1b\[[0-9;]*m//g' "$scratch/demo" >"$scratch/plain"

# steps FIRST LAST: the lines from the title of one step to the end of another.
steps() {
    awk -v first="── $1 " -v last="── $2 " '
        index($0, first) == 1 { from = NR }
        index($0, last) == 1 { inside = 1; next }
        inside && index($0, "── ") == 1 { to = NR - 2; exit }
        END { print from "-" to }' "$scratch/plain"
}

# picture NAME LINES TITLE
picture() {
    local theme
    for theme in dark light; do
        python3 tests/tools/ansi2svg.py --theme "$theme" --lines "$2" --title "$3" \
            <"$scratch/demo" >"docs/$1-$theme.svg"
    done
}

picture check "$(steps plan.agd plan.agd)" \
    'Diagnostics of an AGD document: an unknown tag, and a reference to an id that is not defined'
picture demo "$(steps Rename Fix),$(steps Run Run)" \
    'A session with agmark: a rename in two files, a fix, and a program that calls a model and a tool'
