//! Pages and manifests: the general tests, and how fixes are applied.

use agmark_syntax::Applicability::{Automatic, Offered};

use crate::fixes;

// Of a key or a kind whose value is still to be written.
general_tests!("aaf", unfinished: &[
    "aaf/invalid-confirm",
    "aaf/invalid-danger",
    "aaf/invalid-idempotent",
    "aaf/manifest-missing-key",
    "aaf/manifest-type",
    "aaf/manifest-value",
    "aaf/missing-companion",
    "aaf/undeclared-required",
]);

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    let manifest = |rest: &str| {
        format!(
            "{{\"version\": \"0.1\", \"site\": {{\"name\": \"C\", \"origin\": \"https://c.example\"}}, {rest}}}"
        )
    };
    let risky = r#""actions": {"a.b": {"title": "A", "risk": "high", "confirmation": "optional"}}"#;
    for (rest, rule, expected) in [
        // Between two items a third may be missing, and a space may be too much.
        (r#""x": [1,,2]"#, "aaf/json-syntax", Offered),
        (r#""x": [1 000]"#, "aaf/json-syntax", Offered),
        (r#""x": [1,]"#, "aaf/json-syntax", Automatic),
        // What an agent may do is a person's to say.
        (risky, "aaf/unconfirmed-risk", Offered),
    ] {
        fixes::check_cases("aaf", &[(&manifest(rest), rule, &[expected])]);
    }
}
