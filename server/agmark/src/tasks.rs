//! Commands of editors that take long, use the network or start processes. They only run if the user asks for it.

mod audit;
mod convert;
mod opening;
pub mod run;

use std::sync::Arc;

use agmark_lsp::Tasks;

/// All tasks.
pub fn all() -> Tasks {
    Arc::new(vec![Arc::new(audit::Audit), Arc::new(convert::Convert), Arc::new(run::Run)])
}
