//! `agd bench`, `agd corpus`.

use std::fmt::Write as _;
use std::process::ExitCode;

use ::agd::tokens::{Selective, Whole};
use ::agd::{Document, corpus};

use crate::examples;
use crate::input::Input;
use crate::report::counted;
use crate::terminal;

/// The sizes for which the table of the format's own benchmark is printed.
const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// The seed of the generated documents.
const SEED: u64 = 2024;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd bench", ""))]
pub struct Bench {
    /// The document
    #[arg(required_unless_present = "corpus")]
    file: Option<Input>,
    /// Use generated documents (see `agd corpus`) with this many blocks [default: 100 1000 10000]
    #[arg(long, value_name = "BLOCKS", num_args = 0.., conflicts_with = "file")]
    corpus: Option<Vec<usize>>,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd corpus", ""))]
pub struct Corpus {
    /// Number of blocks
    #[arg(long, default_value_t = 1_000)]
    blocks: usize,
    /// Seed; the same seed and size give the same bytes on every machine
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

pub fn corpus(args: &Corpus) -> anyhow::Result<ExitCode> {
    terminal::print(corpus::document(args.seed, args.blocks))?;
    Ok(ExitCode::SUCCESS)
}

pub fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let out = match (&args.file, &args.corpus) {
        (Some(file), _) => {
            let text = file.text()?;
            one(&file.document(&text)?)
        }
        (None, sizes) => table(sizes.as_deref().filter(|sizes| !sizes.is_empty()).unwrap_or(&SIZES))?,
    };
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

fn one(document: &Document<'_>) -> String {
    let whole = Whole::of(document);
    let mut out = format!("{}, in tokens of cl100k_base\n\n", counted(document.len(), "block"));
    let _ = writeln!(out, "{:<28}{:>10}{:>10}", "the whole document", "tokens", "to AGD");
    for (name, count) in
        [("AGD", whole.agd), ("Markdown", whole.markdown), ("HTML", whole.html), ("JSON", whole.json)]
    {
        let _ = writeln!(
            out,
            "{}",
            format!("{name:<28}{count:>10}{:>10}", compared(count, whole.agd)).trim_end()
        );
    }
    let Some(cost) = Selective::of(document) else {
        out.push_str("\nno block has an id: `agd id --add` gives them ids, to be read one by one\n");
        return out;
    };
    let _ = writeln!(out, "\n{:<28}{:>10}", "one block of it", "tokens");
    let _ = writeln!(out, "{:<28}{:>10}", "AGD, all ids", cost.contents);
    let _ = writeln!(out, "{:<28}{:>10}", "AGD, all ids on one line", cost.one_line);
    let _ = writeln!(out, "{:<28}{:>10}", "AGD, a block (mean)", cost.block);
    for (name, _, tokens) in ways(&cost) {
        let _ = writeln!(out, "{name:<28}{tokens:>10}{:>9}×", times(whole.markdown, tokens));
    }
    let _ = writeln!(out, "{:<28}{:>10}", "Markdown, the whole", whole.markdown);
    if let Some(levels) = cost.levels {
        let _ = writeln!(
            out,
            "\nLevel by level: `agd ids --levels {}`, `agd ids --under HEADING`, `agd get ID`.",
            levels.level
        );
    }
    out
}

/// The ways to read one block: in words, as the head of a column, and what each costs.
fn ways(cost: &Selective) -> Vec<(&'static str, &'static str, usize)> {
    let flat = [
        ("AGD, all ids and the block", "ids + block", cost.contents),
        ("AGD, one line and the block", "one line", cost.one_line),
    ];
    let levels = cost.levels.map(|levels| ("AGD, level by level", "level by level", levels.tokens));
    flat.into_iter().chain(levels).map(|(name, head, tokens)| (name, head, tokens + cost.block)).collect()
}

fn table(sizes: &[usize]) -> anyhow::Result<String> {
    let mut out = format!("{:>10}{:>10}", "blocks", "Markdown");
    for head in ["ids + block", "one line", "level by level"] {
        let _ = write!(out, "{head:>16}{:>8}", "gain");
    }
    out.push('\n');
    for blocks in sizes {
        let text = corpus::document(SEED, *blocks);
        let document = ::agd::parse(&text)?;
        let markdown = Whole::of(&document).markdown;
        let Some(cost) = Selective::of(&document) else { continue };
        let _ = write!(out, "{blocks:>10}{markdown:>10}");
        for (_, _, tokens) in ways(&cost) {
            let _ = write!(out, "{tokens:>16}{:>7}×", times(markdown, tokens));
        }
        out.push('\n');
    }
    Ok(out)
}

fn times(whole: usize, part: usize) -> String {
    format!("{:.1}", whole as f64 / part.max(1) as f64)
}

fn compared(count: usize, agd: usize) -> String {
    if count == agd {
        return String::new();
    }
    format!("{:+.1}%", (count as f64 / agd.max(1) as f64 - 1.0) * 100.0)
}
