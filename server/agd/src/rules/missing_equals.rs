//! Words in place of attributes.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, Fix, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::unterminated_quote::is_open;
use crate::lexical::value;
use crate::syntax::block::{BlockKind, Identifier, MalformedKind, MalformedPart};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-equals",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "attribute without `=`",
        help: "Only headings and paragraphs have text after the tag. Every other tag takes attributes in the \
               form `key=value`, without white space around the `=`, followed by the id, `[#ident]`.",
        bad: &[
            "@code python\n~~~\nprint(1)\n~~~\n",
            "@quote Fair wind.\n",
            "@ul #gear\n- ropes\n",
            "@x-signal the fog horn\n",
        ],
        good: &[
            "@code lang=python\n~~~\nprint(1)\n~~~\n",
            "@quote\n> Fair wind.\n",
            "@ul [#gear]\n- ropes\n",
            "@x-signal desc=\"the fog horn\"\n",
        ],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.kind == BlockKind::Ref {
        // `unexpected_argument` reports other words of a `@ref`.
        out.extend(words(context).filter(|part| part.in_id).map(|part| finding(context, part)));
        return;
    }
    out.extend(words(context).map(|part| finding(context, part)));
    out.extend(block.targets.iter().map(|target| bare_identifier(context, *target)));
}

/// Words that are not an unclosed quote.
fn words<'a>(context: BlockContext<'a>) -> impl Iterator<Item = &'a MalformedPart> {
    let malformed = context.block().malformed.iter();
    malformed.filter(move |part| part.kind == MalformedKind::Words && !is_open(part.span.text(context.text)))
}

fn finding(context: BlockContext<'_>, part: &MalformedPart) -> Diagnostic {
    let words = part.span.text(context.text);
    let noun = if words.contains([' ', '\t']) { "attributes" } else { "attribute" };
    let words_in_quotes = if words.starts_with('"') { words.to_owned() } else { format!("\"{words}\"") };
    let mut finding = RULE.at(part.span, format!("invalid {noun} {words_in_quotes}: expected key=value"));
    finding.fixes.extend(fix(context, part, words));
    finding
}

/// The likely meaning: the attribute that this tag usually has, or the first line of its body.
fn fix(context: BlockContext<'_>, part: &MalformedPart, words: &str) -> Option<Fix> {
    let block = context.block();
    let body_line = match block.kind {
        BlockKind::List if !part.in_id => Some("- "),
        BlockKind::Quote if !part.in_id => Some("> "),
        _ => None,
    };
    if let Some(marker) = body_line {
        let edits = vec![
            Edit::delete(context.with_space_before(part.span)),
            Edit::insert(block.header_end, format!("\n{marker}{words}")),
        ];
        return Some(Fix::offered(format!("write it as \"{marker}{words}\""), edits));
    }
    let key = match block.kind {
        BlockKind::Code => "lang",
        BlockKind::Raw => "type",
        BlockKind::Table => "format",
        BlockKind::Include => "path",
        BlockKind::Meta => "title",
        _ => "desc",
    };
    if block.attribute(context.text, key).is_some() {
        return None;
    }
    let unquoted = words.strip_prefix('"').and_then(|w| w.strip_suffix('"')).unwrap_or(words);
    let written = format!("{key}={}", value::string(unquoted.into()));
    let edits = vec![Edit::replace(part.span, written.clone())];
    Some(Fix::offered(format!("write {written}"), edits))
}

fn bare_identifier(context: BlockContext<'_>, target: Identifier) -> Diagnostic {
    let written = target.span.text(context.text);
    let finding = RULE.at(
        target.span,
        format!("invalid attribute \"{written}\": expected an id in brackets, \"[#ident]\""),
    );
    if !target.good || !context.block().ids.is_empty() {
        return finding;
    }
    let (start, end) = (target.span.start as usize, target.span.end as usize);
    let edits = vec![Edit::replace(Span::new(start, end), format!("[{written}]"))];
    finding.suggest(format!("write \"[{written}]\""), edits)
}
