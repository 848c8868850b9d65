//! `agmark explain`: what a rule finds, why, and how to fix it.

use std::ffi::OsStr;
use std::fmt::Write;
use std::process::ExitCode;

use agmark_syntax::nearest::Words;
use agmark_syntax::{FixKind, Registry, Rule};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use crate::formats;
use crate::rules::style;
use crate::terminal::{self, BOLD, DIM, Look, wrap};

/// Lines longer than this are hard to read, however wide the terminal is.
const WIDTH: usize = 100;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule's code, as in the brackets after a finding: `agd/duplicate-id`; without the format if only one format
    /// has such a rule
    #[arg(value_name = "RULE", required = true, value_parser = Codes, hide_possible_values = true)]
    rules: Vec<String>,
}

/// Takes any text. Shells complete it to the codes of the rules; a wrong one is told the nearest later.
#[derive(Clone, Debug)]
struct Codes;

impl TypedValueParser for Codes {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let rules = formats::registry().rules();
        Some(Box::new(rules.into_iter().map(|rule| PossibleValue::new(rule.code).help(rule.summary))))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("there is no rule \"{code}\": {near}`agmark rules` lists all")]
struct NoRule {
    code: String,
    near: String,
}

#[derive(Debug, thiserror::Error)]
#[error("several formats have a rule \"{code}\": choose one of{}", listed(all))]
struct SeveralRules {
    code: String,
    all: Vec<&'static Rule>,
}

/// # Errors
/// When there is no such rule.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let rules = args.rules.iter().map(|code| find(&registry, code)).collect::<Result<Vec<_>, _>>()?;
    let look = Look::of_stdout();
    let pages: Vec<_> = rules.into_iter().map(|rule| page(&registry, rule, look)).collect();
    terminal::print(pages.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn find(registry: &Registry, code: &str) -> anyhow::Result<&'static Rule> {
    let code = code.trim_matches(['[', ']', '`']);
    if let Some(rule) = registry.rule(code) {
        return Ok(rule);
    }
    let rules = registry.rules();
    let named = |short: &str| rules.iter().copied().filter(|rule| rule.short() == short).collect::<Vec<_>>();
    let all = named(code);
    if !all.is_empty() {
        return Err(SeveralRules { code: code.to_owned(), all }.into());
    }
    let known = Words::new(rules.iter().flat_map(|rule| [rule.code, rule.short()]).map(Into::into));
    let near = known.nearest(code).map_or(String::new(), |near| {
        let full = named(near).into_iter().map(|rule| format!("\"{}\"", rule.code)).collect::<Vec<_>>();
        let near = if full.is_empty() { format!("\"{near}\"") } else { full.join(" or ") };
        format!("did you mean {near}? ")
    });
    Err(NoRule { code: code.to_owned(), near }.into())
}

/// Rules with what they find, a line each.
fn listed(rules: &[&'static Rule]) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    rules.iter().map(|rule| format!("\n  {:width$}  {}", rule.code, rule.summary)).collect()
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
        FixKind::None => "There is no fix: change the text by hand.",
        FixKind::Offered => "An editor offers a fix.",
        FixKind::Automatic => "`agmark check --fix` fixes it, and so does \"fix all\" in an editor.",
    }
}

/// The lines of `agmark.toml` that switch a rule off, or on if it is off by default.
pub fn configuration(registry: &Registry, rule: &Rule) -> String {
    let severity = if registry.is_off(rule) { rule.severity.word() } else { "off" };
    format!("[rules]\n\"{}\" = \"{severity}\"", rule.code)
}
