//! Shows a run to an editor.

use agmark_lsp::TaskContext;

use crate::run::follow::Follower;

impl Follower for TaskContext<'_> {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled()
    }

    fn progress(&self, message: &str) {
        self.progress(message, None);
    }

    fn log(&self, message: &str) {
        self.log(message);
    }
}
