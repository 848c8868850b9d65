//! The format as the editor sees it.

use std::path::{Path, PathBuf};

use agmark_syntax::head::{Sign, is_foreign, is_of_code};
use agmark_syntax::{
    Candidate, Diagnostic, Document, Edit, Facts, Format, Formatted, LineScan, Link, LinkKind, Name, Piece,
    Rule, Span, State, World,
};
use tree_sitter::Language;

use crate::line::{self, Class, class, is_identifier};
use crate::{allow, cuts, facts, format, kind, refs, rules, vocabulary};

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agd;

impl Format for Agd {
    fn name(&self) -> &'static str {
        "agd"
    }

    fn title(&self) -> &'static str {
        "AGD"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["agd"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["agd"]
    }

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, sign)
    }

    /// A text without a file whose first line is the `@meta` or the heading that AGD documents start with.
    fn claims(&self, file: &Candidate<'_>) -> bool {
        let nameless = file.path.is_none() && file.language.is_none_or(|language| language == "plaintext");
        nameless && {
            let head = file.text.head(512);
            let first = head.trim_start_matches('\u{feff}').lines().find(|line| !line::is_blank(line));
            matches!(first.map(class), Some(Class::Block("meta" | "h1" | "h2" | "h3" | "h4")))
        }
    }

    fn grammar(&self) -> Language {
        kind::language()
    }

    fn highlights(&self) -> &'static str {
        tree_sitter_agd::HIGHLIGHTS_QUERY
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::ALL
    }

    fn off_by_default(&self) -> &'static [&'static str] {
        &["agd/layout"]
    }

    fn layout_rule(&self) -> Option<&'static Rule> {
        Some(&rules::LAYOUT)
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::from(state))
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::facts(piece)
    }

    /// A file in `refs=` that is not there is said with the entry, see [`rules::DANGLING_REFS`].
    fn missing_file(&self, link: &Link) -> Option<&'static Rule> {
        (link.kind == LinkKind::Import).then_some(&rules::MISSING_INCLUDE)
    }

    /// Where another file has the id, the entry can name that file.
    fn add_fixes(&self, document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
        for finding in findings.iter_mut().filter(|finding| *finding.rule == rules::DANGLING_REFS) {
            refs::name_its_file(document, world, finding);
        }
    }

    fn import_cycle(&self) -> Option<&'static Rule> {
        Some(&rules::INCLUDE_CYCLE)
    }

    fn rename(&self, _name: &Name, new: &str) -> Result<String, String> {
        let new = new.strip_prefix('#').unwrap_or(new);
        if is_identifier(new) {
            return Ok(new.to_owned());
        }
        Err(format!(
            "\"{new}\" is not an identifier: it starts with a letter or \"_\" and goes on with letters, digits, \"_\" and \
             \"-\", as in \"intro-2\""
        ))
    }

    /// An id belongs to its document: another file means it only by naming the file (`other.agd#id`). Definitions
    /// are global all the same, so that completion and fixes can offer `file#id`.
    fn sees(&self, _name: &Name, _from: &Path, _to: &Path, _imports: &dyn Fn(&Path) -> Vec<PathBuf>) -> bool {
        false
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        allow::edit(document, span, rule, whole_file)
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn can_format(&self) -> bool {
        true
    }
}

/// What a line tells of whether the text is AGD. The lines of a code block tell nothing, but its tag comes before them.
fn sign(line: &str) -> Sign {
    match class(line) {
        Class::Comment => Sign::Own,
        Class::Block(tag) if vocabulary::tag(tag).is_some() => Sign::Own,
        Class::Block(_) | Class::Other if is_of_code(line) => Sign::Foreign,
        _ => Sign::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_are_not_agd() {
        for text in [
            "<?xml version=\"1.0\"?>\n<agd>\n</agd>\n",
            "{\"rows\": []}\n",
            "// generated\n@interface Foo {\n}\n",
            "@import url(a.css);\n@media print {\n}\n",
        ] {
            assert!(!Agd.accepts(text), "{text}");
        }
        for text in [
            "",
            "@",
            "# A heading of Markdown\n\nText.\n",
            "@code lang=c\n~~~\nint main() {\n  return 0;\n}\n~~~\n",
            "\u{feff}@! agmark: allow-file stray-text\n{\n}\n",
            "<b>\n@p Text\n",
            "- an item\n",
        ] {
            assert!(Agd.accepts(text), "{text}");
        }
    }
}
