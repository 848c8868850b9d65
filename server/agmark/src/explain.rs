//! `agmark explain`: what a rule finds, why, and what mends it.

use std::fmt::Write;
use std::process::ExitCode;

use agmark_syntax::nearest::Words;
use agmark_syntax::{Registry, Rule};

use crate::formats;
use crate::rules::style;
use crate::terminal::{self, BOLD, DIM, Look, wrap};

/// Lines longer than this are hard to read, however wide the terminal is.
const WIDTH: usize = 100;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule's code, as it stands in brackets behind a finding: `agd/duplicate-id`, or `duplicate-id` if
    /// only one format has it
    #[arg(value_name = "RULE", required = true)]
    rules: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("there is no rule \"{code}\": {near}`agmark rules` lists all")]
struct NoRule {
    code: String,
    near: String,
}

#[derive(Debug, thiserror::Error)]
#[error("\"{code}\" is a rule of several formats: say which: {}", all.join(" or "))]
struct SeveralRules {
    code: String,
    all: Vec<&'static str>,
}

/// # Errors
/// When there is no such rule.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let rules = args.rules.iter().map(|code| find(&registry, code)).collect::<Result<Vec<_>, _>>()?;
    let look = Look::of_stdout();
    let pages: Vec<_> = rules.into_iter().map(|rule| page(rule, look)).collect();
    terminal::print(pages.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn find(registry: &Registry, code: &str) -> anyhow::Result<&'static Rule> {
    let code = code.trim_matches(['[', ']', '`']);
    if let Some(rule) = registry.rule(code) {
        return Ok(rule);
    }
    let rules = registry.rules();
    let all: Vec<_> = rules.iter().filter(|rule| rule.short() == code).map(|rule| rule.code).collect();
    if !all.is_empty() {
        return Err(SeveralRules { code: code.to_owned(), all }.into());
    }
    let known = Words::new(rules.iter().flat_map(|rule| [rule.code, rule.short()]).map(Into::into));
    let near = known.nearest(code).map_or(String::new(), |near| format!("did you mean \"{near}\"? "));
    Err(NoRule { code: code.to_owned(), near }.into())
}

fn page(rule: &Rule, look: Look) -> String {
    let width = look.width.min(WIDTH);
    let mut out = String::new();
    let severity = look.paint(style(rule.severity), rule.severity.word());
    let _ = writeln!(out, "{}  {severity}", look.paint(BOLD, rule.code));
    let _ = writeln!(out, "{}\n", wrap(rule.summary, width));
    let _ = writeln!(out, "{}", wrap(rule.help, width));
    let examples = [("Finds something in:", rule.bad), ("Finds nothing in:", rule.good)];
    for (title, examples) in examples.iter().filter(|(_, examples)| !examples.is_empty()) {
        let _ = writeln!(out, "\n{}", look.paint(BOLD, title));
        for (index, example) in examples.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            for line in example.lines() {
                let _ = writeln!(out, "{} {}", look.paint(DIM, "  |"), terminal::plain(line));
            }
        }
    }
    out
}
