//! What the program does for an editor besides what formats do: it takes long, uses the network or starts
//! processes, and only runs when a person asks for it.

mod audit;
mod convert;
pub mod run;

use std::sync::Arc;

use agmark_lsp::Tasks;

/// All of them.
pub fn all() -> Tasks {
    Arc::new(vec![Arc::new(audit::Audit), Arc::new(convert::Convert), Arc::new(run::Run)])
}
