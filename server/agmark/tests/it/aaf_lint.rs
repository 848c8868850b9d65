//! `agmark aaf-lint` and `aaf-lint`: what they print and end with.

mod editor;
mod flags;
mod rendered;
#[path = "../../../audit/tests/it/sites/server.rs"]
#[allow(dead_code, reason = "what it counts is looked at elsewhere")]
mod server;

use std::process::Command;

use crate::support::{Folder, Ran};
use expect_test::{Expect, expect};
use server::{Answer, Server};

const MANIFEST: &str = r#"{"version": "0.1", "site": {"name": "Club", "origin": "https://club.example"}, "actions": {}}
"#;

const PAGE: &str =
    "<form data-agent-kind=\"action\" data-agent-action=\"club.join\"><input name=\"email\"></form>\n";

fn check(ran: &Ran, expected: Expect) {
    expected.assert_eq(&ran.to_string());
}

fn lint(folder: &Folder, args: &[&str]) -> Ran {
    folder.run(&[&["aaf-lint"], args].concat())
}

#[test]
fn a_page_is_audited() {
    let folder = Folder::of(&[("join.html", PAGE), ("public/.well-known/agent-manifest.json", MANIFEST)]);
    check(
        &lint(&folder, &["--audit", "join.html", "--safety"]),
        expect![[r#"
        === Agent Accessibility Audit ===

          FORMS      100/100
            [+] All 1 form(s) have data-agent-action
          FIELDS     0/100
            [-] 1 of 1 field(s) missing data-agent-field
                <input name="email"> — no data-agent-field
          ACTIONS    N/A
            [+] No action buttons found (nothing to annotate)
          SAFETY     N/A
            [+] No dangerous-looking buttons found
          MANIFEST   100/100
            [+] Manifest has required fields (version, site, actions)

          OVERALL: 60/100 — Partial agent accessibility — significant gaps
        exit 0
    "#]],
    );
}

/// What is set for the rules counts in audits as it does in a check.
#[test]
fn audits_follow_the_severities_that_are_set() {
    let severe = PAGE.replace("<input", "<p data-agent-danger=\"severe\"></p><input");
    let folder =
        Folder::of(&[("join.html", &severe), ("sub/join.html", &severe), ("pages/join.html", &severe)]);
    let audit = |page: &str| {
        let ran = lint(&folder, &["--audit", page, "--format", "json", "--min-score", "0"]);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_default();
        let mut found = Vec::new();
        for finding in report["findings"].as_array().into_iter().flatten() {
            found.push(format!("{} {}", finding["severity"], finding["code"]).replace('"', ""));
        }
        format!("{} -> {} {}", found.join(", "), report["score"], ran.code)
    };
    expect!["warning audit/manifest, error aaf/invalid-danger, warning audit/fields -> 40 1"]
        .assert_eq(&audit("join.html"));
    folder.write("agmark.toml", b"[rules]\n\"aaf/invalid-danger\" = \"off\"\n\"audit/fields\" = \"error\"\n");
    expect!["warning audit/manifest, error audit/fields -> 40 1"].assert_eq(&audit("join.html"));
    // The nearest file counts, as it does in a check.
    folder.write(
        "sub/agmark.toml",
        b"[rules]\n\"aaf/invalid-danger\" = \"hint\"\n\"audit/fields\" = \"off\"\n",
    );
    expect!["warning audit/manifest -> 40 0"].assert_eq(&audit("sub/join.html"));
    folder.write("sub/agmark.toml", b"[rules]\n\"audit/fields\" = 1\n");
    let one = lint(&folder, &["--audit", "sub/join.html"]);
    assert!(one.err.starts_with("error: sub/agmark.toml:2:18: ") && one.code == 2, "{one}");
    let all = lint(&folder, &["--audit", "."]);
    assert!(all.err.starts_with("error: sub/agmark.toml:2:18: ") && all.err.lines().count() == 1, "{all}");
    assert!(all.out.contains("pages/join.html") && all.code == 2, "{all}");
}

#[test]
fn what_an_audit_ends_with() {
    let folder = Folder::of(&[
        ("join.html", PAGE),
        (".well-known/agent-manifest.json", MANIFEST),
        ("bad.json", "{\"version\": 1}"),
        ("empty/x.txt", ""),
    ]);
    let code = |args: &[&str]| lint(&folder, &[&["--audit", "join.html"], args].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--min-score", "60"]), 0);
    assert_eq!(code(&["--min-score", "61"]), 1);
    assert_eq!(code(&["--deny-warnings"]), 1);
    assert_eq!(code(&["--deny-warnings", "--exclude", "form > input"]), 0);
    // A manifest with a mistake is an error, whatever the score.
    assert_eq!(code(&["--manifest", "bad.json"]), 1);
    assert_eq!(code(&["--manifest", "none.json"]), 2);
    assert_eq!(code(&["--min-score", "101"]), 2);
    assert_eq!(code(&["--exclude", "a:hover"]), 2);
    assert_eq!(code(&["other.html"]), 2);
    assert_eq!(lint(&folder, &["--safety"]).code, 2);
    check(
        &lint(&folder, &["--audit", "none.html"]),
        expect![[r#"
        2> error: none.html: file does not exist: check the spelling and the folder
        exit 2
    "#]],
    );
    check(
        &lint(&folder, &["--audit", "empty"]),
        expect![[r#"
        === Agent Accessibility Audit (Site) ===

          SITE OVERALL: N/A (0 pages)
        2> warning: no pages found: the file name of a page ends in .html or .htm, and no setting excludes it
        exit 0
    "#]],
    );
}

#[test]
fn what_is_named_must_exist() {
    let folder = Folder::of(&[("a.html", "<p></p>\n")]);
    for name in ["sitte", "nope/", "nope.agd", "none.html"] {
        let ran = lint(&folder, &[name]);
        assert!(ran.code == 2 && ran.err.contains("file does not exist"), "{name}: {ran}");
    }
    for args in [&["--html", "no.html"][..], &["--manifest", "no.json"], &["--audit", "nope/"]] {
        assert_eq!(lint(&folder, args).code, 2, "{args:?}");
    }
    // Beside it, the rest is checked.
    let ran = lint(&folder, &["a.html", "sitte"]);
    assert!(ran.code == 2 && ran.err.contains("a.html: no annotations"), "{ran}");
}

#[test]
fn an_address_alone_is_audited() {
    let server = Server::of(&[("/", Answer::html("<form></form>"))]);
    let folder = Folder::of(&[]);
    let ran = lint(&folder, &[server.url.as_str(), "--min-score", "0"]);
    assert!(ran.out.contains("Agent Accessibility Audit") && ran.out.contains("1 of 1 form(s)"), "{ran}");
}

#[test]
fn a_folder_is_audited_as_a_site() {
    let folder = Folder::of(&[
        ("site/index.html", "<a href=/join>Join</a>"),
        ("site/join.html", PAGE),
        ("site/.well-known/agent-manifest.json", MANIFEST),
    ]);
    check(
        &lint(&folder, &["--audit", "site", "--navigation"]),
        expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: site/index.html
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION 0  MANIFEST 100  → 40/100

          PAGE: site/join.html
            FORMS 100  FIELDS 0  ACTIONS -  NAVIGATION -  MANIFEST 100  → 60/100

          SITE OVERALL: 50/100 (2 pages) — Partial agent accessibility — significant gaps
        exit 0
    "#]],
    );
    let html = lint(&folder, &["--audit", "site", "--format", "html"]);
    assert!(html.out.starts_with("<!doctype html>") && html.code == 0, "{html}");
    let json = lint(&folder, &["--audit", "site/join.html", "--format", "json"]);
    assert!(json.out.starts_with(r#"{"score":60,"label":"Partial"#), "{json}");
}

#[test]
fn excluded_pages_of_a_folder_are_not_audited() {
    let folder = Folder::of(&[
        ("agmark.toml", "exclude = [\"built\"]\n"),
        ("join.html", PAGE),
        ("built/join.html", PAGE),
        ("own/agmark.toml", "exclude = [\"draft.html\"]\n"),
        ("own/draft.html", PAGE),
        ("own/join.html", PAGE),
    ]);
    let pages = |args: &[&str]| {
        let ran = lint(&folder, &[&["--audit"], args, &["--format", "json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        report["pages"].as_array().map_or(1, |pages| {
            assert!(pages.iter().all(|page| page["url"].as_str().unwrap().ends_with("join.html")), "{ran}");
            pages.len()
        })
    };
    assert_eq!(pages(&["."]), 2);
    // Naming a page is stronger.
    assert_eq!(pages(&["built/join.html"]), 1);
}

#[test]
fn files_are_checked() {
    let folder = Folder::of(&[
        ("a.html", "<form data-agent-kind=\"acton\" data-agent-action=\"a\"></form>\n"),
        ("b.html", "<form></form>\n"),
        ("c.agd", "<unknown\n"),
        ("deep/d.htm", "<input data-agent-field=\"x\">\n<p data-agent-kind=\"result\"></p>\n"),
    ]);
    check(
        &lint(&folder, &["--format", "github"]),
        expect![[r#"
            ::error file=a.html,line=1,endLine=1,col=24,endColumn=29,title=aaf/invalid-kind::unknown data-agent-kind "acton": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "action"?
            ::warning file=deep/d.htm,line=1,endLine=1,col=8,endColumn=24,title=aaf/missing-kind::data-agent-field on an element without data-agent-kind: add data-agent-kind="field"
            exit 1
        "#]],
    );
    assert_eq!(lint(&folder, &["deep"]).code, 0);
    assert_eq!(lint(&folder, &["deep", "--deny-warnings"]).code, 1);
    check(
        &lint(&folder, &["b.html", "c.agd", "none.html"]),
        expect![[r#"
            0 files checked: nothing to report
            2> note: c.agd: no annotations and no manifest, skipped
            2> error: none.html: file does not exist: check the spelling and the folder
            2> note: b.html: no annotations and no manifest, skipped
            exit 2
        "#]],
    );
    let listed = folder.run_with(&["aaf-lint", "--stdin", "--format", "github"], b"deep/d.htm\r\n\nc.agd\n");
    assert!(listed.out.contains("deep/d.htm") && listed.err.is_empty() && listed.code == 0, "{listed}");
    let gone = folder.run_with(&["aaf-lint", "--stdin"], b"gone.html\n");
    assert_eq!(gone.code, 2, "{gone}");
    let html = lint(&folder, &["--html", "c.agd"]);
    assert_eq!(html.code, 0, "{html}");
}

#[test]
fn manifests_are_checked_whatever_their_name() {
    let folder = Folder::of(&[
        ("bad.json", "{\"version\": \"0.1\"}"),
        ("good.json", MANIFEST),
        (
            "page.html",
            "<input data-agent-kind=\"field\" data-agent-field=\"x\" data-agent-for-action=\"club.join\">\n",
        ),
        (
            "with.json",
            r#"{"version": "0.1", "site": {"name": "C", "origin": "https://c.example"}, "actions": {"club.join":
            {"title": "Join", "scope": "club", "risk": "low", "confirmation": "never", "idempotent": true,
            "inputSchema": {}, "outputSchema": {}}}}"#,
        ),
    ]);
    assert_eq!(lint(&folder, &["--manifest", "good.json"]).code, 0);
    let bad = lint(&folder, &["--manifest", "bad.json", "--format", "github"]);
    assert!(bad.out.contains("title=aaf/manifest-missing-key") && bad.code == 1, "{bad}");
    // With a page, the manifest's actions are known on it.
    let page = |manifest| lint(&folder, &["--manifest", manifest, "--html", "page.html"]).code;
    assert_eq!((page("good.json"), page("with.json")), (1, 0));
}

#[test]
fn a_schema_of_ones_own_comes_before_the_built_in_rules() {
    let folder = Folder::of(&[
        ("own.json", r#"{"required": ["owner"], "properties": {"owner": {"type": "string"}}}"#),
        ("bad.json", r#"{"owner": 1}"#),
        ("good.json", r#"{"owner": "Ada"}"#),
        ("no.json", r#"{"type": "objekt"}"#),
        ("join.html", PAGE),
    ]);
    let with = |manifest: &str, more: &[&str]| {
        lint(
            &folder,
            &[&["--manifest", manifest, "--schema", "own.json", "--format", "github"], more].concat(),
        )
    };
    let bad = with("bad.json", &[]);
    assert!(bad.out.contains("title=aaf/schema::/owner: expected a string, found an integer"), "{bad}");
    assert_eq!((bad.code, with("good.json", &[]).code), (1, 0));
    let audit = ["--audit", "join.html"];
    let audited = with("bad.json", &audit);
    assert!(audited.out.contains("title=audit/manifest::/owner: expected a string"), "{audited}");
    assert!(!with("good.json", &audit).out.contains("audit/manifest"));
    let unusable = lint(&folder, &["--manifest", "good.json", "--schema", "no.json"]);
    assert!(unusable.code == 2 && unusable.err.contains("no.json: invalid JSON Schema: /type"), "{unusable}");
    assert_eq!(lint(&folder, &["--schema", "own.json"]).code, 2);
}

#[test]
fn what_git_says_is_changed() {
    let folder = Folder::of(&[("old.html", "<p data-agent-kind=\"x\"></p>\n"), ("sub/a.html", "<p></p>\n")]);
    let outside = lint(&folder, &["--changed"]);
    assert!(outside.code == 2 && outside.err.contains("--changed HEAD"), "{outside}");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]);
        let done = command.args(args).current_dir(folder.path()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "x"]);
    check(
        &lint(&folder, &["--changed"]),
        expect![[r#"
        0 files checked: nothing to report
        exit 0
    "#]],
    );
    folder.write("sub/a.html", b"<p data-agent-kind=\"acton\"></p>\n");
    folder.write("new.html", b"<p data-agent-kind=\"stats\"></p>\n");
    let changed = lint(&folder, &["--changed", "HEAD", "--format", "github"]);
    let files: Vec<_> = changed.out.lines().filter_map(|line| line.split([',', '=']).nth(1)).collect();
    assert_eq!(files, ["new.html", "sub/a.html"], "{changed}");
    assert_eq!(lint(&folder, &["--changed", "nowhere"]).code, 2);
    assert_eq!(lint(&folder, &["--changed=--output=x"]).code, 2);
}

#[cfg(unix)]
#[test]
fn under_its_other_name_it_is_the_same() {
    let folder = Folder::of(&[("join.html", PAGE)]);
    let link = folder.path().join("aaf-lint");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_agmark"), &link).unwrap();
    let run = |args: &[&str]| Command::new(&link).args(args).current_dir(folder.path()).output().unwrap();
    let audited = run(&["--audit", "join.html"]);
    assert_eq!(audited.stdout, lint(&folder, &["--audit", "join.html"]).out.as_bytes());
    assert_eq!(audited.status.code(), Some(1), "40 is below 50");
    assert_eq!(run(&["--unknown"]).status.code(), Some(1));
    assert_eq!(run(&["--changed"]).status.code(), Some(1));
    assert_eq!(run(&["--help"]).status.code(), Some(0));
    assert_eq!(folder.read("join.html"), PAGE);
}

#[test]
fn a_site_on_a_server_is_audited() {
    let server = Server::of(&[
        ("/", Answer::html("<a href=/join>Join</a><a href=/gone>Gone</a>")),
        ("/join", Answer::html(PAGE)),
        ("/.well-known/agent-manifest.json", Answer::json(MANIFEST)),
        ("/llms.txt", Answer::of("text/plain", "# Club\n")),
    ]);
    let folder = Folder::of(&[("join.html", PAGE), ("state.json", "{\"cookies\": []}")]);
    let site = server.url.as_str();
    let crawled = lint(&folder, &["--audit", site, "--crawl", "--check-llms-txt"]);
    let text = crawled.to_string().replace(site, "SITE/");
    expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: SITE/
            FORMS -  FIELDS -  ACTIONS -  MANIFEST 100  → 100/100

          PAGE: SITE/join
            FORMS 100  FIELDS 0  ACTIONS -  MANIFEST 100  → 60/100

          FAILED: SITE/gone
            answered 404 Not Found

          SITE OVERALL: 80/100 (2 pages) — Good agent accessibility with room for improvement

          llms.txt: SITE/llms.txt
            [+] llms.txt exists
            [+] Begins with a # heading
            [-] Does not name agent-manifest.json
            [-] Has neither ## Actions nor ## Data
        exit 0
    "#]]
    .assert_eq(&text);
    let gone = lint(&folder, &["--audit", &format!("{site}gone")]);
    assert!(gone.code == 1 && gone.err.contains("/gone: answered 404 Not Found"), "{gone}");
    let page = lint(&folder, &["--html", &format!("{site}join"), "--format", "json"]);
    assert!(page.out.starts_with("{\"files\":1") && page.code == 0, "{page}");
    let signed_in = ["--auth-cookie", "a=b", "--auth-storage-state", "state.json"];
    assert_eq!(lint(&folder, &[&["--audit", site], &signed_in[..]].concat()).code, 0);
    assert!(server.requests().iter().any(|request| request.cookie == "a=b"));
}
