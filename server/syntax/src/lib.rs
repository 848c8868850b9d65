//! What every format stands on: text, positions, edits, chunks and their trees, the facts that each
//! format fills in, diagnostics with their fixes, and the [`Format`] trait itself.
//!
//! Data flows one way: [`Text`] is cut into pieces by a line scan ([`cuts`]), each piece is parsed and
//! understood on its own ([`Chunk`], [`Facts`]), and a [`Document`] puts text, chunks and the names that
//! they define and use together. A document is a value: cloning it is cheap, and a clone never changes.
//! No type of a protocol and no name of a format appears here.

pub mod assist;
pub mod chunk;
pub mod cuts;
pub mod diagnostic;
pub mod document;
pub mod ending;
pub mod facts;
pub mod findings;
pub mod fixing;
pub mod format;
pub mod general;
pub mod head;
pub mod highlight;
pub mod letters;
pub mod lines;
pub mod meaning;
pub mod memory;
pub mod names;
pub mod nearest;
pub mod offers;
pub mod outline;
pub mod parse;
pub mod paths;
pub mod registry;
pub mod rule;
pub mod sequence;
pub mod setting;
pub mod span;
pub mod splice;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod work;
pub mod world;

pub use assist::{
    Action, ActionKind, Assist, Change, Command, Completion, FileChange, Hint, Hover, Lens, Outcome,
    Parameter, Request, Show, Signature, Written,
};
pub use chunk::{Chunk, ChunkId};
pub use cuts::{LineScan, State};
pub use diagnostic::{Applicability, Awaits, Diagnostic, Edit, Fix, Related, Tag};
pub use document::Document;
pub use ending::{AsPlain, Ending, without_ending};
pub use facts::{
    Allow, AllowScope, Definition, Facts, Fold, FoldKind, Link, LinkKind, Reference, Shared, Symbol,
    SymbolKind, Target,
};
pub use format::{Candidate, Format, Formatted, Piece, WholeText};
pub use meaning::Meaning;
pub use names::Name;
pub use registry::{Registry, RuleGroup};
pub use rule::{Rule, Severity};
pub use setting::{FormatSetting, FormatSettings, SettingKind};
pub use span::Span;
pub use splice::Splice;
pub use text::{Encoding, Position, Text};
pub use world::{Entry, Place, Settings, There, World};
