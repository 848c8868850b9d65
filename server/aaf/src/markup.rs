//! The formats of pages and of components: HTML, Vue, Svelte, JSX and TSX with annotations.

use std::sync::Arc;

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Action, Assist, Candidate, Command, Completion, Diagnostic, Document, Edit, Facts, Format, FormatSetting,
    FormatSettings, Hint, Hover, Lens, Name, Outcome, Piece, Request, Rule, Show, Span, World,
};
use tree_sitter::Language;

use crate::libraries::Mapping;
use crate::reading::{Reading, SETTINGS};
use crate::script::Source;
use crate::{Uncut, align, allow, assist, evidence, facts, names, rules};

/// What adds colour to annotations in HTML and Vue.
pub const PAGE_HIGHLIGHTS: &str = include_str!("../queries/html-highlights.scm");

/// What adds colour to annotations in JSX and TSX.
pub const JSX_HIGHLIGHTS: &str = include_str!("../queries/jsx-highlights.scm");

/// What adds colour to annotations in Svelte.
pub const SVELTE_HIGHLIGHTS: &str = include_str!("../queries/svelte-highlights.scm");

/// Pages of HTML that have annotations.
pub struct Pages;

/// Sources of components that have annotations.
pub struct Components {
    source: Source,
    /// What the person's own components become.
    mapping: Mapping,
}

impl Pages {
    fn source(&self) -> Source {
        Source::Html
    }

    fn reading(&self) -> Reading<'_> {
        Reading::plain(Source::Html)
    }

    /// In HTML there are no components.
    fn configured(&self, _set: &FormatSettings) -> Self {
        Pages
    }
}

impl Components {
    pub fn new(source: Source) -> Self {
        Self { source, mapping: Mapping::default() }
    }

    fn source(&self) -> Source {
        self.source
    }

    fn reading(&self) -> Reading<'_> {
        Reading::new(self.source, &self.mapping)
    }

    fn configured(&self, set: &FormatSettings) -> Self {
        Self { source: self.source, mapping: Mapping::of(set) }
    }
}

impl Source {
    fn title(self) -> &'static str {
        match self {
            Source::Html => "AAF",
            Source::Vue => "AAF in Vue",
            Source::Svelte => "AAF in Svelte",
            Source::Jsx => "AAF in JSX",
            Source::Tsx => "AAF in TSX",
        }
    }

    fn language_ids(self) -> &'static [&'static str] {
        match self {
            Source::Html => &["aaf"],
            Source::Vue => &["aaf-vue"],
            Source::Svelte => &["aaf-svelte"],
            Source::Jsx => &["aaf-jsx"],
            Source::Tsx => &["aaf-tsx"],
        }
    }

    fn endings(self) -> &'static [&'static str] {
        match self {
            Source::Html => &["html", "htm"],
            Source::Vue => &["vue"],
            Source::Svelte => &["svelte"],
            Source::Jsx => &["jsx", "js", "mjs"],
            Source::Tsx => &["tsx"],
        }
    }

    /// What editors call the language of such a file.
    fn editor_ids(self) -> &'static [&'static str] {
        match self {
            Source::Html => &["html"],
            Source::Vue => &["vue"],
            Source::Svelte => &["svelte"],
            Source::Jsx => &["javascriptreact", "javascript"],
            Source::Tsx => &["typescriptreact"],
        }
    }

    fn highlights(self) -> &'static str {
        match self {
            Source::Html | Source::Vue => PAGE_HIGHLIGHTS,
            Source::Svelte => SVELTE_HIGHLIGHTS,
            Source::Jsx | Source::Tsx => JSX_HIGHLIGHTS,
        }
    }

    /// Whether a file is such a source, by its name or by what an editor says.
    fn may_be(self, file: &Candidate<'_>) -> bool {
        let ending = file.path.and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        match ending {
            Some(ending) => self.endings().iter().any(|one| one.eq_ignore_ascii_case(ending)),
            None => file.language.is_some_and(|language| self.editor_ids().contains(&language)),
        }
    }

    /// Whether there may be elements in it: most scripts have none, and are not read for nothing.
    fn has_elements(self, file: &Candidate<'_>) -> bool {
        !matches!(self, Source::Jsx | Source::Tsx) || file.text.has("</") || file.text.has("/>")
    }

    /// Whether a file is such a source and takes part. A page of HTML also does when a manifest names its route.
    fn claims(self, file: &Candidate<'_>) -> bool {
        let imported = file.imported && self == Source::Html;
        self.may_be(file) && (imported || evidence::of_markup(file.text, self))
    }
}

/// What both formats do alike, each for its own source.
macro_rules! markup {
    ($format:ty) => {
        impl Assist for $format {
            fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
                assist::hover::page(document, world, self.reading(), offset)
            }

            fn complete(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
                assist::completion::page(document, world, self.reading(), offset)
            }

            fn offers_names(&self, space: &str) -> bool {
                space != names::FIELD
            }

            fn triggers(&self) -> &'static [char] {
                &['"', '\'', '-', ' ', '=']
            }

            fn lenses(&self, document: &Document, world: &dyn World, _show: Show) -> Vec<Lens> {
                assist::lens::page(document, world, self.source())
            }

            fn lens_title(&self, document: &Document, world: &dyn World, lens: &Lens) -> Option<String> {
                assist::lens::title(document, world, lens)
            }

            fn hints(&self, document: &Document, _world: &dyn World, span: Span) -> Vec<Hint> {
                assist::hints::page(document, self.reading(), span)
            }

            fn actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
                assist::actions::page(document, world, self.reading(), selection)
            }

            fn commands(&self) -> &'static [Command] {
                assist::commands::PAGE
            }

            fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
                assist::commands::execute(command, request, Some(self.reading()))
            }

            fn calls(&self, name: &Name) -> bool {
                name.space == names::ACTION
            }
        }

        impl Format for $format {
            fn name(&self) -> &'static str {
                "aaf"
            }

            fn title(&self) -> &'static str {
                self.source().title()
            }

            fn languages(&self) -> &'static [&'static str] {
                self.source().language_ids()
            }

            fn extensions(&self) -> &'static [&'static str] {
                &[]
            }

            fn candidates(&self) -> &'static [&'static str] {
                self.source().endings()
            }

            fn claims(&self, file: &Candidate<'_>) -> bool {
                self.source().claims(file)
            }

            fn helps(&self, file: &Candidate<'_>) -> bool {
                self.source().may_be(file) && self.source().has_elements(file)
            }

            // Facts come from a reading of their own: what a parser makes of a broken text after an edit is not
            // always what it makes of it afresh.
            fn reads_tree(&self) -> bool {
                false
            }

            fn grammar(&self) -> Language {
                self.source().grammar()
            }

            fn highlights(&self) -> &'static str {
                self.source().highlights()
            }

            fn rules(&self) -> &'static [&'static Rule] {
                rules::ALL
            }

            fn settings(&self) -> &'static [FormatSetting] {
                SETTINGS
            }

            fn with(&self, set: &FormatSettings) -> Option<Arc<dyn Format>> {
                Some(Arc::new(self.configured(set)))
            }

            fn scan(&self, _state: &State) -> Box<dyn LineScan> {
                Box::new(Uncut)
            }

            fn facts(&self, piece: &Piece<'_>) -> Facts {
                facts::understand(piece.text, self.reading())
            }

            fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
                names::check(name, new)
            }

            fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
                allow::comment(
                    &document.text().slice(0..document.text().len()),
                    self.source(),
                    span,
                    rule,
                    whole_file,
                )
            }

            fn judge(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
                align::page(document, world)
            }
        }
    };
}

markup!(Pages);
markup!(Components);
