//! The MCP server: tools, resources and prompts for agents, over the documents of some folders.
//!
//! A [`Tool`] is plain data in and out: [`Tool::Input`] → [`Answer`] or [`ToolError`]. It reaches files only through its
//! [`Context`]. Tools that work for every format are in [`tools`]; tools of single formats come from the program. This
//! crate names no format. Only this crate uses the types of the protocol's library.

pub mod access;
pub mod answer;
pub mod context;
mod documents;
pub mod erased;
pub mod file_changes;
pub mod file_path;
mod file_stamp;
pub mod http;
mod line_transport;
pub mod loaded_file;
pub mod options;
pub mod paging;
pub mod remote;
pub mod resource_text;
pub mod serve;
pub mod server;
pub mod tool;
pub mod tool_error;
pub mod tool_table;
pub mod tools;
pub mod workspace;

#[cfg(test)]
mod tests;

pub use access::Access;
pub use answer::Answer;
pub use context::Context;
pub use erased::AnyTool;
pub use file_changes::{FileChange, FileReplacement};
pub use file_path::FilePath;
pub use loaded_file::LoadedFile;
pub use options::Options;
pub use paging::{Paging, Row};
pub use remote::{ChangeListener, RemoteDocuments};
pub use resource_text::TextPage;
pub use server::prompts::{PromptInput, PromptText};
pub use server::{Contents, Server};
pub use tool::{Example, Tool, ToolInfo};
pub use tool_error::ToolError;
pub use tool_table::ToolTable;
pub use workspace::Workspace;
