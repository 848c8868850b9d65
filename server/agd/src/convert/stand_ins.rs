//! Blocks and attributes for content without an AGD block.

/// The `type=` of a `@raw` block with Markdown that has no AGD block.
pub const MARKDOWN: &str = "markdown";
/// The `type=` of a `@raw` block with front matter that `@meta` cannot express.
pub const FRONT_MATTER: &str = "front-matter";
/// The tag of a line between two parts of a document.
pub const RULE: &str = "x-rule";
/// The attribute with the alignment of each column.
pub const ALIGN: &str = "align";
