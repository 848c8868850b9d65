//! An HTML report in one file, without scripts, for light and dark screens and for paper. All text of pages is escaped,
//! and nothing is loaded.

use std::fmt::Write as _;
use std::io::{self, Write};

use agmark_aaf::coverage::{Assessment, label};
use agmark_files::plain;
use agmark_syntax::Severity;

use super::audit_report::{Report, Scope};
use super::limit::limit_sentence;
use crate::page::{Audited, Finding};

const STYLE: &str = include_str!("report.css");

/// The circumference of a circle with radius 15.9155: a score is the length of its arc.
const RING: u32 = 100;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut body = String::new();
    draw(report, &mut body).map_err(io::Error::other)?;
    out.write_all(body.as_bytes())
}

fn draw(report: &Report, out: &mut String) -> std::fmt::Result {
    let title = match report.scope {
        Scope::Page => "Agent Accessibility Audit",
        Scope::Site => "Agent Accessibility Audit (Site)",
        Scope::Check => "AAF check",
    };
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src data:; base-uri 'none'; form-action 'none'\">"
    )?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
    if let Some(score) = report.score() {
        let pages = match report.pages.len() {
            _ if report.scope == Scope::Page => String::new(),
            1 => " (1 page)".to_owned(),
            count => format!(" ({count} pages)"),
        };
        let word = label(score);
        writeln!(out, "<div class=\"whole\">{}<p>{word}{pages}</p></div>", ring("OVERALL", Some(score)))?;
    }
    if report.pages.len() > 1 {
        list(report, out)?;
    }
    for (number, one) in report.pages.iter().enumerate() {
        page(number, one, out)?;
    }
    if !report.failed.is_empty() {
        writeln!(out, "<section>\n<h2>Pages that could not be audited</h2>\n<ul>")?;
        for failed in &report.failed {
            writeln!(out, "<li><code>{}</code>: {}</li>", escape(&failed.name), escape(&failed.reason))?;
        }
        writeln!(out, "</ul>\n</section>")?;
    }
    if let Some(llms) = &report.llms {
        writeln!(out, "<section>\n<h2>llms.txt</h2>\n<ul>")?;
        for (met, text) in llms.points() {
            writeln!(out, "<li>{} {text}</li>", if met { "✓" } else { "✗" })?;
        }
        writeln!(out, "</ul>\n</section>")?;
    }
    writeln!(out, "</body>\n</html>")
}

/// All pages, each with its score and a link.
fn list(report: &Report, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<table>\n<thead><tr><th>Page</th><th>Score</th><th>Findings</th></tr></thead>\n<tbody>")?;
    for (number, page) in report.pages.iter().enumerate() {
        let score = page.score().map_or("–".to_owned(), |score| score.to_string());
        let (name, findings) = (escape(&page.name), page.findings.len());
        writeln!(
            out,
            "<tr><td><a href=\"#page-{number}\">{name}</a></td><td>{score}</td><td>{findings}</td></tr>"
        )?;
    }
    writeln!(out, "</tbody>\n</table>")
}

fn page(number: usize, page: &Audited, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<section id=\"page-{number}\">\n<h2>{}</h2>", escape(&page.name))?;
    if let Some(score) = page.score() {
        writeln!(out, "<p class=\"score\">{score}/100 — {}</p>\n<div class=\"rings\">", label(score))?;
        page.assessments.iter().try_for_each(|one| writeln!(out, "{}", category(one)))?;
        writeln!(out, "</div>")?;
        if page.errors > 0 {
            writeln!(out, "<p class=\"limit\">{}</p>", escape(&limit_sentence(page.errors)))?;
        }
    }
    if let Some(picture) = page.screenshot.as_deref().filter(|picture| is_base64(picture)) {
        let alt = format!("{}, as Chromium shows it", escape(&page.name));
        writeln!(out, "<img class=\"picture\" alt=\"{alt}\" src=\"data:image/jpeg;base64,{picture}\">")?;
    }
    if !page.findings.is_empty() {
        writeln!(out, "<ol>")?;
        for one in &page.findings {
            finding(page, one, out)?;
        }
        writeln!(out, "</ol>")?;
    }
    writeln!(out, "</section>")
}

/// Whether a text contains only base64 characters.
fn is_base64(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
}

/// A ring and the lines of the category.
fn category(one: &Assessment) -> String {
    let lines = one.lines.iter().map(|line| format!("<p>{}</p>", escape(&line.text)));
    let (ring, lines) = (ring(one.category.title(), one.score), lines.collect::<String>());
    format!("<div class=\"category\">{ring}{lines}</div>")
}

/// A score as an arc, with its number and its name.
fn ring(name: &str, score: Option<u32>) -> String {
    let class = match score {
        Some(70..) => "good",
        Some(50..70) => "fair",
        // A score of 0 needs a short arc, else it looks like a missing score.
        Some(0) => "poor zero",
        Some(_) => "poor",
        None => "none",
    };
    let figure = score.map_or("N/A".to_owned(), |score| score.to_string());
    let arc = score.unwrap_or(0).min(RING);
    format!(
        "<svg class=\"ring {class}\" viewBox=\"0 0 36 46\" role=\"img\" aria-label=\"{name}: {figure}\"><circle \
         class=\"track\" cx=\"18\" cy=\"18\" r=\"15.9155\"/><circle class=\"arc\" cx=\"18\" cy=\"18\" r=\"15.9155\" \
         stroke-dasharray=\"{arc} {RING}\" transform=\"rotate(-90 18 18)\"/><text x=\"18\" y=\"21\">{figure}</text>\
         <text class=\"name\" x=\"18\" y=\"43\">{name}</text></svg>"
    )
}

fn finding(page: &Audited, finding: &Finding, out: &mut String) -> std::fmt::Result {
    let (name, at) = (finding.file(page), finding.area);
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "hint",
    };
    let file = if finding.elsewhere.is_some() { format!("{}, ", escape(name)) } else { String::new() };
    let message = escape(&finding.message);
    writeln!(
        out,
        "<li class=\"{severity}\"><p><b>{severity}</b> {message} <span>{file}line {}</span></p>{}</li>",
        at.line,
        excerpt(finding)
    )
}

/// The source of a finding.
fn excerpt(finding: &Finding) -> String {
    if finding.source.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = finding.source.lines().map(escape).collect();
    format!("<pre><code>{}</code></pre>", lines.join("\n"))
}

/// Escapes markup and characters that change the direction of text.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
