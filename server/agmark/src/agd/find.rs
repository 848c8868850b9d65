//! `agd ids`, `agd get`, `agd search`, `agd backlinks`, `agd traverse`.

use std::collections::HashSet;
use std::process::ExitCode;

use ::agd::Document;
use ::agd::ast::{Block, Kind};
use ::agd::edit::Target;
use ::agd::ids::{description, own_description};
use ::agd::search::{Options, Query};
use agmark_syntax::nearest::nearest;
use anyhow::{Context, anyhow};
use serde_json::Value;

use super::rows::{self, Lines, cell};
use crate::examples;
use crate::input::Input;
use crate::result_format::ResultFormat;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd ids", ""))]
pub struct Ids {
    /// The document
    file: Input,
    #[command(flatten)]
    format: ResultFormat,
    /// Only blocks with this tag: h2, x-note
    #[arg(long, value_name = "TAG")]
    kind: Option<String>,
    /// Only headings down to this level: 1 for @h1
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=4))]
    levels: Option<u8>,
    /// Only the blocks below this heading
    #[arg(long, value_name = "ID")]
    under: Option<String>,
    /// Also print the titles of headings without desc=
    #[arg(long)]
    titles: bool,
    /// Print only the ids, on one line: the list with the fewest tokens
    #[arg(long, conflicts_with_all = ["output_format", "json", "titles"])]
    one_line: bool,
    /// Print ids with the content hash of the block: `intro:1a2b3c4d`
    #[arg(long)]
    hash: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd get", ""))]
pub struct Get {
    /// The document
    file: Input,
    /// Ids, with or without `#`; `intro:1a2b3c4d` fails if the content hash of the block differs
    #[arg(required = true)]
    ids: Vec<String>,
    #[command(flatten)]
    format: ResultFormat,
    /// Also print the blocks that refer to them
    #[arg(long)]
    with_backlinks: bool,
    /// Also print the blocks that they refer to
    #[arg(long)]
    follow_refs: bool,
    /// Number of steps to follow
    #[arg(long, default_value_t = 1, requires = "follow_refs")]
    depth: usize,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd search", ""))]
pub struct Search {
    /// The document
    file: Input,
    /// Text to search for
    query: String,
    /// Ignore case
    #[arg(short, long)]
    ignore_case: bool,
    /// Treat the query as a regular expression
    #[arg(long)]
    regex: bool,
    /// Only blocks with this tag: h2, x-note
    #[arg(long, value_name = "TAG")]
    kind: Option<String>,
    #[command(flatten)]
    format: ResultFormat,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd backlinks", ""))]
pub struct Backlinks {
    /// The document
    file: Input,
    /// Id, with or without `#`
    id: String,
    #[command(flatten)]
    format: ResultFormat,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd traverse", ""))]
pub struct Traverse {
    /// The document
    file: Input,
    /// Id of the first block, with or without `#`
    id: String,
    /// Number of steps to follow
    #[arg(long, default_value_t = 1)]
    depth: usize,
}

pub fn ids(args: &Ids) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let blocks: Vec<Block<'_>> = match &args.under {
        None => document.blocks().collect(),
        Some(id) => {
            let heading = block(&document, id)?;
            let section = document.section(heading.id().unwrap_or(""));
            let section = section
                .with_context(|| format!("@{} {id} is not a heading: --under takes one", heading.tag()))?;
            // The heading itself is not in the result.
            section.into_iter().skip(1).collect()
        }
    };
    let level = |block: &Block<'_>| if let Kind::Heading(level) = block.kind() { Some(level) } else { None };
    let is_asked = |block: &Block<'_>| {
        let deep = args.levels.is_some_and(|most| level(block).is_none_or(|level| level > most));
        block.id().is_some() && is_kind(*block, &args.kind) && !deep
    };
    let words = |block: Block<'_>| if args.titles { description(block) } else { own_description(block) };
    let blocks = blocks.into_iter().filter(is_asked);
    if args.format.is_json() {
        let mut lines = Lines::of(&text);
        let entry = |block: Block<'_>| {
            let line = block.span().map_or(0, |span| lines.at(span.start));
            let mut entry = rows::entry(block, "desc", &words(block), line);
            if args.hash {
                entry["content_hash"] = block.content_hash().into();
            }
            entry
        };
        rows::print_json(&Value::Array(blocks.map(entry).collect()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let id = |block: Block<'_>| {
        let hash = if args.hash { format!(":{}", block.content_hash()) } else { String::new() };
        format!("{}{hash}", block.id().unwrap_or(""))
    };
    let out = if args.one_line {
        let ids: Vec<String> = blocks.map(id).collect();
        if ids.is_empty() { String::new() } else { rows::row(&[&ids.join(" ")]) }
    } else {
        blocks.map(|block| rows::row(&[&id(block), &cell(&words(block))])).collect()
    };
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

pub fn get(args: &Get) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let (mut found, mut missing) = (Vec::new(), false);
    for id in &args.ids {
        match block(&document, id) {
            Ok(block) if args.follow_refs => {
                let reached = document.traverse(block.id().unwrap_or(""), args.depth);
                found.extend(reached.into_iter().map(|(_, block)| block));
            }
            Ok(block) => found.push(block),
            Err(error) => {
                missing = true;
                terminal::complain(error);
            }
        }
    }
    if args.with_backlinks {
        let backlinks = document.all_backlinks();
        let named = found.iter().filter_map(|block| backlinks.get(block.id()?));
        let more: Vec<_> = named.flatten().copied().collect();
        found.extend(more);
    }
    let mut seen = HashSet::new();
    found.retain(|block| seen.insert(block.span().map(|span| span.start)));
    if args.format.is_json() {
        let line = |block: Block<'_>| document.line_of(block).unwrap_or(0);
        let blocks = found.iter().map(|block| rows::whole(*block, line(*block))).collect();
        rows::print_json(&Value::Array(blocks))?;
    } else {
        let blocks: Vec<_> = found.iter().map(|block| block.canonical()).collect();
        let end = if blocks.is_empty() { "" } else { "\n" };
        terminal::print(format_args!("{}{end}", blocks.join("\n\n")))?;
    }
    Ok(if missing { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

pub fn search(args: &Search) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let query = Query::new(&args.query, Options { ignore_case: args.ignore_case, regex: args.regex });
    let query = query.with_context(|| format!("\"{}\" is not a regular expression", args.query))?;
    let hits = document.search(&query).into_iter().filter(|hit| is_kind(hit.block, &args.kind));
    if args.format.is_json() {
        return entries(&text, hits.map(|hit| (hit.block, "excerpt", hit.excerpt)));
    }
    let mut out = String::new();
    for hit in hits {
        out.push_str(&rows::row(&[hit.block.id().unwrap_or(""), hit.block.tag(), &cell(&hit.excerpt)]));
    }
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

pub fn backlinks(args: &Backlinks) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let found = document.backlinks(&Target::from(args.id.as_str()).id);
    if found.is_empty() {
        // An id that no block has is an error, unless a block refers to it.
        block(&document, &args.id)?;
    }
    if args.format.is_json() {
        return entries(&text, found.into_iter().map(|block| (block, "desc", description(block))));
    }
    let rows: String = found.into_iter().map(|block| rows::described(&[], block)).collect();
    terminal::print(rows)?;
    Ok(ExitCode::SUCCESS)
}

pub fn traverse(args: &Traverse) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let start = block(&document, &args.id)?;
    let mut out = String::new();
    for (steps, block) in document.traverse(start.id().unwrap_or(""), args.depth) {
        out.push_str(&rows::described(&[&steps.to_string()], block));
    }
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

fn entries<'d>(
    text: &str,
    blocks: impl Iterator<Item = (Block<'d>, &'static str, String)>,
) -> anyhow::Result<ExitCode> {
    let mut lines = Lines::of(text);
    let entry = |(block, key, words): (Block<'_>, &str, String)| {
        let line = block.span().map_or(0, |span| lines.at(span.start));
        rows::entry(block, key, &words, line)
    };
    rows::print_json(&Value::Array(blocks.map(entry).collect()))?;
    Ok(ExitCode::SUCCESS)
}

fn is_kind(block: Block<'_>, kind: &Option<String>) -> bool {
    kind.as_deref().is_none_or(|kind| kind.strip_prefix('@').unwrap_or(kind) == block.tag())
}

/// The block that is named, as `#intro` or `intro:1a2b3c4d`.
///
/// # Errors
/// When it does not exist, or has another content hash.
pub fn block<'d>(document: &'d Document<'_>, name: &str) -> anyhow::Result<Block<'d>> {
    let Target { id, hash } = Target::from(name);
    let block = document.find(&id).ok_or_else(|| {
        let near = nearest(&id, document.blocks().filter_map(Block::id));
        let meant = near.map_or_else(String::new, |near| format!(": did you mean #{near}?"));
        anyhow!("block #{id} does not exist{meant}")
    })?;
    match hash {
        Some(expected) if !block.has_content_hash(&expected) => {
            let now = block.content_hash();
            Err(anyhow!(
                "#{id} has changed: you asked for {expected}, its content is {now} now; read it again"
            ))
        }
        _ => Ok(block),
    }
}
