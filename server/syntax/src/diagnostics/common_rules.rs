//! Rules that belong to no format.

use crate::{Analysis, FixKind, Rule, Severity, Span};

pub static TOO_LARGE: Rule = Rule {
    code: "agmark/too-large",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "the document is too large to be checked",
    help: "A piece of text of more than 64 MiB that cannot be cut into chunks is not parsed. Everything that \
           needs its content is off for it. Split the file.",
    bad: &[],
    good: &[],
};

pub static TOO_DEEP: Rule = Rule {
    code: "agmark/too-deep",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "the document is nested too deeply to be checked",
    help: "HTML or JSON nested more than a thousand levels deep is parsed, but not followed. Files like this \
           are hardly ever meant; an unclosed element or bracket that repeats is the usual cause.",
    bad: &[],
    good: &[],
};

pub static FAULT: Rule = Rule {
    code: "agmark/fault",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a fault in agmark itself",
    help: "A part of the document could not be checked because agmark failed on it. The rest is not affected. \
           Please report it with the text in question: `agmark lsp --record FILE` writes down what an editor \
           sent.",
    bad: &[],
    good: &[],
};

pub static OUT_OF_STEP: Rule = Rule {
    code: "agmark/out-of-step",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a change of the document could not be read",
    help: "The editor sent a change that is damaged or too large, so agmark does not know the text of the document \
           any more. It reports nothing about the document and changes nothing in it until the editor sends the \
           whole text: close the document and open it again.",
    bad: &[],
    good: &[],
};

pub static OTHER_LANGUAGE: Rule = Rule {
    code: "agmark/other-language",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "the text is not of the format that its name says",
    help: "Other programs use the same file name endings. If a file is binary, or if its first lines are of another \
           language, agmark leaves it alone: it reports nothing else, offers nothing and does not format it. If the file \
           is meant to be of this format, correct its first lines.",
    bad: &[],
    good: &[],
};

pub static UNUSED_ALLOW: Rule = Rule {
    code: "agmark/unused-allow",
    severity: Severity::Hint,
    fix: FixKind::Automatic,
    summary: "an `allow` comment that silences nothing",
    help: "The comment names a rule that finds nothing in the block or line that the comment is for. The fix \
           removes it, so that it does not silence a later mistake.",
    bad: &["@! agmark: allow duplicate-id\n@p Boats leave by noon. [#noon]\n"],
    good: &["@p Boats leave by noon. [#noon]\n"],
};

pub static UNKNOWN_RULE: Rule = Rule {
    code: "agmark/unknown-rule",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an `allow` comment names a rule that does not exist",
    help: "`agmark rules` lists all rules. In a file a rule of the file's own format may be written without \
           the format: `duplicate-id` for `agd/duplicate-id`.",
    bad: &["@p One. [#x]\n\n@! agmark: allow duplicate-name\n@p Two. [#x]\n"],
    good: &["@p One. [#x]\n\n@! agmark: allow duplicate-id\n@p Two. [#x]\n"],
};

/// Rules that say that a part of a document could not be checked.
pub static UNCHECKED: &[&Rule] = &[&TOO_LARGE, &TOO_DEEP, &FAULT];

/// All of them.
pub static RULES: &[&Rule] =
    &[&TOO_LARGE, &TOO_DEEP, &FAULT, &OUT_OF_STEP, &OTHER_LANGUAGE, &UNUSED_ALLOW, &UNKNOWN_RULE];

pub(crate) fn too_large(text: &str) -> Analysis {
    let message = format!("{} MiB are too much to be checked: split the file", text.len() >> 20);
    only(&TOO_LARGE, message)
}

pub(crate) fn too_deep(_text: &str) -> Analysis {
    only(&TOO_DEEP, "nested more than 1000 levels deep: not checked".to_owned())
}

pub(crate) fn fault(format: &str, _text: &str) -> Analysis {
    only(&FAULT, format!("agmark failed on this part of the {format} document: it is not checked"))
}

fn only(rule: &'static Rule, message: String) -> Analysis {
    Analysis { diagnostics: vec![rule.at(Span::at(0), message)], ..Analysis::default() }
}
