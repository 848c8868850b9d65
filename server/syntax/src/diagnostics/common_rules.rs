//! Rules that belong to no format.

use crate::{ChunkAnalysis, FixKind, Rule, Severity, Span};

pub static TOO_LARGE: Rule = Rule {
    code: "agmark/too-large",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "document too large to check",
    help: "A piece of text of more than 64 MiB that cannot be cut into chunks is not parsed. Everything that \
           needs its content is off for it. Split the file.",
    bad: &[],
    good: &[],
};

pub static TOO_DEEP: Rule = Rule {
    code: "agmark/too-deep",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "document nested too deeply to check",
    help: "HTML or JSON that is nested more than 1000 levels deep is parsed but not analyzed. The usual cause \
           is an unclosed element or bracket that repeats.",
    bad: &[],
    good: &[],
};

pub static FAULT: Rule = Rule {
    code: "agmark/fault",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "internal error in agmark",
    help: "A part of the document could not be checked because agmark failed on it. The rest is not affected. \
           Please report it with the text: `agmark lsp --record FILE` records what an editor \
           sends.",
    bad: &[],
    good: &[],
};

pub static OUT_OF_STEP: Rule = Rule {
    code: "agmark/out-of-step",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "unreadable change of the document",
    help: "The editor sent a change that is invalid or too large, so agmark does not know the text of the document \
           any more. It reports nothing about the document and changes nothing in it until the editor sends the \
           whole text: close the document and open it again.",
    bad: &[],
    good: &[],
};

pub static OTHER_LANGUAGE: Rule = Rule {
    code: "agmark/other-language",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "text in another language than the file name says",
    help: "Other programs use the same file name endings. If a file is binary, or if its first lines are of another \
           language, agmark ignores the file: it reports nothing else, offers nothing and does not format it. If the file \
           is meant to be of this format, correct its first lines.",
    bad: &[],
    good: &[],
};

pub static UNUSED_ALLOW: Rule = Rule {
    code: "agmark/unused-allow",
    severity: Severity::Hint,
    fix: FixKind::Automatic,
    summary: "unused `allow` comment",
    help: "The comment names a rule that finds nothing in the block or line that the comment is for. The fix \
           removes it, so that it does not silence a later mistake.",
    bad: &["@! agmark: allow duplicate-id\n@p Boats leave by noon. [#noon]\n"],
    good: &["@p Boats leave by noon. [#noon]\n"],
};

pub static UNKNOWN_RULE: Rule = Rule {
    code: "agmark/unknown-rule",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "unknown rule in an `allow` comment",
    help: "`agmark rules` lists all rules. A comment can name a rule of the file's own format without \
           the format: `duplicate-id` for `agd/duplicate-id`.",
    bad: &["@p One. [#x]\n\n@! agmark: allow duplicate-name\n@p Two. [#x]\n"],
    good: &["@p One. [#x]\n\n@! agmark: allow duplicate-id\n@p Two. [#x]\n"],
};

/// Rules that say that a part of a document could not be checked.
pub static UNCHECKED: &[&Rule] = &[&TOO_LARGE, &TOO_DEEP, &FAULT];

/// All of these rules.
pub static RULES: &[&Rule] =
    &[&TOO_LARGE, &TOO_DEEP, &FAULT, &OUT_OF_STEP, &OTHER_LANGUAGE, &UNUSED_ALLOW, &UNKNOWN_RULE];

pub(crate) fn too_large(text: &str) -> ChunkAnalysis {
    let message = format!("{} MiB are too large to check: split the file", text.len() >> 20);
    only(&TOO_LARGE, message)
}

pub(crate) fn too_deep(_text: &str) -> ChunkAnalysis {
    only(&TOO_DEEP, "nested more than 1000 levels deep: not checked".to_owned())
}

pub(crate) fn fault(format: &str, _text: &str) -> ChunkAnalysis {
    only(&FAULT, format!("internal error: this part of the {format} document is not checked"))
}

fn only(rule: &'static Rule, message: String) -> ChunkAnalysis {
    ChunkAnalysis { diagnostics: vec![rule.at(Span::at(0), message)], ..ChunkAnalysis::default() }
}
