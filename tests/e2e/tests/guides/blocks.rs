//! Pages, and what is in them.

use std::path::{Path, PathBuf};

/// A page of the documentation.
pub struct Page {
    /// From the top of the project.
    pub path: String,
    pub blocks: Vec<Block>,
    /// Code within sentences.
    pub spans: Vec<String>,
    /// What the page claims, as commands that only tests see.
    pub claims: Vec<Claim>,
    /// The sections, from heading to heading.
    pub sections: Vec<Section>,
}

/// A comment `<!-- test … -->`.
pub struct Claim {
    /// Where it starts, from 1.
    pub line: usize,
    pub text: String,
}

/// What stands under a heading.
#[derive(Default)]
pub struct Section {
    pub heading: String,
    pub prose: String,
    /// How many commands show what it says: in blocks, or in comments.
    pub shown: usize,
}

/// A fenced block.
pub struct Block {
    pub language: String,
    /// Where its content starts, from 1.
    pub line: usize,
    pub text: String,
}

impl Page {
    /// The file that the commands of this page call its first example by.
    pub fn file_of(&self, block: &Block) -> Option<&'static str> {
        let first = self.blocks.iter().find(|other| other.language == block.language)?;
        let (_, _, file) =
            FILES.iter().find(|(page, language, _)| *page == self.path && *language == block.language)?;
        std::ptr::eq(first, block).then_some(file)
    }
}

/// Examples of the pages that are files of the workspace in which commands run.
pub const FILES: &[(&str, &str, &str)] = &[
    ("docs/agd.md", "agd", "rules.agd"),
    ("docs/anml.md", "anml", "page.anml"),
    ("docs/anml.md", "anmla", "page.anmla"),
    ("docs/garyml.md", "garyml", "task.garyml"),
    ("docs/markdownlang.md", "markdown", "forecast.md"),
    ("docs/aaf.md", "html", "tables/new.html"),
];

/// Blocks that show a file of the project, or a part of it: the page, the language of the block, its number among those
/// of this language, and the file.
pub const SOURCES: &[(&str, &str, usize, &str)] = &[
    ("CONTRIBUTING.md", "rust", 1, "server/agd/src/rules/empty_heading.rs"),
    ("CONTRIBUTING.md", "rust", 2, "tests/e2e/tests/protocol/recordings.rs"),
    ("CONTRIBUTING.md", "json", 1, "tests/corpus/recordings/crlf.jsonl"),
];

/// All pages but `docs/rules.md`, whose examples are tested with the rules.
pub fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "tests/bench/README.md"];
    let mut paths: Vec<_> = top.iter().map(|path| root.join(path)).collect();
    paths.extend(markdown(&root.join("docs")));
    paths.extend(markdown(&root.join("editors")));
    for folder in entries(&root.join("editors")).into_iter().filter(|path| path.is_dir()) {
        paths.extend(markdown(&folder).into_iter().filter(|path| path.ends_with("README.md")));
    }
    paths.retain(|path| !path.ends_with("docs/rules.md"));
    paths.iter().map(|path| page(path, &root)).collect()
}

fn markdown(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

fn page(path: &Path, root: &Path) -> Page {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let (mut blocks, mut prose) = (Vec::new(), String::new());
    let (mut claims, mut claim): (Vec<Claim>, Option<Claim>) = (Vec::new(), None);
    let mut sections = vec![Section::default()];
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(test) = &mut claim {
            if line == "-->" {
                claims.extend(claim.take());
            } else {
                test.text.push_str(line);
                test.text.push('\n');
            }
            continue;
        }
        let section = sections.last_mut().expect("there is always one");
        if line == "<!-- test" && open.is_none() {
            section.shown += 1;
            claim = Some(Claim { line: index + 1, text: String::new() });
            continue;
        }
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(language)) => {
                open = Some(Block {
                    language: language.trim().to_owned(),
                    line: index + 2,
                    text: String::new(),
                });
            }
            (None, None) => {
                if line.starts_with('#') {
                    sections.push(Section { heading: line.to_owned(), ..Section::default() });
                } else {
                    section.prose.push_str(line);
                    section.prose.push(' ');
                }
                prose.push_str(line);
                prose.push(' ');
            }
        }
    }
    assert!(open.is_none() && claim.is_none(), "{path} has a block that is not closed");
    // Odd pieces stand between backticks. A table escapes the bars in its cells.
    let spans = prose.split('`').skip(1).step_by(2).map(|span| span.replace("\\|", "|")).collect();
    Page { path, blocks, spans, claims, sections }
}
