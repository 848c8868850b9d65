//! All targets.

mod aaf;
mod agd;
mod anml;
mod documents;
mod garyml;
mod programs;
pub mod seeds;
mod values;

use std::sync::{Arc, OnceLock};

use agmark_aaf::syntax::language::Language;
use agmark_garyml::diff::DiffFormat;
use agmark_syntax::AnyFormat;

use crate::generate::Part::{self, Changed, Choice, Like};
use crate::{Case, Target};
use seeds::Kind;

type Check = fn(&Case) -> Result<(), String>;

const fn target(name: &'static str, parts: &'static [Part], share: u64, check: Check) -> Target {
    Target { name, parts, share, check }
}

/// The targets for the documents of a format: `FORMAT-read`, …
macro_rules! documents {
    ($format:literal, $path:literal, $kind:ident, $share:literal) => {
        [
            target(concat!($format, "-read"), &[Like(Kind::$kind)], 2 * $share, |case| {
                documents::read(format_of($path), case)
            }),
            target(concat!($format, "-edits"), &[Like(Kind::$kind), Like(Kind::$kind)], $share, |case| {
                documents::edits(format_of($path), case)
            }),
            target(concat!($format, "-format"), &[Like(Kind::$kind)], 2 * $share, |case| {
                documents::format(format_of($path), case)
            }),
            target(concat!($format, "-fixes"), &[Like(Kind::$kind)], $share, |case| {
                documents::fixes(format_of($path), case)
            }),
            target(concat!($format, "-assist"), &[Like(Kind::$kind), Choice], $share, |case| {
                documents::assist(format_of($path), case)
            }),
        ]
    };
}

static DOCUMENTS: &[&[Target]] = &[
    &documents!("anml", "x.anml", Anml, 500),
    &documents!("agd", "x.agd", Agd, 500),
    &documents!("garyml", "x.garyml", Garyml, 500),
    &documents!("markdownlang", "x.md", Program, 500),
    &documents!("aaf", "x.html", Page, 300),
    &documents!("manifest", "agent-manifest.json", Manifest, 300),
    &documents!("script", "x.anmla", Script, 300),
];

static OTHERS: &[Target] = &[
    target("text-positions", &[Like(Kind::Agd)], 1000, documents::positions),
    target("agd-strict", &[Like(Kind::Agd)], 1500, agd::strict),
    target("agd-edit", &[Like(Kind::Agd), Like(Kind::Operations)], 1500, agd::edit),
    target("agd-from-md", &[Like(Kind::Markdown)], 1000, agd::from_markdown),
    target("agd-to-others", &[Like(Kind::Agd)], 1000, agd::to_others),
    target("anml-meaning", &[Like(Kind::Anml)], 1000, anml::meaning),
    target("anml-diff", &[Like(Kind::Anml), Changed(0)], 1000, anml::roundtrip),
    target("anml-patch", &[Like(Kind::Anml), Like(Kind::Anml)], 1000, anml::patches),
    target("anml-view", &[Like(Kind::Anml), Like(Kind::View)], 1000, anml::views),
    target("anml-from-aria", &[Like(Kind::Aria)], 1000, anml::from_aria),
    target("anml-from-html", &[Like(Kind::Page)], 1000, anml::from_html),
    target("anml-script", &[Like(Kind::Script), Like(Kind::Anml)], 1000, anml::scripts),
    target("garyml-meaning", &[Like(Kind::Garyml)], 1000, garyml::meaning),
    target("garyml-prompt", &[Like(Kind::Garyml)], 500, garyml::prompts),
    target("garyml-diffs", &[Like(Kind::Garyml)], 500, garyml::in_document),
    target("garyml-exact", &[Like(Kind::Prose), Changed(0)], 1000, garyml::exact),
    target("garyml-unified", &[Like(Kind::Unified), Like(Kind::Prose)], 1500, |case| {
        garyml::apply(case, DiffFormat::Unified)
    }),
    target("garyml-v4a", &[Like(Kind::V4a), Like(Kind::Prose)], 1500, |case| {
        garyml::apply(case, DiffFormat::V4a)
    }),
    target("garyml-search-replace", &[Like(Kind::SearchReplace), Like(Kind::Prose)], 1500, |case| {
        garyml::apply(case, DiffFormat::SearchReplace)
    }),
    target("aaf-html", &[Like(Kind::Page)], 1000, |case| aaf::markup(case, Language::Html)),
    target("aaf-vue", &[Like(Kind::Vue)], 1000, |case| aaf::markup(case, Language::Vue)),
    target("aaf-svelte", &[Like(Kind::Svelte)], 1000, |case| aaf::markup(case, Language::Svelte)),
    target("aaf-jsx", &[Like(Kind::Jsx)], 1000, |case| aaf::markup(case, Language::Jsx)),
    target("aaf-tsx", &[Like(Kind::Jsx)], 500, |case| aaf::markup(case, Language::Tsx)),
    target("aaf-annotate", &[Like(Kind::Page)], 1000, aaf::annotations),
    target("aaf-manifest", &[Like(Kind::Manifest), Like(Kind::Page)], 500, aaf::manifests),
    target("aaf-plan", &[Like(Kind::Reply), Choice], 2500, aaf::plans),
    target("aaf-selector", &[Like(Kind::Selector), Like(Kind::Page)], 1000, aaf::selectors),
    target("markdownlang-render", &[Like(Kind::Program)], 1000, programs::rendering),
    target("markdownlang-meaning", &[Like(Kind::Program)], 1000, programs::meaning),
    target("markdownlang-skill", &[Like(Kind::Markdown)], 1000, programs::skills),
    target("markdownlang-sample", &[Like(Kind::Json)], 1000, programs::samples),
    target("values-json", &[Like(Kind::Json)], 2500, values::read_json),
    target("values-yaml", &[Like(Kind::Yaml)], 2500, values::read_yaml),
    target("values-config", &[Like(Kind::Config)], 1000, values::config),
    target("values-path", &[Like(Kind::Path)], 5000, values::paths),
];

/// All targets, in order of their names.
pub fn all() -> Vec<&'static Target> {
    let mut all: Vec<_> = DOCUMENTS.iter().copied().flatten().chain(OTHERS).collect();
    all.sort_by_key(|target| target.name);
    all
}

/// The format of a file with this name.
fn format_of(path: &str) -> &'static Arc<dyn AnyFormat> {
    static FORMATS: OnceLock<Vec<Arc<dyn AnyFormat>>> = OnceLock::new();
    let formats = FORMATS.get_or_init(agmark_formats::all);
    let ending = path.rsplit('.').next().unwrap_or(path);
    let of = |format: &&Arc<dyn AnyFormat>| {
        format
            .info()
            .extensions
            .iter()
            .chain(format.info().candidate_extensions)
            .any(|one| *one == ending || *one == path)
    };
    formats.iter().find(of).unwrap_or_else(|| panic!("no format for {path}"))
}
