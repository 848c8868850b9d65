//! `agmark rules`: all rules.

use std::fmt::Write;
use std::process::ExitCode;

use agmark_syntax::{Rule, Severity};
use serde::Serialize;

use crate::examples;
use crate::formats;
use crate::result_format::ResultFormat;
use crate::terminal::{self, BOLD, CYAN, DIM, Look, RED, YELLOW};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("rules", ""))]
pub struct Args {
    #[command(flatten)]
    format: ResultFormat,
}

#[derive(Serialize)]
struct One {
    code: &'static str,
    format: &'static str,
    severity: &'static str,
    summary: &'static str,
    help: &'static str,
    /// `automatic`, `offered`, or null if there is no fix.
    fix: Option<&'static str>,
    examples: Examples,
}

#[derive(Serialize)]
struct Examples {
    /// Documents with a finding of the rule.
    bad: &'static [&'static str],
    /// The same documents without the mistake.
    good: &'static [&'static str],
}

/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let rules = registry.rules();
    terminal::print(if args.format.is_json() { json(&rules)? } else { table(&rules, Look::of_stdout()) })?;
    Ok(ExitCode::SUCCESS)
}

fn json(rules: &[&'static Rule]) -> serde_json::Result<String> {
    let all: Vec<_> = rules
        .iter()
        .map(|rule| One {
            code: rule.code,
            format: rule.format(),
            severity: rule.severity.word(),
            summary: rule.summary,
            help: rule.help,
            fix: rule.fix.word(),
            examples: Examples { bad: rule.bad, good: rule.good },
        })
        .collect();
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}

fn table(rules: &[&'static Rule], look: Look) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut format = "";
    for rule in rules {
        if rule.format() != format {
            let gap = if format.is_empty() { "" } else { "\n" };
            format = rule.format();
            let _ = writeln!(out, "{gap}{}", look.paint(BOLD, format));
        }
        let pad = " ".repeat(width - rule.code.len());
        let word = format!("{:11}", rule.severity.word());
        let word = look.paint(style(rule.severity), word);
        let _ = writeln!(out, "  {}{pad}  {word}  {}", rule.code, rule.summary);
    }
    let _ = writeln!(out, "\n`agmark explain RULE` explains a rule.");
    out
}

/// The colour of a severity.
pub fn style(severity: Severity) -> anstyle::Style {
    match severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Information => CYAN,
        Severity::Hint => DIM,
    }
}
