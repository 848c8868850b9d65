//! Documents that are not files. They have addresses, such as `SCHEME://NAME`.

use crate::{Context, ToolError};

/// Where such documents are. The program implements it.
pub trait RemoteDocuments: Send + Sync {
    /// The start of an address, with its colon.
    fn scheme(&self) -> &'static str;

    /// The extension of files of the same format.
    fn extension(&self) -> &'static str;

    /// Whether a person allowed them.
    fn is_allowed(&self) -> bool;

    /// The text of a document as it is now.
    ///
    /// # Errors
    /// If it does not exist, or its server does not answer.
    fn read(&self, name: &str) -> Result<String, ToolError>;

    /// Applies operations in JSON, one after another. Returns those that were not applied: the index and the reason.
    ///
    /// # Errors
    /// If they are not applied in time.
    fn apply(&self, name: &str, operations: &[String]) -> Result<Vec<(usize, String)>, ToolError>;

    /// Replaces a text by another one, in all parts that differ.
    ///
    /// # Errors
    /// If a part is no longer as in `before`, or not all parts are replaced in time.
    fn replace(&self, name: &str, before: &str, after: &str) -> Result<(), ToolError>;

    /// Tells a listener about each change of a document, until it is not needed. Also at the beginning, and when the
    /// document may have changed.
    fn follow(&self, name: &str, listener: Box<dyn ChangeListener>);
}

/// Who waits for the changes of a document.
pub trait ChangeListener: Send + Sync {
    fn is_needed(&self) -> bool;
    fn changed(&self);
}

/// The name in an address with this scheme; `None` for a file.
pub fn name<'w>(written: &'w str, scheme: &str) -> Option<&'w str> {
    let name = written.trim().strip_prefix(scheme)?;
    let name = name.strip_prefix("//").unwrap_or(name);
    Some(name.strip_prefix('/').unwrap_or(name))
}

/// A file name with only letters, digits, `-` and `=`.
pub fn file_name(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => out.push(char::from(byte)),
            _ => out.push_str(&format!("={byte:02x}")),
        }
    }
    out
}

impl Context {
    /// The place of documents that are not files.
    ///
    /// # Errors
    /// If the server was started without one.
    pub fn remote(&self) -> Result<&dyn RemoteDocuments, ToolError> {
        self.workspace().remote()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_names() {
        assert_eq!(name("far://a:b:{7}", "far:"), Some("a:b:{7}"));
        assert_eq!(name("far:///a:b", "far:"), Some("a:b"));
        assert_eq!(name("notes.txt", "far:"), None);
        assert_eq!(file_name("a:b/../c"), "a=3ab=2f=2e=2e=2fc");
    }
}
