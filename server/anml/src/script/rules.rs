//! What can be wrong with a script of actions.

use agmark_syntax::{FixKind, Rule, Severity};

/// All rules, by code.
pub static RULES: &[&Rule] =
    &[&BAD_ACTION, &MISSING_SNAPSHOT, &NO_SUCH_ELEMENT, &PASSIVE_TARGET, &UNFIT_VERB, &UNKNOWN_VERB];

/// A verb that there is not.
pub static UNKNOWN_VERB: Rule = Rule {
    code: "anml/unknown-verb",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an action with an unknown verb",
    help: "A line of a script begins with what is done: `click`, `fill`, `check`, `uncheck`, `select`, `hover`, `expand`, \
           `scroll`, `keys` or `text`. The set is closed: whoever carries the script out would stop here.",
    bad: &["clik #e1\n", "press #e1\n"],
    good: &["click #e1\n", "keys #e1 \"Enter\"\n"],
};

/// An action that is not written as its verb wants it.
pub static BAD_ACTION: Rule = Rule {
    code: "anml/bad-action",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an action without a ref, or with the wrong argument",
    help: "Every verb takes the ref of an element. Behind it, `fill`, `select` and `keys` take a text in double quotes, \
           `scroll` a direction, and all others nothing. A note begins with ` -- `.",
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

/// A ref that the snapshot does not have.
pub static NO_SUCH_ELEMENT: Rule = Rule {
    code: "anml/no-such-element",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an action on an element that the snapshot does not have",
    help: "A script is for one snapshot: that of `# against: login.anml`, else the file of the same name that ends in \
           `.anml`. Refs are looked up there; they hold for that snapshot alone, and a new one may count anew.",
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
    summary: "a verb that the element cannot take",
    help: "`fill` is for fields that take text or numbers, `check` and `uncheck` for what is on or off, `select` for what \
           offers choices, `expand` for what says that there is more of it: `[expanded]`, `[collapsed]`, a summary, or a \
           role that opens.",
    bad: &[
        "fill #e1 \"Ann\"\n=== example.anml\nbutton#e1 \"Send\"\n",
        "check #e1\n=== example.anml\nlink#e1 \"Home\"\n",
    ],
    good: &[
        "click #e1\n=== example.anml\nbutton#e1 \"Send\"\n",
        "expand #e1\n=== example.anml\nlink#e1 \"Home\" [collapsed]\n",
    ],
};

/// A click on something that nobody clicks on.
pub static PASSIVE_TARGET: Rule = Rule {
    code: "anml/passive-target",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a click on a passive element",
    help: "Headings, cells and what holds others do nothing when they are clicked, as far as a snapshot tells. Name the \
           link or button in it. Structure with a ref can still be read, hovered over and scrolled.",
    bad: &["click #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
    good: &["text #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
};

/// A snapshot that is not there.
pub static MISSING_SNAPSHOT: Rule = Rule {
    code: "anml/missing-snapshot",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a script names a snapshot that is not there",
    help: "`# against: login.anml` names the snapshot that the refs of a script are of, relative to the script's folder. \
           Without it nothing can be said of the refs.",
    bad: &["# against: lgin.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
    good: &["# against: login.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
};
