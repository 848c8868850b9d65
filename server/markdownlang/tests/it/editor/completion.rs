//! Completions in actions and in the text.

use agmark_markdownlang::Markdownlang;
use agmark_syntax::Format;

use super::{body, has, offers, taken};

#[test]
fn an_action_that_is_being_written_is_completed_after_a_blank() {
    let open = |text: &str| offers(&body(text));
    has(&open("{{ ‸"), &["if", ".place", "len"]);
    has(&open("{{ ‸\n\nmore"), &["if", ".place", "len"]);
    has(&open("{{ if ‸\n"), &[".place", "eq"]);
    has(&open("{{ .place | ‸\n"), &["upper"]);
    assert!(!open("{{ .place }} ‸\n").contains(&"if".to_owned()), "the action is closed");
    assert!(!open("{{ .place\n‸").contains(&"upper".to_owned()), "the next line");
}

#[test]
fn what_fits_the_type_comes_first() {
    let first = |text: &str| offers(text).into_iter().take(3).collect::<Vec<_>>();
    assert_eq!(first(&body("{{ .place | ‸ }}")), ["lower", "upper", "title"]);
    assert_eq!(first(&body("{{ .days | ‸ }}"))[0], "join");
    assert_eq!(first(&body("{{ range ‸ }}"))[0], ".days");
    let program = |text: &str| {
        format!(
            "---\nname: x\ndescription: x\ninput:\n  type: object\n  properties:\n    unit: {{ enum: [metric, imperial] }}\n\
             output: {{ type: object }}\n---\n{text}\n"
        )
    };
    assert_eq!(offers(&program("{{ if eq .unit \"‸\" }}x{{ end }}")), ["metric", "imperial"]);
    assert_eq!(offers(&program("{{ if ne \"m\" .unit \"im‸\" }}x{{ end }}")), ["metric", "imperial"]);
    assert_eq!(offers(&program("{{ if (eq .unit \"‸")), ["metric", "imperial"]);
}

#[test]
fn a_brace_that_the_editor_has_closed_is_not_written_twice() {
    let with =
        |variable: &str| format!("---\nmcp_servers:\n  - name: y\n    env: {{ KEY: \"{variable}\" }}\n---\n");
    assert_eq!(taken(&with("${PA‸}"), "${PATH}"), with("${PATH}"));
    assert_eq!(taken(&with("${PA‸"), "${PATH}"), with("${PATH}"));
}

#[test]
fn fields_follow_the_dot() {
    assert_eq!(offers(&body("{{ .‸ }}")), ["place", "days", "user", "note"]);
    assert_eq!(offers(&body("{{ .user.‸ }}")), ["name", "first-name"]);
    assert_eq!(offers(&body("{{ range .days }}{{ .‸ }}{{ end }}")), ["sky"]);
    assert_eq!(offers(&body("{{ range $d := .days }}{{ $d.‸ }}{{ end }}")), ["sky"]);
    assert_eq!(offers(&body("{{ with .user }}{{ $.‸ }}{{ end }}")), ["place", "days", "user", "note"]);
    assert_eq!(
        offers(&body("{{ with .user }}a{{ else }}{{ .‸ }}{{ end }}")),
        ["place", "days", "user", "note"]
    );
    assert_eq!(
        offers(&body("{{ define \"d\" }}{{ .‸ }}{{ end }}{{ template \"d\" .user }}")),
        ["name", "first-name"]
    );
    assert_eq!(offers(&body("{{ .us‸")), ["place", "days", "user", "note"]);
    assert!(taken(&body("{{ .user.‸ }}"), "first-name").contains("{{ index .user \"first-name\" }}"));
    assert_eq!(offers(&body("{{ index .user \"‸\" }}")), ["name", "first-name"]);
}

#[test]
fn functions_keywords_variables_and_tools_are_offered() {
    has(&offers(&body("{{ ‸ }}")), &["if", "range", "define", "upper", ".place", "$"]);
    has(&offers(&body("{{ .place | ‸ }}")), &["upper", "default"]);
    assert!(!offers(&body("{{ .place | ‸ }}")).contains(&"if".to_owned()));
    has(&offers(&body("{{ $town := .place }}{{ $‸ }}")), &["$town", "$"]);
    assert_eq!(offers(&body("{{ if .place }}{{ else ‸ }}{{ end }}")), ["if"]);
    assert_eq!(offers(&body("{{ with .user }}{{- else ‸ }}{{ end }}")), ["with"]);
    assert_eq!(offers(&body("{{ define \"day\" }}{{ end }}{{ template \"‸\" }}")), ["day"]);
    has(&offers(&body("Call ho‸")), &["hotel", "mcp__maps__", "python"]);
    has(&offers(&body("Call hotel with to‸")), &["town=", "python"]);
    assert!(!offers(&body("Go to‸ a hotel")).contains(&"town=".to_owned()));
    assert!(taken(&body("Call hotel with to‸"), "town=").contains("Call hotel with town=\n"));
    assert!(offers(&body("Call ‸")).is_empty());
    assert!(
        Markdownlang::INFO.namespace("server").is_offered
            && !Markdownlang::INFO.namespace("field").is_offered
    );
    assert!(taken(&body("{{ ran‸"), "range").contains("{{ end }}"));
}

#[test]
fn keywords_are_offered_where_something_is_open_for_them() {
    let keywords = |text: &str| {
        let all = offers(&body(text));
        let closing = ["else", "end", "break", "continue", "define"];
        all.into_iter().filter(|one| closing.contains(&one.as_str())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keywords("{{ ‸ }}"), "define");
    assert_eq!(keywords("{{ ‸"), "define");
    assert_eq!(keywords("{{ if .note }}{{ ‸ }}{{ end }}"), "else end");
    assert_eq!(keywords("{{ if .note }}\n\n{{- ‸"), "else end");
    assert_eq!(keywords("{{ if .note }}a{{ end }}{{ ‸ }}"), "define");
    assert_eq!(keywords("{{ range .days }}{{ ‸ }}{{ end }}"), "else end break continue");
    assert_eq!(
        keywords("{{ range .days }}{{ if .sky }}{{ ‸ }}{{ end }}{{ end }}"),
        "else end break continue"
    );
    assert_eq!(keywords("{{ range .days }}a{{ else }}{{ ‸ }}{{ end }}"), "end");
    assert_eq!(keywords("{{ if .note }}a{{ else if .place }}{{ ‸ }}{{ end }}"), "else end");
    assert_eq!(keywords("{{ define \"d\" }}{{ ‸ }}{{ end }}"), "end");
    assert_eq!(keywords("{{ range .days }}{{ block \"d\" . }}{{ ‸ }}{{ end }}{{ end }}"), "end");
}
