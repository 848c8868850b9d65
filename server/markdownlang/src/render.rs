//! Rendering of a program's body for an input: the prompt. It follows Go's `text/template`.
//!
//! It differs from Go for values of JSON: numbers print as in JSON (`1000000`, not `1e+06`), lists and objects print as JSON
//! with sorted keys, null prints nothing, and a missing key prints `<no value>`. Integers and other numbers compare by value.
//! Rendered text is data: it is never read as a template again.

mod calls;
mod case;
mod compare;
mod escape;
mod fault;
mod functions;
mod interpreter;
mod printf;
mod quote;
mod value;

pub use fault::RenderError;
pub(crate) use interpreter::render;
pub use interpreter::{MAX_CALLS, MAX_PROMPT, MAX_STEPS};
