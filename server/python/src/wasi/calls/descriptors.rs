//! Calls for an open file or folder.

use wasmtime::Linker;

use crate::guest::Guest;
use crate::wasi::call::calls;
use crate::wasi::errno::Errno;
use crate::wasi::state::{APPEND, FILE, FOLDER};
use crate::wasi::table::{Open, PREOPENED};

/// The file type of standard streams. A guest buffers its output, because this is not a terminal.
const UNKNOWN: u8 = 0;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        fd_prestat_get(fd: u32, out: u32) |memory, _wasi| {
            if fd != PREOPENED {
                return Err(Errno::BadDescriptor);
            }
            memory.put_u32(out, 0)?;
            memory.put_u32(out.checked_add(4).ok_or(Errno::Fault)?, 1)
        };
        fd_prestat_dir_name(fd: u32, out: u32, length: u32) |memory, _wasi| {
            if fd != PREOPENED {
                return Err(Errno::BadDescriptor);
            }
            if length < 1 { Err(Errno::NameTooLong) } else { memory.put(out, b"/") }
        };
        fd_fdstat_get(fd: u32, out: u32) |memory, wasi| {
            let (kind, flags) = match wasi.table.get(fd)? {
                Open::Stdin | Open::Stdout | Open::Stderr => (UNKNOWN, 0),
                Open::Folder(_) => (FOLDER, 0),
                Open::File { append, .. } => (FILE, if append { APPEND } else { 0 }),
            };
            let mut stat = [0; 24];
            stat[0] = kind;
            stat[2..4].copy_from_slice(&flags.to_le_bytes());
            stat[8..].fill(0xff);
            memory.put(out, &stat)
        };
        fd_fdstat_set_flags(fd: u32, flags: u32) |_memory, wasi| {
            if let Open::File { number, at, .. } = wasi.table.get(fd)? {
                wasi.table.set(fd, Open::File { number, at, append: flags as u16 & APPEND != 0 });
            }
            Ok(())
        };
        fd_filestat_get(fd: u32, out: u32) |memory, wasi| {
            match wasi.table.get(fd)? {
                Open::Stdin | Open::Stdout | Open::Stderr => memory.put(out, &[0; 64]),
                Open::Folder(node) | Open::File { number: node, .. } => wasi.stat(memory, node, out),
            }
        };
        fd_filestat_set_size(fd: u32, size: u64) |_memory, wasi| {
            let node = wasi.table.node(fd)?;
            wasi.files.resize(node, size)
        };
        fd_filestat_set_times(fd: u32, _accessed: u64, changed: u64, flags: u32) |_memory, wasi| {
            let node = wasi.table.node(fd)?;
            wasi.times(node, changed, flags)
        };
        fd_allocate(fd: u32, offset: u64, length: u64) |_memory, wasi| {
            let node = wasi.table.node(fd)?;
            let end = offset.checked_add(length).ok_or(Errno::NoSpace)?;
            if end > wasi.files.size(node)? { wasi.files.resize(node, end) } else { Ok(()) }
        };
        fd_advise(fd: u32, _offset: u64, _length: u64, _advice: u32) |_memory, wasi| wasi.table.get(fd).map(drop);
        fd_datasync(fd: u32) |_memory, wasi| wasi.table.get(fd).map(drop);
        fd_sync(fd: u32) |_memory, wasi| wasi.table.get(fd).map(drop);
        fd_close(fd: u32) |_memory, wasi| {
            if let Open::Folder(node) | Open::File { number: node, .. } = wasi.table.close(fd)? {
                wasi.files.closed(node);
            }
            Ok(())
        };
    }
    Ok(())
}
