//! What the words of GaryML mean: directives, their parameters, and the commands that every host has.

/// A directive: what may stand in its header and under it.
#[derive(Debug)]
pub struct Directive {
    /// Without the dot.
    pub name: &'static str,
    pub doc: &'static str,
    /// Required ones first.
    pub parameters: &'static [Parameter],
    pub content: Content,
}

/// A parameter of a directive or of a built-in command.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub doc: &'static str,
    pub required: bool,
    /// The values that are known; empty where any will do.
    pub values: &'static [&'static str],
}

/// A command that hosts have without a definition in the workspace.
#[derive(Debug)]
pub struct Command {
    /// Without the dot.
    pub name: &'static str,
    pub doc: &'static str,
    pub parameters: &'static [Parameter],
}

/// What stands under a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing but parameters.
    None,
    /// One string or text.
    Text,
    /// Code or text; not needed where a `path` says where it is.
    Source,
    /// Commands, in order.
    Commands,
    /// Any directives and commands, and examples in blocks.
    Anything,
    /// Sections and text.
    Sections,
    /// Definitions of commands, and text.
    Definitions,
    /// Any parameters: the generic forms of a command.
    Call,
}

impl Content {
    /// Whether loose text beneath is an implicit text body.
    pub fn has_body(self) -> bool {
        matches!(self, Self::Text | Self::Source)
    }

    /// Whether loose text is content at all.
    pub fn takes_text(self) -> bool {
        self.has_body() || matches!(self, Self::Sections | Self::Definitions)
    }

    /// Whether a quoted string, a text block or a code block is content.
    pub fn takes_blocks(self) -> bool {
        self.takes_text() || matches!(self, Self::Anything | Self::Call)
    }

    /// Whether the content must not be missing.
    pub fn is_needed(self) -> bool {
        self.has_body() || matches!(self, Self::Commands | Self::Anything | Self::Definitions)
    }
}

impl Directive {
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|p| p.name == name)
    }

    /// Whether the content must not be missing where no `path` stands for it.
    pub fn needs_content(&self) -> bool {
        self.content.is_needed()
    }
}

const fn required(name: &'static str, doc: &'static str, values: &'static [&'static str]) -> Parameter {
    Parameter { name, doc, required: true, values }
}

const fn optional(name: &'static str, doc: &'static str, values: &'static [&'static str]) -> Parameter {
    Parameter { name, doc, required: false, values }
}

pub const DIFF_FORMATS: &[&str] = &["v4a", "search_replace", "unified"];

/// All directives, those that documents begin with first.
pub static DIRECTIVES: &[Directive] = &[
    Directive {
        name: "GaryML",
        doc: "Says which version of GaryML the file is written in. The first line of a file, beside everything else.",
        parameters: &[required("version", "The version, `x.y`.", &[])],
        content: Content::None,
    },
    Directive {
        name: "Role",
        doc: "Who the agent is to be: a short description of the persona that it adopts.",
        parameters: &[],
        content: Content::Text,
    },
    Directive {
        name: "Query",
        doc: "One question, or one part of the task, for the agent to answer.",
        parameters: &[],
        content: Content::Text,
    },
    Directive {
        name: "Instructions",
        doc: "The task itself, and the rules to keep to.",
        parameters: &[],
        content: Content::Text,
    },
    Directive { name: "Plan", doc: "The steps to take, in order.", parameters: &[], content: Content::Text },
    Directive {
        name: "OutputFormat",
        doc: "What the answer is to look like.",
        parameters: &[],
        content: Content::Text,
    },
    Directive {
        name: "ReasoningStrategy",
        doc: "How the agent is to think on the way to its answer.",
        parameters: &[],
        content: Content::Text,
    },
    Directive {
        name: "Context",
        doc: "Background: a file, a schema, a note. Others refer to it by `@id`.",
        parameters: &[
            required("id", "The name that references use; unique in the file.", &[]),
            optional("path", "The file that it is, or was, taken from.", &[]),
            optional("type", "What kind of thing it is.", &["file", "schema", "text"]),
            optional("format", "The language of the content.", &["json", "yaml", "markdown", "python", "go"]),
        ],
        content: Content::Source,
    },
    Directive {
        name: "Execute",
        doc: "The commands that the agent runs, in order.",
        parameters: &[],
        content: Content::Commands,
    },
    Directive {
        name: "Examples",
        doc: "Examples to learn from: directives and commands as they could have been.",
        parameters: &[],
        content: Content::Anything,
    },
    Directive {
        name: "Diff",
        doc: "A change to files, in one of three formats.",
        parameters: &[
            required("id", "The name that references use; unique in the file.", &[]),
            required("format", "How the change is written.", DIFF_FORMATS),
            optional(
                "path",
                "The file that it changes, where the diff names none; without content, the file that has the diff.",
                &[],
            ),
        ],
        content: Content::Source,
    },
    Directive {
        name: "Documentation",
        doc: "Documentation for the agent: sections that define commands, and text.",
        parameters: &[required("title", "What it is called.", &[])],
        content: Content::Sections,
    },
    Directive {
        name: "Section",
        doc: "A part of `.Documentation`: definitions of commands (`.name: \"what it does\"`, parameters beneath), and text.",
        parameters: &[required("title", "What it is called.", &[])],
        content: Content::Definitions,
    },
    Directive {
        name: "Include",
        doc: "Takes in the directives of another file.",
        parameters: &[required("path", "The file, seen from the folder of this one.", &[])],
        content: Content::None,
    },
    Directive {
        name: "Command",
        doc: "A command in its generic form.",
        parameters: CALL,
        content: Content::Call,
    },
    Directive {
        name: "ToolCall",
        doc: "A call of a tool in its generic form.",
        parameters: CALL,
        content: Content::Call,
    },
];

const CALL: &[Parameter] = &[
    required("name", "The command, `.name`.", &[]),
    optional("arguments", "Its arguments, one deeper.", &[]),
];

/// The commands that hosts have without a definition.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "refactor",
        doc: "Changes code without changing what it does.",
        parameters: &[
            optional("target", "What is to be changed.", &[]),
            optional("goal", "What is to be better afterwards.", &[]),
        ],
    },
    Command {
        name: "test",
        doc: "Runs tests.",
        parameters: &[optional("target", "What is to be tested.", &[])],
    },
    Command {
        name: "applyPatch",
        doc: "Applies a diff to the files that it names.",
        parameters: &[optional("diff", "The `.Diff`, by its id.", &[])],
    },
    Command {
        name: "help",
        doc: "Says which commands there are, or what one does.",
        parameters: &[optional("command", "The command to explain.", &[])],
    },
    Command {
        name: "log",
        doc: "Writes a message into the log.",
        parameters: &[
            optional("message", "What is to be written.", &[]),
            optional("level", "How grave it is.", &["debug", "info", "warning", "error"]),
        ],
    },
    Command {
        name: "scaffold",
        doc: "Creates files from a pattern.",
        parameters: &[
            optional("language", "The programming language.", &[]),
            optional("output_path", "Where the files go.", &[]),
        ],
    },
];

/// Parameters whose value names an id, also where it is written without `@`.
pub const REFERRING: &[&str] = &["input", "diff", "context", "target", "targets"];

pub fn directive(name: &str) -> Option<&'static Directive> {
    DIRECTIVES.iter().find(|d| d.name == name)
}

pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == name)
}
