//! The calls themselves, one for each import of the interpreter.

use std::time::{Duration, Instant};

use wasmtime::{Caller, Linker};

use super::errno::Errno;
use super::files::{Content, ROOT, now};
use super::memory::View;
use super::table::{Open, PREOPENED};
use super::{Exit, Wasi, poll};
use crate::guest::Guest;

type Done = Result<(), Errno>;

const MODULE: &str = "wasi_snapshot_preview1";

const FOLDER: u8 = 3;
const FILE: u8 = 4;
const TERMINAL: u8 = 2;

const APPEND: u16 = 1;

/// Makes a call: its name, what it is given, and what it does with the guest's memory and world.
macro_rules! calls {
    ($linker:ident: $($name:ident($($argument:ident: $kind:ty),*) |$view:ident, $wasi:ident| $body:expr;)*) => {
        $($linker.func_wrap(MODULE, stringify!($name), |mut caller: Caller<'_, Guest>, $($argument: $kind),*| {
            within(&mut caller, |$view: &mut View<'_>, $wasi: &mut Wasi| -> Done { $body })
        })?;)*
    };
}

/// Gives a guest all that it may ask for.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    arguments(linker)?;
    descriptors(linker)?;
    reading_and_writing(linker)?;
    paths(linker)?;
    time(linker)?;
    sockets(linker)
}

fn within(caller: &mut Caller<'_, Guest>, call: impl FnOnce(&mut View<'_>, &mut Wasi) -> Done) -> i32 {
    let Some(memory) = caller.data().wasi.memory else { return Errno::Fault as i32 };
    let (bytes, guest) = memory.data_and_store_mut(caller);
    match call(&mut View(bytes), &mut guest.wasi) {
        Ok(()) => 0,
        Err(errno) => errno as i32,
    }
}

fn arguments(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        args_sizes_get(count: u32, size: u32) |view, wasi| {
            view.put_u32(count, wasi.args.len() as u32)?;
            view.put_u32(size, wasi.args.iter().map(Vec::len).sum::<usize>() as u32)
        };
        args_get(list: u32, texts: u32) |view, wasi| {
            let mut at = texts;
            for (n, arg) in wasi.args.iter().enumerate() {
                view.put_u32(list.checked_add(n as u32 * 4).ok_or(Errno::Fault)?, at)?;
                view.put(at, arg)?;
                at = at.checked_add(arg.len() as u32).ok_or(Errno::Fault)?;
            }
            Ok(())
        };
        environ_sizes_get(count: u32, size: u32) |view, _wasi| {
            view.put_u32(count, 0)?;
            view.put_u32(size, 0)
        };
        environ_get(_list: u32, _texts: u32) |_view, _wasi| Ok(());
        random_get(at: u32, length: u32) |view, wasi| {
            wasi.random(view.room(at, length)?);
            Ok(())
        };
    }
    linker.func_wrap(MODULE, "proc_exit", |code: i32| -> wasmtime::Result<()> { Err(Exit(code).into()) })?;
    linker.func_wrap(MODULE, "sched_yield", || 0_i32)?;
    Ok(())
}

fn descriptors(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        fd_prestat_get(fd: u32, out: u32) |view, _wasi| {
            if fd != PREOPENED {
                return Err(Errno::BadDescriptor);
            }
            view.put_u32(out, 0)?;
            view.put_u32(out.checked_add(4).ok_or(Errno::Fault)?, 1)
        };
        fd_prestat_dir_name(fd: u32, out: u32, length: u32) |view, _wasi| {
            if fd != PREOPENED {
                return Err(Errno::BadDescriptor);
            }
            if length < 1 { Err(Errno::NameTooLong) } else { view.put(out, b"/") }
        };
        fd_fdstat_get(fd: u32, out: u32) |view, wasi| {
            let (kind, flags) = match wasi.table.get(fd)? {
                Open::Stdin | Open::Stdout | Open::Stderr => (TERMINAL, 0),
                Open::Folder(_) => (FOLDER, 0),
                Open::File { append, .. } => (FILE, if append { APPEND } else { 0 }),
            };
            // A terminal would be written to line by line: what is not one is buffered.
            let kind = if kind == TERMINAL { 0 } else { kind };
            let mut about = [0; 24];
            about[0] = kind;
            about[2..4].copy_from_slice(&flags.to_le_bytes());
            about[8..].fill(0xff);
            view.put(out, &about)
        };
        fd_fdstat_set_flags(fd: u32, flags: u32) |_view, wasi| {
            if let Open::File { number, at, .. } = wasi.table.get(fd)? {
                wasi.table.set(fd, Open::File { number, at, append: flags as u16 & APPEND != 0 });
            }
            Ok(())
        };
        fd_filestat_get(fd: u32, out: u32) |view, wasi| {
            match wasi.table.get(fd)? {
                Open::Stdin | Open::Stdout | Open::Stderr => view.put(out, &[0; 64]),
                Open::Folder(node) | Open::File { number: node, .. } => wasi.stat(view, node, out),
            }
        };
        fd_filestat_set_size(fd: u32, size: u64) |_view, wasi| {
            let node = wasi.table.node(fd)?;
            wasi.files.resize(node, size)
        };
        fd_filestat_set_times(fd: u32, _accessed: u64, changed: u64, flags: u32) |_view, wasi| {
            let node = wasi.table.node(fd)?;
            wasi.times(node, changed, flags)
        };
        fd_allocate(fd: u32, offset: u64, length: u64) |_view, wasi| {
            let node = wasi.table.node(fd)?;
            let end = offset.checked_add(length).ok_or(Errno::NoSpace)?;
            if end > wasi.files.size(node)? { wasi.files.resize(node, end) } else { Ok(()) }
        };
        fd_advise(fd: u32, _offset: u64, _length: u64, _advice: u32) |_view, wasi| wasi.table.get(fd).map(drop);
        fd_datasync(fd: u32) |_view, wasi| wasi.table.get(fd).map(drop);
        fd_sync(fd: u32) |_view, wasi| wasi.table.get(fd).map(drop);
        fd_close(fd: u32) |_view, wasi| {
            if let Open::Folder(node) | Open::File { number: node, .. } = wasi.table.close(fd)? {
                wasi.files.closed(node);
            }
            Ok(())
        };
    }
    Ok(())
}

fn reading_and_writing(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        fd_read(fd: u32, list: u32, count: u32, out: u32) |view, wasi| {
            let mut sum = 0;
            match wasi.table.get(fd)? {
                Open::Stdin => {}
                Open::Stdout | Open::Stderr => return Err(Errno::NotCapable),
                Open::Folder(_) => return Err(Errno::IsDirectory),
                Open::File { number, at, append } => {
                    sum = wasi.read(view, number, at, list, count)?;
                    wasi.table.set(fd, Open::File { number, at: at + u64::from(sum), append });
                }
            }
            view.put_u32(out, sum)
        };
        fd_pread(fd: u32, list: u32, count: u32, offset: u64, out: u32) |view, wasi| {
            let node = wasi.table.node(fd)?;
            let sum = wasi.read(view, node, offset, list, count)?;
            view.put_u32(out, sum)
        };
        fd_write(fd: u32, list: u32, count: u32, out: u32) |view, wasi| {
            let sum = match wasi.table.get(fd)? {
                Open::Stdin => return Err(Errno::NotCapable),
                Open::Folder(_) => return Err(Errno::IsDirectory),
                Open::Stdout | Open::Stderr => {
                    let mut sum = 0_u32;
                    for (at, length) in view.vectors(list, count)? {
                        let bytes = view.bytes(at, length)?;
                        let stream = if fd == 2 { &mut wasi.stderr } else { &mut wasi.stdout };
                        stream.write(bytes);
                        sum = sum.saturating_add(length);
                    }
                    sum
                }
                Open::File { number, at, append } => {
                    let at = if append { wasi.files.size(number)? } else { at };
                    let sum = wasi.write(view, number, at, list, count)?;
                    wasi.table.set(fd, Open::File { number, at: at + u64::from(sum), append });
                    sum
                }
            };
            view.put_u32(out, sum)
        };
        fd_pwrite(fd: u32, list: u32, count: u32, offset: u64, out: u32) |view, wasi| {
            let node = wasi.table.node(fd)?;
            let sum = wasi.write(view, node, offset, list, count)?;
            view.put_u32(out, sum)
        };
        fd_seek(fd: u32, offset: i64, whence: u32, out: u32) |view, wasi| {
            let Open::File { number, at, append } = wasi.table.get(fd)? else { return Err(Errno::NotSeekable) };
            let from = match whence {
                0 => 0,
                1 => at,
                2 => wasi.files.size(number)?,
                _ => return Err(Errno::Invalid),
            };
            let to = from.checked_add_signed(offset).ok_or(Errno::Invalid)?;
            wasi.table.set(fd, Open::File { number, at: to, append });
            view.put_u64(out, to)
        };
        fd_tell(fd: u32, out: u32) |view, wasi| {
            match wasi.table.get(fd)? {
                Open::File { at, .. } => view.put_u64(out, at),
                _ => Err(Errno::NotSeekable),
            }
        };
        fd_readdir(fd: u32, buffer: u32, length: u32, cookie: u64, out: u32) |view, wasi| {
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
            view.put(buffer, &bytes)?;
            view.put_u32(out, bytes.len() as u32)
        };
    }
    Ok(())
}

fn paths(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        path_open(fd: u32, _follow: u32, path: u32, length: u32, how: u32, _rights: u64, _inherited: u64, flags: u32, out: u32)
            |view, wasi| {
                let path = view.path(path, length)?;
                let number = wasi.open(fd, &path, how, flags as u16)?;
                view.put_u32(out, number)
            };
        path_filestat_get(fd: u32, _follow: u32, path: u32, length: u32, out: u32) |view, wasi| {
            let node = wasi.find(view, fd, path, length)?;
            wasi.stat(view, node, out)
        };
        path_filestat_set_times(fd: u32, _follow: u32, path: u32, length: u32, _accessed: u64, changed: u64, flags: u32)
            |view, wasi| {
                let node = wasi.find(view, fd, path, length)?;
                wasi.times(node, changed, flags)
            };
        path_create_directory(fd: u32, path: u32, length: u32) |view, wasi| {
            let folder = wasi.table.folder(fd)?;
            let (folder, name) = wasi.files.walk(folder, &view.path(path, length)?)?;
            wasi.files.create(folder, &name, true).map(drop)
        };
        path_remove_directory(fd: u32, path: u32, length: u32) |view, wasi| {
            let folder = wasi.table.folder(fd)?;
            wasi.files.remove(folder, &view.path(path, length)?, true)
        };
        path_unlink_file(fd: u32, path: u32, length: u32) |view, wasi| {
            let folder = wasi.table.folder(fd)?;
            wasi.files.remove(folder, &view.path(path, length)?, false)
        };
        path_rename(fd: u32, old: u32, old_length: u32, to: u32, new: u32, new_length: u32) |view, wasi| {
            let (from, to) = (wasi.table.folder(fd)?, wasi.table.folder(to)?);
            let (old, new) = (view.path(old, old_length)?, view.path(new, new_length)?);
            wasi.files.rename(from, &old, to, &new)
        };
        path_readlink(fd: u32, path: u32, length: u32, _buffer: u32, _size: u32, _out: u32) |view, wasi| {
            // There are no links.
            wasi.find(view, fd, path, length)?;
            Err(Errno::Invalid)
        };
        path_link(_fd: u32, _follow: u32, _old: u32, _old_length: u32, _to: u32, _new: u32, _new_length: u32)
            |_view, _wasi| Err(Errno::NotSupported);
        path_symlink(_old: u32, _old_length: u32, _fd: u32, _new: u32, _new_length: u32)
            |_view, _wasi| Err(Errno::NotSupported);
    }
    Ok(())
}

fn time(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let begun = Instant::now();
    let clock = move |id: u32| match id {
        0 => Ok(now()),
        1..=3 => Ok(begun.elapsed().as_nanos() as u64),
        _ => Err(Errno::Invalid),
    };
    calls! { linker:
        clock_res_get(_id: u32, out: u32) |view, _wasi| view.put_u64(out, 1000);
    }
    linker.func_wrap(
        MODULE,
        "clock_time_get",
        move |mut caller: Caller<'_, Guest>, id: u32, _precision: u64, out: u32| {
            within(&mut caller, |view, _| view.put_u64(out, clock(id)?))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "poll_oneoff",
        move |mut caller: Caller<'_, Guest>,
              wanted: u32,
              events: u32,
              count: u32,
              out: u32|
              -> wasmtime::Result<i32> {
            let mut all = Vec::new();
            let read = within(&mut caller, |view, _| {
                all = poll::subscriptions(view, wanted, count, clock)?;
                Ok(())
            });
            if read != 0 {
                return Ok(read);
            }
            let pause: Duration = poll::pause(&all);
            let clock = caller.data().clock.clone();
            clock.wait(pause)?;
            Ok(within(&mut caller, |view, _| {
                let count = poll::tell(view, events, &all, pause)?;
                view.put_u32(out, count)
            }))
        },
    )?;
    Ok(())
}

fn sockets(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        sock_accept(_fd: u32, _flags: u32, _out: u32) |_view, _wasi| Err(Errno::NotSocket);
        sock_recv(_fd: u32, _list: u32, _count: u32, _flags: u32, _out: u32, _out_flags: u32) |_view, _wasi| Err(Errno::NotSocket);
        sock_send(_fd: u32, _list: u32, _count: u32, _flags: u32, _out: u32) |_view, _wasi| Err(Errno::NotSocket);
        sock_shutdown(_fd: u32, _how: u32) |_view, _wasi| Err(Errno::NotSocket);
    }
    Ok(())
}

impl Wasi {
    fn find(&self, view: &View<'_>, fd: u32, path: u32, length: u32) -> Result<u64, Errno> {
        let folder = self.table.folder(fd)?;
        self.files.find(folder, &view.path(path, length)?)
    }

    fn open(&mut self, fd: u32, path: &str, how: u32, flags: u16) -> Result<u32, Errno> {
        const CREATE: u32 = 1;
        const IS_FOLDER: u32 = 2;
        const ALONE: u32 = 4;
        const TRUNCATE: u32 = 8;
        let from = self.table.folder(fd)?;
        let node = match self.files.find(from, path) {
            Ok(_) if how & CREATE != 0 && how & ALONE != 0 => return Err(Errno::Exists),
            Err(Errno::NoEntry) if how & CREATE != 0 && how & IS_FOLDER == 0 => {
                let (folder, name) = self.files.walk(from, path)?;
                self.files.create(folder, &name, false)?
            }
            found => found?,
        };
        let open = match self.files.node(node)?.content {
            Content::Folder(_) if how & (CREATE | TRUNCATE) != 0 => return Err(Errno::IsDirectory),
            Content::Folder(_) => Open::Folder(node),
            Content::File(_) if how & IS_FOLDER != 0 => return Err(Errno::NotDirectory),
            Content::File(_) => {
                if how & TRUNCATE != 0 {
                    self.files.resize(node, 0)?;
                }
                Open::File { number: node, at: 0, append: flags & APPEND != 0 }
            }
        };
        let number = self.table.add(open)?;
        self.files.opened(node);
        Ok(number)
    }

    fn read(&self, view: &mut View<'_>, node: u64, at: u64, list: u32, count: u32) -> Result<u32, Errno> {
        let mut sum = 0;
        for (to, length) in view.vectors(list, count)? {
            let read = self.files.read(node, at + u64::from(sum), view.room(to, length)?)? as u32;
            sum += read;
            if read < length {
                break;
            }
        }
        Ok(sum)
    }

    fn write(&mut self, view: &View<'_>, node: u64, at: u64, list: u32, count: u32) -> Result<u32, Errno> {
        let mut sum = 0;
        for (from, length) in view.vectors(list, count)? {
            let bytes = view.bytes(from, length)?;
            let at = at.checked_add(u64::from(sum)).ok_or(Errno::NoSpace)?;
            match self.files.write(node, at, bytes) {
                Ok(written) => sum += written as u32,
                Err(errno) if sum == 0 => return Err(errno),
                Err(_) => break,
            }
        }
        Ok(sum)
    }

    fn kind(&self, node: u64) -> Result<u8, Errno> {
        Ok(if matches!(self.files.node(node)?.content, Content::Folder(_)) { FOLDER } else { FILE })
    }

    fn stat(&self, view: &mut View<'_>, node: u64, out: u32) -> Done {
        let about = self.files.node(node)?;
        let mut bytes = [0; 64];
        bytes[0] = 1;
        bytes[8..16].copy_from_slice(&node.to_le_bytes());
        bytes[16] = self.kind(node)?;
        bytes[24] = 1;
        bytes[32..40].copy_from_slice(&self.files.size(node)?.to_le_bytes());
        for at in [40, 48, 56] {
            bytes[at..at + 8].copy_from_slice(&about.changed.to_le_bytes());
        }
        view.put(out, &bytes)
    }

    fn times(&mut self, node: u64, changed: u64, flags: u32) -> Done {
        const TO: u32 = 4;
        const NOW: u32 = 8;
        if flags & NOW != 0 {
            self.files.set_time(node, now());
        } else if flags & TO != 0 {
            self.files.set_time(node, changed);
        }
        Ok(())
    }

    /// Bytes that nobody can foresee: a hash that is seeded by the system, counted on.
    fn random(&mut self, room: &mut [u8]) {
        use std::hash::{BuildHasher, RandomState};
        let state = RandomState::new();
        for chunk in room.chunks_mut(8) {
            self.drawn += 1;
            let bytes = state.hash_one((self.drawn, ROOT)).to_le_bytes();
            chunk.copy_from_slice(&bytes[..chunk.len()]);
        }
    }
}
