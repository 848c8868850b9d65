//! The namespaces of names.

use agmark_syntax::Namespace;

/// The namespace of blocks.
pub const ID: &str = "id";
/// The namespace of commands.
pub const COMMAND: &str = "command";
/// The namespace of the parameters of commands.
pub const PARAMETER: &str = "parameter";

/// The default namespace. Completions of this format offer only the ids and commands that the document can use.
pub const DEFAULT_NAMESPACE: Namespace =
    Namespace { is_offered: false, counts_references: true, ..Namespace::DEFAULT };

/// The namespaces that differ from the default.
pub const NAMESPACES: &[Namespace] = &[
    Namespace { space: COMMAND, is_called: true, ..DEFAULT_NAMESPACE },
    Namespace { space: PARAMETER, counts_references: false, ..DEFAULT_NAMESPACE },
];
