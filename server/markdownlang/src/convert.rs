//! Conversion of other Markdown to programs: skills (SKILL.md) and plain prompts.
//!
//! The parameters come from the list of parameters in the text (required or optional, choices in parentheses), the servers
//! from the tools that the text mentions, the description from the front matter or the first paragraph.

mod details;
mod detection;
mod names;
mod parameter;
mod parameters;
mod placeholders;
mod servers;
mod skill;
mod value_type;
mod write;

pub use detection::{is_prompt, is_skill};
pub use names::{name_of, program_name};
pub use skill::{Converted, skill};
pub use write::new_program;
