//! The format for the editor.

use std::path::{Path, PathBuf};

use agmark_syntax::detection::{Sign, is_code, is_foreign};
use agmark_syntax::{
    Action, Analysis, Candidate, Claim, Completion, Diagnostic, Document, Edit, Format, FormatInfo,
    Formatted, Hint, Hover, Lens, LensOptions, LineScan, Name, Namespace, Outcome, Piece, Request, Span,
    State, SuppressionKind, Triggers, World,
};

use crate::analysis::{self, ID};
use crate::cross_file;
use crate::lexical::line::{self, Class, class, is_identifier};
use crate::syntax::cuts;
use crate::{format, ide, rules, suppress, vocabulary};

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agd;

impl Format for Agd {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["agd"],
        extensions: &["agd"],
        highlights: tree_sitter_agd::HIGHLIGHTS_QUERY,
        rules: &rules::RULES,
        off_by_default: &["agd/layout"],
        layout_rule: Some(&rules::LAYOUT.rule),
        // A file in `refs=` that does not exist is reported with the entry, see [`rules::DANGLING_REFS`].
        missing_import: Some(&rules::MISSING_INCLUDE.rule),
        import_cycle: Some(&rules::INCLUDE_CYCLE.rule),
        can_format: true,
        namespaces: &[Namespace { space: ID, counts_references: true, ..Namespace::DEFAULT }],
        triggers: Triggers {
            completion: &['@', '#', '[', '=', '"', '/'],
            signature: &[],
            on_type: &['\n', '~'],
        },
        commands: ide::commands::ALL,
        ..FormatInfo::new("agd", "AGD", tree_sitter_agd::LANGUAGE)
    };
    type Chunk = ();
    type Summary = ();

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, sign)
    }

    /// A text without a file whose first line is the `@meta` or the heading that AGD documents start with.
    fn claim(&self, file: &Candidate<'_>) -> Claim {
        if file.path.is_some() || file.language.is_some_and(|language| language != "plaintext") {
            return Claim::None;
        }
        let head = file.text.head(512);
        let first = head.trim_start_matches('\u{feff}').lines().find(|line| !line::is_blank(line));
        match first.map(class) {
            Some(Class::Block("meta" | "h1" | "h2" | "h3" | "h4")) => Claim::Own,
            _ => Claim::None,
        }
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::from(state))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis<(), ()> {
        analysis::analyze(piece)
    }

    fn analyze_ordinary(&self, text: &str, state: &State) -> Option<Analysis<(), ()>> {
        analysis::analyze_ordinary(text, state)
    }

    /// If another file defines the id, a fix names that file in the entry.
    fn add_fixes(&self, document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
        for finding in findings.iter_mut().filter(|finding| *finding.rule == rules::DANGLING_REFS.rule) {
            cross_file::name_its_file(document, world, finding);
        }
    }

    fn check_name(&self, _name: &Name, new: &str) -> Result<String, String> {
        let new = new.strip_prefix('#').unwrap_or(new);
        if is_identifier(new) {
            return Ok(new.to_owned());
        }
        Err(format!(
            "invalid identifier \"{new}\": expected a letter or \"_\", then letters, digits, \"_\" or \"-\", as in \
             \"intro-2\""
        ))
    }

    /// An id belongs to its document: another file refers to it with the file name (`other.agd#id`). Definitions are
    /// global nevertheless, so that completion and fixes can offer `file#id`.
    fn is_visible(
        &self,
        _name: &Name,
        _from: &Path,
        _to: &Path,
        _imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        false
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
        suppress::edit(document, span, rule, kind)
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, offset)
    }

    fn describe(&self, _name: &Name, whole: &str) -> String {
        agmark_tokens::words(agmark_tokens::count(whole))
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::completions(document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::on_type::on_type(document, offset, typed)
    }

    fn code_lenses(&self, document: &Document, _world: &dyn World, options: LensOptions) -> Vec<Lens> {
        ide::code_lens::lenses(document, options)
    }

    fn lens_title(&self, document: &Document, _world: &dyn World, lens: &Lens) -> Option<String> {
        ide::code_lens::title(document, lens)
    }

    fn inlay_hints(&self, document: &Document, world: &dyn World, span: Span) -> Vec<Hint> {
        ide::inlay_hints::hints(document, world, span)
    }

    fn code_actions(&self, document: &Document, _world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::actions(document, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::commands::execute(command, request)
    }
}

/// Whether a line is a sign that the text is AGD. Lines of a code block are not, but its tag comes before them.
fn sign(line: &str) -> Sign {
    match class(line) {
        Class::Comment => Sign::Own,
        Class::Block(tag) if vocabulary::tag(tag).is_some() => Sign::Own,
        Class::Block(_) | Class::Other if is_code(line) => Sign::Foreign,
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
