//! Checks the hash of the interpreter.

use sha2::{Digest, Sha256};

const FILE: &str = "interpreter/python-3.12.0.wasm.xz";
const HASH: &str = "ddbc4f3f410ab81fe40bf4fd7e1d2c3349b25f2cff898c8b76b3e4d71d219b5b";

fn main() {
    println!("cargo::rerun-if-changed={FILE}");
    let bytes = std::fs::read(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(hash == HASH, "{FILE} has the hash {hash}: must be {HASH}. Download the file again");
}
