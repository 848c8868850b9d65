//! Calls for paths.

use wasmtime::Linker;

use crate::guest::Guest;
use crate::wasi::call::calls;
use crate::wasi::errno::Errno;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        path_open(fd: u32, _follow: u32, path: u32, length: u32, how: u32, _rights: u64, _inherited: u64, flags: u32, out: u32)
            |memory, wasi| {
                let path = memory.path(path, length)?;
                let number = wasi.open(fd, &path, how, flags as u16)?;
                memory.put_u32(out, number)
            };
        path_filestat_get(fd: u32, _follow: u32, path: u32, length: u32, out: u32) |memory, wasi| {
            let node = wasi.find(memory, fd, path, length)?;
            wasi.stat(memory, node, out)
        };
        path_filestat_set_times(fd: u32, _follow: u32, path: u32, length: u32, _accessed: u64, changed: u64, flags: u32)
            |memory, wasi| {
                let node = wasi.find(memory, fd, path, length)?;
                wasi.times(node, changed, flags)
            };
        path_create_directory(fd: u32, path: u32, length: u32) |memory, wasi| {
            let folder = wasi.table.folder(fd)?;
            let (folder, name) = wasi.files.walk(folder, &memory.path(path, length)?)?;
            wasi.files.create(folder, &name, true).map(drop)
        };
        path_remove_directory(fd: u32, path: u32, length: u32) |memory, wasi| {
            let folder = wasi.table.folder(fd)?;
            wasi.files.remove(folder, &memory.path(path, length)?, true)
        };
        path_unlink_file(fd: u32, path: u32, length: u32) |memory, wasi| {
            let folder = wasi.table.folder(fd)?;
            wasi.files.remove(folder, &memory.path(path, length)?, false)
        };
        path_rename(fd: u32, old: u32, old_length: u32, to: u32, new: u32, new_length: u32) |memory, wasi| {
            let (from, to) = (wasi.table.folder(fd)?, wasi.table.folder(to)?);
            let (old, new) = (memory.path(old, old_length)?, memory.path(new, new_length)?);
            wasi.files.rename(from, &old, to, &new)
        };
        path_readlink(fd: u32, path: u32, length: u32, _buffer: u32, _size: u32, _out: u32) |memory, wasi| {
            // Symbolic links do not exist here.
            wasi.find(memory, fd, path, length)?;
            Err(Errno::Invalid)
        };
        path_link(_fd: u32, _follow: u32, _old: u32, _old_length: u32, _to: u32, _new: u32, _new_length: u32)
            |_memory, _wasi| Err(Errno::NotSupported);
        path_symlink(_old: u32, _old_length: u32, _fd: u32, _new: u32, _new_length: u32)
            |_memory, _wasi| Err(Errno::NotSupported);
    }
    Ok(())
}
