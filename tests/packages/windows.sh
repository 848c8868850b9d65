# Runs programs of Windows under Wine.

# windows: a command that starts a program of Windows, made if it is missing. Windows itself is not needed.
windows() {
    local run="$scratch/windows" wine=/usr/lib/wine/wine64
    if [ ! -x "$run" ]; then
        debian_package $wine wine64 || return 1
        printf '#!/bin/sh\nexport WINEPREFIX="%s" WINEDEBUG=-all\nexec %s "$@"\n' "$scratch/wine" $wine >"$run"
        chmod +x "$run"
        "$run" wineboot --init >/dev/null 2>&1 || return 1
    fi
    echo "$run"
}

# random_numbers FOLDER: the library that Rust asks for random numbers; Wine of Debian 12 does not have it.
random_numbers() {
    cat >"$scratch/random.c" <<'END'
unsigned char __declspec(dllimport) __stdcall SystemFunction036(void *, unsigned long);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long length) {
    while (length) {
        unsigned long part = length < 65536 ? (unsigned long)length : 65536;
        if (!SystemFunction036(bytes, part)) return 0;
        bytes += part;
        length -= part;
    }
    return 1;
}
END
    debian_package x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 &&
        x86_64-w64-mingw32-gcc -shared -O2 -o "$1/bcryptprimitives.dll" "$scratch/random.c" -ladvapi32
}

# The archive is unpacked and used; install.ps1 needs PowerShell, which is not in Debian.
check_windows() {
    local target=$1 run folder name
    run=$(windows) || return 1
    rm -rf "$scratch/unpacked" && mkdir "$scratch/unpacked" &&
        python3 -m zipfile -e "$out/$(archive_name "$target")" "$scratch/unpacked" || return 1
    folder="$scratch/unpacked/agmark-$version-$target"
    random_numbers "$folder" || return 1
    # What install.ps1 does for the other names.
    for name in agd agdd aaf-lint markdownlang; do
        ln "$folder/agmark.exe" "$folder/$name.exe" && "$run" "$folder/$name.exe" --help >/dev/null ||
            { echo "$name does not start"; return 1; }
    done
    python3 "$root/tests/packages/session.py" "$run" "$folder/agmark.exe" &&
        python3 "$root/tests/packages/windows.py" "$scratch/wine/drive_c" "$run" "$folder/agmark.exe" || return 1
    # Its server runs for some seconds more, and writes into the folder that is removed.
    WINEPREFIX="$scratch/wine" /usr/lib/wine/wineserver64 --kill
    rm -rf "$scratch/unpacked"
}
