#!/bin/sh
# Installs agmark for the user who runs this, or removes it:
#
#     sh install.sh [--prefix FOLDER] [--version VERSION]
#     sh install.sh [--prefix FOLDER] --remove
#
# The folder is ~/.local if none is named; the program goes into its `bin`. In an unpacked archive, this installs what
# lies beside it. Alone, it first downloads the archive for this machine and checks its SHA-256.
set -eu

version='@VERSION@'
url="${AGMARK_DOWNLOADS:-@DOWNLOADS@}"
prefix="${HOME:-}/.local"
remove=no

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix=$2; shift ;;
    --version) [ $# -gt 1 ] || fail "--version needs a version"; version=$2; shift ;;
    --remove) remove=yes ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown option $1: see --help" ;;
    esac
    shift
done
case $prefix in
/.local | '') fail "HOME is not set: name a folder with --prefix" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac

list=$prefix/share/agmark/installed

# Removes the files of the list, and the folders of the list that are empty then.
remove_installed() {
    while IFS= read -r path; do
        if [ -d "$path" ] && [ ! -L "$path" ]; then rmdir "$path" 2>/dev/null || :; else rm -f "$path"; fi
    done <"$1"
}

if [ $remove = yes ]; then
    [ -f "$list" ] || fail "agmark was not installed into $prefix with install.sh"
    copy=$(mktemp)
    # The last entry first: a folder after what is in it.
    sed -n '1!G;h;$p' "$list" >"$copy"
    remove_installed "$copy"
    rm -f "$copy"
    echo "agmark is removed from $prefix"
    exit 0
fi

# The name of the archive for this machine.
target() {
    case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no archive for $(uname -m): build agmark from source" ;;
    esac
    case $(uname -s) in
    Darwin) echo "$machine-apple-darwin" ;;
    Linux)
        # The C library of the GNU project tells its version; it must be 2.28 or later.
        libc=$( (getconf GNU_LIBC_VERSION || :) 2>/dev/null | sed -n 's/^glibc 2\.\([0-9]*\).*/\1/p')
        if [ "${libc:-0}" -ge 28 ]; then echo "$machine-unknown-linux-gnu"; else echo "$machine-unknown-linux-musl"; fi
        ;;
    *) fail "there is no archive for $(uname -s): build agmark from source" ;;
    esac
}

download() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "curl or wget is needed to download the archive"
    fi || fail "$1 cannot be downloaded"
}

sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

here=$(cd "$(dirname "$0")" 2>/dev/null && pwd) || here=/
if [ ! -f "$here/agmark" ] || [ ! -d "$here/man" ]; then
    archive=agmark-$version-$(target)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT INT TERM
    download "$url/$archive.tar.xz" "$scratch/$archive.tar.xz"
    download "$url/SHA256SUMS" "$scratch/SHA256SUMS"
    expected=$(sed -n "s/^\([0-9a-f]*\) [ *]$archive\.tar\.xz\$/\1/p" "$scratch/SHA256SUMS")
    [ "$(sha256 "$scratch/$archive.tar.xz")" = "${expected:-none}" ] ||
        fail "$archive.tar.xz has not the SHA-256 that SHA256SUMS names: download it again"
    (cd "$scratch" && tar -xf "$archive.tar.xz") || fail "tar with xz is needed to unpack the archive"
    here=$scratch/$archive
fi

# A program of the same name that came another way stays.
for name in agmark agd agdd aaf-lint markdownlang; do
    file=$prefix/bin/$name
    { [ ! -e "$file" ] && [ ! -L "$file" ]; } || grep -Fqx -- "$file" "$list" 2>/dev/null ||
        fail "$file is there already, from another installation: remove it, or name another folder with --prefix"
done

new=$(mktemp)
# Creates a folder and those above it that do not exist, and notes them.
folder() {
    [ -d "$1" ] && return
    folder "$(dirname "$1")"
    mkdir "$1"
    echo "$1" >>"$new"
}

# put MODE FILE FOLDER: installs a file. A program that runs keeps its file: the new one takes its name.
put() {
    folder "$3"
    name=$(basename "$2")
    cp "$2" "$3/.$name.new"
    chmod "$1" "$3/.$name.new"
    mv -f "$3/.$name.new" "$3/$name"
    echo "$3/$name" >>"$new"
}

# The folders that an earlier installation created are removed with this one.
if [ -f "$list" ]; then
    while IFS= read -r path; do
        [ ! -d "$path" ] || echo "$path" >>"$new"
    done <"$list"
fi
put 755 "$here/agmark" "$prefix/bin"
for name in agd agdd aaf-lint markdownlang; do
    ln -sf agmark "$prefix/bin/$name"
    echo "$prefix/bin/$name" >>"$new"
done
for page in "$here"/man/*.1; do put 644 "$page" "$prefix/share/man/man1"; done
for script in "$here"/completions/bash/*; do put 644 "$script" "$prefix/share/bash-completion/completions"; done
for script in "$here"/completions/zsh/*; do put 644 "$script" "$prefix/share/zsh/site-functions"; done
for script in "$here"/completions/fish/*; do put 644 "$script" "$prefix/share/fish/vendor_completions.d"; done
for text in LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt agmark.vsix install.sh; do
    put 644 "$here/$text" "$prefix/share/agmark"
done
# What the earlier installation had, and this one has not.
if [ -f "$list" ]; then
    old=$(mktemp)
    while IFS= read -r path; do
        grep -Fqx -- "$path" "$new" || echo "$path"
    done <"$list" | grep -Fvx -- "$list" >"$old" || :
    remove_installed "$old"
    rm -f "$old"
fi
folder "$prefix/share/agmark"
echo "$list" >>"$new"
mv -f "$new" "$list"
chmod 644 "$list"

echo "$("$prefix/bin/agmark" --version) is in $prefix/bin"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "Add $prefix/bin to your PATH." ;;
esac
echo "For your editor: agmark setup EDITOR. To remove: sh '$prefix/share/agmark/install.sh' --prefix '$prefix' --remove"
