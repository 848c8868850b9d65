fn main() {
    println!("cargo:rerun-if-changed=src/parser.c");
    cc::Build::new().include("src").std("c11").warnings(false).file("src/parser.c").compile("tree-sitter-toy");
}
