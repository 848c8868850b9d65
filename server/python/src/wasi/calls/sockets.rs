//! Sockets, which do not exist here.

use wasmtime::Linker;

use crate::guest::Guest;
use crate::wasi::call::calls;
use crate::wasi::errno::Errno;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        sock_accept(_fd: u32, _flags: u32, _out: u32) |_memory, _wasi| Err(Errno::NotSocket);
        sock_recv(_fd: u32, _list: u32, _count: u32, _flags: u32, _out: u32, _out_flags: u32) |_memory, _wasi| Err(Errno::NotSocket);
        sock_send(_fd: u32, _list: u32, _count: u32, _flags: u32, _out: u32) |_memory, _wasi| Err(Errno::NotSocket);
        sock_shutdown(_fd: u32, _how: u32) |_memory, _wasi| Err(Errno::NotSocket);
    }
    Ok(())
}
