//! Compiles the generated parser and its scanner.

fn main() {
    let files = ["src/parser.c", "src/scanner.c", "src/lines.c"];
    cc::Build::new()
        .include("src")
        .files(files)
        .std("c11")
        // Every keystroke waits for the parser, also in a debug build.
        .opt_level(2)
        .warnings(false)
        .compile("tree-sitter-markdownlang");
    for file in files.iter().chain(&[
        "src/tokens.h",
        "src/lex.h",
        "src/document.h",
        "src/action.h",
        "src/tree_sitter/parser.h",
        "src/tree_sitter/alloc.h",
    ]) {
        println!("cargo:rerun-if-changed={file}");
    }
}
