//! Conversions from and to other formats. A conversion reports what it cannot keep.

mod converted;
pub(crate) mod csv;
mod escape;
mod from_md;
mod markdown_markers;
mod stand_ins;
#[cfg(test)]
mod tests;
mod to_html;
mod to_md;

pub use converted::{Converted, Loss};
pub(crate) use from_md::blocks as blocks_of_md;
pub use from_md::from_md;
pub use to_html::to_html;
pub use to_md::to_md;
