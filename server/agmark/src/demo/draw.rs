//! Draws a file with its findings under the lines.

use std::fmt::Write;
use std::ops::Range;

use agmark_syntax::Severity;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::rules::style;
use crate::terminal::{DIM, Look, plain, wrap};

/// How a tab is shown.
const TAB: &str = "    ";

/// A finding as the protocol says it; columns count bytes.
pub struct Finding {
    pub line: usize,
    pub start: usize,
    /// End of the marked part, on the same line.
    pub end: usize,
    pub severity: Severity,
    pub code: String,
    pub message: String,
}

impl Finding {
    /// Reads one from the server's answer; a span over several lines is marked to the end of its first.
    pub fn read(value: &Value) -> Option<Self> {
        let number = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64).map(|n| n as usize);
        let (line, last) = (number("/range/start/line")?, number("/range/end/line")?);
        let end = if line == last { number("/range/end/character")? } else { usize::MAX };
        let severity = match value.get("severity").and_then(Value::as_u64) {
            Some(1) | None => Severity::Error,
            Some(2) => Severity::Warning,
            Some(3) => Severity::Information,
            Some(_) => Severity::Hint,
        };
        let word = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let start = number("/range/start/character")?;
        Some(Self { line, start, end, severity, code: word("code"), message: word("message") })
    }
}

/// Lines `first..` of `text`, at most `count`, each with its findings under it.
pub fn lines(text: &str, first: usize, count: usize, findings: &[Finding], look: Look) -> String {
    let digits = (text.lines().count() + 1).to_string().len();
    let bar = look.paint(DIM, "│");
    let blank = format!("  {:digits$} {bar} ", "");
    let room = look.width.saturating_sub(digits + 5).max(20);
    let mut out = String::new();
    // A finding at the end of a text is on the line after the last one.
    let shown = text.lines().map(str::to_owned).chain([String::new()]);
    let beyond = text.lines().count();
    for (index, line) in shown.enumerate().skip(first).take(count) {
        let here: Vec<_> = findings.iter().filter(|f| f.line == index).collect();
        if index == beyond && here.is_empty() {
            break;
        }
        let number = look.paint(DIM, format_args!("{:digits$}", index + 1));
        let _ = writeln!(out, "  {number} {bar} {}", cut(&visible(&line), room));
        for finding in here {
            mark(&mut out, &blank, &line, finding, room, look);
        }
    }
    out
}

/// As much of `text` as fits into `most` lines: the findings, and what is around them.
pub fn excerpt(text: &str, findings: &[Finding], most: usize, look: Look) -> String {
    let count = text.lines().count() + 1;
    let digits = count.to_string().len();
    let gap = format!("  {:digits$} {}\n", "", look.paint(DIM, "⋮"));
    let mut around = count;
    loop {
        let parts: Vec<String> = near(findings, around, count)
            .into_iter()
            .map(|part| lines(text, part.start, part.len(), findings, look))
            .collect();
        let drawn = parts.join(&gap);
        if around == 0 || drawn.lines().count() <= most {
            return drawn;
        }
        around -= 1;
    }
}

/// The lines that are at most `around` lines from a finding.
fn near(findings: &[Finding], around: usize, count: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for finding in findings {
        let part = finding.line.saturating_sub(around)..(finding.line + around + 1).min(count);
        match parts.last_mut() {
            // A gap takes a line itself.
            Some(last) if part.start <= last.end + 1 => last.end = last.end.max(part.end),
            _ => parts.push(part),
        }
    }
    parts
}

/// The marks under a line, and the message beside or below them.
fn mark(out: &mut String, blank: &str, line: &str, finding: &Finding, room: usize, look: Look) {
    let column = |at: usize| visible(line.get(..at.min(line.len())).unwrap_or(line)).width();
    let start = column(finding.start).min(room - 1);
    let marks = column(finding.end).saturating_sub(start).clamp(1, room - start);
    let colour = style(finding.severity);
    let said = format!("{}: {}", finding.severity.word(), plain(&finding.message));
    let code = format!("  [{}]", finding.code);
    let beside = start + marks + 1;
    let arrows = look.paint(colour, "^".repeat(marks));
    if beside + said.width() + code.width() <= room {
        let (said, code) = (look.paint(colour, said), look.paint(DIM, code));
        let _ = writeln!(out, "{blank}{:start$}{arrows} {said}{code}", "");
        return;
    }
    let _ = writeln!(out, "{blank}{:start$}{arrows}", "");
    let indent = if room - start < 50 { 4.min(start) } else { start };
    for part in wrap(&(said + &code), room - indent).lines() {
        let _ = writeln!(out, "{blank}{:indent$}{}", "", look.paint(colour, part));
    }
}

/// A line as a terminal may show it.
pub fn visible(line: &str) -> String {
    plain(&line.replace('\t', TAB)).into_owned()
}

/// As much of `text` as fits into `room` columns.
pub fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        shown.push(c);
        if shown.width() >= room {
            shown.pop();
            break;
        }
    }
    shown + "…"
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn finding(line: usize, start: usize, end: usize, message: &str) -> Finding {
        let code = "x/rule".to_owned();
        Finding { line, start, end, severity: Severity::Error, code, message: message.to_owned() }
    }

    #[test]
    fn findings_stand_under_what_they_mean() {
        let text = "東京 \"x\"\tok\nsecond line that is much too long to be shown whole\n";
        let findings = [
            finding(0, 7, 10, "short"),
            finding(1, 12, usize::MAX, "a message that has to go into a few lines, since it is long"),
            finding(2, 0, 0, "at the end"),
        ];
        let drawn = lines(text, 0, 9, &findings, Look { colour: false, width: 44 });
        expect![[r#"
            lines:
              1 │ 東京 "x"    ok
                │      ^^^ error: short  [x/rule]
              2 │ second line that is much too long to …
                │             ^^^^^^^^^^^^^^^^^^^^^^^^^^
                │     error: a message that has to go
                │     into a few lines, since it is long
                │     [x/rule]
              3 │ 
                │ ^ error: at the end  [x/rule]
        "#]]
        .assert_eq(&format!("lines:\n{drawn}"));
    }

    #[test]
    fn an_excerpt_has_all_findings_and_fits() {
        let text = (1..=20).map(|n| format!("line {n}\n")).collect::<String>();
        let findings = [finding(2, 0, 4, "one"), finding(12, 0, 4, "two")];
        let look = Look { colour: false, width: 44 };
        expect![[r#"
            lines:
               2 │ line 2
               3 │ line 3
                 │ ^^^^ error: one  [x/rule]
               4 │ line 4
                 ⋮
              12 │ line 12
              13 │ line 13
                 │ ^^^^ error: two  [x/rule]
              14 │ line 14
        "#]]
        .assert_eq(&format!("lines:\n{}", excerpt(&text, &findings, 9, look)));
        assert_eq!(excerpt(&text, &findings, 22, look), lines(&text, 0, 99, &findings, look));
    }
}
