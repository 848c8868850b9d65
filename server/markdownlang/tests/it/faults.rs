//! Faulty programs: each has exactly one finding, between the marks « and ».
//!
//! Findings that only say that the body does not use all of the input are left out: most of these bodies do not.

mod body;
mod front;
mod schemas;
mod types;

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document};

/// A fault: the rule's short code, its message, the text with marks.
type Fault = (&'static str, &'static str, &'static str);

/// A program with this body, which may use `place`, `days` (with `sky`, and perhaps `wind`), `user` (with `name`, and
/// `mail`, which may be null), `count`, `price`, `open`, and perhaps `note`.
fn with_body(body: &str) -> String {
    format!(
        "\
---
name: plan
description: Plans a trip
input:
  type: object
  required: [place, days, user, count, price, open]
  properties:
    place: {{ type: string }}
    days: {{ type: array, items: {{ type: object, required: [sky], properties: {{ sky: {{ type: string }}, wind: {{ \
         type: integer }} }} }} }}
    user: {{ type: object, required: [name, mail], properties: {{ name: {{ type: string }}, mail: {{ type: [string, \
         \"null\"] }} }} }}
    count: {{ type: integer }}
    price: {{ type: number }}
    open: {{ type: boolean }}
    note: {{ type: string }}
    guide: {{ type: object, properties: {{ name: {{ type: string }} }} }}
    either: {{ anyOf: [{{ type: string }}, {{ type: object, properties: {{ id: {{ type: integer }} }}, required: [id] \
         }}] }}
output: {{ type: object }}
---
{body}"
    )
}

/// A program with this input schema.
fn with_input(input: &str) -> String {
    format!(
        "---\nname: plan\ndescription: Plans a trip\ninput: {input}\noutput: {{ type: object }}\n---\n{{{{ . }}}}\n"
    )
}

/// A program with this front matter.
fn with_front(front: &str) -> String {
    format!("---\n{front}\n---\nPlan.\n")
}

#[track_caller]
fn check(faults: &[Fault], program: fn(&str) -> String) {
    let format: Arc<dyn AnyFormat> = Arc::new(Markdownlang);
    let mut wrong = Vec::new();
    for (code, message, marked) in faults {
        let marked = program(marked);
        let (start, end) = (marked.find('«').expect("a mark"), marked.find('»').expect("a mark"));
        let text = marked.replace(['«', '»'], "");
        let document = Document::new(Arc::clone(&format), &text);
        let mut found = diagnose(&document, &EmptyWorld, &Settings::default());
        found.retain(|d| d.rule.short() != "unused-input");
        let given: Vec<_> = found
            .iter()
            .map(|d| (d.rule.short(), d.message.as_str(), d.span.start as usize, d.span.end as usize))
            .collect();
        if given != [(*code, *message, start, end - '«'.len_utf8())] {
            let shown: Vec<_> =
                found.iter().map(|d| (d.rule.short(), &d.message, d.span.text(&text))).collect();
            wrong.push(format!("{marked}\n  gives {shown:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
