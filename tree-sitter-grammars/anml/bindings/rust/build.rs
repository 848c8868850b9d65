//! Compiles the generated parser and the scanner.

fn main() {
    let sources = ["src/parser.c", "src/scanner.c", "actions/src/parser.c"];
    // Optimised in every profile: a debug build of the server is for debugging the server.
    cc::Build::new()
        .std("c11")
        .include("src")
        .opt_level(2)
        .warnings(false)
        .files(sources)
        .compile("tree-sitter-anml");
    for source in sources.into_iter().chain(["src/lexing.h"]) {
        println!("cargo:rerun-if-changed={source}");
    }
}
