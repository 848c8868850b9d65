//! ARIA roles and their ANML roles.

use super::roles::heading_level;

/// Roles of ARIA with another name in ANML.
const ROLES: &[(&str, &str)] = &[
    ("navigation", "nav"),
    ("contentinfo", "footer"),
    ("banner", "header"),
    ("complementary", "aside"),
    ("listitem", "item"),
    ("paragraph", "p"),
    ("text", "p"),
    ("statictext", "p"),
    ("image", "img"),
    ("separator", "divider"),
    ("gridcell", "cell"),
    ("columnheader", "cell"),
    ("rowheader", "cell"),
];

/// A role of ARIA, other than `heading`, in ANML: mapped, or its letters and digits in lower case.
pub fn role(aria: &str) -> String {
    let plain: String =
        aria.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match ROLES.iter().find(|(name, _)| *name == plain) {
        Some((_, role)) => (*role).to_owned(),
        // A role begins with a letter.
        None if !plain.starts_with(|c: char| c.is_ascii_lowercase()) => "generic".to_owned(),
        None => plain,
    }
}

/// The ANML role of an ARIA role, if it has another name.
pub fn of_aria(role: &str) -> Option<&'static str> {
    ROLES.iter().find(|(name, _)| *name == role).map(|(_, role)| *role)
}

/// The counterpart of a role in ARIA, where it has another name there.
pub fn aria(role: &str) -> Option<String> {
    if let Some(level) = heading_level(role) {
        return Some(format!("heading [level={level}]"));
    }
    let named = ROLES.iter().find(|(_, anml)| *anml == role);
    named.map(|(aria, _)| (*aria).to_owned())
}
