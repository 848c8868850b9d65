//! The pages about the formats, for models that read resources.

use agmark_mcp::TextPage;

pub const ALL: &[TextPage] = &[
    page("agd", "AGD documents", include_str!("../../../../docs/agd.md")),
    page("anml", "ANML snapshots", include_str!("../../../../docs/anml.md")),
    page("aaf", "AAF pages and manifests", include_str!("../../../../docs/aaf.md")),
    page("garyml", "GaryML tasks", include_str!("../../../../docs/garyml.md")),
    page("markdownlang", "markdownlang programs", include_str!("../../../../docs/markdownlang.md")),
    page("rules", "All rules", include_str!("../../../../docs/rules.md")),
];

const fn page(name: &'static str, title: &'static str, text: &'static str) -> TextPage {
    TextPage { name, title, text }
}
