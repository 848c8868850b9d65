//! What every format stands on: text, positions, edits, chunks and their trees, the facts that each
//! format fills in, diagnostics with their fixes, and the [`Format`] trait itself.
//!
//! Data flows one way: [`Text`] is cut into pieces by a line scan ([`cuts`]), each piece is parsed and
//! understood on its own ([`Chunk`], [`Analysis`]), and a [`Document`] puts text, chunks and the names that
//! they define and use together. A document is a value: cloning it is cheap, and a clone never changes.
//! No type of a protocol and no name of a format appears here.

pub mod analysis;
pub mod chunk;
pub mod cuts;
pub mod diagnostic;
pub mod document;
pub mod ending;
pub mod findings;
pub mod fixing;
pub mod format;
pub mod general;
pub mod head;
pub mod highlight;
pub mod ide;
pub mod letters;
pub mod lines;
pub mod memory;
pub mod names;
pub mod nearest;
pub mod offers;
pub mod outline;
pub mod parse;
pub mod paths;
pub mod registry;
pub mod resolution;
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

pub use analysis::{
    Analysis, Definition, Fold, FoldKind, Link, LinkKind, Reference, Suppression, SuppressionScope, Symbol,
    SymbolKind, Target,
};
pub use chunk::{Chunk, ChunkId};
pub use cuts::{LineScan, State};
pub use diagnostic::{Applicability, Awaits, Diagnostic, Edit, Fix, Related, Tag};
pub use document::Document;
pub use ending::{AsPlain, Ending, without_ending};
pub use format::{
    AnyFormat, Candidate, Claim, Data, ErasedData, Format, FormatInfo, Formatted, Namespace, Piece, Triggers,
    WholeText,
};
pub use ide::{
    Action, ActionKind, Change, Command, Completion, FileChange, Hint, Hover, Lens, NewDocument, Outcome,
    Parameter, Request, Show, Signature,
};
pub use names::Name;
pub use registry::{Registry, RuleGroup};
pub use resolution::Resolution;
pub use rule::{CheckedRule, FixKind, Rule, Severity};
pub use setting::{FormatSetting, FormatSettings, SettingKind};
pub use span::Span;
pub use splice::Splice;
pub use text::{Encoding, Position, Text};
pub use world::{FolderEntry, Location, PathKind, Settings, World};
