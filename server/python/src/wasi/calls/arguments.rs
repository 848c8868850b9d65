//! Arguments, environment, random numbers, and the end of the process.

use wasmtime::Linker;

use crate::guest::Guest;
use crate::wasi::call::{MODULE, calls};
use crate::wasi::errno::Errno;
use crate::wasi::state::Exit;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    calls! { linker:
        args_sizes_get(count: u32, size: u32) |memory, wasi| {
            memory.put_u32(count, wasi.args.len() as u32)?;
            memory.put_u32(size, wasi.args.iter().map(Vec::len).sum::<usize>() as u32)
        };
        args_get(list: u32, texts: u32) |memory, wasi| {
            let mut at = texts;
            for (n, arg) in wasi.args.iter().enumerate() {
                memory.put_u32(list.checked_add(n as u32 * 4).ok_or(Errno::Fault)?, at)?;
                memory.put(at, arg)?;
                at = at.checked_add(arg.len() as u32).ok_or(Errno::Fault)?;
            }
            Ok(())
        };
        environ_sizes_get(count: u32, size: u32) |memory, _wasi| {
            memory.put_u32(count, 0)?;
            memory.put_u32(size, 0)
        };
        environ_get(_list: u32, _texts: u32) |_memory, _wasi| Ok(());
        random_get(at: u32, length: u32) |memory, wasi| {
            wasi.random(memory.room(at, length)?);
            Ok(())
        };
    }
    linker.func_wrap(MODULE, "proc_exit", |code: i32| -> wasmtime::Result<()> { Err(Exit(code).into()) })?;
    linker.func_wrap(MODULE, "sched_yield", || 0_i32)?;
    Ok(())
}
