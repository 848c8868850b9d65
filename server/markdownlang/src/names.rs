//! The namespaces of a program, and how places in its input are named.
//!
//! A place is a path of property names: `user.address.city`. `[]` is an item of a list. The properties of the root have
//! a separate namespace, because they are renamed and looked up by their own name.

use agmark_syntax::{Name, Namespace};

use crate::syntax::identifier::is_identifier;

/// The default namespace. Fields and variables are offered by the type of the dot, not by their names alone.
pub(crate) const DEFAULT_NAMESPACE: Namespace = Namespace { is_offered: false, ..Namespace::DEFAULT };

/// The namespaces that differ from it.
pub(crate) const NAMESPACES: &[Namespace] = &[
    Namespace { space: PROGRAM, counts_references: true, ..DEFAULT_NAMESPACE },
    Namespace { space: SERVER, is_offered: true, ..DEFAULT_NAMESPACE },
    Namespace { space: TEMPLATE, is_offered: true, counts_references: true, ..DEFAULT_NAMESPACE },
];

pub(crate) const PROGRAM: &str = "program";
pub(crate) const SERVER: &str = "server";
/// The schemas in `$defs`.
pub(crate) const SCHEMA: &str = "schema";
pub(crate) const TEMPLATE: &str = "template";
/// Variables that are declared outside of blocks.
pub(crate) const VARIABLE: &str = "variable";
/// Variables of a block.
pub(crate) const LOCAL: &str = "local variable";

/// The two namespaces of a schema's properties.
pub(crate) struct Spaces {
    pub root: &'static str,
    pub nested: &'static str,
}

pub(crate) static INPUT: Spaces = Spaces { root: "input", nested: "field" };
pub(crate) static OUTPUT: Spaces = Spaces { root: "output", nested: "output field" };

pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The items of the list at `path`.
pub(crate) fn items(path: &str) -> String {
    format!("{path}[]")
}

pub(crate) fn is_nested(path: &str) -> bool {
    path.contains(['.', '['])
}

/// A number that tells the variables of a chunk from those of other chunks.
pub(crate) fn salt(chunk: &str) -> u32 {
    chunk.bytes().fold(0x811c_9dc5, |h: u32, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// The name of a variable of a block: `$x`, and an invisible mark that tells it from every other `$x`.
pub(crate) fn local(variable: &str, number: u32) -> Name {
    // Variation selectors: sixteen characters that are not drawn after a letter.
    let mark = (0..8).filter_map(|i| char::from_u32(0xfe00 + (number >> (4 * i) & 15)));
    Name::new(LOCAL, &variable.chars().chain(mark).collect::<String>())
}

/// The text to write for the new name of `name`.
///
/// # Errors
/// Why the new name is invalid.
pub(crate) fn check(name: &Name, new: &str) -> Result<String, String> {
    let new = new.trim();
    match name.space.word() {
        PROGRAM => program_name_error(new).map_or(Ok(new.to_owned()), Err),
        SERVER => server_name_error(new).map_or(Ok(new.to_owned()), Err),
        VARIABLE | LOCAL => {
            let bare = new.strip_prefix('$').unwrap_or(new);
            identifier("a variable", bare).map(|bare| format!("${bare}"))
        }
        TEMPLATE if new.is_empty() || new.contains(['"', '`', '\\', '\n', '\r']) => {
            Err("invalid template name: quotes, backslashes and line ends are not allowed".to_owned())
        }
        TEMPLATE => Ok(new.to_owned()),
        // YAML does not read these words as strings.
        _ if ["true", "false", "null"].contains(&new.to_ascii_lowercase().as_str()) => {
            Err(format!("invalid name \"{new}\": YAML reads it as a value, choose another name"))
        }
        SCHEMA => identifier("a schema", new),
        _ => identifier("a property", new),
    }
}

/// Why a name of a program is invalid; `None` if it is valid.
pub(crate) fn program_name_error(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| !is_tool_char(*c));
    if name.is_empty() {
        Some("invalid program name: it must not be empty".to_owned())
    } else if let Some(c) = wrong {
        Some(format!("invalid program name: only letters, digits, \"_\" and \"-\" are allowed, not {c:?}"))
    } else if name.len() > 64 {
        Some(format!("invalid program name: at most 64 characters are allowed, found {}", name.len()))
    } else if name == "python" {
        Some("\"python\" is the name of the built-in tool: choose another name".to_owned())
    } else if name.starts_with("mcp__") {
        Some("names that start with \"mcp__\" are tools of servers: choose another name".to_owned())
    } else {
        None
    }
}

/// Why a name of a server is invalid; `None` if it is valid.
pub(crate) fn server_name_error(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| !is_tool_char(*c));
    match wrong {
        _ if name.is_empty() => Some("invalid server name: it must not be empty".to_owned()),
        Some(c) => {
            Some(format!("invalid server name: only letters, digits, \"_\" and \"-\" are allowed, not {c:?}"))
        }
        None => None,
    }
}

/// Whether a character can be in the name of a tool.
pub(crate) fn is_tool_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// A word that can follow a dot or a dollar sign in a template.
fn identifier(what: &str, word: &str) -> Result<String, String> {
    if is_identifier(word) {
        return Ok(word.to_owned());
    }
    Err(format!(
        "invalid name of {what}: it must start with a letter or \"_\" and contain only letters, digits and \"_\""
    ))
}
