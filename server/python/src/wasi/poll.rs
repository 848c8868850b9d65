//! Waiting.

use std::time::Duration;

use super::Errno;
use super::memory::View;

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A point in time, so far from now.
    Time(Duration),
    /// Something to read or to write, which here is always so.
    Ready,
}

const SUBSCRIPTION: u32 = 48;
const EVENT: u32 = 32;

/// A subscription: the guest's own mark, its kind, and what it waits for.
pub type Subscription = (u64, u8, Wanted);

/// Reads subscriptions; `clock` tells a clock's nanoseconds.
pub fn subscriptions(
    view: &View<'_>,
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
        let place = |offset: u32| at.checked_add(offset).ok_or(Errno::Fault);
        let kind = view.bytes(place(8)?, 1)?.first().copied().unwrap_or_default();
        let wanted = match kind {
            0 => {
                let (id, timeout) = (view.u32(place(16)?)?, view.u64(place(24)?)?);
                let is_absolute = view.u32(place(40)?)? & 1 == 1;
                let nanoseconds = if is_absolute { timeout.saturating_sub(clock(id)?) } else { timeout };
                Wanted::Time(Duration::from_nanos(nanoseconds))
            }
            1 | 2 => Wanted::Ready,
            _ => return Err(Errno::Invalid),
        };
        Ok((view.u64(at)?, kind, wanted))
    };
    (0..count).map(one).collect()
}

/// How long it takes until the first of them is there.
pub fn pause(all: &[Subscription]) -> Duration {
    let each = all.iter().map(|(_, _, wanted)| match wanted {
        Wanted::Time(time) => *time,
        Wanted::Ready => Duration::ZERO,
    });
    each.min().unwrap_or_default()
}

/// Tells those that are there after a pause; gives how many they are.
pub fn tell(view: &mut View<'_>, at: u32, all: &[Subscription], pause: Duration) -> Result<u32, Errno> {
    let mut count = 0;
    for (mark, kind, wanted) in all {
        if matches!(wanted, Wanted::Time(time) if *time > pause) {
            continue;
        }
        let at = at.checked_add(count * EVENT).ok_or(Errno::Fault)?;
        view.room(at, EVENT)?.fill(0);
        view.put_u64(at, *mark)?;
        view.put(at.checked_add(10).ok_or(Errno::Fault)?, &[*kind])?;
        if *kind != 0 {
            view.put_u64(at.checked_add(16).ok_or(Errno::Fault)?, 1)?;
        }
        count += 1;
    }
    Ok(count)
}
