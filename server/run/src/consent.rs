//! Consent: what a run would start and call, shown to a person before it does.
//!
//! A [`Plan`] is a loaded program with its settings. It is shown ([`Plan::question`]), remembered ([`Plan::mark`]) and,
//! after a yes, run. Nothing is read again in between, so exactly what was shown runs.

mod plan;
mod wanted;
mod words;

pub use plan::{Approved, Plan};
pub use wanted::{Wanted, What, mark};
pub use words::{plain, shown};
