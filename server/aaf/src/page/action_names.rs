//! Names of actions and of their parts: `invoice.create.submit` is a part of `invoice.create`.

/// How many parts of a name are looked at.
const PARTS: usize = 64;

/// Whether `part` is a sub-action of `action`: `invoice.create.submit` of `invoice.create`.
pub fn is_part_of(part: &str, action: &str) -> bool {
    !action.is_empty() && part.strip_prefix(action).is_some_and(|rest| rest.starts_with('.'))
}

/// The actions that a name may be a part of, the longest first: `a.b` and `a` for `a.b.c`.
pub fn wholes(name: &str) -> impl Iterator<Item = &str> {
    name.rmatch_indices('.').take(PARTS).map(|(at, _)| &name[..at])
}
