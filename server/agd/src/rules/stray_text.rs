//! Lines outside any block.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, Fix, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::markdown_markers;
use crate::lexical::line::{Class, SPACES, class};
use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/stray-text",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "text outside a block",
        help: "Every line belongs to a block, and a block starts with a tag at the very start of a line. \
               Paragraphs, headings, items and quote lines are one line each: long text is not wrapped.",
        bad: &[
            "Harbour rules\n",
            "@p Boats leave\nby noon.\n",
            "@ul\n- ropes\n  and lines\n",
            " @p Indented.\n",
            "* ropes\n* fenders\n",
            "# Fees\n",
        ],
        good: &[
            "@h1 Harbour rules\n",
            "@p Boats leave by noon.\n",
            "@ul\n- ropes and lines\n",
            "@p Indented.\n",
            "@ul\n- ropes\n- fenders\n",
            "@h1 Fees\n",
        ],
    },
    check: Check::Kind(&[BlockKind::StrayText], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let start = context.line_start();
    let indents = indents(context.text, Span::new(start, block.span.end as usize));
    if !indents.is_empty() {
        let message = "text outside a block: tags, items and fences must start at the start of the line";
        let edits = indents.into_iter().map(Edit::delete).collect();
        return out.push(RULE.at(block.span, message).suggest("remove the white space", edits));
    }
    let continued = context.before().filter(|_| context.follows_directly());
    let (message, fix) = match continued.and_then(|before| Some((continued_text(before)?, before))) {
        Some((what, before)) => {
            (format!("text outside a block: {what} must be one line"), Some(join(context, before)))
        }
        None => ("text outside a block: start a paragraph with \"@p \"".to_owned(), None),
    };
    let mut finding = RULE.at(block.span, message);
    let whole = Span::new(start, block.span.end as usize);
    let under_list = continued.is_some_and(|before| before.kind == BlockKind::List);
    if let Some(lines) = markdown_markers::read(whole.text(context.text), under_list) {
        // A person who writes `# Title` wants neither a longer line nor a paragraph.
        finding.message = format!("{}: {}", lines.found, lines.expected);
        return out.push(finding.suggest(lines.title, vec![Edit::replace(whole, lines.text)]));
    }
    finding.fixes.extend(fix);
    let paragraph = vec![Edit::replace(whole, format!("@p {}", one_line(context)))];
    out.push(finding.suggest("convert to a paragraph", paragraph));
}

/// The white space before each line that would be a tag, an item or a fence without it.
fn indents(text: &str, lines: Span) -> Vec<Span> {
    let mut at = lines.start as usize;
    let mut out = Vec::new();
    for line in lines.text(text).split_inclusive('\n') {
        let content = line.trim_start_matches(SPACES);
        let indent = line.len() - content.len();
        if indent > 0 && !matches!(class(content.trim_end_matches('\n')), Class::Other | Class::Blank) {
            out.push(Span::new(at, at + indent));
        }
        at += line.len();
    }
    out
}

/// What the line seems to continue.
fn continued_text(before: &Block) -> Option<&'static str> {
    match before.kind {
        BlockKind::Heading => Some("a heading"),
        BlockKind::Paragraph => Some("a paragraph"),
        BlockKind::List if !before.items.is_empty() => Some("an item"),
        BlockKind::Quote if !before.items.is_empty() => Some("a quote line"),
        _ => None,
    }
}

/// The lines as one.
fn one_line(context: BlockContext<'_>) -> String {
    context.block().span.text(context.text).lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Appends the lines to the text before them. Its id stays at the end of the line.
fn join(context: BlockContext<'_>, before: &Block) -> Fix {
    let end = before.span.end as usize;
    let text_end = match before.kind {
        BlockKind::Heading | BlockKind::Paragraph => {
            before.text.map_or(before.tag.end, |text| text.end) as usize
        }
        _ => end,
    };
    let edits = vec![
        Edit::insert(text_end, format!(" {}", one_line(context))),
        Edit::delete(Span::new(end, context.block().span.end as usize)),
    ];
    Fix::offered("join with the previous line", edits)
}
