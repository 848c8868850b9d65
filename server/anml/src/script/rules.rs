//! The rules of action scripts.

use agmark_syntax::{FixKind, Rule, Severity};

/// All rules, by code.
pub static RULES: &[&Rule] =
    &[&BAD_ACTION, &MISSING_SNAPSHOT, &NO_SUCH_ELEMENT, &PASSIVE_TARGET, &UNFIT_VERB, &UNKNOWN_VERB];

/// An unknown verb.
pub static UNKNOWN_VERB: Rule = Rule {
    code: "anml/unknown-verb",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unknown verb",
    help: "An action starts with a verb: `click`, `fill`, `check`, `uncheck`, `select`, `hover`, `expand`, \
           `scroll`, `keys` or `text`. There are no others: a program that runs the script stops here.",
    bad: &["clik #e1\n", "press #e1\n"],
    good: &["click #e1\n", "keys #e1 \"Enter\"\n"],
};

/// An action without a ref, or with an invalid argument.
pub static BAD_ACTION: Rule = Rule {
    code: "anml/bad-action",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "missing ref or invalid argument of an action",
    help: "Each verb takes the ref of an element. After it, `fill`, `select` and `keys` take a text in double quotes, `scroll` \
           takes a direction, and all other verbs take nothing. A note starts with ` -- `.",
    bad: &[
        "click\n",
        "click e1\n",
        "fill #e1\n",
        "fill #e1 Ann\n",
        "scroll #e1 sideways\n",
        "click #e1 twice\n",
    ],
    good: &["click #e1\n", "fill #e1 \"Ann\"\n", "scroll #e1 down\n", "click #e1 -- twice\n"],
};

/// A ref that does not exist in the snapshot.
pub static NO_SUCH_ELEMENT: Rule = Rule {
    code: "anml/no-such-element",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "action on an element that does not exist",
    help: "A script belongs to one snapshot: the file in `# against: login.anml`, or the file of the same name with the \
           extension `.anml`. Its refs are looked up there. They are only valid for that snapshot: a new one may number its \
           elements again.",
    bad: &[
        "click #e9\n=== example.anml\nbutton#e1 \"Send\"\n",
        "# against: a.anml\nclick #e2\n=== a.anml\nbutton#e1 \"Send\"\n",
    ],
    good: &["click #e1\n=== example.anml\nbutton#e1 \"Send\"\n", "click #e9\n"],
};

/// A verb that the element's role does not take.
pub static UNFIT_VERB: Rule = Rule {
    code: "anml/unfit-verb",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "verb that the element does not support",
    help: "`fill` is for fields that take text or numbers, `check` and `uncheck` for elements that are on or off, `select` for \
           elements that offer choices, `expand` for elements with `[expanded]`, `[collapsed]` or a summary, and for roles \
           that open.",
    bad: &[
        "fill #e1 \"Ann\"\n=== example.anml\nbutton#e1 \"Send\"\n",
        "check #e1\n=== example.anml\nlink#e1 \"Home\"\n",
    ],
    good: &[
        "click #e1\n=== example.anml\nbutton#e1 \"Send\"\n",
        "expand #e1\n=== example.anml\nlink#e1 \"Home\" [collapsed]\n",
    ],
};

/// A click on a passive element.
pub static PASSIVE_TARGET: Rule = Rule {
    code: "anml/passive-target",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "click on a passive element",
    help: "Headings, cells and containers usually do nothing when they are clicked. Name the link or button in them. Agents \
           can still read, hover over and scroll a passive element that has a ref.",
    bad: &["click #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
    good: &["text #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
};

/// A snapshot that does not exist.
pub static MISSING_SNAPSHOT: Rule = Rule {
    code: "anml/missing-snapshot",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "snapshot that does not exist",
    help: "`# against: login.anml` names the snapshot of a script, relative to the folder of the script. Without the snapshot, \
           the refs cannot be checked.",
    bad: &["# against: lgin.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
    good: &["# against: login.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
};
