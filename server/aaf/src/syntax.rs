//! Texts read into elements: HTML, Vue, Svelte, JSX and TSX.

pub mod html;
mod jsx;
pub mod language;
pub mod libraries;
pub mod manifest;
mod svelte;
pub mod template;
