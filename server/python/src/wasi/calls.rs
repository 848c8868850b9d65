//! The calls of WASI preview 1, one for each import of the interpreter.

mod arguments;
mod clock;
mod descriptors;
mod paths;
mod read_write;
mod sockets;

use wasmtime::Linker;

use crate::guest::Guest;

/// Adds all calls to a linker.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    arguments::link(linker)?;
    descriptors::link(linker)?;
    read_write::link(linker)?;
    paths::link(linker)?;
    clock::link(linker)?;
    sockets::link(linker)
}
