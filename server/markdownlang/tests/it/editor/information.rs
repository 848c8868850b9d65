//! Hovers, signatures and partners.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::{Document, Format};

use super::{body, cursor, files};

fn hover(marked: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let found = Markdownlang.hover(files.own().expect("a document"), &files, at);
    found.map(|h| h.markdown).unwrap_or_default()
}

#[test]
fn hovers_tell_what_a_value_is() {
    let said = hover(&body("{{ .pl‸ace }}"));
    assert!(said.starts_with("A string.") && said.contains("Where it goes"), "{said}");
    assert!(hover(&body("{{ range .days }}{{ .sk‸y }}{{ end }}")).starts_with("A string."));
    assert!(hover(&body("{{ range .days }}{{ ‸. }}{{ end }}")).starts_with("An object."));
    assert!(hover(&body("{{ .no‸te }}")).contains("May be missing"));
    assert!(hover(&body("{{ upp‸er .place }}")).contains("upper case"));
    assert!(hover(&body("Call ho‸tel with town=x.")).contains("Finds a hotel"));
    assert!(hover(&body("A ho‸tel.md is a file.")).is_empty());
    let path = hover(&body("Go.").replace("./hotel.md", "./ho‸tel.md"));
    assert!(path.starts_with("Program `hotel`, ./hotel.md\n\nFinds a hotel"), "{path}");
    assert!(hover(&body("Call mcp__ma‸ps__route.")).contains("npx"));
    assert!(hover(&body("Use pyt‸hon.")).contains("sandbox"));
    assert!(hover("---\nname: x\ninput: { ty‸pe: object }\n---\n").contains("What the value is"));
    assert!(
        hover("---\nname: x\ninput: { properties: { type: { format: da‸te } } }\n---\n").contains("A day")
    );
}

#[test]
fn signatures_and_partners() {
    let (text, at) = cursor(&body("{{ join .days ‸ }}"));
    let files = files(&text);
    let document = files.own().expect("a document");
    let signature = Markdownlang.signature(document, &files, at).expect("a signature");
    assert_eq!((signature.label.as_str(), signature.active), ("join LIST SEPARATOR", Some(1)));
    let (text, at) = cursor(&body("{{ i‸f .place }}a{{ range .days }}{{ end }}{{ else }}b{{ end }}"));
    let document = Document::new(Arc::new(Markdownlang), &text);
    let words: Vec<_> = Markdownlang.partners(&document, at).iter().map(|s| s.text(&text)).collect();
    assert_eq!(words, ["if", "else", "end"]);
}
