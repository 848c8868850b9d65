//! Waiting for times and files.

use std::time::Duration;

use super::errno::Errno;
use super::memory::GuestMemory;

/// What a subscription waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// A time, as a duration from now.
    Time(Duration),
    /// A file, which is always ready here.
    Ready,
}

const SUBSCRIPTION: u32 = 48;
const EVENT: u32 = 32;

/// A subscription: its identifier, its kind, and what it waits for.
pub type Subscription = (u64, u8, WaitFor);

/// Reads subscriptions; `clock` returns the nanoseconds of a clock.
pub fn subscriptions(
    memory: &GuestMemory<'_>,
    at: u32,
    count: u32,
    clock: impl Fn(u32) -> Result<u64, Errno>,
) -> Result<Vec<Subscription>, Errno> {
    const MOST: u32 = 4096;
    if count == 0 || count > MOST {
        return Err(Errno::Invalid);
    }
    let one = |n: u32| {
        let at = at.checked_add(n * SUBSCRIPTION).ok_or(Errno::Fault)?;
        let field = |offset: u32| at.checked_add(offset).ok_or(Errno::Fault);
        let kind = memory.bytes(field(8)?, 1)?.first().copied().unwrap_or_default();
        let wait = match kind {
            0 => {
                let (id, timeout) = (memory.u32(field(16)?)?, memory.u64(field(24)?)?);
                let is_absolute = memory.u32(field(40)?)? & 1 == 1;
                let nanoseconds = if is_absolute { timeout.saturating_sub(clock(id)?) } else { timeout };
                WaitFor::Time(Duration::from_nanos(nanoseconds))
            }
            1 | 2 => WaitFor::Ready,
            _ => return Err(Errno::Invalid),
        };
        Ok((memory.u64(at)?, kind, wait))
    };
    (0..count).map(one).collect()
}

/// The time until the first subscription is ready.
pub fn pause(all: &[Subscription]) -> Duration {
    let each = all.iter().map(|(_, _, wait)| match wait {
        WaitFor::Time(time) => *time,
        WaitFor::Ready => Duration::ZERO,
    });
    each.min().unwrap_or_default()
}

/// Writes the events of subscriptions that are ready after a pause. Returns their number.
pub fn write_events(
    memory: &mut GuestMemory<'_>,
    at: u32,
    all: &[Subscription],
    pause: Duration,
) -> Result<u32, Errno> {
    let mut count = 0;
    for (id, kind, wait) in all {
        if matches!(wait, WaitFor::Time(time) if *time > pause) {
            continue;
        }
        let at = at.checked_add(count * EVENT).ok_or(Errno::Fault)?;
        memory.room(at, EVENT)?.fill(0);
        memory.put_u64(at, *id)?;
        memory.put(at.checked_add(10).ok_or(Errno::Fault)?, &[*kind])?;
        if *kind != 0 {
            memory.put_u64(at.checked_add(16).ok_or(Errno::Fault)?, 1)?;
        }
        count += 1;
    }
    Ok(count)
}
