//! How calls of the guest are defined.

use wasmtime::Caller;

use super::errno::Errno;
use super::memory::GuestMemory;
use super::state::Wasi;
use crate::guest::Guest;

/// The module of the imports.
pub const MODULE: &str = "wasi_snapshot_preview1";

pub type CallResult = Result<(), Errno>;

/// Runs a call with the memory and the state of the guest. Returns the error number, or 0.
pub fn run(
    caller: &mut Caller<'_, Guest>,
    call: impl FnOnce(&mut GuestMemory<'_>, &mut Wasi) -> CallResult,
) -> i32 {
    let Some(memory) = caller.data().wasi.memory else { return Errno::Fault as i32 };
    let (bytes, guest) = memory.data_and_store_mut(caller);
    match call(&mut GuestMemory(bytes), &mut guest.wasi) {
        Ok(()) => 0,
        Err(errno) => errno as i32,
    }
}

/// Defines calls: a name, its arguments, and its effect on the memory and the state of the guest.
macro_rules! calls {
    ($linker:ident: $($name:ident($($argument:ident: $kind:ty),*) |$view:ident, $wasi:ident| $body:expr;)*) => {
        $($linker.func_wrap($crate::wasi::call::MODULE, stringify!($name), |mut caller: wasmtime::Caller<'_, $crate::guest::Guest>, $($argument: $kind),*| {
            $crate::wasi::call::run(&mut caller, |$view: &mut $crate::wasi::memory::GuestMemory<'_>, $wasi: &mut $crate::wasi::state::Wasi| -> $crate::wasi::call::CallResult { $body })
        })?;)*
    };
}

pub(super) use calls;
