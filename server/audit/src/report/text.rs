//! The text report, in the layout of 6.7.

use std::io::{self, Write};

use agmark_aaf::coverage::{Assessment, label};
use agmark_files::plain;

use super::audit_report::{Report, Scope};
use super::limit::limit_sentence;
use crate::page::Audited;

/// Width of the column of names.
const NAME_WIDTH: usize = 10;

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
        writeln!(out, "  {:NAME_WIDTH$} {score}", one.category.title())?;
        for line in &one.lines {
            writeln!(out, "    [{}] {}", line.mark.sign(), plain(&line.text))?;
            for detail in &line.details {
                writeln!(out, "        {}", plain(detail))?;
            }
        }
    }
    errors(page, out)?;
    let score = page.score().unwrap_or_default();
    writeln!(out, "\n  OVERALL: {score}/100 — {}", label(score))
}

/// The errors of `agmark check`, if there are any.
fn errors(page: &Audited, out: &mut dyn Write) -> io::Result<()> {
    if page.errors == 0 {
        return Ok(());
    }
    writeln!(out, "  {:NAME_WIDTH$} {}", "ERRORS", page.errors)?;
    writeln!(out, "    [-] {}", limit_sentence(page.errors))?;
    let listed = page.findings.iter().filter(|one| one.is_of_check());
    for finding in listed {
        let (at, message) = (finding.area, plain(&finding.message));
        writeln!(out, "        {}:{}: {message} [{}]", at.line, at.column, finding.code)?;
    }
    Ok(())
}

fn site(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "=== Agent Accessibility Audit (Site) ===\n")?;
    for page in &report.pages {
        let score = |one: &Assessment| one.score.map_or("-".to_owned(), |score| score.to_string());
        let scores: Vec<String> =
            page.assessments.iter().map(|one| format!("{} {}", one.category.title(), score(one))).collect();
        writeln!(out, "  PAGE: {}", plain(&page.name))?;
        let mut scores = scores.join("  ");
        if page.errors > 0 {
            scores.push_str(&format!("  ERRORS {}", page.errors));
        }
        writeln!(out, "    {scores}  → {}/100\n", page.score().unwrap_or_default())?;
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

/// One line for each finding.
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
