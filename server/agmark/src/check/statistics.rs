//! `check --statistics`: how many findings each rule has.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use agmark_syntax::Rule;
use serde::Serialize;

use crate::output::{OutputFormat, json};
use crate::report::Report;
use crate::terminal::{BOLD, DIM, Look};

#[derive(Serialize)]
struct Statistics {
    files: usize,
    statistics: Vec<RuleCount>,
}

/// The findings of one rule.
#[derive(Serialize)]
struct RuleCount {
    code: &'static str,
    summary: &'static str,
    count: usize,
    /// How many of them `--fix` fixes.
    fixable: usize,
}

/// Whether statistics can be written in this format.
pub fn is_supported(format: OutputFormat) -> bool {
    format.is_for_people() || format == OutputFormat::Json
}

/// Writes one line or one JSON object per rule, the most frequent first.
pub fn write(format: OutputFormat, report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let counts = counts(report);
    if format == OutputFormat::Json {
        let all = Statistics { files: report.checked, statistics: counts };
        return json::print(&all, out);
    }
    let digits = counts.first().map_or(0, |most| most.count.to_string().len());
    let width = counts.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    for rule in &counts {
        let code = look.paint(BOLD, format_args!("{:width$}", rule.code));
        let summary = look.paint(DIM, rule.summary);
        writeln!(out, "{:>digits$}  {code}  {summary}", rule.count)?;
    }
    Ok(())
}

fn counts(report: &Report) -> Vec<RuleCount> {
    let mut by_code: BTreeMap<&str, (&'static Rule, usize, usize)> = BTreeMap::new();
    for finding in report.files.iter().flat_map(|file| &file.findings) {
        let (_, count, fixable) = by_code.entry(finding.rule.code).or_insert((finding.rule, 0, 0));
        *count += 1;
        *fixable += usize::from(finding.automatic().is_some());
    }
    let counts = by_code.into_values().map(|(rule, count, fixable)| RuleCount {
        code: rule.code,
        summary: rule.summary,
        count,
        fixable,
    });
    let mut counts: Vec<_> = counts.collect();
    counts.sort_by_key(|rule| Reverse(rule.count));
    counts
}
