# Installs each package into an empty home, uses it, installs it again, and removes it.

# emulator TARGET: what runs its program here: nothing for the machine's own, and `none` if the program cannot run.
emulator() {
    case $1 in
    "$host" | x86_64-unknown-linux-musl) ;;
    aarch64-unknown-linux-*)
        # The C library for it, which a program for musl does not use.
        debian_package /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1 libc6-arm64-cross >&2 &&
            debian_package qemu-aarch64-static qemu-user-static >&2 && echo qemu-aarch64-static -L /usr/aarch64-linux-gnu
        ;;
    *) echo none ;;
    esac
}

# in_empty_home COMMAND…: with nothing of this user's settings. What is left in the home afterwards is an error.
in_empty_home() {
    local home="$scratch/home" left
    rm -rf "$home"
    mkdir -p "$home/work"
    (
        cd "$home/work" || exit 1
        unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME PYTHONPATH VIRTUAL_ENV
        export HOME="$home" npm_config_cache="$scratch/npm-cache" PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
            npm_config_update_notifier=false PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$(dirname "$(type -P node)")"
        "$@"
    ) || return 1
    left=$(find "$home" -mindepth 1 ! -path "$home/work")
    [ -z "$left" ] || { echo "left behind: $left"; return 1; }
}

# use FOLDER [EMULATOR]: the program in a folder and its other names; then what it does for an editor. Of a program that
# cannot run, only the files are compared.
use() {
    local folder=$1 name
    shift
    if [ "${1:-}" = none ]; then
        for name in agmark agd agdd aaf-lint markdownlang; do
            cmp "$(program_folder "$target")/agmark" "$folder/$name" && [ -x "$folder/$name" ] || return 1
        done
        return
    fi
    python3 "$root/tests/packages/session.py" "$@" "$folder/agmark" || return 1
    for name in agd agdd aaf-lint markdownlang; do
        "$@" "$folder/$name" --help >/dev/null || { echo "$name does not start"; return 1; }
    done
    "$@" "$folder/agd" --help | grep --quiet "agmark agd\|agd " || { echo "agd is not its command"; return 1; }
    setup_and_back "$@" "$folder/agmark"
}

# What setup wrote is there, and gone after --remove.
setup_and_back() {
    "$@" setup helix >/dev/null 2>&1
    [ $? -le 1 ] && [ -n "$(find "$HOME/.config/helix" -type f)" ] || { echo "setup wrote nothing"; return 1; }
    "$@" setup helix --remove >/dev/null 2>&1 || { echo "setup --remove failed"; return 1; }
    # Folders of all programs, such as ~/.config, stay. They must be empty.
    find "$HOME" -mindepth 1 -maxdepth 4 -type d -empty ! -path "$HOME/work" -delete
}

check_all() {
    local target=$1 run
    if [[ $target = *-windows-gnu ]]; then
        step "$target: the program in the archive, under Wine" check_windows "$target"
        return
    fi
    run=$(emulator "$target") || { step "$target: emulator" false; return; }
    if [[ $target = *-apple-darwin ]]; then
        step "$target: what macOS reads of the program" python3 tests/packages/macos.py "$target" "$(program_folder "$target")/agmark"
    fi
    step "$target: install.sh in the archive" in_empty_home check_archive "$target" $run
    step "$target: install.sh alone" in_empty_home check_download "$target" $run
    if [ "$target" = "$host" ]; then
        step "$target: wheel with pip" in_empty_home check_wheel
        step "$target: npm" in_empty_home check_npm
        step "$target: dpkg" in_empty_home check_deb
        return
    fi
    step "$target: wheel with pip, for that platform" in_empty_home check_other_wheel "$target" $run
    step "$target: npm, for that platform" in_empty_home check_other_npm "$target" $run
    if [ -n "$(about "$target" debian)" ]; then
        step "$target: package of Debian, unpacked" in_empty_home check_other_deb "$target" $run
    fi
}

check_archive() {
    local target=$1 folder
    shift
    rm -rf "$scratch/unpacked" && mkdir "$scratch/unpacked" && tar -xf "$out/$(archive_name "$target")" -C "$scratch/unpacked" || return 1
    folder="$scratch/unpacked/agmark-$version-$target"
    # The folder itself is usable without installing it.
    use "$folder" "$@" &&
        sh "$folder/install.sh" && use "$HOME/.local/bin" "$@" &&
        MANPATH="$HOME/.local/share/man" check_manual &&
        sh "$folder/install.sh" && use "$HOME/.local/bin" "$@" || return 1
    # A program from elsewhere is not replaced.
    mkdir -p "$HOME/other/bin" && touch "$HOME/other/bin/agd" || return 1
    ! sh "$folder/install.sh" --prefix "$HOME/other" || { echo "a program from elsewhere was replaced"; return 1; }
    rm -r "$HOME/other"
    # Nothing but what was installed is removed.
    touch "$HOME/.local/bin/mine"
    sh "$HOME/.local/share/agmark/install.sh" --remove || return 1
    [ -f "$HOME/.local/bin/mine" ] && rm "$HOME/.local/bin/mine" && rmdir "$HOME/.local/bin" "$HOME/.local"
    rm -rf "$scratch/unpacked"
}

check_manual() {
    local page
    for page in "$MANPATH"/man1/*.1; do [ -s "$page" ] || { echo "$page is empty"; return 1; }; done
    type -P man >/dev/null || return 0
    man -l "$MANPATH/man1/agmark-check.1" 2>/dev/null | grep --quiet "output-format"
}

# machine TARGET FOLDER: commands by which install.sh takes this machine for another one.
machine() {
    local system=Linux processor=${1%%-*} library=""
    [[ $1 != *-apple-darwin ]] || system=Darwin
    [ "$system$processor" != Darwinaarch64 ] || processor=arm64
    [[ $1 != *-linux-gnu ]] || library="glibc 2.28"
    mkdir -p "$2" &&
        printf '#!/bin/sh\ncase $1 in -m) echo %s ;; -s) echo %s ;; esac\n' "$processor" "$system" >"$2/uname" &&
        printf '#!/bin/sh\necho %s\n' "$library" >"$2/getconf" && chmod +x "$2/uname" "$2/getconf"
}

# Downloads from this folder, as from a server; and refuses an archive that was changed.
check_download() {
    local target=$1 bad="$scratch/damaged" machine="$scratch/machine"
    shift
    type -P curl >/dev/null || { echo "curl is missing"; return 1; }
    # The installer chooses the archive of the machine on which it runs.
    machine "$target" "$machine" || return 1
    mkdir -p "$scratch/alone" "$bad" && cp "$out/install.sh" "$scratch/alone/" || return 1
    PATH="$machine:$PATH" AGMARK_DOWNLOADS="file://$out" sh "$scratch/alone/install.sh" --prefix "$HOME/tools" &&
        use "$HOME/tools/bin" "$@" || return 1
    sh "$HOME/tools/share/agmark/install.sh" --prefix "$HOME/tools" --remove || return 1
    cp "$out/SHA256SUMS" "$bad/" && { cat "$out/$(archive_name "$target")"; echo; } >"$bad/$(archive_name "$target")"
    ! PATH="$machine:$PATH" AGMARK_DOWNLOADS="file://$bad" sh "$scratch/alone/install.sh" --prefix "$HOME/tools" ||
        { echo "a damaged archive was installed"; return 1; }
    rm -rf "$scratch/alone" "$bad" "$machine"
}

# use_program FILE [EMULATOR]: what a package has is what was built, and it works.
use_program() {
    local program=$1
    shift
    cmp "$(program_folder "$target")/agmark" "$program" && [ -x "$program" ] || return 1
    [ "${1:-}" = none ] || python3 "$root/tests/packages/session.py" "$@" "$program"
}

# pip and npm install packages of other platforms on request, without running anything of them.
check_other_wheel() {
    local target=$1 tag venv="$HOME/venv" folder="$HOME/wheel"
    shift
    tag=$(about "$target" wheel)
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --no-index --no-deps --only-binary=:all: \
        --platform "$tag" --target "$folder" "$out/wheels/agmark-$version-py3-none-$tag.whl" &&
        use_program "$folder/bin/agmark" "$@" || return 1
    rm -rf "$venv" "$folder"
}

check_other_npm() {
    local target=$1 name folder="$HOME/node"
    shift
    name=$(about "$target" npm)
    # npm compares the platform of a package that is named with this machine, whatever --os and --cpu say.
    mkdir "$folder" && echo '{ "private": true }' >"$folder/package.json" &&
        npm install --prefix "$folder" --offline --no-audit --no-fund --loglevel=error --force \
            "$out/npm/agmark-$name-$version.tgz" && use_program "$folder/node_modules/@agmark/$name/agmark" "$@" || return 1
    rm -rf "$folder"
}

check_other_deb() {
    local target=$1 package folder="$HOME/deb"
    shift
    package="$out/agmark_${version}_$(about "$target" debian).deb"
    [ "$(dpkg-deb --field "$package" Architecture)" = "$(about "$target" debian)" ] &&
        dpkg-deb --extract "$package" "$folder" && use "$folder/usr/bin" "$@" || return 1
    rm -rf "$folder"
}

check_wheel() {
    local wheel venv="$HOME/venv"
    wheel="$out/wheels/agmark-$version-py3-none-$(about "$host" wheel).whl"
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --no-index "$wheel" && use "$venv/bin" &&
        "$venv/bin/pip" install --quiet --no-index --force-reinstall "$wheel" && use "$venv/bin" &&
        "$venv/bin/python" -m agmark --version &&
        "$venv/bin/pip" check && "$venv/bin/pip" uninstall --quiet --yes agmark || return 1
    [ -z "$(find "$venv" -iname '*agmark*')$(ls "$venv/bin" | grep -x 'agd\|agdd\|aaf-lint\|markdownlang')" ] ||
        { echo "left in the environment"; return 1; }
    rm -rf "$venv"
}

# The platform's package is not in a registry here: both tarballs are installed, as npm does it with the registry's.
check_npm() {
    local prefix="$HOME/node" npm
    npm=(npm install --global --prefix "$prefix" --offline --omit=optional --no-audit --no-fund --loglevel=error)
    "${npm[@]}" "$out/npm/agmark-$(about "$host" npm)-$version.tgz" "$out/npm/agmark-$version.tgz" &&
        use "$prefix/bin" &&
        "${npm[@]}" "$out/npm/agmark-$(about "$host" npm)-$version.tgz" "$out/npm/agmark-$version.tgz" &&
        use "$prefix/bin" || return 1
    [ "$("$prefix/bin/agmark" check /missing >/dev/null 2>&1; echo $?)" = 2 ] || { echo "the exit code is lost"; return 1; }
    npm uninstall --global --prefix "$prefix" agmark "@agmark/$(about "$host" npm)" --loglevel=error || return 1
    [ -z "$(find "$prefix" -type f -o -type l)" ] || { echo "left by npm"; return 1; }
    rm -rf "$prefix"
}

# Into the machine itself, which is what dpkg is for; it is removed again.
check_deb() {
    local package
    package="$out/agmark_${version}_$(about "$host" debian).deb"
    if [ "$(id -u)" != 0 ] || dpkg-query --show agmark >/dev/null 2>&1; then
        echo "not installed: this needs root, and a machine without the package"
        dpkg-deb --info "$package"
        return
    fi
    dpkg --install "$package" && use /usr/bin && dpkg --install "$package" && use /usr/bin &&
        dpkg --verify agmark && dpkg --purge agmark || { dpkg --purge agmark; return 1; }
    [ -z "$(find /usr/bin /usr/share/man /usr/share/agmark /usr/share/doc/agmark -name 'agmark*' -o -name agdd 2>/dev/null)" ] ||
        { echo "left by dpkg"; return 1; }
}
