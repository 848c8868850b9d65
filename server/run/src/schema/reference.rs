//! References inside a schema.

use serde_json::Value;

/// The target of a local reference.
pub fn resolve<'a>(root: &'a Value, to: &str) -> Option<&'a Value> {
    let pointer = to.strip_prefix('#')?;
    // Pointers in references may be percent-encoded.
    let pointer = url::form_urlencoded::parse(format!("p={}", pointer.replace('+', "%2B")).as_bytes())
        .next()
        .map(|(_, pointer)| pointer.into_owned())?;
    root.pointer(&pointer)
}
