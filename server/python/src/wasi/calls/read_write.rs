//! Reading and writing files, folders and standard streams.

use wasmtime::Linker;

use crate::guest::Guest;
use crate::wasi::call::calls;
use crate::wasi::errno::Errno;
use crate::wasi::table::Open;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    reading(linker)?;
    writing(linker)
}

fn reading(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        fd_read(fd: u32, list: u32, count: u32, out: u32) |memory, wasi| {
            let mut sum = 0;
            match wasi.table.get(fd)? {
                Open::Stdin => {}
                Open::Stdout | Open::Stderr => return Err(Errno::NotCapable),
                Open::Folder(_) => return Err(Errno::IsDirectory),
                Open::File { number, at, append } => {
                    sum = wasi.read(memory, number, at, list, count)?;
                    wasi.table.set(fd, Open::File { number, at: at + u64::from(sum), append });
                }
            }
            memory.put_u32(out, sum)
        };
        fd_pread(fd: u32, list: u32, count: u32, offset: u64, out: u32) |memory, wasi| {
            let node = wasi.table.node(fd)?;
            let sum = wasi.read(memory, node, offset, list, count)?;
            memory.put_u32(out, sum)
        };
        fd_seek(fd: u32, offset: i64, whence: u32, out: u32) |memory, wasi| {
            let Open::File { number, at, append } = wasi.table.get(fd)? else { return Err(Errno::NotSeekable) };
            let from = match whence {
                0 => 0,
                1 => at,
                2 => wasi.files.size(number)?,
                _ => return Err(Errno::Invalid),
            };
            let to = from.checked_add_signed(offset).ok_or(Errno::Invalid)?;
            wasi.table.set(fd, Open::File { number, at: to, append });
            memory.put_u64(out, to)
        };
        fd_tell(fd: u32, out: u32) |memory, wasi| {
            match wasi.table.get(fd)? {
                Open::File { at, .. } => memory.put_u64(out, at),
                _ => Err(Errno::NotSeekable),
            }
        };
        fd_readdir(fd: u32, buffer: u32, length: u32, cookie: u64, out: u32) |memory, wasi| {
            let folder = wasi.table.folder(fd)?;
            let mut listed = vec![(".", folder), ("..", folder)];
            listed.extend(wasi.files.list(folder)?);
            let mut bytes = Vec::new();
            for (n, (name, node)) in listed.into_iter().enumerate().skip(usize::try_from(cookie).unwrap_or(usize::MAX)) {
                if bytes.len() >= length as usize {
                    break;
                }
                bytes.extend_from_slice(&(n as u64 + 1).to_le_bytes());
                bytes.extend_from_slice(&node.to_le_bytes());
                bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
                bytes.extend_from_slice(&[wasi.kind(node)?, 0, 0, 0]);
                bytes.extend_from_slice(name.as_bytes());
            }
            bytes.truncate(length as usize);
            memory.put(buffer, &bytes)?;
            memory.put_u32(out, bytes.len() as u32)
        };
    }
    Ok(())
}

fn writing(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        fd_write(fd: u32, list: u32, count: u32, out: u32) |memory, wasi| {
            let sum = match wasi.table.get(fd)? {
                Open::Stdin => return Err(Errno::NotCapable),
                Open::Folder(_) => return Err(Errno::IsDirectory),
                Open::Stdout | Open::Stderr => {
                    let mut sum = 0_u32;
                    for (at, length) in memory.vectors(list, count)? {
                        let bytes = memory.bytes(at, length)?;
                        let stream = if fd == 2 { &mut wasi.stderr } else { &mut wasi.stdout };
                        stream.write(bytes);
                        sum = sum.saturating_add(length);
                    }
                    sum
                }
                Open::File { number, at, append } => {
                    let at = if append { wasi.files.size(number)? } else { at };
                    let sum = wasi.write(memory, number, at, list, count)?;
                    wasi.table.set(fd, Open::File { number, at: at + u64::from(sum), append });
                    sum
                }
            };
            memory.put_u32(out, sum)
        };
        fd_pwrite(fd: u32, list: u32, count: u32, offset: u64, out: u32) |memory, wasi| {
            let node = wasi.table.node(fd)?;
            let sum = wasi.write(memory, node, offset, list, count)?;
            memory.put_u32(out, sum)
        };
    }
    Ok(())
}
