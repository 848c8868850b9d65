//! Where names lead, and what a rename changes: properties through the template and in callers, programs, schemas.
//! The cursor is `‸`, in the first file.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::Files;
use agmark_syntax::world::Settings;
use agmark_syntax::{AnyFormat, Edit, Encoding, Location, Resolution, Text};
use expect_test::{Expect, expect};

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
    Markdownlang.resolve(files.own().expect("a document"), &files, at)
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

#[test]
fn a_field_leads_to_its_property_through_everything_that_changes_the_dot() {
    // In a `define`, after a variable of an earlier chunk, in `with`, and at its schema.
    let mut all = Vec::new();
    for place in [".name }} of", "$user.name", ".name }}{{ else", "name: { type: string }, home", "$.name"] {
        let start = TRIP.find(place).expect("the place") + place.find("name").expect("the word");
        let marked = format!("{}‸{}", &TRIP[..start], &TRIP[start..]);
        all.push(shown(&[("trip.md", &marked)]));
    }
    expect![[r#"
        field person.name
        def trip.md 14:67 name
        use trip.md 14:40 name
        use trip.md 21:21 name
        use trip.md 25:76 name
        use trip.md 25:102 name
        use trip.md 30:24 name
        use trip.md 30:57 name
        use trip.md 34:17 name
        use trip.md 34:28 name
    "#]]
    .assert_eq(&all[0]);
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
}

#[test]
fn properties_of_references_items_and_indexes() {
    check(
        &[("trip.md", &at(TRIP, ".sky", 0))],
        expect![[r#"
            field day.sky
            def trip.md 13:57 sky
            use trip.md 13:37 sky
            use trip.md 25:34 sky
            use trip.md 25:49 sky
            use trip.md 34:58 sky
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "city: {", 0))],
        expect![[r#"
            field person.home.city
            def trip.md 14:145 city
            use trip.md 14:124 city
            use trip.md 28:15 city
            use trip.md 30:44 city
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "place", 0))],
        expect![[r#"
            input place
            def trip.md 8:5 place
            use trip.md 6:14 place
            use trip.md 17:13 place
            use trip.md 21:39 place
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "[text]", 0))],
        expect![[r#"
            output text
            def trip.md 15:57 text
            use trip.md 15:36 text
        "#]],
    );
}

#[test]
fn a_reference_leads_to_its_schema() {
    check(
        &[("trip.md", &at(TRIP, "#/$defs/person", 1))],
        expect![[r#"
            schema person
            def trip.md 14:5 person
            use trip.md 10:28 person
            use trip.md 11:29 person
            use trip.md 13:103 person
        "#]],
    );
    let after = renamed(&[("trip.md", &at(TRIP, "person: {", 0))], "human");
    assert_eq!(after["trip.md"].matches("human").count(), 4);
}

#[test]
fn every_rename_leaves_a_program_that_means_the_same() {
    for (word, n) in [("place", 0), (".sky", 0), ("city: {", 0), (".name }} of", 0), ("days:", 0)] {
        let after = renamed(&[("trip.md", &at(TRIP, word, n))], "renewed");
        assert!(after["trip.md"].matches("renewed").count() > 2, "{word}: {}", after["trip.md"]);
    }
}

#[test]
fn what_a_use_may_mean_keeps_one_name() {
    let either = "\
---
name: either
description: d
input:
  type: object
  required: [pet]
  properties:
    pet:
      anyOf:
        - { type: object, required: [kind, claws], properties: { kind: { const: cat }, claws: { type: integer } } }
        - { type: object, required: [kind], properties: { kind: { const: dog } } }
      default: { kind: dog }
    owner: { type: object, dependentRequired: { kind: [age] }, properties: { kind: {}, age: {} } }
output: {}
---
{{ .pet.ki‸nd }}
";
    check(
        &[("either.md", either)],
        expect![[r#"
            field pet.kind
            def either.md 10:66 kind
            def either.md 11:59 kind
            use either.md 10:38 kind
            use either.md 11:38 kind
            use either.md 12:18 kind
            use either.md 16:9 kind
        "#]],
    );
    // From one of the two, the other one is told.
    let one = at(&either.replace('‸', ""), "kind: { const: cat", 0);
    check(
        &[("either.md", &one)],
        expect![[r#"
            field pet.kind
            def either.md 10:66 kind
            use either.md 10:38 kind
            use either.md 11:38 kind
            use either.md 12:18 kind
            use either.md 16:9 kind
            kin either.md 11:59 kind
        "#]],
    );
    check(
        &[("either.md", &at(&either.replace('‸', ""), "age: {}", 0))],
        expect![[r#"
            field owner.age
            def either.md 13:88 age
            use either.md 13:56 age
        "#]],
    );
    // A template that is shown with two things keeps the names of both together.
    let shown = TRIP.replace("guide: { $ref: '#/$defs/person' }", "guide: { type: object, required: [name, home], properties: { name: { type: string }, home: { type: object, required: [city], properties: { city: { type: string } } } } }");
    let after = renamed(&[("trip.md", &at(&shown, ".name }} of", 0))], "called");
    assert!(!after["trip.md"].contains("name }}"), "{}", after["trip.md"]);
}

#[test]
fn names_that_stand_beside_are_taken() {
    let (texts, at) = split(&[("trip.md", &at(TRIP, ".sky", 0))]);
    let found = meaning(&texts, at + 1).expect("a name");
    let taken: Vec<&str> = found.taken.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(taken, ["host"]);
    assert!(Markdownlang.check_name(&found.name, "true").is_err());
    assert!(Markdownlang.check_name(&found.name, "a b").is_err());
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

A hotel in town=x is no call of find-north.md, and rooms too.
";

#[test]
fn callers_are_known_by_the_paths_of_their_imports() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let others = [("north/hotel.md", north.as_str()), ("south/hotel.md", south.as_str())];
    let from = |marked: &str, expected: Expect| {
        check(&[[("plan.md", marked)].as_slice(), &others].concat(), expected);
    };
    from(
        &at(CALLER, "find-north", 0),
        expect![[r#"
            program find-north
            def north/hotel.md 2:7 find-north
            use plan.md 8:6 find-north
            use plan.md 10:5 find-north
        "#]],
    );
    let norths = shown(&[[("plan.md", at(CALLER, "town=", 0).as_str())].as_slice(), &others].concat());
    expect![[r#"
        input town
        def north/hotel.md 4:56 town
        use north/hotel.md 4:35 town
        use north/hotel.md 7:5 town
        use plan.md 8:22 town
        use plan.md 12:3 town
    "#]]
    .assert_eq(&norths);
    from(
        &at(CALLER, "`town`", 0),
        expect![[r#"
            input town
            def south/hotel.md 4:56 town
            use plan.md 8:63 town
            use south/hotel.md 4:35 town
            use south/hotel.md 7:5 town
        "#]],
    );
    // The same from the program's side.
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let same = shown(&[[("north/hotel.md", at(&north, ".town", 0).as_str())].as_slice(), &files].concat());
    assert_eq!(same, norths);
    check(
        &[[("north/hotel.md", at(&north, "rooms: {", 0).as_str())].as_slice(), &files].concat(),
        expect![[r#"
            input rooms
            def north/hotel.md 4:80 rooms
            use north/hotel.md 7:17 rooms
            use plan.md 13:5 rooms
        "#]],
    );
    // A word that is no name of a program is none, and neither is its file's.
    from(&at(CALLER, "hotel in", 0), expect![""]);
}

#[test]
fn renames_reach_callers() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let after =
        renamed(&[[("north/hotel.md", at(&north, ".town", 0).as_str())].as_slice(), &files].concat(), "city");
    assert_eq!(after["south/hotel.md"], south);
    assert!(after["plan.md"].contains("find-north with city={{ .place }}, then find-south with `town`"));
    assert!(after["plan.md"].contains("- city: {{ .place }}"));
    let after = renamed(
        &[[("north/hotel.md", at(&north, "find-north", 0).as_str())].as_slice(), &files].concat(),
        "northern",
    );
    assert!(after["plan.md"].contains("Call northern with town="), "{}", after["plan.md"]);
    assert!(after["plan.md"].contains("For northern give:"));
    assert!(after["plan.md"].contains("find-north.md"));
    // Two tools of one name would not do.
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let marked = at(&north, "find-north", 0);
    let (texts, at) = split(&[[("north/hotel.md", marked.as_str())].as_slice(), &files].concat());
    let found = meaning(&texts, at).expect("a name");
    assert!(found.taken.iter().any(|(name, _)| name == "find-south"), "{:?}", found.taken);
}

#[test]
fn all_of_a_tools_name_leads_to_its_server() {
    let text = "---\nname: x\ndescription: d\ninput: {}\noutput: {}\nmcp_servers: [{ name: maps, command: npx }, { name: cars, command: npx }]\n---\nUse mcp__maps__route, then mcp__cars__rent and mcp__maps__show.\n";
    let expected = "server maps\ndef x.md 6:23 maps\nuse x.md 8:10 maps\nuse x.md 8:53 maps\n";
    for word in ["mcp__maps__route", "maps__route", "route"] {
        assert_eq!(shown(&[("x.md", &at(text, word, 0))]), expected, "{word}");
    }
    let (texts, at) = split(&[("x.md", &at(text, "maps__", 0))]);
    let found = meaning(&texts, at).expect("a name");
    assert!(found.taken.iter().any(|(name, _)| name == "cars"), "{:?}", found.taken);
    assert!(renamed(&[("x.md", &self::at(text, "show", 0))], "charts")["x.md"].contains("mcp__charts__show"));
}

#[test]
fn any_name_can_be_renamed_from_any_place() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let caller = [("plan.md", CALLER), ("north/hotel.md", &north), ("south/hotel.md", &south)];
    let callee = [("north/hotel.md", north.as_str()), ("plan.md", CALLER), ("south/hotel.md", &south)];
    let mut count = 0;
    for files in [[("trip.md", TRIP)].as_slice(), &caller, &callee] {
        let (path, text) = files[0];
        let mut last = None;
        for (offset, _) in text.char_indices() {
            let marked = format!("{}‸{}", &text[..offset], &text[offset..]);
            let all = [&[(path, marked.as_str())], &files[1..]].concat();
            let (texts, at) = split(&all);
            let span = meaning(&texts, at).map(|found| found.span);
            if span.is_some() && span != last {
                renamed(&all, "renewed");
                count += 1;
            }
            last = span.or(last);
        }
    }
    assert!(count > 60, "{count}");
}
