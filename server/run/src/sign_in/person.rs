//! The person who signs in.

/// Asks a person to sign in.
pub trait Person: Send + Sync {
    /// Asks whether to sign in. May wait for the answer.
    fn agrees(&self, question: &str) -> bool;

    /// Shows the address of the sign-in page in a browser or as text.
    fn visit(&self, address: &str);
}
