//! What a person at an editor asks for.

pub(crate) mod about;
pub(crate) mod actions;
pub(crate) mod completion;
mod cursor;
pub(crate) mod execute;
pub(crate) mod hover;
mod known;
pub(crate) mod lens;
pub(crate) mod on_type;
pub(crate) mod signature;
mod snippet;
