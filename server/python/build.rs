//! Checks the hash of the interpreter.

use sha2::{Digest, Sha256};

const FILE: &str = "interpreter/python-3.12.0.wasm.xz";
const HASH: &str = "3f732d8e4b169b2e62edab8ecdc36d45e5a5ed2282a155fa9996fc26baa980e1";

fn main() {
    println!("cargo::rerun-if-changed={FILE}");
    let bytes = std::fs::read(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(hash == HASH, "{FILE} has the hash {hash}: must be {HASH}. Download the file again");
}
