//! The base of all formats: text, positions, edits, chunks and their analysis, diagnostics with their fixes, and the
//! trait [`Format`].
//!
//! Data flows one way: a line scan cuts a [`Text`] into pieces ([`cuts`]), each piece is parsed and analyzed alone
//! ([`Chunk`], [`Analysis`]), and a [`Document`] has the text, the chunks and the names that they define and use. A
//! document is a value: a clone is cheap and never changes. This crate knows no protocol and names no format.

pub mod diagnostics;
pub mod document;
pub mod format;
pub mod ide;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod work;
pub mod world;

pub use diagnostics::{common_rules, diagnostic, fixing, nearest, rule};
pub use document::{
    analysis, ancestors, cached_parts, chunk, cuts, lf_document, line_columns, names, outline, packed, parse,
    sequence, shards,
};
pub use format::{detection, registry, setting};
pub use ide::{completion_list, highlight};
pub use text::{ending, joined_splice, line_diff, lines, span, splice, transliteration};
pub use world::{memory, paths, resolution};

pub use analysis::{
    Analysis, ChunkAnalysis, Definition, Fold, FoldKind, Link, LinkKind, Reference, Suppression,
    SuppressionKind, SuppressionScope, Symbol, SymbolKind, Target, Tie,
};
pub use arcstr::ArcStr;
pub use chunk::{Chunk, ChunkId};
pub use cuts::{LineScan, State};
pub use diagnostic::{Applicability, Awaits, Diagnostic, Edit, Fix, Related, Tag};
pub use diagnostics::findings::{Finding, Findings, KeptFindings};
pub use document::Document;
pub use document::cached_parts::CachedPart;
pub use document::check_needs::CheckNeeds;
pub use document::sequence::ChunkGroup;
pub use document::space::Space;
pub use document::symbols::{SymbolRef, Symbols};
pub use ending::{Ending, without_ending};
pub use format::{
    AnyFormat, Candidate, Claim, Data, ErasedData, Format, FormatInfo, Formatted, Namespace, Piece,
    Surroundings, Triggers, WholeText,
};
pub use ide::{
    Action, ActionKind, Change, Command, Completion, FileChange, Hint, Hover, Lens, LensOptions, NewDocument,
    Outcome, Parameter, Request, Signature,
};
pub use joined_splice::JoinedSplice;
pub use lf_document::LfDocument;
pub use names::Name;
pub use registry::{Registry, RuleGroup};
pub use resolution::{Resolution, WantedUses};
pub use rule::{CheckedRule, FixKind, Rule, Severity};
pub use setting::{FormatSetting, FormatSettings, SettingKind};
pub use span::Span;
pub use splice::Splice;
pub use text::{Encoding, Position, Text};
pub use world::summaries::Summaries;
pub use world::{FolderEntry, Location, PathKind, Settings, World};
