//! Tables of the directives, their parameters, and the commands that every host has.

/// A directive with its parameters and its content.
#[derive(Debug)]
pub struct Directive {
    /// Without the dot.
    pub name: &'static str,
    pub doc: &'static str,
    /// Required ones first.
    pub parameters: &'static [Parameter],
    pub content: ContentModel,
}

/// A parameter of a directive or of a built-in command.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub doc: &'static str,
    pub required: bool,
    /// The known values; empty if every value is valid.
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

/// The content of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentModel {
    /// Parameters only.
    None,
    /// One string or text.
    Text,
    /// Code or text; not required if there is a `path`.
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

impl ContentModel {
    /// Whether loose text below is an implicit text body.
    pub fn has_body(self) -> bool {
        matches!(self, Self::Text | Self::Source)
    }

    /// Whether loose text is content.
    pub fn takes_text(self) -> bool {
        self.has_body() || matches!(self, Self::Sections | Self::Definitions)
    }

    /// Whether a quoted string, a text block or a code block is content.
    pub fn takes_blocks(self) -> bool {
        self.takes_text() || matches!(self, Self::Anything | Self::Call)
    }

    /// Whether the content is required.
    pub fn is_needed(self) -> bool {
        self.has_body() || matches!(self, Self::Commands | Self::Anything | Self::Definitions)
    }
}

impl Directive {
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|p| p.name == name)
    }

    /// Whether the content is required if there is no `path`.
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

/// All directives, in the usual order of documents.
pub static DIRECTIVES: &[Directive] = &[
    Directive {
        name: "GaryML",
        doc: "The version of GaryML that the file is written in. The first header of a file; no header is nested in it.",
        parameters: &[required("version", "The version, `x.y`.", &[])],
        content: ContentModel::None,
    },
    Directive {
        name: "Role",
        doc: "The role of the agent: a short description of the persona that it adopts.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "Query",
        doc: "A question, or a part of the task, that the agent must answer.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "Instructions",
        doc: "The task, and the rules that the agent must follow.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "Plan",
        doc: "The steps to take, in order.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "OutputFormat",
        doc: "The form of the answer.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "ReasoningStrategy",
        doc: "How the agent reasons about the task.",
        parameters: &[],
        content: ContentModel::Text,
    },
    Directive {
        name: "Context",
        doc: "Background: a file, a schema, a note. Other blocks refer to it as `@id`.",
        parameters: &[
            required("id", "The name that references use; unique in the file.", &[]),
            optional("path", "The file of the content.", &[]),
            optional("type", "The kind of the content.", &["file", "schema", "text"]),
            optional("format", "The language of the content.", &["json", "yaml", "markdown", "python", "go"]),
        ],
        content: ContentModel::Source,
    },
    Directive {
        name: "Execute",
        doc: "The commands that the agent runs, in order.",
        parameters: &[],
        content: ContentModel::Commands,
    },
    Directive {
        name: "Examples",
        doc: "Examples: directives and commands that show the agent what to do.",
        parameters: &[],
        content: ContentModel::Anything,
    },
    Directive {
        name: "Diff",
        doc: "A change to files, in one of three formats.",
        parameters: &[
            required("id", "The name that references use; unique in the file.", &[]),
            required("format", "The format of the diff.", DIFF_FORMATS),
            optional(
                "path",
                "The file to change if the diff names none. Without content: the file that contains the diff.",
                &[],
            ),
        ],
        content: ContentModel::Source,
    },
    Directive {
        name: "Documentation",
        doc: "Documentation for the agent: sections that define commands, and text.",
        parameters: &[required("title", "The title.", &[])],
        content: ContentModel::Sections,
    },
    Directive {
        name: "Section",
        doc: "A part of `.Documentation`: definitions of commands (`.name: \"what it does\"`, parameters below), and text.",
        parameters: &[required("title", "The title.", &[])],
        content: ContentModel::Definitions,
    },
    Directive {
        name: "Include",
        doc: "Inserts the directives of another file.",
        parameters: &[required("path", "The file, relative to the folder of this file.", &[])],
        content: ContentModel::None,
    },
    Directive {
        name: "Command",
        doc: "A command in generic form.",
        parameters: CALL,
        content: ContentModel::Call,
    },
    Directive {
        name: "ToolCall",
        doc: "A tool call in generic form.",
        parameters: CALL,
        content: ContentModel::Call,
    },
];

const CALL: &[Parameter] = &[
    required("name", "The command, `.name`.", &[]),
    optional("arguments", "Its arguments, indented below.", &[]),
];

/// The commands that hosts have without a definition.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "refactor",
        doc: "Changes code without changing its behavior.",
        parameters: &[
            optional("target", "The code to change.", &[]),
            optional("goal", "The goal of the change.", &[]),
        ],
    },
    Command { name: "test", doc: "Runs tests.", parameters: &[optional("target", "The code to test.", &[])] },
    Command {
        name: "applyPatch",
        doc: "Applies a diff to the files that it names.",
        parameters: &[optional("diff", "The id of the `.Diff`.", &[])],
    },
    Command {
        name: "help",
        doc: "Lists the commands, or explains one.",
        parameters: &[optional("command", "The command to explain.", &[])],
    },
    Command {
        name: "log",
        doc: "Writes a message to the log.",
        parameters: &[
            optional("message", "The message.", &[]),
            optional("level", "The severity.", &["debug", "info", "warning", "error"]),
        ],
    },
    Command {
        name: "scaffold",
        doc: "Creates files from a template.",
        parameters: &[
            optional("language", "The programming language.", &[]),
            optional("output_path", "The folder for the files.", &[]),
        ],
    },
];

/// Parameters whose value names an id, also without `@`.
pub const REFERRING: &[&str] = &["input", "diff", "context", "target", "targets"];

pub fn directive(name: &str) -> Option<&'static Directive> {
    DIRECTIVES.iter().find(|d| d.name == name)
}

pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == name)
}
