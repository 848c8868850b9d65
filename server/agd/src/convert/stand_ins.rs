//! The blocks and attributes that stand in for what AGD has no block for.

/// The `type=` of a `@raw` block that holds Markdown for which AGD has no block.
pub const MARKDOWN: &str = "markdown";
/// The `type=` of a `@raw` block that holds what `@meta` cannot hold of a front matter.
pub const FRONT_MATTER: &str = "front-matter";
/// The tag of a line between two parts of a document.
pub const RULE: &str = "x-rule";
/// The attribute with the alignment of each column.
pub const ALIGN: &str = "align";
