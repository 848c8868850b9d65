//! Compiles the generated parser and the scanner, with optimisation whatever the profile: a parser is run far more
//! often than it is built.

fn main() {
    println!("cargo:rerun-if-changed=bindings/rust/build.rs");
    println!("cargo:rerun-if-changed=src/tree_sitter");
    let mut build = cc::Build::new();
    build.include("src").std("c11").opt_level(2).warnings(false);
    for file in ["src/parser.c", "src/scanner.c"] {
        println!("cargo:rerun-if-changed={file}");
        build.file(file);
    }
    build.compile("tree-sitter-agd");
}
