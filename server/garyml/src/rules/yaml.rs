use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span, without_ending};

use super::check::Check;
use crate::syntax::line_class::QUOTES;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;
use crate::vocabulary::ContentModel;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/yaml",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "YAML syntax",
        help: "GaryML does not have `|` and `>`: enclose text of several lines in `\"\"\"`, or write it below a \
               directive that contains text. It does not have `- item`: write a list as `[a, b]`, or repeat its \
               key for each item. Below `.Context` and `.Diff`, a key that is not a parameter starts the text of \
               the block. If the content is YAML, enclose it in a `yaml` fence.",
        bad: &[
            ".Query: >\n  What changed?\n",
            ".Execute\n  .log\n    message: |\n",
            ".Context id=notes path=notes.md\n  weight: 0.5\n",
            ".Context id=notes path=notes.md\n  tags:\n    - old\n",
            ".Context path: notes.md id: notes\n",
        ],
        good: &[
            ".Query\n  What changed?\n",
            ".Execute\n  .log\n    message: \"\"\"\n    What changed?\n    \"\"\"\n    tags: [old, new]\n",
            ".Context id=settings\n  ```yaml\n  weight: 0.5\n  ```\n",
        ],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.kind == SyntaxKind::Plain) {
        let written = value.text(structure.text);
        if is_block_scalar(written) {
            found.push(block_scalar(structure, item, value.span(), written));
        }
    }
    if item.is_text() && !item.stray {
        body(structure, item, found);
    }
    check_pairs(structure, item, found);
}

/// Several `key: value` on the line of a header. The first one takes the rest of the line.
fn check_pairs(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let (ItemKind::Header(index), Some(last)) = (item.kind, item.parts.parameters.last()) else { return };
    let Some(header) = structure.headers.get(index) else { return };
    let value = last.value.filter(|v| last.colon && v.kind == SyntaxKind::Plain);
    let (Some(key), Some(value)) = (last.key, value) else { return };
    let pairs = pairs(key.text(structure.text), value.text(structure.text));
    let directive = header.kind.directive();
    let other = |key: &str| match directive {
        Some(directive) => directive.parameter(key).is_some(),
        // A message may contain a word with a colon.
        None => pairs.iter().all(|(_, words)| words.len() == 1),
    };
    let Some((second, _)) = pairs.get(1).filter(|_| pairs.iter().skip(1).all(|(key, _)| other(key))) else {
        return;
    };
    let message =
        format!("\"{second}:\" is part of the value: write several parameters on one line as key=value");
    let mut finding = RULE.at(value.span(), message);
    if directive.is_none() {
        finding.severity = Severity::Information;
    }
    let written = |words: &[&str]| match words {
        [one] => (*one).to_owned(),
        words => value::quote(&words.join(" ")),
    };
    let new: Vec<String> = pairs.iter().map(|(key, words)| format!("{key}={}", written(words))).collect();
    let edit = Edit::replace(last.span, new.join(" "));
    found.push(finding.suggest(format!("write {}", new.join(" ")), vec![edit]));
}

/// The keys on the line of a header with the words of their values, if each key has words.
fn pairs<'a>(key: &'a str, value: &'a str) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut pairs = vec![(key, Vec::new())];
    for word in value.split([' ', '\t']).filter(|word| !word.is_empty()) {
        match word.strip_suffix(':').filter(|key| value::is_id(key)) {
            Some(key) => pairs.push((key, Vec::new())),
            None => {
                let word = word.strip_suffix(',').unwrap_or(word);
                // Quoted text and lists may contain blanks.
                if word.is_empty() || word.contains(['"', '\'', '[', ']', '=']) {
                    return Vec::new();
                }
                pairs.iter_mut().last().into_iter().for_each(|(_, words)| words.push(word));
            }
        }
    }
    if pairs.iter().any(|(_, words)| words.is_empty()) { Vec::new() } else { pairs }
}

/// `|` or `>`, after which the lines below are the value in YAML.
pub(super) fn is_block_scalar(value: &str) -> bool {
    matches!(value.strip_suffix(['-', '+']).unwrap_or(value), "|" | ">")
}

fn block_scalar(structure: &Structure<'_>, item: &LineItem<'_>, span: Span, written: &str) -> Diagnostic {
    let holds_text = |i: usize| structure.headers.get(i).is_some_and(|h| h.kind.has_body());
    if let ItemKind::Header(i) = item.kind
        && item.parts.parameters.is_empty()
        && holds_text(i)
    {
        let header = structure.headers.get(i).map_or(span, |h| h.name_span);
        let message = format!("\"{written}\" is read as the content: the lines below need no marker");
        let edit = Edit::delete(Span::new(header.end as usize, span.end as usize));
        return RULE.at(span, message).suggest("remove the marker", vec![edit]);
    }
    let message = format!("\"{written}\" is read as the value: enclose text of several lines in {QUOTES}");
    RULE.at(span, message)
}

/// Text under a directive whose first lines look like parameters, or that contains YAML syntax.
fn body(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let owner = item.owner.and_then(|o| o.header).and_then(|i| structure.headers.get(i));
    let Some(header) = owner.filter(|h| h.kind.has_body()) else { return };
    let first = header.contents.first().is_some_and(|c| item.range.contains(&(c.span().start as usize)));
    let Some(directive) = header.kind.directive() else { return };
    let parameter = |at| line_as_parameter(structure.text, at);
    let source = first && directive.content == ContentModel::Source;
    if let Some((span, key, _)) = parameter(item.range.start).filter(|_| source) {
        let takes: Vec<&str> = directive.parameters.iter().map(|p| p.name).collect();
        let message = format!(
            "\"{key}\" is not a parameter of .{}, so the text of the block starts here: expected {}",
            directive.name,
            takes.join(", ")
        );
        let mut finding = RULE.at(span, message);
        // Such lines may be content.
        finding.severity = Severity::Information;
        found.push(match directive.name {
            "Context" => finding.suggest("enclose it in a fence", fence(structure, item)),
            _ => finding,
        });
        return;
    }
    let scalar = starts(structure, item).filter_map(parameter).find(|(_, _, value)| is_block_scalar(value));
    if let Some((span, _, written)) = scalar {
        let message = format!("\"{written}\" is read as text: the lines below need no marker");
        found.push(RULE.at(span, message));
    }
}

/// The starts of the lines of an item.
fn starts<'a>(structure: &Structure<'a>, item: &LineItem<'_>) -> impl Iterator<Item = usize> + use<'a> {
    let start = item.range.start;
    let own = structure.text.get(item.range.clone()).unwrap_or("");
    std::iter::once(start).chain(own.match_indices('\n').map(move |(at, _)| start + at + 1))
}

/// `key: value` or `key:` in the line that starts at `at`.
fn line_as_parameter(text: &str, at: usize) -> Option<(Span, &str, &str)> {
    let line = without_ending(text.get(at..)?.split('\n').next()?);
    let rest = line.trim_start_matches([' ', '\t']);
    let (key, value) = rest.split_once(':')?;
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && key.chars().all(word);
    if !is_key || !(value.is_empty() || value.starts_with([' ', '\t'])) {
        return None;
    }
    let start = at + line.len() - rest.len();
    Some((Span::new(start, start + rest.trim_end().len()), key, value.trim()))
}

/// The edits that enclose a text in a fence.
fn fence(structure: &Structure<'_>, item: &LineItem<'_>) -> Vec<Edit> {
    let text = item.span(structure.text).text(structure.text);
    if text.contains("```") || item.indent.tabs {
        return Vec::new();
    }
    let margin = " ".repeat(item.indent.width as usize);
    let end = item.span(structure.text).end as usize;
    vec![
        Edit::insert(item.range.start, format!("{margin}```yaml\n")),
        Edit::insert(end, format!("\n{margin}```")),
    ]
}
