//! Patterns of names and other values, and suggestions for values that do not match.

use agmark_syntax::transliteration::transliterated;

/// The longest name, in bytes. The names of fields contain that of their action, so long names would need much memory.
pub const LONGEST: usize = 1024;

/// A pattern of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `invoice.create`: `^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$`
    Action,
    /// `customer_email`: `^[a-z][a-z0-9_]*$`
    Field,
    /// `invoices.write`: `^[a-z][a-z0-9_.]*$`
    Scope,
    /// `0.1`: `^\d+\.\d+$`
    Version,
    /// A route or an address: starts with `/` or `http`.
    Page,
    /// A route of the site: starts with `/`.
    Route,
    /// The name of a result: an action's or a field's, also joined (`invoice.last_status`).
    Output,
    /// A URI: a scheme, a colon, and something after it.
    Uri,
}

impl Pattern {
    /// Whether a value follows the pattern.
    pub fn fits(self, value: &str) -> bool {
        let is_name = matches!(self, Pattern::Action | Pattern::Field | Pattern::Scope | Pattern::Output);
        if is_name && value.len() > LONGEST {
            return false;
        }
        match self {
            Pattern::Action => value.split('.').all(|part| starts_small(part) && part.chars().all(in_action)),
            Pattern::Field => starts_small(value) && value.chars().all(in_field),
            Pattern::Scope => starts_small(value) && value.chars().all(|c| in_field(c) || c == '.'),
            Pattern::Version => {
                value.split_once('.').is_some_and(|(major, minor)| digits(major) && digits(minor))
            }
            Pattern::Page => value.starts_with('/') || value.starts_with("http"),
            Pattern::Route => value.starts_with('/'),
            Pattern::Output => Pattern::Action.fits(value) || Pattern::Scope.fits(value),
            Pattern::Uri => is_uri(value),
        }
    }

    /// The pattern in words, with an example.
    pub fn words(self) -> &'static str {
        match self {
            Pattern::Action => {
                "lowercase letters, digits and \"-\", in parts joined by \".\", as in \"invoice.create\""
            }
            Pattern::Field => "lowercase letters, digits and \"_\", as in \"customer_email\"",
            Pattern::Scope => "lowercase letters, digits, \"_\" and \".\", as in \"invoices.write\"",
            Pattern::Version => "two numbers joined by \".\", as in \"0.1\"",
            Pattern::Page => "a route that begins with \"/\", as in \"/invoices/new\", or an address",
            Pattern::Route => "a route that begins with \"/\", as in \"/invoices/new\"",
            Pattern::Output => "a name of lowercase letters and digits, as in \"invoice.create.status\"",
            Pattern::Uri => "a URI, as in \"https://example.com\"",
        }
    }

    /// The matching value that differs from `value` only in spelling. Letters of other languages become ASCII. `None`
    /// for a name in another script.
    pub fn repaired(self, value: &str) -> Option<String> {
        let is_name = matches!(self, Pattern::Action | Pattern::Field | Pattern::Scope | Pattern::Output);
        let latin = if is_name { transliterated(value) } else { value.into() };
        if is_name && in_other_script(&latin) {
            return None;
        }
        let trimmed = latin.trim();
        let repaired = match self {
            Pattern::Action => parts(trimmed, '-', &['.', ':', '/']).join("."),
            Pattern::Field => parts(trimmed, '_', &[]).concat(),
            Pattern::Scope => parts(trimmed, '_', &['.', ':', '/']).join("."),
            Pattern::Output => match parts(trimmed, '_', &['.', ':', '/']).join(".") {
                joined if !Pattern::Action.fits(trimmed) => joined,
                _ => trimmed.to_owned(),
            },
            Pattern::Version => version(trimmed)?,
            Pattern::Page | Pattern::Route if trimmed.contains(char::is_whitespace) => return None,
            Pattern::Page | Pattern::Route => format!("/{}", trimmed.trim_start_matches(['.', '/'])),
            Pattern::Uri if looks_like_host(trimmed) => format!("https://{trimmed}"),
            Pattern::Uri => return None,
        };
        (repaired != value && self.fits(&repaired)).then_some(repaired)
    }
}

/// Whether a text has letters of another script than Latin. Without them, the rest is not its name.
pub fn in_other_script(text: &str) -> bool {
    !text.is_ascii() && transliterated(text).chars().any(|c| !c.is_ascii() && c.is_alphabetic())
}

fn in_action(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

fn in_field(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

fn starts_small(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_uri(value: &str) -> bool {
    let Some((scheme, rest)) = value.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        && !rest.trim_matches('/').is_empty()
        && !value.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn looks_like_host(text: &str) -> bool {
    let host = text.split(['/', ':']).next().unwrap_or("");
    (host.contains('.') || host == "localhost")
        && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
}

/// The words of a name in lowercase: split at `separators` into parts, the words of each part joined by `joint`. Words
/// begin at capitals (`customerEmail`) and after any character that is neither a letter nor a digit.
fn parts(name: &str, joint: char, separators: &[char]) -> Vec<String> {
    let part = |part: &str| {
        let mut out = String::new();
        let mut before = ' ';
        for c in part.chars() {
            let begins = c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
            if c.is_ascii_alphanumeric() {
                if (begins || !before.is_ascii_alphanumeric()) && !out.is_empty() {
                    out.push(joint);
                }
                out.push(c.to_ascii_lowercase());
            }
            before = c;
        }
        out
    };
    name.split(separators).map(part).filter(|part| !part.is_empty()).collect()
}

fn version(text: &str) -> Option<String> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let mut numbers = text.split('.').filter(|number| digits(number));
    let major = numbers.next()?;
    Some(format!("{major}.{}", numbers.next().unwrap_or("0")))
}

#[cfg(test)]
mod tests {
    use super::Pattern::{self, *};

    #[test]
    fn patterns_fit_what_they_say() {
        let fits = |pattern: Pattern, values: &[&str]| values.iter().all(|value| pattern.fits(value));
        let none = |pattern: Pattern, values: &[&str]| !values.iter().any(|value| pattern.fits(value));
        assert!(fits(Action, &["a", "invoice.create", "doc-2.export.pdf", "a-.b"]));
        assert!(none(Action, &["", ".", "a.", ".a", "A", "a_b", "a..b", "a.2", "é", " a"]));
        assert!(
            fits(Field, &["a", "customer_email", "line_2"])
                && none(Field, &["", "_a", "a-b", "aB", "2a", "a.b"])
        );
        assert!(fits(Scope, &["invoices.write", "a_b.", "a"]) && none(Scope, &["", "a:b", ".a", "A"]));
        assert!(
            fits(Version, &["0.1", "10.20"]) && none(Version, &["1", "1.", ".1", "1.2.3", "v1.2", "1.x"])
        );
        assert!(fits(Page, &["/", "/a", "https://x"]) && none(Page, &["a", "", "./a"]));
        assert!(fits(Output, &["invoice", "a.b-c", "a_b.c"]) && none(Output, &["A", "a b", ""]));
        assert!(fits(Uri, &["https://a.b", "urn:x:y", "mailto:a@b"]));
        assert!(none(Uri, &["a.b", "https://", ":x", "a b:c", "1a:b", ""]));
    }

    #[test]
    fn what_was_probably_meant() {
        let repaired = |pattern: Pattern, value: &str| pattern.repaired(value).unwrap_or_default();
        assert_eq!(repaired(Action, "Invoice.Create"), "invoice.create");
        assert_eq!(repaired(Action, "createInvoice"), "create-invoice");
        assert_eq!(repaired(Action, "invoice:create now "), "invoice.create-now");
        assert_eq!(repaired(Action, "invoice_create"), "invoice-create");
        assert_eq!(repaired(Action, "***"), "");
        assert_eq!(repaired(Field, "customerEmail"), "customer_email");
        assert_eq!(repaired(Field, "Customer-E-Mail"), "customer_e_mail");
        assert_eq!(repaired(Scope, "Invoices:Write"), "invoices.write");
        assert_eq!(repaired(Field, "Größe (cm)"), "groesse_cm");
        assert_eq!(repaired(Field, "STRASSE/ÖL"), "strasse_oel");
        assert_eq!(repaired(Action, "Créer.Élève"), "creer.eleve");
        // What is left of a name in another script says nothing.
        assert_eq!(repaired(Field, "価格 price"), "");
        assert_eq!(repaired(Action, "Удалить"), "");
        assert_eq!(repaired(Version, "v1"), "1.0");
        assert_eq!(repaired(Version, "0.1.2"), "0.1");
        assert_eq!(repaired(Page, "invoices/new"), "/invoices/new");
        assert_eq!(repaired(Uri, "billing.example.com/x"), "https://billing.example.com/x");
    }
}
