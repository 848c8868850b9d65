//! A function that does not exist.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::vocabulary::{FUNCTIONS, find_function};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
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
    },
    check: Check::Node(&["call", "identifier"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    // Between malformed parts, a word may be anything.
    let Some((head, arguments)) = context.call().filter(|_| context.is_well_formed) else { return };
    let (span, name) = (Span::of(head), Span::of(head).text(context.text));
    if find_function(name).is_some() {
        return;
    }
    let near = suggestion(name, FUNCTIONS.iter().map(|f| f.name), |_| false);
    out.push(if arguments == 0 && near.is_none() {
        let message = format!("unknown function \"{name}\": write \".{name}\" for a field of the input");
        let edit = Edit::insert(span.start as usize, ".");
        RULE.at(span, message).suggest(format!("replace with \".{name}\""), vec![edit])
    } else {
        RULE.at(span, format!("unknown function \"{name}\"")).nearest(span, near)
    });
}
