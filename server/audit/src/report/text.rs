//! For people: the layout of 6.7.

use std::io::{self, Write};

use agmark_aaf::coverage::{Assessment, label};
use agmark_files::plain;

use super::{Report, Scope};
use crate::page::Audited;

/// How wide the column of names is.
const NAMES: usize = 10;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    match report.scope {
        Scope::Page => report.pages.iter().try_for_each(|one| page(one, out))?,
        Scope::Site => site(report, out)?,
        Scope::Check => check(report, out)?,
    }
    let Some(llms) = &report.llms else { return Ok(()) };
    writeln!(out, "\n  llms.txt: {}", plain(&llms.address))?;
    for (met, text) in llms.points() {
        writeln!(out, "    [{}] {text}", if met { '+' } else { '-' })?;
    }
    Ok(())
}

fn page(page: &Audited, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "=== Agent Accessibility Audit ===\n")?;
    for one in &page.assessments {
        let score = one.score.map_or("N/A".to_owned(), |score| format!("{score}/100"));
        writeln!(out, "  {:NAMES$} {score}", one.category.title())?;
        for line in &one.lines {
            writeln!(out, "    [{}] {}", line.mark.sign(), plain(&line.text))?;
            for detail in &line.details {
                writeln!(out, "        {}", plain(detail))?;
            }
        }
    }
    let score = page.score().unwrap_or_default();
    writeln!(out, "\n  OVERALL: {score}/100 — {}", label(score))
}

fn site(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "=== Agent Accessibility Audit (Site) ===\n")?;
    for page in &report.pages {
        let score = |one: &Assessment| one.score.map_or("-".to_owned(), |score| score.to_string());
        let scores: Vec<String> =
            page.assessments.iter().map(|one| format!("{} {}", one.category.title(), score(one))).collect();
        writeln!(out, "  PAGE: {}", plain(&page.name))?;
        writeln!(out, "    {}  → {}/100\n", scores.join("  "), page.score().unwrap_or_default())?;
    }
    for failed in &report.failed {
        writeln!(out, "  FAILED: {}\n    {}\n", plain(&failed.name), plain(&failed.reason))?;
    }
    let pages = report.pages.len();
    match report.score() {
        Some(score) => writeln!(out, "  SITE OVERALL: {score}/100 ({pages} pages) — {}", label(score)),
        None => writeln!(out, "  SITE OVERALL: N/A ({pages} pages)"),
    }
}

/// A line for each finding.
fn check(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for page in &report.pages {
        for finding in &page.findings {
            let (name, at) = (finding.file(page), finding.area);
            let (name, message) = (plain(name), plain(&finding.message));
            let (severity, code) = (finding.severity.word(), &finding.code);
            writeln!(out, "{name}:{}:{}: {severity}[{code}]: {message}", at.line, at.column)?;
        }
    }
    Ok(())
}
