//! Texts read into elements: HTML, Vue, Svelte, JSX and TSX.

pub mod component_start;
pub mod html;
pub mod imports;
mod jsx;
pub mod language;
pub mod libraries;
pub mod manifest;
mod script_frames;
pub mod script_scan;
mod script_tokens;
pub mod template;
