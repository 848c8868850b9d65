//! Collects the parts of a prompt from a document and other files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use agmark_syntax::paths;

use super::model::{Block, Child, Files, Gathered};
use crate::ast::{Ast, ContentKind, Node, NodeKind, Value};
use crate::vocabulary::REFERRING;

/// The largest number of documents in a prompt. A link to a parent folder makes endless paths.
const MOST_DOCUMENTS: usize = 256;

pub(super) fn gather(text: &str, path: &Path, files: &dyn Files) -> Option<Gathered> {
    let ast = Ast::parse(text)?;
    let mut gatherer = Gatherer::new(path, files);
    let mut blocks = gatherer.blocks(ast.nodes, path);
    gatherer.referred(&mut blocks, path, BTreeMap::new());
    Some(Gathered { version: ast.version, blocks, warnings: gatherer.warnings })
}

/// Blocks with ids that are inserted if something refers to them: nodes, and the files that they are in.
pub(super) type ById = BTreeMap<String, (Node, PathBuf)>;

pub(super) struct Gatherer<'a> {
    files: &'a dyn Files,
    /// The documents that were read.
    read: BTreeSet<PathBuf>,
    pub(super) warnings: Vec<String>,
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(path: &Path, files: &'a dyn Files) -> Self {
        Self { files, read: BTreeSet::from([path.to_owned()]), warnings: Vec::new() }
    }

    pub(super) fn blocks(&mut self, nodes: Vec<Node>, path: &Path) -> Vec<Block> {
        let mut out = Vec::with_capacity(nodes.len());
        for mut node in nodes {
            if node.is("GaryML") {
                // Misplaced headers under it are included, too.
                out.extend(self.blocks(std::mem::take(&mut node.children), path));
            } else if node.is("Include") {
                out.extend(self.included(&node, path));
            } else {
                let children = self.children(&mut node, path);
                let file = self.file(&node, path);
                out.push(Block { node, children, file });
            }
        }
        out
    }

    /// The children of a node, each with the number of the node's contents before it.
    fn children(&mut self, node: &mut Node, path: &Path) -> Vec<Child> {
        let mut all = Vec::with_capacity(node.children.len());
        for child in std::mem::take(&mut node.children) {
            let after = node.contents.iter().filter(|c| c.span.start < child.span.start).count();
            let blocks = self.blocks(vec![child], path);
            all.extend(blocks.into_iter().map(|block| Child { after, block }));
        }
        all
    }

    /// The content of another file; nothing if the prompt contains it.
    fn included(&mut self, node: &Node, path: &Path) -> Vec<Block> {
        let Some(target) = node.text("path") else { return Vec::new() };
        let target = paths::beside(path, target);
        if self.read.contains(&target) {
            return Vec::new();
        }
        if self.read.len() >= MOST_DOCUMENTS {
            let why =
                format!("some includes are omitted: a prompt contains at most {MOST_DOCUMENTS} documents");
            if !self.warnings.contains(&why) {
                self.warnings.push(why);
            }
            return Vec::new();
        }
        self.read.insert(target.clone());
        match self.files.read(&target) {
            Ok(text) => {
                let nodes = Ast::parse(&text).unwrap_or_default().nodes;
                self.blocks(nodes, &target)
            }
            Err(why) => {
                self.warnings.push(format!("an include is omitted: {why}"));
                Vec::new()
            }
        }
    }

    /// The file of a context without content.
    fn file(&mut self, node: &Node, path: &Path) -> Option<String> {
        let target = node.text("path").filter(|p| !p.contains("://"))?;
        if !(node.is("Context") || node.is("Diff")) || node.has_content() {
            return None;
        }
        match self.files.read(&paths::beside(path, target)) {
            Ok(text) => Some(text),
            Err(why) => {
                let name = node.id().map_or_else(|| node.name.clone(), |id| format!("\"{id}\""));
                self.warnings.push(format!("{name} is empty: {why}"));
                None
            }
        }
    }

    /// Inserts the targets of references at the start: blocks in `nearer` and in the project files. Other references
    /// have no target.
    pub(super) fn referred(&mut self, blocks: &mut Vec<Block>, path: &Path, nearer: ById) {
        let mut known = BTreeSet::new();
        let mut wanted = Vec::new();
        let mut dangling = BTreeSet::new();
        blocks.iter().for_each(|b| names(b, &mut known, &mut wanted));
        let mut nearer = nearer;
        let mut elsewhere: Option<ById> = None;
        let mut first = Vec::new();
        while let Some(id) = wanted.pop() {
            if known.contains(&id) {
                continue;
            }
            let project = || project(self.files, path);
            let found = nearer.remove(&id).or_else(|| elsewhere.get_or_insert_with(project).remove(&id));
            match found {
                Some((node, file)) => {
                    for block in self.blocks(vec![node], &file) {
                        names(&block, &mut known, &mut wanted);
                        first.push(block);
                    }
                    known.insert(id);
                }
                None => {
                    dangling.insert(id);
                }
            }
        }
        self.warnings.extend(
            dangling.into_iter().map(|id| format!("undefined reference @{id}: no block has this id")),
        );
        first.reverse();
        blocks.splice(0..0, first);
        blocks.iter_mut().for_each(|block| mark(block, &known));
    }
}

/// Replaces bare words that name a block with references, in parameters that allow them.
fn mark(block: &mut Block, known: &BTreeSet<String>) {
    let to_ref = |value: &mut Value| {
        if let Value::Text(word) = value
            && known.contains(word.strip_prefix('.').unwrap_or(word))
        {
            *value = Value::Ref(word.strip_prefix('.').unwrap_or(word).to_owned());
        }
    };
    let referring = block.node.params.iter_mut().filter(|(key, _)| REFERRING.contains(&key.as_str()));
    for (_, value) in referring.filter(|_| !block.node.documented) {
        match value {
            Value::List(items) => items.iter_mut().for_each(to_ref),
            value => to_ref(value),
        }
    }
    block.children.iter_mut().for_each(|child| mark(&mut child.block, known));
}

/// Collects the ids of a block and of its children, and the ids that they refer to.
fn names(block: &Block, known: &mut BTreeSet<String>, wanted: &mut Vec<String>) {
    let node = &block.node;
    known.extend(node.id().filter(|_| node.kind == NodeKind::Directive).map(str::to_owned));
    // References may refer to the id of a command, too.
    known.extend(node.id().filter(|_| !node.documented).map(str::to_owned));
    let params = node.params.iter().flat_map(|(_, value)| value.refs());
    wanted.extend(params.map(str::to_owned));
    let contents = node.contents.iter().filter(|c| c.kind == ContentKind::Ref);
    wanted.extend(contents.map(|c| c.value.clone()));
    block.children.iter().for_each(|child| names(&child.block, known, wanted));
}

/// The project files, nearest first.
pub(super) fn project_files(files: &dyn Files, path: &Path) -> Vec<(PathBuf, Ast)> {
    let others = files.project().into_iter().filter(|p| p != path);
    let read = |file: PathBuf| {
        let ast = files.read(&file).ok().and_then(|text| Ast::parse(&text))?;
        Some((file, ast))
    };
    others.filter_map(read).collect()
}

/// The blocks with ids of the project files, nearest first.
fn project(files: &dyn Files, path: &Path) -> ById {
    let mut all = BTreeMap::new();
    for (file, ast) in project_files(files, path) {
        for node in ast.all() {
            if let Some(id) = node.id().filter(|_| node.kind == NodeKind::Directive && !node.documented) {
                all.entry(id.to_owned()).or_insert_with(|| (node.clone(), file.clone()));
            }
        }
    }
    all
}
