//! What a piece of a component must know of the pieces before it.

use agmark_syntax::cuts::State;

use super::imports::Origins;

/// The bit of the state that says that a script was read.
const SCRIPT: u32 = 1 << 16;

/// What is known where a piece of a component starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentStart {
    /// Where the components of the framework's names were imported from.
    pub origins: Origins,
    /// Whether a whole script was read.
    pub has_script: bool,
}

impl ComponentStart {
    /// The start of the piece with this state.
    pub fn of(state: &State) -> Self {
        let bits = state.0.first().copied().unwrap_or(0);
        ComponentStart { origins: Origins::of_bits(bits & (SCRIPT - 1)), has_script: bits & SCRIPT != 0 }
    }

    /// The state of a line scan at the start of the piece.
    pub fn state(self) -> State {
        let script = if self.has_script { SCRIPT } else { 0 };
        let mut state = State::default();
        state.0.push(self.origins.bits() | script);
        state
    }
}
