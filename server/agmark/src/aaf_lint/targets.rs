//! What a target of a check or an audit is.

/// Whether a target is a URL, not a file.
pub fn is_address(target: &str) -> bool {
    target.contains("://")
}
