//! A command as a prompt: the command that a person types, `.deploy env=prod`, with everything that an agent needs for
//! it.

use std::path::{Path, PathBuf};

use agmark_syntax::nearest::nearest;
use agmark_syntax::{Severity, Span};

use super::gather::{ById, Gatherer, project_files};
use super::model::{Block, Child, Files, Gathered, Prompt, PromptFormat};
use crate::analysis::chunk_data::embedded_diffs;
use crate::ast::{Ast, Node, NodeKind, Params};
use crate::rules;
use crate::syntax::whole::Whole;
use crate::vocabulary::COMMANDS;

/// The directives of a document that apply to each command.
const KEPT: &[&str] = &["Role", "Instructions", "Context", "ReasoningStrategy", "OutputFormat"];

/// The reason that a command has no prompt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    #[error("{0:?} is not a single command: write it as in a document, such as .test or .deploy env=prod")]
    NoCommand(String),
    #[error("invalid command: {0}")]
    Malformed(String),
    #[error("undefined command .{name}{}", suggestion(near.as_deref()))]
    Unknown { name: String, near: Option<String> },
    #[error("the document is too large")]
    TooLarge,
}

fn suggestion(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!(": did you mean .{near}?"))
}

/// The prompt of one command: its definition, and the role, the instructions and the contexts of the document `text`,
/// the file at `path`. Other blocks are included if something refers to them.
///
/// # Errors
/// If `call` is not a command, or neither documentation nor every host defines it.
pub fn command_prompt(
    call: &str,
    text: &str,
    path: &Path,
    files: &dyn Files,
    format: PromptFormat,
) -> Result<Prompt, CallError> {
    let call = read(call)?;
    let ast = Ast::parse(text).ok_or(CallError::TooLarge)?;
    let mut nearer = by_id(&ast, path);
    let mut gatherer = Gatherer::new(path, files);
    let all = gatherer.blocks(ast.nodes, path);
    let mut found = definition(&all, &call.name);
    if found.is_none() {
        let more = files.defining(&call.name).into_iter().filter(|file| file != path);
        let more = more.filter_map(|file| Some((Ast::parse(&files.read(&file).ok()?)?, file)));
        let project = project_files(files, path).into_iter().map(|(file, ast)| (ast, file));
        for (ast, file) in project.chain(more) {
            let elsewhere = by_id(&ast, &file);
            found = definition(&gatherer.blocks(ast.nodes, &file), &call.name);
            if found.is_some() {
                // References in the definition refer to blocks of its file.
                elsewhere.into_iter().for_each(|(id, block)| {
                    nearer.entry(id).or_insert(block);
                });
                break;
            }
        }
    }
    let built_in = COMMANDS.iter().any(|command| command.name == call.name);
    if found.is_none() && !built_in {
        let mut names = names(&all);
        names.extend(files.commands());
        let known = names.iter().map(String::as_str).chain(COMMANDS.iter().map(|c| c.name));
        let near = nearest(&call.name, known).map(str::to_owned);
        return Err(CallError::Unknown { name: call.name, near });
    }
    if let Some(definition) = &found {
        gatherer.warnings.extend(unknown(&call, definition));
    }
    let mut blocks: Vec<Block> =
        all.into_iter().filter(|block| KEPT.iter().any(|name| block.node.is(name))).collect();
    blocks.extend(found);
    blocks.push(execute(call));
    gatherer.referred(&mut blocks, path, nearer);
    Ok(Gathered { version: ast.version, blocks, warnings: gatherer.warnings }.written(format))
}

/// Reads a command as in a document.
fn read(call: &str) -> Result<Node, CallError> {
    let whole = Whole::new(call.trim()).ok_or(CallError::TooLarge)?;
    let structure = whole.structure();
    let mut nodes = Ast::of(&structure).nodes;
    let command = match (nodes.pop(), nodes.is_empty()) {
        (Some(node), true) if node.kind == NodeKind::Command && node.span.start == 0 => node,
        _ => return Err(CallError::NoCommand(call.trim().to_owned())),
    };
    match rules::check(&structure, &embedded_diffs(&structure))
        .into_iter()
        .find(|finding| finding.severity == Severity::Error)
    {
        Some(error) => Err(CallError::Malformed(error.message)),
        None => Ok(command),
    }
}

/// The blocks with ids of a document.
fn by_id(ast: &Ast, path: &Path) -> ById {
    let mut all = ById::new();
    for node in ast.all().filter(|node| node.kind == NodeKind::Directive && !node.documented) {
        if let Some(id) = node.id() {
            let place: PathBuf = path.to_owned();
            all.entry(id.to_owned()).or_insert_with(|| (node.clone(), place));
        }
    }
    all
}

/// The definition of a command inside its parent headers, without their other content.
fn definition(blocks: &[Block], name: &str) -> Option<Block> {
    let defines = |node: &Node| node.kind == NodeKind::Command && node.documented && node.name == name;
    blocks.iter().find_map(|block| {
        let inner =
            block.children.iter().find(|child| defines(&child.block.node)).map(|child| copy(&child.block));
        let inner = inner.or_else(|| {
            block.children.iter().find_map(|child| definition(std::slice::from_ref(&child.block), name))
        })?;
        let node = Node { contents: Vec::new(), ..block.node.clone() };
        Some(Block { node, children: vec![Child { after: 0, block: inner }], file: None })
    })
}

fn copy(block: &Block) -> Block {
    let child = |child: &Child| Child { after: child.after, block: copy(&child.block) };
    Block {
        node: block.node.clone(),
        children: block.children.iter().map(child).collect(),
        file: block.file.clone(),
    }
}

/// The commands that are defined in blocks.
fn names(blocks: &[Block]) -> Vec<String> {
    let mut all = Vec::new();
    let mut left: Vec<&Block> = blocks.iter().collect();
    while let Some(block) = left.pop() {
        let node = &block.node;
        if node.kind == NodeKind::Command && node.documented {
            all.push(node.name.clone());
        }
        left.extend(block.children.iter().map(|child| &child.block));
    }
    all
}

/// The warnings about arguments that the definition does not list, if it lists any.
fn unknown(call: &Node, definition: &Block) -> Vec<String> {
    let mut block = definition;
    while let Some(child) = block.children.first().filter(|_| block.node.kind == NodeKind::Directive) {
        block = &child.block;
    }
    let takes = &block.node.params;
    if takes.is_empty() {
        return Vec::new();
    }
    let unknown = call.params.iter().filter(|(key, _)| !takes.iter().any(|(known, _)| known == key));
    unknown
        .map(|(key, _)| {
            let takes = || takes.iter().map(|(known, _)| known.as_str());
            rules::unknown_parameter::finding(key, Span::default(), &format!(".{}", call.name), takes, |_| {
                false
            })
            .message
        })
        .collect()
}

/// The command, to be run.
fn execute(call: Node) -> Block {
    let span = call.span;
    let node = Node {
        kind: NodeKind::Directive,
        name: "Execute".to_owned(),
        params: Params::new(),
        contents: Vec::new(),
        children: Vec::new(),
        span,
        name_span: span,
        documented: false,
    };
    let command = block_of(call);
    Block { node, children: vec![Child { after: 0, block: command }], file: None }
}

fn block_of(mut node: Node) -> Block {
    let children = std::mem::take(&mut node.children);
    let child = |node: Node| Child { after: usize::MAX, block: block_of(node) };
    Block { node, children: children.into_iter().map(child).collect(), file: None }
}
