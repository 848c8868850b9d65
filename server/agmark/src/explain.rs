//! `agmark explain`: what a rule finds, why, and how to fix it.

use std::fmt::Write;
use std::process::ExitCode;

use agmark_syntax::{FixKind, Registry, Rule};

use crate::examples;
use crate::formats;
use crate::rule_names::{self, RuleName};
use crate::rules::style;
use crate::terminal::{self, BOLD, DIM, Look, wrap};

/// Lines longer than this are hard to read, however wide the terminal is.
const WIDTH: usize = 100;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("explain", ""))]
pub struct Args {
    /// Code of the rule, as shown in brackets after a finding: `agd/duplicate-id`. The format may be left out if only
    /// one format has a rule of this name
    #[arg(value_name = "RULE", required = true, value_parser = RuleName, hide_possible_values = true)]
    rules: Vec<String>,
}

/// # Errors
/// If the rule is unknown.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let rules =
        args.rules.iter().map(|code| rule_names::find(&registry, code)).collect::<Result<Vec<_>, _>>()?;
    let look = Look::of_stdout();
    let pages: Vec<_> = rules.into_iter().map(|rule| page(&registry, rule, look)).collect();
    terminal::print(pages.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn page(registry: &Registry, rule: &Rule, look: Look) -> String {
    let width = look.width.min(WIDTH);
    let mut out = String::new();
    let severity = look.paint(style(rule.severity), rule.severity.word());
    let _ = writeln!(out, "{}  {severity}", look.paint(BOLD, rule.code));
    let _ = writeln!(out, "{}", wrap(rule.summary, width));
    let label = |out: &mut String, label: &str| {
        let _ = writeln!(out, "\n{}", look.paint(BOLD, label));
    };
    label(&mut out, "Why");
    let _ = writeln!(out, "{}", wrap(rule.help, width));
    for (title, examples) in [("Bad", rule.bad), ("Good", rule.good)] {
        if !examples.is_empty() {
            label(&mut out, title);
        }
        for (index, example) in examples.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            for line in example.lines() {
                let _ = writeln!(out, "{} {}", look.paint(DIM, "  |"), terminal::plain(line));
            }
        }
    }
    label(&mut out, "Fix");
    let _ = writeln!(out, "{}", wrap(fix_sentence(rule), width));
    label(&mut out, "Configure");
    for line in configuration(registry, rule).lines() {
        let _ = writeln!(out, "{} {line}", look.paint(DIM, "  |"));
    }
    out
}

/// How the diagnostics of a rule can be fixed, in a sentence.
pub fn fix_sentence(rule: &Rule) -> &'static str {
    match rule.fix {
        FixKind::None => "None. Change the text by hand.",
        FixKind::Offered => "An editor offers a fix.",
        FixKind::Automatic => "`agmark check --fix` fixes it, and so does \"fix all\" in an editor.",
    }
}

/// The lines of `agmark.toml` that switch a rule off, or on if it is off by default.
pub fn configuration(registry: &Registry, rule: &Rule) -> String {
    let severity = if registry.is_off(rule) { rule.severity.word() } else { "off" };
    format!("[rules]\n\"{}\" = \"{severity}\"", rule.code)
}
