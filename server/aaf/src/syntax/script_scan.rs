//! Where JSX and TSX may be cut: before a statement at the start of a line, outside of all brackets and elements.
//!
//! The scan follows strings, templates, comments, regular expressions, brackets and tags, but it does not parse. In
//! doubt it sees something open, and the text is not cut.

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::work;

use super::component_start::ComponentStart;
use super::imports::ImportReader;
use super::script_frames::Frames;

/// The words with which statements begin that are cut.
const STATEMENTS: &[&str] = &[
    "import",
    "export",
    "function",
    "async",
    "const",
    "let",
    "var",
    "class",
    "type",
    "interface",
    "enum",
    "declare",
    "abstract",
    "namespace",
];

/// The words after `export` that show that a line is code.
const EXPORTED: &[&str] =
    &["default", "async", "function", "const", "let", "class", "type", "interface", "enum", "abstract"];

/// Reads the lines of a script. At a legal cut nothing is open.
pub struct ScriptScan {
    frames: Frames,
    known: ComponentStart,
    imports: ImportReader,
    /// Whether a comment about a rule, or a decorator, waits for what follows it.
    waits: bool,
}

impl ScriptScan {
    /// A scan that continues from a state.
    pub fn from(state: &State) -> Self {
        let known = ComponentStart::of(state);
        ScriptScan { frames: Frames::new(), known, imports: ImportReader::default(), waits: false }
    }

    /// Whether a line begins an import or an export although brackets or elements are open. This is only legal at the
    /// outermost level, so one of them has no end.
    fn restarts(&self, line: &str) -> bool {
        let mut words = line.split([' ', '\t']);
        match words.next() {
            Some("export") if self.frames.are_code() => true,
            Some("export") if self.frames.are_text() => {
                words.next().is_some_and(|word| EXPORTED.contains(&word))
            }
            Some("import") => self.frames.are_code(),
            _ => false,
        }
    }
}

impl LineScan for ScriptScan {
    fn may_cut(&self, line: &str) -> bool {
        let begins = || self.frames.may_end_statement() && begins_statement(line);
        !self.waits && !self.imports.is_pending() && (begins() || self.restarts(line))
    }

    fn pass(&mut self, line: &str) {
        work::add(1 + line.len());
        self.imports.pass(line, |component, origin| self.known.origins.add(component, origin));
        if self.restarts(line) {
            self.frames.clear();
        }
        self.frames.begin_line(line);
        if line.contains("agmark:") || (self.frames.are_empty() && line.starts_with('@')) {
            self.waits = true;
        } else if !line.trim().is_empty() && !self.frames.are_comment() {
            self.waits = false;
        }
        self.frames.read(line.as_bytes());
    }

    fn state(&self) -> State {
        self.known.state()
    }
}

fn begins_statement(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(line.len());
    line.get(..end).is_some_and(|word| STATEMENTS.contains(&word))
}
