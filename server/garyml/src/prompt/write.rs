//! A prompt in one of its formats.

use super::model::{Gathered, Prompt, PromptFormat};
use super::{markdown, xml};

impl Gathered {
    pub(super) fn written(self, format: PromptFormat) -> Prompt {
        let text = match format {
            PromptFormat::Xml => xml::write(&self),
            PromptFormat::Markdown => markdown::write(&self),
        };
        Prompt { text, warnings: self.warnings }
    }
}
