//! Rules: what can be wrong, written down once.

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Hint,
    Information,
    Warning,
    Error,
}

impl Severity {
    pub const ALL: [Severity; 4] = [Self::Error, Self::Warning, Self::Information, Self::Hint];

    /// The word for it, as the command line prints and the configuration takes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A rule. Its words are written here and nowhere else: they are the diagnostic's message, what
/// `agmark explain` prints, and the rule's page in `docs/rules.md`. Its examples are its tests.
#[derive(Debug)]
pub struct Rule {
    /// The stable name, `format/kebab-case`.
    pub code: &'static str,
    pub severity: Severity,
    /// One line: what the rule finds.
    pub summary: &'static str,
    /// Markdown: why it matters, and what to do. Whole sentences.
    pub help: &'static str,
    /// Documents in which the rule finds something.
    pub bad: &'static [&'static str],
    /// The same documents, mended: the rule finds nothing.
    pub good: &'static [&'static str],
}

impl Rule {
    /// The format that the rule belongs to: the part of its code before the slash.
    pub fn format(&self) -> &'static str {
        self.code.split_once('/').map_or(self.code, |(format, _)| format)
    }

    /// The code without its format.
    pub fn short(&self) -> &'static str {
        self.code.split_once('/').map_or(self.code, |(_, short)| short)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}
