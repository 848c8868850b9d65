//! What `agmark setup` does to an editor.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    SetUp,
    Remove,
}
