//! SHA-256 fingerprints of texts and of lists of fields.

use std::path::Path;

use sha2::{Digest, Sha256};

/// The fingerprint of some bytes, in hexadecimal.
pub fn of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A fingerprint of several fields. Each field is hashed with its length, so that different lists of fields have
/// different fingerprints.
#[derive(Default)]
pub struct FingerprintBuilder(Sha256);

impl FingerprintBuilder {
    pub fn field(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub fn number(&mut self, number: usize) {
        self.field(&(number as u64).to_le_bytes());
    }

    pub fn path(&mut self, path: Option<&Path>) {
        self.number(usize::from(path.is_some()));
        self.field(path.map(|path| path.as_os_str().as_encoded_bytes()).unwrap_or_default());
    }

    pub fn texts(&mut self, texts: &[String]) {
        self.number(texts.len());
        texts.iter().for_each(|text| self.field(text.as_bytes()));
    }

    pub fn pairs(&mut self, pairs: &[(String, String)]) {
        self.number(pairs.len());
        for (name, value) in pairs {
            self.field(name.as_bytes());
            self.field(value.as_bytes());
        }
    }

    /// The fingerprint, in hexadecimal.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
