//! The interpreter as WebAssembly.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

const PACKED: &[u8] = include_bytes!("../interpreter/python-3.12.0.wasm.xz");

/// The hash and the size of the unpacked file.
const HASH: &str = "334f71ba1c08cac26f484b6e1cf996a4ee1f28e8989ffac2e89bff8d15414841";
const SIZE: usize = 18_429_481;

/// The unpacked interpreter, after a check of its hash.
pub fn unpacked() -> Result<Vec<u8>, String> {
    let mut out = LimitedBuffer(Vec::with_capacity(SIZE));
    lzma_rs::xz_decompress(&mut io::Cursor::new(PACKED), &mut out)
        .map_err(|error| format!("cannot unpack the Python interpreter: {error:?}"))?;
    if hex(&Sha256::digest(&out.0)) != HASH {
        return Err("the Python interpreter in agmark is damaged: install agmark again".to_owned());
    }
    Ok(out.0)
}

/// The hash of the file, which is part of the names of compiled files.
pub fn name() -> &'static str {
    HASH
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A buffer with the size of the unpacked file.
struct LimitedBuffer(Vec<u8>);

impl Write for LimitedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > SIZE {
            return Err(io::Error::other("it is too large"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
