//! Values that an annotation does not take: a rule for each attribute, one check for all of them.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::page::{Annotation, Page, Value};
use crate::vocabulary::patterns::Pattern;
use crate::vocabulary::{self, Values};

/// The rule for the values of each attribute.
static RULES: &[(&str, &Rule)] = &[
    ("kind", &KIND),
    ("action", &ACTION),
    ("field", &FIELD),
    ("danger", &DANGER),
    ("confirm", &CONFIRM),
    ("scope", &SCOPE),
    ("idempotent", &IDEMPOTENT),
    ("output", &OUTPUT),
    ("for-action", &FOR_ACTION),
    ("version", &VERSION),
    ("page", &PAGE),
];

pub static KIND: Rule = Rule {
    code: "aaf/invalid-kind",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unknown value of `data-agent-kind`",
    help: "An agent looks elements up by their kind and never finds one of an unknown kind. The kinds are action, \
           field, status, result, collection, item, dialog, step and link, in small letters.",
    bad: &["<button data-agent-kind=\"Action\" data-agent-action=\"cart.empty\">Empty</button>\n"],
    good: &["<button data-agent-kind=\"action\" data-agent-action=\"cart.empty\">Empty</button>\n"],
};

pub static ACTION: Rule = Rule {
    code: "aaf/invalid-action",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the name in `data-agent-action` has a wrong form",
    help: "Names of actions are small letters, digits and `-`, in parts joined by dots: `cart.empty`. Planners \
           compare them letter by letter with the names of the manifest.",
    bad: &["<button data-agent-kind=action data-agent-action=Cart.Empty>Empty</button>\n"],
    good: &["<button data-agent-kind=action data-agent-action=cart.empty>Empty</button>\n"],
};

pub static FIELD: Rule = Rule {
    code: "aaf/invalid-field",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the name in `data-agent-field` has a wrong form",
    help: "Names of fields are small letters, digits and `_`: `street_name`. The same name stands in the \
           properties of the action's `inputSchema`.",
    bad: &["<input data-agent-kind='field' data-agent-field='streetName'>\n"],
    good: &["<input data-agent-kind='field' data-agent-field='street_name'>\n"],
};

pub static DANGER: Rule = Rule {
    code: "aaf/invalid-danger",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "`data-agent-danger` must be `none`, `low` or `high`",
    help: "An agent that cannot read the risk of an action may take it for harmless. Write `none` for what \
           changes nothing, `low` for what can be undone, `high` for what cannot.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-danger=\"severe\"></form>\n",
    ],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-danger=\"high\"></form>\n",
    ],
};

pub static CONFIRM: Rule = Rule {
    code: "aaf/invalid-confirm",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "`data-agent-confirm` must be `never`, `optional`, `review` or `required`",
    help: "The policy says whether the user has to agree. `review` lets the agent fill the form in and leaves \
           the button to the user; `required` makes the agent ask first.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-confirm=\"yes\"></form>\n",
    ],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-confirm=\"required\"></form>\n",
    ],
};

pub static SCOPE: Rule = Rule {
    code: "aaf/invalid-scope",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the name in `data-agent-scope` has a wrong form",
    help: "Scopes are small letters, digits, `_` and dots: `orders.write`.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-scope=\"orders:write\"></form>\n",
    ],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-scope=\"orders.write\"></form>\n",
    ],
};

pub static IDEMPOTENT: Rule = Rule {
    code: "aaf/invalid-idempotent",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "`data-agent-idempotent` is neither true nor false",
    help: "Agents repeat what failed only if that does no harm. Write `true` or `false`.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-idempotent=\"no\"></form>\n",
    ],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-idempotent=\"false\"></form>\n",
    ],
};

pub static OUTPUT: Rule = Rule {
    code: "aaf/invalid-output",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the name in `data-agent-output` has a wrong form",
    help: "Outputs are named like actions and fields: small letters and digits, in parts joined by dots.",
    bad: &["<p data-agent-kind=\"status\" data-agent-output=\"Order Status\"></p>\n"],
    good: &["<p data-agent-kind=\"status\" data-agent-output=\"order.status\"></p>\n"],
};

pub static FOR_ACTION: Rule = Rule {
    code: "aaf/invalid-for-action",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the name in `data-agent-for-action` has a wrong form",
    help: "It repeats the name of an action: small letters, digits and `-`, in parts joined by dots.",
    bad: &[
        "<input data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"Club.Leave\">\n",
    ],
    good: &["<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
             data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leave\">\n"],
};

pub static VERSION: Rule = Rule {
    code: "aaf/invalid-version",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "`data-agent-version` is not two numbers joined by a dot",
    help: "The version of the annotations is written like `0.1`.",
    bad: &["<main data-agent-version=\"v1\"></main>\n"],
    good: &["<main data-agent-version=\"1.0\"></main>\n"],
};

pub static PAGE: Rule = Rule {
    code: "aaf/invalid-page",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "`data-agent-page` is neither a route nor an address",
    help: "Routes begin with `/`, as in the manifest's `pages`; an address begins with `http`.",
    bad: &["<div data-agent-kind=\"link\" data-agent-page=\"orders/new\">New order</div>\n"],
    good: &["<div data-agent-kind=\"link\" data-agent-page=\"/orders/new\">New order</div>\n"],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for annotation in page.annotated.iter().flat_map(|one| &one.annotations) {
        let rule = RULES.iter().find(|(name, _)| *name == annotation.name).map(|(_, rule)| *rule);
        if let (Some(rule), Value::Text(text)) = (rule, &annotation.value)
            && annotation.closed
            && !annotation.repeated
            && annotation.legal().is_none()
        {
            out.push(finding(page, rule, annotation, text));
        }
    }
}

fn finding(page: &Page<'_>, rule: &'static Rule, annotation: &Annotation<'_>, text: &str) -> Diagnostic {
    // As it is written: a component has props.
    let (name, title) = (annotation.name, annotation.name_span.text(page.text));
    let written = shown(text);
    let Some(known) = annotation.known else { return rule.at(annotation.name_span, rule.summary) };
    let (mut message, near) = match &known.values {
        Values::OneOf(words) => {
            let near = vocabulary::meant(words, text).map(str::to_owned);
            (format!("unknown {title} \"{written}\", expected one of {}", vocabulary::list(words)), near)
        }
        Values::Like(pattern) => (
            format!("invalid {} \"{written}\", expected {}", noun(name), pattern.words()),
            pattern.repaired(text),
        ),
        Values::Any => (String::new(), None),
    };
    if text.trim().is_empty() {
        message = match &known.values {
            Values::OneOf(words) => {
                format!("{title} has no value, expected one of {}", vocabulary::list(words))
            }
            Values::Like(pattern) => format!("{title} has no value, expected {}", pattern.words()),
            Values::Any => message,
        };
        return rule.at(annotation.span, message);
    }
    rule.at(annotation.value_span, message).nearest(annotation.value_span, near.as_deref())
}

/// What the value of an attribute is.
fn noun(attribute: &str) -> &'static str {
    match vocabulary::attribute(attribute).map(|known| &known.values) {
        Some(Values::Like(Pattern::Action)) => "action name",
        Some(Values::Like(Pattern::Field)) => "field name",
        Some(Values::Like(Pattern::Scope)) => "scope",
        Some(Values::Like(Pattern::Version)) => "version",
        Some(Values::Like(Pattern::Page)) => "page",
        Some(Values::Like(Pattern::Output)) => "output name",
        _ => "value",
    }
}
