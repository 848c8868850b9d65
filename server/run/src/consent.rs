//! Consent: a person sees what a run would start and call before it does.
//!
//! A [`Plan`] is a loaded program with its settings. It is shown ([`Plan::question`]), remembered by its fingerprint
//! ([`Plan::fingerprint`]), and run after the person agrees. No file is read again in between, so the run is exactly what
//! was shown.

mod plan;
mod planned_server;
mod question;

pub use plan::{Approved, Plan};
pub use planned_server::{PlannedServer, ServerKind};

pub use crate::fingerprint::of as fingerprint;
pub use crate::terminal_text::{plain, shown};
