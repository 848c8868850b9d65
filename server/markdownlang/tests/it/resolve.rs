//! What names mean, and what a rename changes. The cursor is `‸`, in the first file.

mod programs;
mod properties;
mod renames;

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::Files;
use agmark_syntax::world::Settings;
use agmark_syntax::{AnyFormat, Edit, Encoding, Location, Resolution, Text, WantedUses};
use expect_test::Expect;

type Texts<'a> = Vec<(&'a str, String)>;

/// The files without the cursor, and where it was.
fn split<'a>(files: &[(&'a str, &str)]) -> (Texts<'a>, usize) {
    let mut texts: Texts<'_> = files.iter().map(|(path, text)| (*path, (*text).to_owned())).collect();
    let first = texts.first_mut().expect("a file");
    let at = first.1.find('‸').expect("a cursor");
    first.1 = first.1.replacen('‸', "", 1);
    (texts, at)
}

fn world(texts: &Texts<'_>) -> Files {
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let format: Arc<dyn AnyFormat> = Arc::new(Markdownlang);
    Files::new(&files, &|_| Some(Arc::clone(&format)))
}

fn meaning(texts: &Texts<'_>, at: usize) -> Option<Resolution> {
    let files = world(texts);
    let document = files.own().expect("a document");
    let found = Markdownlang.resolve(document, &files, at, WantedUses::Places);
    let counted = Markdownlang.resolve(document, &files, at, WantedUses::Number);
    let summary = |found: &Option<Resolution>| {
        found.as_ref().map(|one| (one.definitions.clone(), one.kin.clone(), one.uses.len() + one.more_uses))
    };
    assert_eq!(summary(&counted), summary(&found));
    found
}

fn name_of(place: &Location) -> String {
    place.path.strip_prefix("/workspace").expect("a path").to_string_lossy().into_owned()
}

/// What the name at the cursor means, a line each: `def plan.md 5:3 place`.
fn shown(files: &[(&str, &str)]) -> String {
    let (texts, at) = split(files);
    let Some(found) = meaning(&texts, at) else { return String::new() };
    let mut out = format!("{} {}\n", found.name.space, found.name);
    for (what, places) in [("def", &found.definitions), ("use", &found.uses), ("kin", &found.kin)] {
        for place in places {
            let name = name_of(place);
            let text = &texts.iter().find(|(path, _)| *path == name).expect("a file").1;
            let at = Text::new(text).position(place.span.start as usize, Encoding::Utf32);
            let (line, column) = (at.line + 1, at.column + 1);
            out.push_str(&format!("{what} {name} {line}:{column} {}\n", place.span.text(text)));
        }
    }
    out
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&shown(files));
}

/// The files after a rename, which must leave no program with a finding that it did not have.
#[track_caller]
fn renamed(files: &[(&str, &str)], new: &str) -> BTreeMap<String, String> {
    let (texts, at) = split(files);
    let found = meaning(&texts, at).expect("a name");
    let new = Markdownlang.check_name(&found.name, new).expect("a legal name");
    assert!(found.taken.iter().all(|(name, _)| *name != new), "{new} is taken");
    let mut edits: BTreeMap<String, Vec<Edit>> = BTreeMap::new();
    for place in found.definitions.iter().chain(&found.uses).chain(&found.kin) {
        edits.entry(name_of(place)).or_default().push(Edit::replace(place.span, new.as_str()));
    }
    edits.values_mut().for_each(|edits| edits.sort_by_key(|edit| edit.span));
    let after: Texts<'_> = texts
        .iter()
        .map(|(path, text)| {
            (*path, edits.get(*path).map_or_else(|| text.clone(), |edits| Edit::apply(text, edits)))
        })
        .collect();
    for start in 0..texts.len() {
        let turned = |texts: &Texts<'_>| -> Vec<String> {
            let mut texts: Vec<(&str, &str)> = texts.iter().map(|(p, t)| (*p, t.as_str())).collect();
            texts.rotate_left(start);
            let format: Arc<dyn AnyFormat> = Arc::new(Markdownlang);
            let files = Files::new(&texts, &|_| Some(Arc::clone(&format)));
            let all = diagnose(files.own().expect("a document"), &files, &Settings::default());
            all.into_iter().map(|d| d.rule.code.to_owned()).collect()
        };
        assert_eq!(turned(&after), turned(&texts), "{after:?}");
    }
    after.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

const TRIP: &str = "\
---
name: trip
description: Plans a trip
input:
  type: object
  required: [place, days, user, guide]
  properties:
    place: { type: string }
    days: { type: array, items: { $ref: '#/$defs/day' } }
    user: { $ref: '#/$defs/person' }
    guide: { $ref: '#/$defs/person' }
  $defs:
    day: { type: object, required: [sky], properties: { sky: { type: string }, host: { $ref: '#/$defs/person' } } }
    person: { type: object, required: [name, home], properties: { name: { type: string }, home: { type: object, required: [city], properties: { city: { type: string } } } } }
output: { type: object, required: [text], properties: { text: { type: string } } }
---
# Where {{ .place }} is

{{ $user := .user }}

Go, {{ index .user \"name\" }}, to {{ $.place | upper }}.

## Days

{{ range $i, $day := .days }}{{ .sky }} {{ $day.sky }} {{ with .host }}{{ .name }}{{ else }}{{ $user.name }}{{ end }}
{{ end }}

{{ $user.home.city }}

{{ define \"card\" }}{{ .name }} of {{ .home.city }} {{ $.name }}{{ end }}

{{ template \"card\" .guide }}{{ template \"card\" $user }}

{{ if eq .guide.name .user.name }}{{ len (index .days 0).sky }}{{ end }}
";

/// The program with the cursor on the `n`th occurrence of a word.
fn at(text: &str, word: &str, n: usize) -> String {
    let (at, _) = text.match_indices(word).nth(n).expect("the word");
    let (before, after) = text.split_at(at + 1);
    format!("{before}‸{after}")
}

fn program(name: &str, field: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: d\ninput: {{ type: object, required: [{field}], properties: {{ {field}: {{ type: \
         string }}, rooms: {{ type: integer, default: 1 }} }} }}\noutput: {{}}\n---\n{{{{ .{field} }}}} {{{{ .rooms }}}}\n"
    )
}

const CALLER: &str = "\
---
name: plan
description: Plans
input: { type: object, required: [place], properties: { place: { type: string } } }
output: {}
imports: [./north/hotel.md, ./south/hotel.md]
---
Call find-north with town={{ .place }}, then find-south with `town` and rooms=2.

For find-north give:

- town: {{ .place }}
- **rooms**: 2

A hotel in town=x does not call find-north.md, and rooms too.
";
