//! Pages as Chromium shows them, from the command line; and that nothing of it is left behind.

use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::server::{Answer, Server};
use super::{MANIFEST, PAGE, lint};
use crate::support::Folder;

const SCRIPT: &str = "<!doctype html><body><script>document.body.innerHTML = '<form></form>'</script>";

#[test]
fn scripts_are_run_where_that_is_asked_for() {
    let server = Server::of(&[
        ("/", Answer::html("<body><script>document.body.innerHTML = '<form></form>'</script>")),
        ("/.well-known/agent-manifest.json", Answer::json(MANIFEST)),
    ]);
    let folder = Folder::of(&[]);
    let site = server.url.as_str();
    let plain = lint(&folder, &["--audit", site]);
    assert!(plain.out.contains("  FORMS      N/A\n"), "{plain}");
    let rendered = lint(&folder, &["--audit", site, "--render", "--no-sandbox"]);
    assert!(rendered.out.contains("  FORMS      0/100\n") && rendered.code == 1, "{rendered}");
    let read = lint(&folder, &["--audit", site, "--render", "--no-sandbox", "--format", "html"]);
    assert!(read.out.contains("<img class=\"picture\""), "{read}");
    let checked = lint(&folder, &["--html", site, "--render", "--no-sandbox", "--format", "json"]);
    assert!(checked.out.starts_with("{\"files\":1") && checked.code == 0, "{checked}");
}

#[test]
fn the_pages_of_a_manifest_are_audited() {
    let server = Server::of(&[("/", Answer::html(PAGE)), ("/join", Answer::html(SCRIPT))]);
    let pages =
        r#""pages": {"/": {"title": "Home"}, "/join": {"title": "Join"}, "/of/:id": {"title": "One"}}"#;
    let manifest = MANIFEST.replace(r#""actions": {}"#, &format!(r#""actions": {{}}, {pages}"#));
    let folder = Folder::of(&[("m.json", &manifest)]);
    let args = ["--audit-pages", server.url.as_str(), "--manifest", "m.json", "--no-sandbox"];
    let ran = lint(&folder, &args);
    let text = ran.to_string().replace(server.url.as_str(), "SITE/");
    expect_test::expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: SITE/
            FORMS 100  FIELDS 0  ACTIONS -  MANIFEST 100  → 60/100

          PAGE: SITE/join
            FORMS 0  FIELDS -  ACTIONS -  MANIFEST 100  → 33/100

          SITE OVERALL: 47/100 (2 pages) — Poor agent accessibility — most elements lack annotations
        exit 1
    "#]]
    .assert_eq(&text);
    assert_eq!(lint(&folder, &["--audit-pages", "m.json", "--manifest", "m.json"]).code, 2);
    assert_eq!(lint(&folder, &["--audit-pages", server.url.as_str()]).code, 2, "no manifest");
}

#[test]
fn without_a_browser_it_says_so() {
    let folder = Folder::of(&[("page.html", PAGE)]);
    let mut command =
        folder.command(&["aaf-lint", "--audit", "http://127.0.0.1:9/", "--render", "--chrome", "none"]);
    let output = command.env("PATH", folder.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "error: none: the program does not exist: name a Chromium or Chrome\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lint(&folder, &["--audit", "page.html", "--render"]).code, 2);
    assert_eq!(
        lint(&folder, &["--audit", "http://127.0.0.1:9/", "--chrome", "x"]).code,
        2,
        "without --render"
    );
    assert_eq!(lint(&folder, &["--audit", "http://127.0.0.1:9/", "--auth-local-storage", "a=b"]).code, 2);
}

/// The commands of all processes that have a word in them.
#[cfg(target_os = "linux")]
fn processes(word: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let commands = all.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let commands = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    commands.filter(|command| command.contains(word)).collect()
}

#[cfg(target_os = "linux")]
fn signal(child: &Child, signal: &str) {
    let sent = std::process::Command::new("/bin/sh")
        .args(["-c", &format!("kill -{signal} {}", child.id())])
        .status()
        .unwrap();
    assert!(sent.success());
}

#[cfg(target_os = "linux")]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An audit that has a browser and waits for a page.
#[cfg(target_os = "linux")]
fn under_way(folder: &Folder, server: &Server) -> Child {
    let args = ["aaf-lint", "--audit", server.url.as_str(), "--render", "--no-sandbox"];
    let mut command = folder.command(&args);
    let child =
        command.env("TMPDIR", folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the page was never asked for", || server.asked().contains(&"/".to_owned()));
    child
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => Answer::html("").after(Duration::from_secs(60)),
        _ => Answer::status(404),
    });
    let folder = Folder::of(&[]);
    let here = folder.path().to_string_lossy().into_owned();
    let mut child = under_way(&folder, &server);
    assert!(!processes(&here).is_empty(), "the browser's profile is in this folder");
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "", "no report of half a site");
    wait_until("a browser is left", || processes(&here).is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a profile is left");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_killed_leaves_no_browser() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => Answer::html("").after(Duration::from_secs(60)),
        _ => Answer::status(404),
    });
    let folder = Folder::of(&[]);
    let here = folder.path().to_string_lossy().into_owned();
    let mut child = under_way(&folder, &server);
    signal(&child, "KILL");
    child.wait().unwrap();
    wait_until("a browser is left", || processes(&here).is_empty());
}
