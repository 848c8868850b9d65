# Packs what was built.

# The program of this machine, which writes completions and manual: they are the same for all.
program_of_host() {
    local program
    for program in "$(program_folder "$host")/agmark" "${CARGO_TARGET_DIR:-target}/release/agmark" \
        "${CARGO_TARGET_DIR:-target}/debug/agmark"; do
        [ -x "$program" ] && echo "$program" && return
    done
    echo "no program for this machine: bash tests/dist $host" >&2
    return 1
}

# What all archives have: completions, manual, licences, the extension without a program.
shared_files() {
    local program name shared="$out/shared"
    program=$(program_of_host) || return 1
    rm -rf "$shared"
    mkdir -p "$shared"/completions/{bash,zsh,fish,powershell,elvish} || return 1
    for name in agmark agd agdd aaf-lint markdownlang; do
        "$program" completions bash "$name" >"$shared/completions/bash/$name" &&
            "$program" completions zsh "$name" >"$shared/completions/zsh/_$name" &&
            "$program" completions fish "$name" >"$shared/completions/fish/$name.fish" || return 1
    done
    "$program" completions powershell >"$shared/completions/powershell/agmark.ps1" &&
        "$program" completions elvish >"$shared/completions/elvish/agmark.elv" &&
        "$program" docs manual --output "$shared/man" &&
        cp LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$shared/" &&
        vsix && cp "$out/agmark.vsix" "$shared/"
}

# vsix [TARGET | browsers]: the extension for VS Code, with the program of a target or without one. For browsers, it has
# the server as a module; the extension in the archives does not need that.
vsix() {
    local modules extension="$scratch/extension"
    if [ ! -d "$extension" ]; then
        modules=$(node_modules editors/vscode) || return 1
        cp -r editors/vscode "$extension" && rm -rf "$extension/node_modules" || return 1
        ln -s "$modules" "$extension/node_modules"
        # Its build reads tables and grammars beside it.
        ln -sfn "$root/tree-sitter-grammars" "$scratch/tree-sitter-grammars"
    fi
    if [ "${1:-}" = browsers ]; then
        set -- --module "$(browser_module)"
    elif [ $# -gt 0 ]; then
        set -- --target "$(about "$1" vscode)" --server "$(program_folder "$1")/$(about "$1" program)"
    fi
    (cd "$extension" && AGMARK_ROOT="$root" npm run --silent package -- "$@" --out "$out")
}

# The folder that an archive has.
stage() {
    local target=$1 folder program name
    folder="$out/stage/agmark-$version-$target"
    program=$(about "$target" program)
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r "$out/shared/." "$folder/" &&
        cp "$(program_folder "$target")"/{"$program",THIRD-PARTY.txt,sbom.cdx.json} "$folder/" || return 1
    if [ "$program" = agmark ]; then
        for name in agd agdd aaf-lint markdownlang; do ln -s agmark "$folder/$name" || return 1; done
        installer install.sh >"$folder/install.sh"
    else
        installer install.ps1 >"$folder/install.ps1"
    fi
}

# installer NAME: an installer, with the version and the address of this release.
installer() {
    sed -e "s|@VERSION@|$version|" -e "s|@DOWNLOADS@|$repository/releases/download/v$version|" "tests/packages/install/$1"
}

archive_name() { [[ $1 = *windows* ]] && echo "agmark-$version-$1.zip" || echo "agmark-$version-$1.tar.xz"; }

pack_all() {
    local target=$1 program
    program="$(program_folder "$target")/$(about "$target" program)"
    step "$target: folder" stage "$target" || return 1
    step "$target: archive" python3 tests/packages/archive.py "$out/stage/agmark-$version-$target" "$out/$(archive_name "$target")"
    step "$target: size" small_enough "$program" "$out/$(archive_name "$target")"
    step "$target: wheel" python3 tests/packages/wheel.py "$target" "$program" "$out/wheels"
    step "$target: package of npm" python3 tests/packages/npm.py "$target" "$program" "$out/npm"
    if [ -n "$(about "$target" vscode)" ]; then
        step "$target: extension with the program" vsix "$target"
    fi
    if [[ $target = *-linux-* ]]; then step "$target: loaded at any address" position_independent "$program"; fi
    if [[ $target = *-linux-gnu ]]; then step "$target: C library" old_enough "$program"; fi
    if [[ $target = *-linux-musl ]]; then step "$target: no library" static "$program"; fi
    if [ -n "$(about "$target" debian)" ]; then
        step "$target: package of Debian" bash tests/packages/deb.sh "$out/stage/agmark-$version-$target" \
            "$(about "$target" debian)" "$version" "$out"
    fi
}

# The program has at most 40 MB, an archive at most 25.
small_enough() {
    local program archive
    program=$(stat -c %s "$1") archive=$(stat -c %s "$2")
    echo "program $program, archive $archive bytes"
    # The goal is one of the profile of a release.
    [ "$profile" = for-packages ] || return 0
    [ "$program" -le 40000000 ] && [ "$archive" -le 25000000 ]
}

# The program runs with the C library that the packages name.
old_enough() {
    local newest
    newest=$(grep --text --only-matching 'GLIBC_2\.[0-9]*' "$1" | sort --version-sort --unique | tail -n 1)
    echo "$newest"
    [ "${newest#GLIBC_2.}" -le 28 ]
}

# The addresses of a program are different each time it starts, which makes errors in memory harder to exploit.
position_independent() { readelf --file-header "$1" | grep "Type: *DYN"; }

# The program runs on any Linux: it asks for no library, also not for the one that starts programs.
static() {
    ! readelf --wide --dynamic --program-headers "$1" | grep -E "\(NEEDED\)|INTERP"
}

# Files beside the packages of a release.
release_files() {
    installer install.sh >"$out/install.sh" && installer install.ps1 >"$out/install.ps1" || return 1
    cp -f "$(program_folder "${targets[0]}")"/{THIRD-PARTY.txt,sbom.cdx.json} "$out/" 2>/dev/null
    (cd "$out" && find . -maxdepth 2 -type f \( -name 'agmark*' -o -name 'install.*' -o -name '*.whl' -o -name '*.tgz' \) \
        ! -path './programs/*' -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
}
