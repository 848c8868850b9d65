//! What tools write, and when they write nothing.

use std::fs;
use std::thread;

use super::Session;

#[test]
fn a_changed_block_is_not_overwritten() {
    let session = Session::new();
    let changed = session
        .call("edit", r#"{"path":"rules.agd","ops":[{"op":"set_attr","id":"gear","key":"n","value":1}]}"#);
    let changed = changed.unwrap();
    let hash = changed.trim().strip_prefix("changed #gear:").unwrap().to_owned();
    // Another program changes the file.
    let before = session.read("rules.agd");
    fs::write(session.path("rules.agd"), before.replace("ropes", "anchors")).unwrap();
    let delete = format!(
        r#"{{"path":"rules.agd","ops":[{{"op":"delete","id":"noon"}},{{"op":"delete","id":"gear","hash":"{hash}"}}]}}"#
    );
    let error = session.error("edit", &delete);
    assert!(error.contains("operation 2") && error.contains(&hash), "{error}");
    assert!(error.contains("nothing was written; #gear:") && error.contains("- anchors"), "{error}");
    // The error has the hash for the next try.
    let found = error.split("#gear:").nth(1).unwrap();
    let delete = delete.replace(&hash, &found[..8]);
    assert_eq!(session.call("edit", &delete).unwrap(), "deleted #noon\ndeleted #gear\n");
    assert_eq!(session.read("rules.agd"), "@h1 Harbour rules [#rules]\n");
}

#[test]
fn a_dry_run_writes_nothing() {
    let session = Session::with(|options| options.read_only = true);
    let before = session.read("rules.agd");
    let input = r#"{"path":"rules.agd","dry_run":true,"ops":[{"op":"delete","id":"noon"}]}"#;
    assert_eq!(session.call("edit", input).unwrap(), "would have deleted #noon\n");
    assert_eq!(session.read("rules.agd"), before);
}

#[test]
fn edits_at_the_same_time_lose_nothing() {
    let session = Session::new();
    thread::scope(|scope| {
        for number in 0..20 {
            let session = &session;
            scope.spawn(move || {
                let op = format!(r#"{{"op":"insert_after","id":"gear","block":"@p {number} [#n{number}]"}}"#);
                session.call("edit", &format!(r#"{{"path":"rules.agd","ops":[{op}]}}"#)).unwrap();
            });
        }
    });
    let text = session.read("rules.agd");
    for number in 0..20 {
        assert!(text.contains(&format!("@p {number} [#n{number}]\n")), "{text}");
    }
}

#[test]
fn results_are_written_to_files() {
    let session = Session::new();
    let convert = r#"{"conversion":"agd-to-markdown","path":"rules.agd","output":"docs/rules.md"}"#;
    assert_eq!(session.call("convert", convert).unwrap().lines().next(), Some("wrote docs/rules.md"));
    assert!(session.read("docs/rules.md").starts_with("# Harbour rules"));
    assert!(session.error("convert", convert).contains("exists"));
    let patch = r#"{"base":"login.anml","path":"login-diff.anml","write":true}"#;
    assert_eq!(session.call("patch", patch).unwrap(), "patched login.anml\n");
    assert_eq!(session.read("login.anml"), session.read("login-failed.anml"));
    let annotate = r#"{"path":"plain.html","write":true}"#;
    assert_eq!(session.call("annotate", annotate).unwrap(), "annotated plain.html: 3 elements\n");
    assert!(session.read("plain.html").contains("data-agent-field=\"mail\""));
    assert_eq!(session.call("annotate", annotate).unwrap(), "nothing to annotate\n");
    fs::remove_dir_all(session.path(".well-known")).unwrap();
    let folder = session.call("annotate", r#"{"path":".","write":true}"#).unwrap();
    assert_eq!(folder, "wrote .well-known/agent-manifest.json: set the origin of the site in it\n");
    assert!(session.call("audit", r#"{"target":"."}"#).unwrap().contains("plain.html: "));
    let apply = r#"{"path":"task.garyml","diff":"fix"}"#;
    assert_eq!(session.call("apply", apply).unwrap(), "changed menu.md\n");
    assert_eq!(session.read("menu.md"), "# Menu\nStew\nTea\n");
    assert!(session.error("apply", apply).contains("nothing was changed"));
}

#[test]
fn nothing_is_written_if_the_server_is_read_only() {
    let session = Session::with(|options| {
        options.read_only = true;
        options.memory = Some(options.roots[0].join("memory.agd"));
    });
    let names = || {
        let mut all: Vec<_> =
            fs::read_dir(session.folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        all.sort();
        all
    };
    let (files, rules) = (names(), session.read("rules.agd"));
    for (tool, input) in [
        ("edit", r#"{"path":"rules.agd","ops":[{"op":"delete","id":"noon"}]}"#),
        ("patch", r#"{"base":"login.anml","path":"login-diff.anml","write":true}"#),
        ("convert", r#"{"conversion":"agd-to-html","path":"rules.agd","output":"rules.html"}"#),
        ("annotate", r#"{"path":"plain.html","write":true}"#),
        ("apply", r#"{"path":"task.garyml","diff":"fix"}"#),
        ("agd_memory_save", r#"{"kind":"x-user","id":"a","content":"b"}"#),
    ] {
        let error = session.error(tool, input);
        assert!(error.contains("read-only"), "{tool}: {error}");
    }
    assert_eq!(names(), files);
    assert_eq!(session.read("rules.agd"), rules);
    assert!(session.read("plain.html").contains("<form id=\"contact\">"));
    assert!(session.read("menu.md").contains("Soup"));
}

/// The diff moves one file, creates another one and removes a third one.
#[test]
fn a_diff_is_applied_completely_or_not_at_all() {
    let session = Session::new();
    let task = ".GaryML version: 1.0\n.Diff id=all\n--- a/old.agd\n+++ b/new.agd\n@@ -1 +1 @@\n-@p Old. [#old]\n+@p New. [#new]\n\
                --- /dev/null\n+++ b/sub/made.agd\n@@ -0,0 +1 @@\n+@p Made. [#made]\n\
                --- a/gone.agd\n+++ /dev/null\n@@ -1 +0,0 @@\n-@p Gone. [#gone]\n";
    fs::write(session.path("all.garyml"), task).unwrap();
    fs::write(session.path("old.agd"), "@p Old. [#old]\n").unwrap();
    fs::write(session.path("gone.agd"), "@p Other. [#gone]\n").unwrap();
    let apply = r#"{"path":"all.garyml","diff":"all"}"#;
    assert!(session.error("apply", apply).contains("nothing was changed"));
    assert!(session.path("old.agd").exists() && !session.path("sub").exists());
    fs::write(session.path("gone.agd"), "@p Gone. [#gone]\n").unwrap();
    let done = session.call("apply", apply).unwrap();
    assert!(done.contains("added sub/made.agd") && done.contains("removed gone.agd"), "{done}");
    assert_eq!(
        (session.read("new.agd").as_str(), session.path("gone.agd").exists()),
        ("@p New. [#new]\n", false)
    );
    let moment = session.context.fresh_moment().unwrap();
    assert!(moment.index.file(&session.folder.path().canonicalize().unwrap().join("sub/made.agd")).is_some());
}
