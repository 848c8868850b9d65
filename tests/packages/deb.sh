#!/usr/bin/env bash
# Writes the package for Debian: deb.sh FOLDER ARCHITECTURE VERSION OUTPUT, where FOLDER is that of the archive.
set -euo pipefail

folder=$1 architecture=$2 version=$3 output=$4
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

install -D -m 755 "$folder/agmark" "$root/usr/bin/agmark"
for name in agd agdd aaf-lint markdownlang; do ln -s agmark "$root/usr/bin/$name"; done
for page in "$folder"/man/*.1; do
    target="$root/usr/share/man/man1/$(basename "$page").gz"
    mkdir -p "$(dirname "$target")"
    # A page that only names another one is a link.
    if other=$(sed -n 's/^\.so man1\///p' "$page") && [ -n "$other" ]; then ln -s "$other.gz" "$target"; else gzip -9nc "$page" >"$target"; fi
done
install -D -m 644 -t "$root/usr/share/bash-completion/completions" "$folder"/completions/bash/*
install -D -m 644 -t "$root/usr/share/zsh/vendor-completions" "$folder"/completions/zsh/*
install -D -m 644 -t "$root/usr/share/fish/vendor_completions.d" "$folder"/completions/fish/*
install -D -m 644 -t "$root/usr/share/agmark" "$folder/agmark.vsix"
install -D -m 644 -t "$root/usr/share/doc/agmark" "$folder/README.md"
gzip -9nc CHANGELOG.md >"$root/usr/share/doc/agmark/changelog.gz"
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: agmark"
    echo
    echo "Files: *"
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE-MIT | head -n 1
    echo "License: MIT or Apache-2.0"
    sed 's/^$/./; s/^/ /' LICENSE-MIT
    echo " ."
    echo " The text of Apache-2.0 is in /usr/share/common-licenses/Apache-2.0."
    echo "Comment: The licences of the software of others in it are in third-party.txt.gz."
} >"$root/usr/share/doc/agmark/copyright"
gzip -9nc "$folder/THIRD-PARTY.txt" >"$root/usr/share/doc/agmark/third-party.txt.gz"

mkdir "$root/DEBIAN"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: agmark
Version: $version
Architecture: $architecture
Maintainer: The agmark authors <agmark@users.noreply.github.com>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Depends: libc6 (>= 2.28), libgcc-s1
Section: devel
Priority: optional
Description: language server for five text formats of people and agents
 agmark checks, formats and explains five text formats that people and AI
 agents use to work together. It is a language server, a command-line tool
 and an MCP server.
END
find "$root" -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH:-1700000000}" {} +
mkdir -p "$output"
file=$output/agmark_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz -z"${DIST_LEVEL:-9}" --build "$root" "$file" >/dev/null
echo "$(basename "$file"): $(du -k "$file" | cut -f 1) KB"
