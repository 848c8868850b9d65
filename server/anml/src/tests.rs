//! What can only be tested from inside.

mod agreement;
mod meaning;
