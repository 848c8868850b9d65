//! The imports of a source: whether a component comes from the framework or from elsewhere.

use memchr::memmem;

use crate::vocabulary::components::{COMPONENTS, Component};

/// How the names of the framework's packages begin.
const PACKAGES: &[&str] = &["@agent-accessibility-framework/", "agent-accessibility-framework"];

/// How many bytes of an import are read.
const LONGEST: usize = 2 << 10;

const IMPORT: &str = "import";

/// Where a component is imported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A package of the framework.
    Framework,
    /// The project itself, or a package of others.
    Elsewhere,
}

/// Where each component of the framework's names is imported from. The first import counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origins([Option<Origin>; COMPONENTS.len()]);

impl Origins {
    /// The origins as a number, for the state of a line scan.
    pub fn bits(self) -> u32 {
        self.0.iter().rev().fold(0, |bits, origin| {
            bits << 2
                | match origin {
                    None => 0,
                    Some(Origin::Framework) => 1,
                    Some(Origin::Elsewhere) => 2,
                }
        })
    }

    /// The origins that a number stands for.
    pub fn of_bits(bits: u32) -> Self {
        let mut origins = Origins::default();
        for (number, origin) in origins.0.iter_mut().enumerate() {
            *origin = match bits >> (2 * number) & 3 {
                1 => Some(Origin::Framework),
                2 => Some(Origin::Elsewhere),
                _ => None,
            };
        }
        origins
    }

    /// Adds an import.
    pub fn add(&mut self, component: usize, origin: Origin) {
        if let Some(known) = self.0.get_mut(component) {
            known.get_or_insert(origin);
        }
    }
}

/// Reads the imports of components in lines.
#[derive(Default)]
pub struct ImportReader {
    /// The text from an `import` on whose end is in a later line.
    pending: String,
}

impl ImportReader {
    /// Whether the next line may belong to an import.
    pub fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Reads a line. `found` gets the number of each imported component in [`COMPONENTS`].
    pub fn pass(&mut self, line: &str, mut found: impl FnMut(usize, Origin)) {
        if self.pending.is_empty() && memmem::find(line.as_bytes(), IMPORT.as_bytes()).is_none() {
            return;
        }
        self.pending.push_str(line);
        self.pending.push('\n');
        let mut from = 0;
        while let Some(next) = self.pending.get(from..).and_then(|rest| rest.find(IMPORT)) {
            let start = from + next;
            from = start + IMPORT.len();
            let rest = self.pending.get(from..).unwrap_or("");
            let text = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or("");
            match Import::read(text) {
                Import::Unfinished if rest.len() < LONGEST => {
                    self.pending.drain(..start);
                    return;
                }
                Import::Whole { clause, module } => {
                    let of_framework = PACKAGES.iter().any(|package| module.starts_with(package));
                    let origin = if of_framework { Origin::Framework } else { Origin::Elsewhere };
                    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                    for (number, component) in COMPONENTS.iter().enumerate() {
                        if clause.split(|c| !is_part(c)).any(|word| word == component.name) {
                            found(number, origin);
                        }
                    }
                }
                Import::Unfinished | Import::Other => {}
            }
        }
        self.pending.clear();
    }
}

/// What follows the word `import`.
enum Import<'a> {
    /// What is before `from`, and the name of the module.
    Whole { clause: &'a str, module: &'a str },
    /// More lines decide.
    Unfinished,
    /// No import with names.
    Other,
}

impl<'a> Import<'a> {
    fn read(text: &'a str) -> Self {
        let end = memchr::memchr3(b';', b'"', b'\'', text.as_bytes()).unwrap_or(text.len());
        let clause = text.get(..end).unwrap_or("");
        let from = memmem::find(clause.as_bytes(), b"from");
        let Some((clause, rest)) = from.and_then(|from| Some((text.get(..from)?, text.get(from + 4..)?)))
        else {
            let more = end == text.len() && !text.starts_with(char::is_alphanumeric);
            return if more { Import::Unfinished } else { Import::Other };
        };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next() else { return Import::Unfinished };
        match rest.strip_prefix(['"', '\'']) {
            Some(module) => {
                let module = module.split([quote, '\n']).next().unwrap_or("");
                Import::Whole { clause, module }
            }
            None => Import::Other,
        }
    }
}

/// The imports that the elements of a text see: those before them. In Vue and Svelte, elements before the first script
/// see the imports of that script.
#[derive(Debug, Default)]
pub struct Imports {
    /// Those of earlier pieces.
    before: Origins,
    /// The imported components, each with the start of the line.
    here: Vec<(usize, usize, Origin)>,
    /// The end of the first script, if the elements before it see its imports.
    script_end: usize,
}

impl Imports {
    /// The imports of a text.
    pub fn of(text: &str) -> Self {
        let mut imports = Imports::default();
        if memmem::find(text.as_bytes(), IMPORT.as_bytes()).is_none() {
            return imports;
        }
        let mut reader = ImportReader::default();
        let mut start = 0;
        for line in text.split('\n') {
            reader.pass(line, |component, origin| imports.here.push((start, component, origin)));
            start += line.len() + 1;
        }
        imports
    }

    /// The imports of a piece after others with imports.
    #[must_use]
    pub fn after(self, before: Origins) -> Self {
        Imports { before, ..self }
    }

    /// The imports of a text whose first script ends at `script_end`.
    #[must_use]
    pub fn with_script(self, script_end: usize) -> Self {
        Imports { script_end, ..self }
    }

    /// Whether a component is imported from the framework.
    pub fn has_framework(&self) -> bool {
        self.here.iter().any(|(.., origin)| *origin == Origin::Framework)
    }

    /// Where a component comes from that is used at byte `at`.
    pub fn origin(&self, component: &Component, at: usize) -> Option<Origin> {
        let number = COMPONENTS.iter().position(|one| one.name == component.name)?;
        let known = self.before.0.get(number).copied().flatten();
        let seen = at.max(self.script_end);
        known.or_else(|| {
            let (.., origin) = self.here.iter().find(|(start, one, _)| *one == number && *start <= seen)?;
            Some(*origin)
        })
    }
}
