//! A tag that does not exist.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::lexical::line::is_name;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;
use crate::vocabulary::{TAGS, nearest_tag};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/unknown-tag",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown tag",
        help: "There are fourteen tags, all in lower case, and the lowest heading is `h4`. Your own tags start \
               with `x-`, so that they cannot collide with future tags of the language. The lines under an \
               unknown tag are read as if the tag existed.",
        bad: &[
            "@H1 Harbour\n",
            "@h5 In fog\n",
            "@cod lang=c\n~~~\nint tide;\n~~~\n",
            "@signal kind=fog\n",
            "@p: text\n",
        ],
        good: &[
            "@h1 Harbour\n",
            "@h4 In fog\n",
            "@code lang=c\n~~~\nint tide;\n~~~\n",
            "@x-signal kind=fog\n",
            "@p text\n",
        ],
    },
    check: Check::Kind(&[BlockKind::Unknown], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let name = block.name(context.text);
    let written = Span::new(block.tag.start as usize + 1, block.tag.end as usize);
    let finding = RULE.at(block.tag, format!("unknown tag \"@{name}\""));
    if let Some(meant) = nearest_tag(name) {
        // `p:text`: everything after the tag but one colon is the start of the text.
        let tag = meant.word();
        let rest = name.strip_prefix(tag).filter(|rest| !rest.is_empty() && *rest != ":");
        let Some(rest) = rest.filter(|rest| !rest.bytes().all(is_name)) else {
            return out.push(finding.nearest(written, Some(meant)));
        };
        let mut finding = finding;
        finding.message.push_str(": expected a space after the tag");
        let edits = vec![Edit::replace(written, format!("{tag} {rest}"))];
        return out.push(finding.suggest(format!("write \"@{tag} {rest}\""), edits));
    }
    let known: Vec<_> = TAGS.iter().map(|tag| tag.name).collect();
    let mut finding = finding;
    finding
        .message
        .push_str(&format!(": expected {}, or your own tag that starts with \"x-\"", known.join(", ")));
    if name.bytes().all(is_name) {
        let own = format!("x-{}", name.trim_start_matches("x-").trim_start_matches(['_', '-']));
        if own.len() > 2 {
            finding = finding.suggest(format!("replace with \"{own}\""), vec![Edit::replace(written, own)]);
        }
    }
    out.push(finding);
}
