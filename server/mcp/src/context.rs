//! What a tool can use while it answers a call.

use std::sync::Arc;

use agmark_workspace::Index;

use crate::workspace::Moment;
use crate::{Access, FilePath, LoadedFile, Options, ToolError, Workspace};

/// What a tool can use while it answers a call. Files are read and written only through it.
pub struct Context {
    workspace: Arc<Workspace>,
    client: Arc<dyn CallClient>,
}

/// The client of one call.
pub trait CallClient: Send + Sync {
    /// Whether the client cancelled the call, or is gone.
    fn is_cancelled(&self) -> bool;
    /// Tells the client how far the call is.
    fn progress(&self, done: f64, total: Option<f64>, message: &str);
    /// Asks the person a question that is answered with yes or no; waits for the answer.
    fn ask(&self, question: &str) -> PersonAnswer;
}

/// The answer of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonAnswer {
    Yes,
    No,
    /// The client cannot ask.
    NotAsked,
}

impl Context {
    pub fn new(workspace: Arc<Workspace>, client: Arc<dyn CallClient>) -> Self {
        Self { workspace, client }
    }

    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }

    pub fn options(&self) -> &Options {
        &self.workspace.options
    }

    /// See [`Workspace::file_path`].
    ///
    /// # Errors
    /// If the path leads out of the roots, also by a link.
    pub fn file_path(&self, written: &str) -> Result<FilePath, ToolError> {
        self.workspace.file_path(written)
    }

    /// The file that an agent names, as it is now.
    ///
    /// # Errors
    /// If the path leads out of the roots, or the file cannot be read.
    pub fn load(&self, written: &str) -> Result<Arc<LoadedFile>, ToolError> {
        self.workspace.load(&self.file_path(written)?)
    }

    /// The index and the settings, when all files have been read. The own changes of this process are in it after
    /// [`Self::fresh_moment`].
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn moment(&self) -> Result<Arc<Moment>, ToolError> {
        self.workspace.live_index().wait_until_complete(&|| self.check_cancelled())?;
        Ok(self.workspace.moment())
    }

    /// The same with what other programs wrote until now. It looks at the stamp of each file.
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn fresh_moment(&self) -> Result<Arc<Moment>, ToolError> {
        self.workspace.live_index().wait_until_complete(&|| self.check_cancelled())?;
        self.workspace.live_index().catch_up(&|| self.check_cancelled())?;
        Ok(self.workspace.moment())
    }

    /// The index of all files.
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn index(&self) -> Result<Index, ToolError> {
        Ok(self.moment()?.index.clone())
    }

    pub fn is_cancelled(&self) -> bool {
        self.client.is_cancelled()
    }

    /// # Errors
    /// If the call was cancelled.
    pub fn check_cancelled(&self) -> Result<(), ToolError> {
        if self.is_cancelled() { Err(ToolError::cancelled()) } else { Ok(()) }
    }

    /// Tells the client how far the call is.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        self.client.progress(done, total, message);
    }

    /// Asks the person for consent and waits. `question` says exactly what would happen. `how_to_allow` is the next
    /// step if the client cannot ask: the command that a person runs to allow it.
    ///
    /// # Errors
    /// If the person refuses, or cannot be asked.
    pub fn consent(&self, question: &str, how_to_allow: &str) -> Result<(), ToolError> {
        match self.client.ask(question) {
            PersonAnswer::Yes => Ok(()),
            PersonAnswer::No => Err(ToolError::new("the person did not consent", "do not repeat the call")),
            PersonAnswer::NotAsked => {
                Err(ToolError::new(format_args!("this needs consent:\n{question}\n"), how_to_allow))
            }
        }
    }

    /// Whether a tool may do what `access` says, by the options of the server.
    ///
    /// # Errors
    /// The option that is missing.
    pub fn check_access(&self, access: Access) -> Result<(), ToolError> {
        let options = self.options();
        match access {
            Access::Read | Access::Write { previews: true, .. } => Ok(()),
            Access::Write { .. } => self.check_may_write(),
            Access::Fetch if !options.allow_fetch => Err(ToolError::new(
                "the network is not allowed",
                "a person can start the server with --allow-fetch",
            )),
            Access::Fetch => Ok(()),
            Access::Run if options.read_only => self.check_may_write(),
            Access::Run if !options.allow_run => Err(ToolError::new(
                "running is not allowed",
                "a person can start the server with --allow-run",
            )),
            Access::Run => Ok(()),
        }
    }

    /// # Errors
    /// With `--read-only`.
    pub fn check_may_write(&self) -> Result<(), ToolError> {
        if self.options().read_only {
            let next = "a person can start the server without --read-only";
            return Err(ToolError::new("the server is read-only: nothing is written or run", next));
        }
        Ok(())
    }

    /// The number of tokens of a text.
    pub fn tokens(&self, text: &str) -> usize {
        (self.options().count_tokens)(text)
    }

    /// The start of a text of at most `tokens` tokens, with a note about the rest.
    pub fn cut(&self, text: &str, tokens: usize) -> String {
        // Counting takes long. A token has at least one byte, and about four. A text with more than eight for each is cut.
        let longest = tokens.saturating_mul(8);
        if text.len() <= tokens || (text.len() <= longest && self.tokens(text) <= tokens) {
            return text.to_owned();
        }
        let mut keep = text.len().min(longest);
        loop {
            let start = &text[..text.floor_char_boundary(keep)];
            if start.is_empty() || self.tokens(start) <= tokens {
                let rest = text[start.len()..].chars().count();
                return format!("{start}\n… {rest} more characters; raise max_tokens\n");
            }
            keep = keep * 3 / 4;
        }
    }
}
