//! Marks of template languages. The value of what they enclose is unknown.

/// The marks of template languages in pages.
const BLOCKS: &[(&str, &str)] = &[("{{", "}}"), ("{%", "%}"), ("{#", "#}"), ("<%", "%>"), ("<?", "?>")];

/// How far the end of a block with angle brackets is searched, in bytes.
const FAR: usize = 8 << 10;

/// Whether a template or an expression computes a value, so that it is unknown.
pub fn is_dynamic(value: &str) -> bool {
    let whole = value.trim();
    ["{{", "{%", "<%", "<?", "${"].iter().any(|mark| value.contains(mark))
        || (whole.starts_with('{') && whole.ends_with('}'))
}

/// If a template block starts at `at`, the byte after it. The block must be closed: one with braces on the same line,
/// as plain text may have braces too, one with angle brackets anywhere.
pub fn block_end(text: &str, at: usize) -> Option<usize> {
    if !matches!(text.as_bytes().get(at)?, b'{' | b'<') {
        return None;
    }
    let rest = text.get(at..)?;
    let (opener, closer) = BLOCKS.iter().find(|(opener, _)| rest.starts_with(opener))?;
    let inside = &rest[opener.len()..];
    // The search is limited, so that many unclosed blocks do not take long.
    let limit = if opener.starts_with('{') { 1 << 10 } else { FAR };
    let mut inside = &inside[..inside.floor_char_boundary(limit)];
    if opener.starts_with('{') {
        inside = inside.split('\n').next().unwrap_or("");
    }
    let end = inside.find(closer)?;
    Some(at + opener.len() + end + closer.len())
}

/// Whether a block with angle brackets starts at `at` that is not closed, but could be by more text after `text`.
pub fn may_close(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or("");
    (rest.starts_with("<%") || rest.starts_with("<?"))
        && rest.len() < FAR + 2
        && block_end(text, at).is_none()
}

/// A text without the expressions in braces.
pub fn without_braces(text: &str) -> String {
    let mut depth = 0usize;
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}
