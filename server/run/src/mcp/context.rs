//! What servers need from their run.

use std::path::PathBuf;
use std::sync::Arc;

use crate::events::Event;
use crate::process::Launcher;
use crate::secret::Redactor;
use crate::settings::Limits;
use crate::sign_in::person::Person;
use agmark_task::Watch;

/// What servers need from their run.
#[derive(Clone)]
pub struct ServerContext {
    pub launcher: Launcher,
    pub limits: Limits,
    pub redactor: Redactor,
    pub watch: Arc<dyn Watch<Event>>,
    /// The person who can be asked to sign in at a server, if any.
    pub person: Option<Arc<dyn Person>>,
    /// The folder of stored sign-ins.
    pub sign_ins: Option<PathBuf>,
}
