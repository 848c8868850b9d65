//! Files that tools read because another file is beside them or names them.

use std::fs;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::Session;

/// A folder outside of the roots with a manifest that names a secret.
fn outside() -> TempDir {
    let outside = tempfile::tempdir().unwrap();
    let manifest = r#"{"actions":{"secret.send":{"titel":"secret words"}}}"#;
    fs::write(outside.path().join("agent-manifest.json"), manifest).unwrap();
    outside
}

#[test]
fn a_manifest_behind_a_link_is_not_read() {
    let (session, outside) = (Session::new(), outside());
    let page = r#"<form data-agent-action="contact.send"><input name="mail"></form><form id="secret-send"><input></form>"#;
    fs::write(session.path("page.html"), page).unwrap();
    let well_known = session.path(".well-known");
    fs::remove_dir_all(&well_known).unwrap();
    for link in [well_known.clone(), well_known.join("agent-manifest.json")] {
        if link == well_known {
            symlink(outside.path(), &link).unwrap();
        } else {
            fs::remove_file(&well_known).unwrap();
            fs::create_dir(&well_known).unwrap();
            symlink(outside.path().join("agent-manifest.json"), &link).unwrap();
        }
        for target in ["page.html", "."] {
            let audit = session.call("audit", &format!(r#"{{"target":"{target}"}}"#)).unwrap();
            assert!(audit.contains("outside of the folders"), "{audit}");
            assert!(!audit.contains("titel") && !audit.contains("secret.send"), "{audit}");
        }
        // A known name would get a number.
        let annotate = session.call("annotate", r#"{"path":"page.html"}"#).unwrap();
        assert!(annotate.contains("data-agent-action=\"secret.send\""), "{annotate}");
    }
}

#[test]
fn an_imported_program_outside_is_not_read() {
    let session = Session::with(|options| options.allow_run = true);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("b.md"), "secret words").unwrap();
    let link = session.path("link.md");
    symlink(outside.path().join("b.md"), &link).unwrap();
    let far = outside.path().join("b.md");
    for import in [far.to_str().unwrap(), "link.md"] {
        let text = format!(
            "---\nname: a\ndescription: A test\ninput: {{ type: object }}\noutput: {{ type: object }}\n\
             imports: [{import}]\n---\nHello.\n"
        );
        fs::write(session.path("a.md"), text).unwrap();
        let error = session.error("run", r#"{"path":"a.md","dry_run":true}"#);
        assert!(error.contains("outside of the folders") && !error.contains("secret"), "{error}");
    }
}
