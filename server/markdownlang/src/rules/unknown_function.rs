//! Functions that do not exist.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::vocabulary::FUNCTIONS;

/// A function that does not exist.
pub static RULE: Rule = Rule {
    code: "markdownlang/unknown-function",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unknown function",
    help: "A word without a dot is a function. Fields of the input begin with a dot (`.city`), \
           variables with a dollar sign (`$city`). The functions are those of Go (`and`, `or`, `not`, \
           `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `index`, `len`, `slice`, `print`, `printf`, `println`, \
           `html`, `js`, `urlquery`) and `upper`, `lower`, `title`, `default`, `join`, `split`.",
    bad: &[program!("{{ uper .city }}\n"), program!("Say how the weather in {{ city }} will be.\n")],
    good: &[program!("{{ upper .city }}\n"), program!("Say how the weather in {{ .city }} will be.\n")],
};

/// At the name. `alone` says that it is used like a value, without arguments.
pub(crate) fn at(span: Span, name: &str, alone: bool) -> Diagnostic {
    let near = suggestion(name, FUNCTIONS.iter().map(|f| f.name), |_| false);
    if alone && near.is_none() {
        let words =
            format!("unknown function \"{name}\": a field of the input begins with a dot, \".{name}\"");
        let edit = Edit::insert(span.start as usize, ".");
        return RULE.at(span, words).suggest(format!("replace with \".{name}\""), vec![edit]);
    }
    RULE.at(span, format!("unknown function \"{name}\"")).nearest(span, near)
}
