//! Where JSX, TSX and Svelte may be cut. JSX and TSX: before a statement at the start of a line, outside of all brackets
//! and elements. Svelte: before a start tag at the start of a line, outside of all elements and blocks.
//!
//! The scan follows strings, templates, comments, regular expressions, brackets and tags, but it does not parse. In
//! doubt it sees something open, and the text is not cut.

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::work;

use super::component_start::ComponentStart;
use super::imports::ImportReader;
use super::script_frames::{Base, Frames};

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

/// Reads the lines of a component. At a legal cut nothing is open.
pub struct ScriptScan {
    frames: Frames,
    known: ComponentStart,
    imports: ImportReader,
    /// Whether a comment about a rule, or a decorator, waits for what follows it.
    waits: bool,
    /// Whether a component of the framework's name waits for the imports of the first script.
    waits_for_script: bool,
}

impl ScriptScan {
    /// A scan of JSX or TSX that continues from a state.
    pub fn of_script(state: &State) -> Self {
        Self::new(state, Base::Code)
    }

    /// A scan of Svelte that continues from a state.
    pub fn of_svelte(state: &State) -> Self {
        Self::new(state, Base::Markup)
    }

    fn new(state: &State, base: Base) -> Self {
        ScriptScan {
            frames: Frames::new(base),
            known: ComponentStart::of(state),
            imports: ImportReader::default(),
            waits: false,
            waits_for_script: false,
        }
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
        if self.waits || self.waits_for_script || self.imports.is_pending() {
            return false;
        }
        match self.frames.base {
            Base::Code => (self.frames.may_end_statement() && begins_statement(line)) || self.restarts(line),
            Base::Markup => {
                let mut letters = line.trim_start().bytes();
                self.frames.are_empty()
                    && letters.next() == Some(b'<')
                    && letters.next().is_some_and(|byte| byte.is_ascii_alphabetic())
            }
        }
    }

    fn pass(&mut self, line: &str) {
        work::add(1 + line.len());
        self.imports.pass(line, |component, origin| self.known.origins.add(component, origin));
        if self.frames.base == Base::Code {
            if self.restarts(line) {
                self.frames.clear();
            }
            self.frames.begin_line(line);
        }
        if line.contains("agmark:") || (self.frames.are_empty() && line.starts_with('@')) {
            self.waits = true;
        } else if !line.trim().is_empty() && !self.frames.are_comment() {
            self.waits = false;
        }
        self.frames.read(line.as_bytes());
        let read = self.frames.take_read();
        self.known.has_script |= read.script && self.frames.base == Base::Markup;
        let waits = read.component && self.frames.base == Base::Markup;
        self.waits_for_script = (self.waits_for_script || waits) && !self.known.has_script;
    }

    fn state(&self) -> State {
        self.known.state()
    }
}

fn begins_statement(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(line.len());
    line.get(..end).is_some_and(|word| STATEMENTS.contains(&word))
}
