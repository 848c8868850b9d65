//! Checks the hash of the interpreter.

use sha2::{Digest, Sha256};

const FILE: &str = "interpreter/python-3.12.0.wasm.xz";
const HASH: &str = "8295f6f1d2ee2e24c6eddea792c00eded3b6173e6ad48cf3102d855a187e519c";

fn main() {
    println!("cargo::rerun-if-changed={FILE}");
    let bytes = std::fs::read(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(hash == HASH, "{FILE} has the hash {hash}: must be {HASH}. Download the file again");
}
