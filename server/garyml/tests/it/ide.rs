//! Editor features on a text with a cursor.

mod actions;
mod commands;
mod completion;
mod hover;
mod lens;
mod on_type;
mod robust;
mod signature;

use std::sync::Arc;

use agmark_syntax::testing::Files;
use agmark_syntax::{AnyFormat, Document, FormatSettings};

/// A document `task.garyml` with a cursor `|`, and the files around it.
pub struct Case {
    pub text: String,
    pub offset: usize,
    pub files: Files,
}

impl Case {
    pub fn new(text: &str, others: &[(&str, &str)]) -> Self {
        let offset = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        let mut all = vec![("task.garyml", text.as_str())];
        all.extend(others);
        let files = Files::new(&all, &format_of);
        Self { text, offset, files }
    }

    /// The same with a unit that is set.
    pub fn indented(text: &str, unit: u32) -> Self {
        let case = Self::new(text, &[]);
        let format = move |path: &str| {
            let mut set = FormatSettings::default();
            set.set_number("indent", unit);
            format_of(path)?.configured(&set)
        };
        Self { files: Files::new(&[("task.garyml", &case.text)], &format), ..case }
    }

    pub fn document(&self) -> &Document {
        self.files.own().expect("a document")
    }

    pub fn format(&self) -> Arc<dyn AnyFormat> {
        Arc::clone(self.document().format())
    }
}

fn format_of(path: &str) -> Option<Arc<dyn AnyFormat>> {
    path.ends_with(".garyml").then(agmark_garyml::format)
}
