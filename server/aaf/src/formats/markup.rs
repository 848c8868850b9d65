//! The formats of pages and of components: HTML, Vue, Svelte, JSX and TSX with annotations.

use std::sync::Arc;

use super::evidence;
use crate::analysis;
use crate::analysis::chunk::Analysis;
use crate::analysis::chunk::ChunkData;
use crate::analysis::wide_folds;
use crate::cross_file::summary::FileSummary;
use crate::cross_file::{alignment, connected};
use crate::page::read_options::{ReadOptions, SETTINGS};
use crate::syntax::html::MarkupScan;
use crate::syntax::language::Language;
use crate::syntax::libraries::ComponentMap;
use crate::syntax::script_scan::ScriptScan;
use crate::vocabulary::namespaces;
use crate::{ide, rules, suppress};
use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Action, AnyFormat, Candidate, Claim, Completion, Diagnostic, Document, Edit, Findings, Fold, Format,
    FormatInfo, FormatSettings, Hint, Hover, Lens, LensOptions, Name, Namespace, Outcome, Piece, Request,
    Span, SuppressionKind, Triggers, World,
};

/// The highlighting query for annotations in HTML and Vue.
pub const PAGE_HIGHLIGHTS: &str = include_str!("../../queries/html-highlights.scm");

/// The highlighting query for annotations in JSX and TSX.
pub const JSX_HIGHLIGHTS: &str = include_str!("../../queries/jsx-highlights.scm");

/// The highlighting query for annotations in Svelte.
pub const SVELTE_HIGHLIGHTS: &str = include_str!("../../queries/svelte-highlights.scm");

/// The format for files in a language.
pub fn format_of(source: Language) -> Arc<dyn AnyFormat> {
    match source {
        Language::Html => Arc::new(Pages),
        Language::Vue => Arc::new(VueComponents::default()),
        Language::Svelte => Arc::new(SvelteComponents::default()),
        Language::Jsx => Arc::new(JsxComponents::default()),
        Language::Tsx => Arc::new(TsxComponents::default()),
    }
}

/// The constants of the format for a language.
const fn info(title: &'static str, source: Language) -> FormatInfo {
    FormatInfo {
        // Analysis reads the text itself, because incremental parsing of broken HTML can differ from parsing it from
        // scratch.
        reads_tree: false,
        rules: &rules::RULES,
        namespaces: &[
            Namespace { space: namespaces::FIELD, is_offered: false, ..Namespace::DEFAULT },
            Namespace { space: namespaces::ACTION, is_called: true, ..Namespace::DEFAULT },
        ],
        triggers: Triggers { completion: &['"', '\'', '-', ' ', '='], signature: &[], on_type: &[] },
        settings: SETTINGS,
        commands: ide::commands::PAGE,
        ..FormatInfo::new("aaf", title, source.grammar())
    }
}

impl Language {
    /// The ids that editors use for the language.
    fn editor_ids(self) -> &'static [&'static str] {
        match self {
            Language::Html => &["html"],
            Language::Vue => &["vue"],
            Language::Svelte => &["svelte"],
            Language::Jsx => &["javascriptreact", "javascript"],
            Language::Tsx => &["typescriptreact"],
        }
    }

    /// Whether a file is in the language, by its name or by the id from the editor.
    fn may_be(self, file: &Candidate<'_>) -> bool {
        let ending = file.path.and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        match ending {
            Some(ending) => {
                format_of(self).info().candidate_extensions.iter().any(|one| one.eq_ignore_ascii_case(ending))
            }
            None => file.language.is_some_and(|language| self.editor_ids().contains(&language)),
        }
    }

    /// Whether a file is in the language and takes part. A page of HTML also takes part if a manifest names its route,
    /// and a file with annotations if a manifest describes its folder.
    fn claim(self, file: &Candidate<'_>) -> Claim {
        if !self.may_be(file) {
            return Claim::None;
        }
        let around = file.surroundings;
        let takes_part = (around.imported && self == Language::Html)
            || evidence::of_markup(file.text, self)
            || (around.described && evidence::of_described(file.text, self));
        if takes_part {
            Claim::Own
        } else if self.may_have_elements(file.text) {
            Claim::Help
        } else {
            Claim::None
        }
    }
}

/// Pages of HTML that have annotations.
pub struct Pages;

impl Pages {
    fn reading(&self) -> ReadOptions<'_> {
        ReadOptions::plain(Language::Html)
    }

    /// HTML has no components, so pages have no settings.
    fn of(_settings: &FormatSettings) -> Self {
        Self
    }

    fn lines(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(MarkupScan::from(state))
    }
}

/// Declares the format type for a language with components.
macro_rules! components {
    ($(#[$doc:meta])* $format:ident, $source:expr, $scan:expr) => {
        $(#[$doc])*
        #[derive(Default)]
        pub struct $format {
            /// The elements that the project's own components become.
            mapping: Arc<ComponentMap>,
        }

        impl $format {
            fn reading(&self) -> ReadOptions<'_> {
                ReadOptions::new($source, &self.mapping)
            }

            fn of(settings: &FormatSettings) -> Self {
                Self { mapping: Arc::new(ComponentMap::of(settings)) }
            }

            fn lines(&self, state: &State) -> Box<dyn LineScan> {
                let scan: fn(&State, &Arc<ComponentMap>) -> Box<dyn LineScan> = $scan;
                scan(state, &self.mapping)
            }
        }
    };
}

components!(
    /// Vue components that have annotations.
    VueComponents,
    Language::Vue,
    |state, mapping| Box::new(MarkupScan::of_vue(state, Arc::clone(mapping)))
);
components!(
    /// Svelte components that have annotations.
    SvelteComponents,
    Language::Svelte,
    |state, mapping| Box::new(MarkupScan::of_svelte(state, Arc::clone(mapping)))
);
components!(
    /// JavaScript with elements that have annotations.
    JsxComponents,
    Language::Jsx,
    |state, _| Box::new(ScriptScan::from(state))
);
components!(
    /// TypeScript with elements that have annotations.
    TsxComponents,
    Language::Tsx,
    |state, _| Box::new(ScriptScan::from(state))
);

/// Implements the format for one language.
macro_rules! markup {
    ($format:ident, $source:expr, $info:expr) => {
        impl Format for $format {
            const INFO: FormatInfo = $info;
            type Chunk = ChunkData;
            type Summary = FileSummary;

            fn claim(&self, file: &Candidate<'_>) -> Claim {
                $source.claim(file)
            }

            fn configured(&self, settings: &FormatSettings) -> Option<Self> {
                Some(Self::of(settings))
            }

            fn scan(&self, state: &State) -> Box<dyn LineScan> {
                self.lines(state)
            }

            fn analyze(&self, piece: &Piece<'_>) -> Analysis {
                analysis::page(piece, self.reading())
            }

            fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
                let mut found = connected::findings(document, self.reading());
                found.append(alignment::page(document, world));
                found
            }

            fn wide_folds(&self, document: &Document) -> Vec<Fold> {
                wide_folds::wide_folds(document, self.reading())
            }

            fn add_fixes(&self, document: &Document, _world: &dyn World, diagnostics: &mut [Diagnostic]) {
                ide::fixes::add_fixes(document, diagnostics);
            }

            fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
                namespaces::check(name, new)
            }

            fn suppress(
                &self,
                document: &Document,
                span: Span,
                rule: &str,
                kind: SuppressionKind,
            ) -> Option<Edit> {
                suppress::comment(document, self.reading(), span, rule, kind)
            }

            fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
                ide::hover::page(document, world, self.reading(), offset)
            }

            fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
                ide::completion::page(document, world, self.reading(), offset)
            }

            fn code_lenses(&self, document: &Document, world: &dyn World, _show: LensOptions) -> Vec<Lens> {
                ide::code_lens::page(document, world, $source)
            }

            fn lens_title(&self, document: &Document, world: &dyn World, lens: &Lens) -> Option<String> {
                ide::code_lens::title(document, world, lens)
            }

            fn inlay_hints(&self, document: &Document, _world: &dyn World, span: Span) -> Vec<Hint> {
                ide::inlay_hints::page(document, self.reading(), span)
            }

            fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
                ide::actions::page(document, world, self.reading(), selection)
            }

            fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
                ide::commands::execute(command, request, Some(self.reading()))
            }
        }
    };
}

markup!(
    Pages,
    Language::Html,
    FormatInfo {
        language_ids: &["aaf"],
        candidate_extensions: &["html", "htm"],
        highlights: PAGE_HIGHLIGHTS,
        ..info("AAF", Language::Html)
    }
);
markup!(
    VueComponents,
    Language::Vue,
    FormatInfo {
        language_ids: &["aaf-vue"],
        candidate_extensions: &["vue"],
        highlights: PAGE_HIGHLIGHTS,
        ..info("AAF in Vue", Language::Vue)
    }
);
markup!(
    SvelteComponents,
    Language::Svelte,
    FormatInfo {
        language_ids: &["aaf-svelte"],
        candidate_extensions: &["svelte"],
        highlights: SVELTE_HIGHLIGHTS,
        ..info("AAF in Svelte", Language::Svelte)
    }
);
markup!(
    JsxComponents,
    Language::Jsx,
    FormatInfo {
        language_ids: &["aaf-jsx"],
        candidate_extensions: &["jsx", "js", "mjs"],
        highlights: JSX_HIGHLIGHTS,
        ..info("AAF in JSX", Language::Jsx)
    }
);
markup!(
    TsxComponents,
    Language::Tsx,
    FormatInfo {
        language_ids: &["aaf-tsx"],
        candidate_extensions: &["tsx"],
        highlights: JSX_HIGHLIGHTS,
        ..info("AAF in TSX", Language::Tsx)
    }
);
