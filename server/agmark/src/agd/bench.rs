//! `agd bench`.

use std::fmt::Write as _;
use std::process::ExitCode;

use ::agd::tokens::{Selective, Whole};

use crate::input::Input;
use crate::report::counted;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The document
    file: Input,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let whole = Whole::of(&document);
    let mut out = format!("{}, in tokens of cl100k_base\n\n", counted(document.len(), "block"));
    let _ = writeln!(out, "{:<28}{:>10}{:>10}", "the whole document", "tokens", "to AGD");
    for (name, count) in
        [("AGD", whole.agd), ("Markdown", whole.markdown), ("HTML", whole.html), ("JSON", whole.json)]
    {
        let _ = writeln!(out, "{name:<28}{count:>10}{:>10}", compared(count, whole.agd));
    }
    match Selective::of(&document) {
        Some(cost) => {
            let both = cost.contents + cost.block;
            let _ = writeln!(out, "\n{:<28}{:>10}", "one block of it", "tokens");
            let _ = writeln!(out, "{:<28}{:>10}", "AGD, table of contents", cost.contents);
            let _ = writeln!(out, "{:<28}{:>10}", "AGD, the block", cost.block);
            let _ = writeln!(out, "{:<28}{:>10}", "AGD, both", both);
            let times = whole.markdown as f64 / both.max(1) as f64;
            let _ = writeln!(out, "{:<28}{:>10}{times:>9.1}×", "Markdown, the whole", whole.markdown);
        }
        None => out.push_str("\nno block has an id: `agd id --add` gives them ids, to be read one by one\n"),
    }
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

fn compared(count: usize, agd: usize) -> String {
    if count == agd {
        return String::new();
    }
    format!("{:+.1}%", (count as f64 / agd.max(1) as f64 - 1.0) * 100.0)
}
