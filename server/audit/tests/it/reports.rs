//! Reports, to the character.

use agmark_audit::manifest::ManifestFile;
use agmark_audit::options::Devtools;
use agmark_audit::{Audited, Failed, Format, Options, Report, Selector, report};
use expect_test::{Expect, expect};

const MANIFEST: &str =
    r#"{"version": "0.1", "site": {"name": "Club", "origin": "https://club.example"}, "actions": {}}"#;

fn audited(name: &str, text: &str, manifest: Option<&str>, options: &Options) -> Audited {
    let given =
        manifest.map(|text| ManifestFile::new("public/.well-known/agent-manifest.json".to_owned(), text));
    Audited::new(name.to_owned(), text, given.as_ref(), options)
}

fn page(text: &str, options: &Options) -> Report {
    let mut report = Report::page();
    report.take(Ok(audited("join.html", text, Some(MANIFEST), options)));
    report
}

fn written(report: &Report, format: Format) -> String {
    let mut out = Vec::new();
    report::write(report, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn all() -> Options {
    use agmark_aaf::coverage::Category::{Navigation, Safety};
    Options { also: vec![Safety, Navigation], ..Options::default() }
}

/// What is printed of one page of a site: its scores, without the rest.
fn scores(text: &str, options: &Options) -> String {
    let mut report = Report::site();
    report.take(Ok(audited("x", text, Some(MANIFEST), options)));
    let text = written(&report, Format::Text);
    text.lines().nth(3).unwrap_or_default().trim().to_owned()
}

fn check(report: &Report, format: Format, expected: Expect) {
    expected.assert_eq(&written(report, format));
}

#[test]
fn one_page_prints_as_the_specification_lays_it_out() {
    let text = "<form data-agent-action=\"club.join\"></form><form></form>
        <input name=a data-agent-field=a><input name=b data-agent-field=b><select data-agent-field=c></select>";
    check(
        &page(text, &Options::default()),
        Format::Text,
        expect![[r#"
        === Agent Accessibility Audit ===

          FORMS      50/100
            [~] 1 of 2 form(s) missing data-agent-action
          FIELDS     100/100
            [+] All 3 field(s) have data-agent-field
          ACTIONS    N/A
            [+] No action buttons found (nothing to annotate)
          MANIFEST   100/100
            [+] Manifest has required fields (version, site, actions)

          OVERALL: 80/100 — Good agent accessibility with room for improvement
    "#]],
    );
}

#[test]
fn all_categories_stand_in_their_order() {
    let text = "<input name=email><button>Save\u{1b}[2J</button><a href=/>Home</a>
        <form data-agent-action=a data-agent-danger=high data-agent-confirm=required>
        <button data-agent-kind=action>Cancel membership</button></form><button data-agent-kind=action>Remove</button>";
    check(
        &page(text, &all()),
        Format::Text,
        expect![[r#"
            === Agent Accessibility Audit ===

              FORMS      100/100
                [+] All 1 form(s) have data-agent-action
              FIELDS     0/100
                [-] 1 of 1 field(s) missing data-agent-field
                    <input name="email"> — no data-agent-field
              ACTIONS    67/100
                [~] 1 of 3 button(s) missing data-agent-action
                    <button> "Save [2J" — no data-agent-action
              NAVIGATION 0/100
                [-] 1 of 1 link(s) missing data-agent-kind="link"
              SAFETY     50/100
                [+] Button "Cancel membership" has danger and confirm annotations
                    inherited from <form data-agent-action="a">
                [-] Button "Remove" looks dangerous but missing data-agent-danger, data-agent-confirm
              MANIFEST   100/100
                [+] Manifest has required fields (version, site, actions)
              ERRORS     2
                [-] 2 error(s) that `agmark check` reports limit the score to 89
                    3:17: data-agent-kind="action" without data-agent-action: agents cannot find an action without a name [aaf/missing-companion]
                    3:81: data-agent-kind="action" without data-agent-action: agents cannot find an action without a name [aaf/missing-companion]

              OVERALL: 50/100 — Partial agent accessibility — significant gaps
        "#]],
    );
}

#[test]
fn a_site_prints_its_pages_and_what_failed() {
    let mut report = Report::site();
    let button = "<button data-agent-action=club.join>Join</button>";
    report.take(Ok(audited("http://club.example/", button, Some(MANIFEST), &Options::default())));
    let form = "<form data-agent-action=club.join><input></form>";
    report.take(Ok(audited("http://club.example/join/", form, Some(MANIFEST), &Options::default())));
    let reason = "answered 500 Internal Server Error".to_owned();
    report.take(Err(Failed { name: "http://club.example/old".to_owned(), reason, named: false }));
    check(
        &report,
        Format::Text,
        expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: http://club.example/
            FORMS -  FIELDS -  ACTIONS 100  MANIFEST 100  → 100/100

          PAGE: http://club.example/join/
            FORMS 100  FIELDS 0  ACTIONS -  MANIFEST 100  → 60/100

          FAILED: http://club.example/old
            answered 500 Internal Server Error

          SITE OVERALL: 80/100 (2 pages) — Good agent accessibility with room for improvement
    "#]],
    );
    check(
        &Report::site(),
        Format::Text,
        expect![[r#"
        === Agent Accessibility Audit (Site) ===

          SITE OVERALL: N/A (0 pages)
    "#]],
    );
}

#[test]
fn a_report_to_read_holds_no_markup_of_the_page() {
    let text =
        "<input name=\"<script>alert(1)</script>\" onfocus='x'><button><img src=x onerror=y>Delete</button>";
    let mut report = Report::site();
    report.take(Ok(audited("http://x/\"><script>", text, None, &all())));
    report.take(Err(Failed { name: "<b>".to_owned(), reason: "<i>".to_owned(), named: false }));
    let html = written(&report, Format::Html);
    for foreign in ["<script", "<img", "<input", "<b>http", "<i>"] {
        assert!(!html.contains(foreign), "{foreign}: {html}");
    }
    assert!(html.contains("&lt;input name=&quot;&lt;script&gt;alert(1)"), "{html}");
    assert!(html.contains("default-src 'none'") && html.contains("prefers-color-scheme: dark"));
    assert!(html.contains("@media print") && !html.contains("http://x/\""));
    assert!(!html.contains("data:image"), "no picture was taken");
    report.pages[0].screenshot = Some("aGVsbG8=".to_owned());
    assert!(written(&report, Format::Html).contains("src=\"data:image/jpeg;base64,aGVsbG8=\""));
    report.pages[0].screenshot = Some("x\"><script>".to_owned());
    assert!(!written(&report, Format::Html).contains("<script"));
    // Each element that is opened is closed.
    for name in ["section", "ol", "li", "p", "svg", "div", "pre", "code", "ul", "table", "h2", "span"] {
        let opened = html.matches(&format!("<{name}>")).count() + html.matches(&format!("<{name} ")).count();
        assert_eq!(opened, html.matches(&format!("</{name}>")).count(), "{name}");
    }
}

#[test]
fn what_is_left_out_does_not_count() {
    let page = "<div class=chat><input></div><form data-agent-action=a></form><astro-dev-toolbar><button>Menu</button>\
                </astro-dev-toolbar>";
    assert_eq!(scores(page, &Options::default()), "FORMS 100  FIELDS 0  ACTIONS -  MANIFEST 100  → 60/100");
    let exclude = vec![Selector::new(".chat").unwrap()];
    let without = Options { exclude, ..Options::default() };
    assert_eq!(scores(page, &without), "FORMS 100  FIELDS -  ACTIONS -  MANIFEST 100  → 100/100");
    // (100 * 20 + 0 * 20 + 0 * 15 + 100 * 10) / 65 = 46.2
    let kept = Options { devtools: Devtools::Kept, ..Options::default() };
    assert_eq!(scores(page, &kept), "FORMS 100  FIELDS 0  ACTIONS 0  MANIFEST 100  → 46/100");
}

#[test]
fn the_manifest_that_is_given_comes_before_the_page_s_own() {
    let own = format!("<script type=application/agent+json>{MANIFEST}</script>");
    let manifest = |served: Option<&str>, options: &Options| {
        let page = audited("x.html", &own, served, options);
        page.score().unwrap_or_default()
    };
    assert_eq!(manifest(None, &Options::default()), 100);
    assert_eq!(manifest(Some("{}"), &Options::default()), 50);
    // What a server gives for whatever is asked is none.
    assert_eq!(manifest(Some("<!doctype html>"), &Options::default()), 100);
    let given =
        Options { manifest: Some(ManifestFile::new("m.json".to_owned(), "{}")), ..Options::default() };
    assert_eq!(manifest(Some(MANIFEST), &given), 50);
    assert_eq!(audited("x.html", "", Some("<html>"), &Options::default()).score(), Some(0));
}

#[test]
fn errors_of_the_check_limit_the_score() {
    let errors = "<form data-agent-kind=action data-agent-action=club.join data-agent-danger=severe></form>\n\
                  <p data-agent-kind=field data-agent-field=a data-agent-for-action=club.jion></p>\n";
    let report = page(errors, &Options::default());
    check(
        &report,
        Format::Text,
        expect![[r#"
        === Agent Accessibility Audit ===

          FORMS      100/100
            [+] All 1 form(s) have data-agent-action
          FIELDS     N/A
            [+] No visible input fields found (nothing to annotate)
          ACTIONS    N/A
            [+] No action buttons found (nothing to annotate)
          MANIFEST   100/100
            [+] Manifest has required fields (version, site, actions)
          ERRORS     2
            [-] 2 error(s) that `agmark check` reports limit the score to 89
                1:76: unknown data-agent-danger "severe": expected one of none, low, high: did you mean "high"? [aaf/invalid-danger]
                2:67: action "club.jion" is not defined: did you mean "club.join"? [aaf/unknown-action]

          OVERALL: 89/100 — Good agent accessibility with room for improvement
    "#]],
    );
    assert_eq!(report.score(), Some(89));
    // An action of the manifest may be named; what is left out has no errors, and silenced ones do not count.
    let manifest = MANIFEST.replace("\"actions\": {}", "\"actions\": {\"club.jion\": {}}");
    let count = |text: &str| {
        audited("x", text, Some(&manifest), &Options::default())
            .findings
            .iter()
            .filter(|one| one.is_of_check())
            .count()
    };
    assert_eq!(count(errors), 1);
    assert_eq!(count(&format!("<div data-agent-ignore>{errors}</div>")), 0);
    assert_eq!(
        count("<!-- agmark: allow invalid-danger -->\n<p data-agent-danger=severe data-agent-kind=item></p>"),
        0
    );
    assert_eq!(
        count("<script type='application/agent+json'>{}</script>"),
        0,
        "those of a manifest are its own"
    );
    let report = written(&report, Format::Html);
    assert!(report.contains("2 error(s) that `agmark check` reports limit the score to 89"), "{report}");
}
