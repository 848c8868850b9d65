//! The namespaces of a program, and how places in its input are named.
//!
//! A place is a path of property names, `user.address.city`; `[]` stands for the items of a list. The property of
//! the root is in a namespace of its own, since it is renamed and looked up by its own name alone.

use agmark_syntax::{Name, Namespace};

use crate::rules::{bad_name, bad_server_name};

/// What features do with names. Fields and variables are offered by the type of the dot, not by their names alone.
pub(crate) const DEFAULT_NAMESPACE: Namespace = Namespace { is_offered: false, ..Namespace::DEFAULT };

/// The namespaces that differ.
pub(crate) const NAMESPACES: &[Namespace] = &[
    Namespace { space: PROGRAM, counts_references: true, ..DEFAULT_NAMESPACE },
    Namespace { space: SERVER, is_offered: true, ..DEFAULT_NAMESPACE },
    Namespace { space: TEMPLATE, is_offered: true, counts_references: true, ..DEFAULT_NAMESPACE },
];

pub(crate) const PROGRAM: &str = "program";
pub(crate) const SERVER: &str = "server";
/// What `$defs` names.
pub(crate) const SCHEMA: &str = "schema";
pub(crate) const TEMPLATE: &str = "template";
/// Variables that are declared outside of control structures.
pub(crate) const VARIABLE: &str = "variable";
/// Variables of a control structure.
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

/// What tells the variables of a chunk from those of other chunks.
pub(crate) fn salt(chunk: &str) -> u32 {
    chunk.bytes().fold(0x811c_9dc5, |h: u32, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// A name for a variable that is known in one control structure only: `$x`, and an invisible mark that tells it
/// from every other `$x`.
pub(crate) fn local(variable: &str, number: u32) -> Name {
    // Variation selectors: sixteen characters that are not drawn after a letter.
    let mark = (0..8).filter_map(|i| char::from_u32(0xfe00 + (number >> (4 * i) & 15)));
    Name::new(LOCAL, &variable.chars().chain(mark).collect::<String>())
}

/// What is to be written for the new name of `name`, or why it cannot be one.
pub(crate) fn check(name: &Name, new: &str) -> Result<String, String> {
    let new = new.trim();
    match name.space {
        PROGRAM => bad_name::complaint(new).map_or(Ok(new.to_owned()), Err),
        SERVER => bad_server_name::complaint(new).map_or(Ok(new.to_owned()), Err),
        VARIABLE | LOCAL => {
            let bare = new.strip_prefix('$').unwrap_or(new);
            identifier("a variable", bare).map(|bare| format!("${bare}"))
        }
        TEMPLATE if new.is_empty() || new.contains(['"', '`', '\\', '\n', '\r']) => {
            Err("the name of a template has no quotes, backslashes or line ends".to_owned())
        }
        TEMPLATE => Ok(new.to_owned()),
        // In YAML these are no strings.
        _ if ["true", "false", "null"].contains(&new.to_ascii_lowercase().as_str()) => {
            Err(format!("in YAML \"{new}\" is a value, not a name: choose another one"))
        }
        SCHEMA => identifier("a schema", new),
        _ => identifier("a property", new),
    }
}

/// A word that may follow a dot or a dollar sign in a template.
fn identifier(what: &str, word: &str) -> Result<String, String> {
    let first = word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if first && word.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Ok(word.to_owned());
    }
    Err(format!("the name of {what} begins with a letter or \"_\"; letters, digits and \"_\" follow"))
}
