//! Clocks and waiting.

use std::time::{Duration, Instant};

use wasmtime::{Caller, Linker};

use crate::guest::Guest;
use crate::wasi::call::{self, MODULE, calls};
use crate::wasi::errno::Errno;
use crate::wasi::files::now;
use crate::wasi::poll;

/// Adds the calls of this file.
pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let start = Instant::now();
    let clock = move |id: u32| match id {
        0 => Ok(now()),
        1..=3 => Ok(start.elapsed().as_nanos() as u64),
        _ => Err(Errno::Invalid),
    };
    calls! { linker:
        clock_res_get(_id: u32, out: u32) |memory, _wasi| memory.put_u64(out, 1000);
    }
    linker.func_wrap(
        MODULE,
        "clock_time_get",
        move |mut caller: Caller<'_, Guest>, id: u32, _precision: u64, out: u32| {
            call::run(&mut caller, |memory, _| memory.put_u64(out, clock(id)?))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "poll_oneoff",
        move |mut caller: Caller<'_, Guest>,
              subscriptions: u32,
              events: u32,
              count: u32,
              out: u32|
              -> wasmtime::Result<i32> {
            let mut waits = Vec::new();
            let read = call::run(&mut caller, |memory, _| {
                waits = poll::subscriptions(memory, subscriptions, count, clock)?;
                Ok(())
            });
            if read != 0 {
                return Ok(read);
            }
            let pause: Duration = poll::pause(&waits);
            let clock = caller.data().clock.clone();
            clock.wait(pause)?;
            Ok(call::run(&mut caller, |memory, _| {
                let count = poll::write_events(memory, events, &waits, pause)?;
                memory.put_u32(out, count)
            }))
        },
    )?;
    Ok(())
}
