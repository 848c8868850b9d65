//! Reports of audits for other programs: JSON, SARIF, annotations of a GitHub workflow.

use std::collections::BTreeSet;
use std::io::{self, Write};

use agmark_aaf::coverage::{Category, label};
use agmark_audit::http::is_address;
use agmark_audit::page::{Audited, Finding};
use agmark_audit::report::{self, Scope};
use agmark_audit::{Format, Report};
use agmark_syntax::Severity;
use serde_json::{Map, Value, json};

use super::report_format::ReportFormat;
use crate::output::github::{Annotation, LineRange};
use crate::output::json;
use crate::output::sarif::{self, Run};
use crate::report::Point;
use crate::terminal::plain;

pub fn write(report: &Report, format: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
    match format {
        ReportFormat::Text => report::write(report, Format::Text, out),
        ReportFormat::Html => report::write(report, Format::Html, out),
        ReportFormat::Json => json::print(&whole(report), out),
        ReportFormat::Sarif => write_sarif(report, out),
        ReportFormat::Github => write_github(report, out),
    }
}

/// Each finding with its page, in order.
fn findings(report: &Report) -> impl Iterator<Item = (&Audited, &Finding)> {
    report.pages.iter().flat_map(|page| page.findings.iter().map(move |finding| (page, finding)))
}

fn points(finding: &Finding) -> (Point, Point) {
    let at = finding.area;
    (Point { line: at.line, column: at.column }, Point { line: at.end_line, column: at.end_column })
}

fn whole(report: &Report) -> Value {
    let mut whole = match (report.scope, report.pages.first()) {
        (Scope::Page, Some(page)) => page_json(page),
        _ => {
            let named = |page: &Audited| {
                let mut object = Map::new();
                object.insert("url".to_owned(), page.name.clone().into());
                object.extend(page_json(page));
                Value::Object(object)
            };
            let pages: Vec<Value> = report.pages.iter().map(named).collect();
            let failed: Vec<Value> =
                report.failed.iter().map(|one| json!({ "url": one.name, "reason": one.reason })).collect();
            let mut object = Map::new();
            object.insert("score".to_owned(), report.score().into());
            object.insert("label".to_owned(), report.score().map(label).into());
            object.insert("pages".to_owned(), pages.into());
            object.insert("failed".to_owned(), failed.into());
            object
        }
    };
    if let Some(llms) = &report.llms {
        let points: Map<String, Value> = llms.keys().map(|(key, met)| (key.to_owned(), met.into())).collect();
        whole.insert("llmsTxt".to_owned(), points.into());
    }
    whole.into()
}

fn page_json(page: &Audited) -> Map<String, Value> {
    let categories: Map<String, Value> =
        page.assessments.iter().map(|one| (one.category.key().to_owned(), one.score.into())).collect();
    let findings: Vec<Value> = page.findings.iter().map(|one| finding_json(page, one)).collect();
    let mut object = Map::new();
    object.insert("score".to_owned(), page.score().into());
    object.insert("label".to_owned(), page.score().map(label).into());
    object.insert("categories".to_owned(), categories.into());
    object.insert("errors".to_owned(), page.errors.into());
    object.insert("findings".to_owned(), findings.into());
    object
}

fn finding_json(page: &Audited, finding: &Finding) -> Value {
    let (start, end) = points(finding);
    json!({
        "code": finding.code,
        "severity": finding.severity.word(),
        "message": finding.message,
        "path": finding.file(page),
        "start": start,
        "end": end,
        "span": { "start": finding.span.start, "end": finding.span.end },
    })
}

fn write_sarif(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let codes: BTreeSet<&str> = findings(report).map(|(_, finding)| finding.code.as_str()).collect();
    let result = |(page, finding): (&Audited, &Finding)| {
        let (start, end) = points(finding);
        json!({
            "ruleId": finding.code,
            "level": sarif::level(finding.severity),
            "message": { "text": finding.message },
            "locations": [sarif::location(finding.file(page), sarif::lines(start, end))],
        })
    };
    let failures = report.failed.iter().map(|one| format!("{}: {}", one.name, one.reason)).collect();
    let rules = codes.into_iter().map(descriptor).collect();
    Run { rules, results: findings(report).map(result).collect(), failures: Some(failures) }.write(out)
}

fn descriptor(code: &str) -> Value {
    let key = code.strip_prefix("audit/").unwrap_or(code);
    let category = Category::ALL.into_iter().find(|category| category.key() == key);
    let text = category.map(summary).unwrap_or(key);
    json!({ "id": code, "name": key, "shortDescription": { "text": text } })
}

/// What a finding of a category is about.
fn summary(category: Category) -> &'static str {
    match category {
        Category::Forms => "a form has no data-agent-action",
        Category::Fields => "a field has no data-agent-field",
        Category::Actions => "a button has no data-agent-action",
        Category::Navigation => "a link is not marked as a link for agents",
        Category::Safety => "a button that sounds dangerous has no danger and confirm annotations",
        Category::Manifest => "the manifest is missing or not as it should be",
    }
}

fn write_github(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (page, finding) in findings(report) {
        let (name, at) = (plain(finding.file(page)), finding.area);
        let mut message = plain(&finding.message).into_owned();
        let mut place = None;
        if is_address(&name) {
            // Only files of the repository can be annotated.
            message = format!("{name}:{}: {message}", at.line);
        } else {
            let (line, end_line) = (at.line, at.end_line);
            place = Some(LineRange { file: name.into_owned(), line, end_line, columns: None });
        }
        let (severity, title) = (finding.severity, finding.code.as_str());
        Annotation { severity, place, title, message: &message }.write(out)?;
    }
    for failed in &report.failed {
        let message = format!("{}: {}", plain(&failed.name), plain(&failed.reason));
        Annotation { severity: Severity::Error, place: None, title: "audit", message: &message }
            .write(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use agmark_audit::manifest::ManifestFile;
    use agmark_audit::{Failed, Options};
    use expect_test::{Expect, expect};

    use super::*;

    const MANIFEST: &str =
        r#"{"version": "0.1", "site": {"name": "Club", "origin": "https://club.example"}, "actions": {}}"#;

    fn audited(name: &str, text: &str, manifest: &str) -> Audited {
        let given = ManifestFile::new("public/.well-known/agent-manifest.json".to_owned(), manifest);
        Audited::new(name.to_owned(), text, Some(&given), &Options::default())
    }

    fn written(report: &Report, format: ReportFormat) -> String {
        let mut out = Vec::new();
        write(report, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn check(report: &Report, format: ReportFormat, expected: Expect) {
        expected.assert_eq(&written(report, format));
    }

    #[test]
    fn json_of_a_site_has_its_pages_and_failures() {
        let mut report = Report::site();
        let button = "<button data-agent-action=club.join>Join</button>";
        report.take(Ok(audited("http://club.example/", button, MANIFEST)));
        let form = "<form data-agent-action=club.join><input></form>";
        report.take(Ok(audited("http://club.example/join/", form, MANIFEST)));
        let reason = "answered 500 Internal Server Error".to_owned();
        report.take(Err(Failed { name: "http://club.example/old".to_owned(), reason, named: false }));
        check(
            &report,
            ReportFormat::Json,
            expect![[r#"
            {"score":80,"label":"Good agent accessibility with room for improvement","pages":[{"url":"http://club.example/","score":100,"label":"Excellent agent accessibility","categories":{"forms":null,"fields":null,"actions":100,"manifest":100},"errors":0,"findings":[]},{"url":"http://club.example/join/","score":60,"label":"Partial agent accessibility — significant gaps","categories":{"forms":100,"fields":0,"actions":null,"manifest":100},"errors":0,"findings":[{"code":"audit/fields","severity":"warning","message":"<input> has no data-agent-field: name it, as in \"customer_email\"","path":"http://club.example/join/","start":{"line":1,"column":35},"end":{"line":1,"column":42},"span":{"start":34,"end":41}}]}],"failed":[{"url":"http://club.example/old","reason":"answered 500 Internal Server Error"}]}
        "#]],
        );
        check(
            &report,
            ReportFormat::Github,
            expect![[r#"
                ::warning title=audit/fields::http://club.example/join/:1: <input> has no data-agent-field: name it, as in "customer_email"
                ::error title=audit::http://club.example/old: answered 500 Internal Server Error
            "#]],
        );
    }

    #[test]
    fn findings_of_a_manifest_name_its_file() {
        let mut report = Report::page();
        let manifest = MANIFEST.replace("0.1", "first");
        report.take(Ok(audited("a b.html", "<input name='x,y'>", &manifest)));
        check(
            &report,
            ReportFormat::Github,
            expect![[r#"
                ::warning file=a b.html,line=1,endLine=1,title=audit/fields::<input name="x,y"> has no data-agent-field: name it, as in "customer_email"
                ::error file=public/.well-known/agent-manifest.json,line=1,endLine=1,title=audit/manifest::/version: invalid value "first": expected two numbers joined by ".", as in "0.1"
            "#]],
        );
        let sarif: serde_json::Value = serde_json::from_str(&written(&report, ReportFormat::Sarif)).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let places: Vec<_> = results
            .iter()
            .map(|one| {
                let place = &one["locations"][0]["physicalLocation"];
                format!(
                    "{} {} {}",
                    one["ruleId"], place["artifactLocation"]["uri"], place["region"]["startColumn"]
                )
            })
            .collect();
        assert_eq!(
            places,
            [
                "\"audit/fields\" \"a%20b.html\" 1",
                "\"audit/manifest\" \"public/.well-known/agent-manifest.json\" 14"
            ]
        );
        assert_eq!(sarif["version"], "2.1.0");
    }
}
