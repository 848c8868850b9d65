use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{is_empty, whole_line};
use crate::syntax::chars::{is_word_byte, is_word_start, run};
use crate::syntax::front_matter::FrontMatter;

/// A line of the front matter that is not `key: value`.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-front-matter",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "front matter line that is not `key: value`",
        help: "Each line of the front matter is a key, a colon and a value. The value is the rest of the line. \
               The key starts the line: letters, digits, `_`, `-` and `.`, with a letter or `_` first. Comments, \
               lists and nested values are not supported.",
        bad: &[
            "---\ntitle My shop\n---\n",
            "---\n# a comment\nurl: /\n---\n",
            "---\nurl: /\n  depth: 2\n---\n",
        ],
        good: &["---\ntitle: My shop\n---\n", "---\nurl: /\n---\n", "---\nurl: /\ndepth: 2\n---\n"],
    },
    check: Check::FrontMatter(check),
};

fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    for span in front.malformed_lines() {
        let line = span.text(text);
        let finding = RULE.at(span, "invalid line in the front matter: write \"key: value\"");
        let word = run(line.as_bytes(), |b| is_word_byte(b) || b == b'.');
        let behind = &line[word..];
        let start = span.start as usize;
        let is_key = line.bytes().next().is_some_and(is_word_start);
        found.push(if is_key && behind.starts_with(' ') && !is_empty(behind) {
            finding.suggest("write a colon after the key", vec![Edit::insert(start + word, ":")])
        } else {
            finding.suggest("remove the line", vec![Edit::delete(whole_line(text, start))])
        });
    }
}
