//! The interpreter's file, unpacked.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

const PACKED: &[u8] = include_bytes!("../interpreter/python-3.12.0.wasm.xz");

/// What the unpacked file must be.
const HASH: &str = "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763";
const SIZE: usize = 26_267_204;

/// The interpreter as WebAssembly, after a look that it is the right one.
pub fn unpacked() -> Result<Vec<u8>, String> {
    let mut out = Bounded(Vec::with_capacity(SIZE));
    lzma_rs::xz_decompress(&mut io::Cursor::new(PACKED), &mut out)
        .map_err(|error| format!("the Python interpreter cannot be unpacked: {error:?}"))?;
    if hex(&Sha256::digest(&out.0)) != HASH {
        return Err("the Python interpreter in this program is damaged: install the program again".to_owned());
    }
    Ok(out.0)
}

/// The hash of the file, which names what is made from it.
pub fn name() -> &'static str {
    HASH
}

/// A hash as people write it.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// No more is unpacked than there should be.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > SIZE {
            return Err(io::Error::other("it is larger than it should be"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
