//! Fields of the input.

use agmark_syntax::{Rule, Severity};

/// A field that the input schema does not have.
pub static RULE: Rule = Rule {
    code: "markdownlang/undeclared-field",
    severity: Severity::Error,
    summary: "a field that the input schema does not have",
    help: "The `input` schema lists its `properties`, and this field is not among them: when the \
           program runs, it shows `<no value>` to the model. Add it to the schema, or mend its name. A \
           schema that is open (`additionalProperties`, no `properties`) is not held against a field.",
    bad: &[program!("Say how the weather in {{ .ctiy }} will be.\n")],
    good: &[program!("Say how the weather in {{ .city }} will be.\n")],
};
