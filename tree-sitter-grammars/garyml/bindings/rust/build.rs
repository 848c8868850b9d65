//! Compiles the generated parser and its scanner.

fn main() {
    let src = std::path::Path::new("src");
    let mut build = cc::Build::new();
    // Parsing speed counts in debug builds and tests as well.
    build.std("c11").opt_level(2).include(src).warnings(false);
    for file in ["parser.c", "scanner.c"] {
        build.file(src.join(file));
    }
    for file in
        ["parser.c", "scanner.c", "scanner.h", "scan_run.h", "scan_value.h", "scan_block.h", "scan_line.h"]
    {
        println!("cargo:rerun-if-changed={}", src.join(file).display());
    }
    build.compile("tree-sitter-garyml");
}
