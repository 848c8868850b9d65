# Builds the program for a target.

# cargo-zigbuild brings compilers for C and libraries of all systems; it is a package of PyPI.
zigbuild() {
    local folder="$cache/cargo-zigbuild-0.24.0"
    installed "$folder/bin/cargo-zigbuild" python_packages "$folder" cargo-zigbuild==0.24.0 ziglang==0.17.1 || return 1
    echo "$folder"
}

# Rust's library for other targets than this machine's. rustup has it, or it is built from Debian's source.
has_library() {
    [ "$1" = "$host" ] || [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] ||
        timeout 60 rustup target add "$1" >&2
}

rust_with_source() {
    [ -f /usr/bin/rustc ] && [ -d /usr/src/rustc-* ] 2>/dev/null ||
        debian_package /usr/bin/cargo rustc-web cargo-web rust-web-src
}

# linker TOOLS TRIPLE: a script that links with the libraries of a triple such as x86_64-unknown-linux-gnu.2.28.
linker() {
    local machine=${2%%-*} library=${2#*-linux-}
    cat <<END
#!/usr/bin/env bash
arguments=()
for argument in "\$@"; do
    # The choice of a linker and its folder are for the machine's own compiler.
    case \$argument in -fuse-ld=* | -B*) ;; *) arguments+=("\$argument") ;; esac
done
exec "$1/bin/python" -m ziglang cc -target "$machine-linux-$library" "\${arguments[@]}"
END
}

# The server for browsers. Beside it are its table of tokens and the licences of what it contains.
browser_module() { echo "$out/browser/server.wasm"; }

build_browser_module() {
    browser_toolchain && bash playground/server/build "$(browser_module)" &&
        python3 tests/packages/dependencies.py wasm32-wasip1 "$out/browser" playground/server/Cargo.toml
}

# build TARGET: the program, in the folder of the target.
build() {
    local target=$1 folder tools triple upper flags cargo=(cargo) extra=() start=$SECONDS
    folder=$(program_folder "$target")
    triple=$(about "$target" build)
    upper=${target//-/_}
    mkdir -p "$folder"
    # Empty for all systems but macOS. Without it, the linker takes the newest system that it knows.
    MACOSX_DEPLOYMENT_TARGET=$(about "$target" oldest_macos)
    export MACOSX_DEPLOYMENT_TARGET
    if [[ $target = *-apple-darwin && ! -d ${SDKROOT:-} ]]; then
        # Without Apple's SDK, the names of its functions are enough to link.
        python3 tests/packages/frameworks.py "$out/frameworks" || return 1
        export "CARGO_TARGET_${upper^^}_RUSTFLAGS=-L framework=$out/frameworks"
    elif [[ $target = *-linux-* ]]; then
        # A panic needs the tables for unwinding of functions that can panic. Those of all others would be a megabyte.
        flags="-C force-unwind-tables=no"
        # Without this, zig links a program for musl that is always loaded at the same address.
        [[ $target != *-musl ]] || flags+=" -C link-arg=-pie"
        export "CARGO_TARGET_${upper^^}_RUSTFLAGS=$flags"
    fi
    if ! has_library "$target"; then
        rust_with_source || return 1
        # The same compiler builds the program and the library.
        export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
        cargo=(/usr/bin/cargo)
        extra=(-Z build-std=std,panic_abort)
    fi
    case $target in
    "$host")
        tools=$(zigbuild) && linker "$tools" "$triple" >"$out/linker" && chmod +x "$out/linker" &&
            (cd server/agmark && cargo rustc --profile "$profile" --locked --bin agmark -- -C "linker=$out/linker") &&
            cp "${CARGO_TARGET_DIR:-target}/$profile/agmark" "$folder/" &&
            python3 tests/packages/dependencies.py "$target" "$folder" && echo "$((SECONDS - start))" >"$folder/seconds"
        return
        ;;
    *-windows-gnu)
        debian_package x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 || return 1
        "${cargo[@]}" build "${extra[@]}" --profile "$profile" --locked --target "$target" --package agmark
        ;;
    *)
        tools=$(zigbuild) || return 1
        CARGO="${cargo[0]}" CARGO_ZIGBUILD_ZIG_PATH="$tools/bin/python-zig" PATH="$tools/bin:$PATH" \
            cargo-zigbuild zigbuild "${extra[@]}" --profile "$profile" --locked --target "$triple" --package agmark
        ;;
    esac || return 1
    unset RUSTC RUSTC_BOOTSTRAP
    cp "${CARGO_TARGET_DIR:-target}/$target/$profile/$(about "$target" program)" "$folder/" &&
        python3 tests/packages/dependencies.py "$target" "$folder" &&
        echo "$((SECONDS - start))" >"$folder/seconds"
}
