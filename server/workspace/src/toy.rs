//! A small format for tests, and a registry with it and a second one.
//!
//! Lines: `=x` defines `x` for the file, `*x` globally; `?x` uses `x` of the file, `!x` of the workspace, `?x@path` of
//! another file; `+path` imports a file; `-x` has a diagnostic; `# x` and `## x` are headings. Names that start with
//! `near` are visible in files that import their file.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "only tests use this module")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::{
    Analysis, AnyFormat, Candidate, Claim, Definition, Document, FixKind, Format, FormatInfo, FormatSetting,
    LineScan, Link, LinkKind, Name, Piece, Reference, Registry, Rule, SettingKind, Severity, Span, State,
    Symbol, SymbolKind, Target,
};

pub static TWICE: Rule = rule("toy/twice", Severity::Error);
pub static MISSING: Rule = rule("toy/missing", Severity::Warning);

const fn rule(code: &'static str, severity: Severity) -> Rule {
    Rule { code, severity, fix: FixKind::None, summary: "", help: "", bad: &[], good: &[] }
}

/// The settings of the first format.
const SETTINGS: &[FormatSetting] = &[
    FormatSetting { key: "size", help: "How large.", kind: SettingKind::Number { least: 1, most: 16 } },
    FormatSetting { key: "parts", help: "Which.", kind: SettingKind::Names { words: &["wheel", "string"] } },
];

/// One of two formats that differ only in their names.
pub struct Kind<const DOLL: bool>;

/// One of the two formats.
pub fn format(doll: bool) -> Arc<dyn AnyFormat> {
    if doll { Arc::new(Kind::<true>) } else { Arc::new(Kind::<false>) }
}

/// The formats "toy" and "doll".
pub fn registry() -> Registry {
    Registry::new(vec![Arc::new(Kind::<false>), Arc::new(Kind::<true>)])
}

/// The formats of files without settings.
pub fn formats() -> crate::Formats {
    let registry = Arc::new(registry());
    let configs = Arc::new(crate::Configs::new(Arc::clone(&registry)));
    crate::Formats::new(registry, configs)
}

pub fn document(text: &str) -> Document {
    Document::new(Arc::new(Kind::<false>), text)
}

pub fn path(path: &str) -> Arc<Path> {
    Path::new(path).into()
}

/// A temporary folder, removed when dropped.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Writes a file and creates its folders.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Paths relative to this folder, in one line.
    pub fn names(&self, paths: &[PathBuf]) -> String {
        let names = paths.iter().map(|p| p.strip_prefix(self.0.path()).unwrap_or(p).display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }
}

struct Scan;

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        !line.is_empty()
    }
    fn pass(&mut self, _: &str) {}
    fn state(&self) -> State {
        State::default()
    }
}

/// The text with which a file claims to be a toy.
const CLAIM: &str = "this is a toy";

/// The text with which a file claims to be a toy if a doll describes its folder.
const DESCRIBED_CLAIM: &str = "what others call it";

fn is_toy(file: &Candidate<'_>) -> bool {
    let described = file.surroundings.described && file.text.has(DESCRIBED_CLAIM);
    file.surroundings.imported || described || file.text.has(CLAIM)
}

impl<const DOLL: bool> Format for Kind<DOLL> {
    const INFO: FormatInfo = if DOLL {
        FormatInfo {
            extensions: &["doll"],
            candidate_extensions: &["txt"],
            describes: Some(&["inside"]),
            ..FormatInfo::new("doll", "doll", tree_sitter_json::LANGUAGE)
        }
    } else {
        FormatInfo {
            extensions: &["toy"],
            candidate_extensions: &["txt"],
            rules: &[&TWICE, &MISSING],
            settings: SETTINGS,
            ..FormatInfo::new("toy", "toy", tree_sitter_json::LANGUAGE)
        }
    };
    type Chunk = ();
    type Summary = ();

    fn claim(&self, file: &Candidate<'_>) -> Claim {
        if !DOLL && is_toy(file) { Claim::Own } else { Claim::None }
    }
    fn scan(&self, _: &State) -> Box<dyn LineScan> {
        Box::new(Scan)
    }
    fn is_visible(
        &self,
        name: &Name,
        from: &Path,
        to: &Path,
        imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        !name.text.starts_with("near") || imports(from).iter().any(|path| path == to)
    }
    fn analyze(&self, piece: &Piece<'_>) -> Analysis<(), ()> {
        let mut analysis = Analysis::default();
        let mut at = 0;
        for line in piece.text.split_inclusive('\n') {
            read(line.trim_end(), at, &mut analysis);
            at += line.len();
        }
        analysis
    }
}

fn read(line: &str, at: usize, analysis: &mut Analysis<(), ()>) {
    let whole = Span::new(at, at + line.len());
    let Some((mark, rest)) = line.split_at_checked(1) else { return };
    let (text, other) = rest.split_once('@').map_or((rest, None), |(text, path)| (text, Some(path)));
    let span = Span::new(at + 1, at + 1 + text.len());
    let name = Name::new("id", text);
    let symbol = |name: &str, depth, extends| Symbol {
        name: name.trim().into(),
        detail: mark.into(),
        kind: SymbolKind::Key,
        depth,
        span: whole,
        selection: span,
        extends,
        global: mark != "=",
    };
    match mark {
        "=" | "*" => {
            analysis.symbols.push(symbol(text, 9, false));
            let global = mark == "*";
            analysis.definitions.push(Definition { name, span, whole, global, unique: Some(&TWICE) });
        }
        "?" | "!" => {
            let target = match other {
                Some(path) => Target::Other(path.into()),
                None if mark == "?" => Target::File,
                None => Target::Workspace,
            };
            analysis.references.push(Reference { name, span, target, resolved: Some(&MISSING) });
        }
        "-" => analysis.diagnostics.push(MISSING.at(span, text)),
        "+" => analysis.links.push(Link { span, kind: LinkKind::Import, target: text.to_owned() }),
        "#" => {
            let depth = line.bytes().take_while(|b| *b == b'#').count();
            analysis.symbols.push(symbol(line.trim_start_matches('#'), depth as u32, true));
        }
        _ => {}
    }
}
