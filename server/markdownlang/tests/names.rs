//! Definitions, references, links; outline and folds.

mod common;

use agmark_syntax::{Document, outline, testing};
use common::{format, program};
use expect_test::{Expect, expect};

#[track_caller]
fn check_names(text: &str, expected: Expect) {
    // The mark of local variables is not drawn; here it is seen that there is one.
    let names = testing::names(format(), text);
    let shown: String =
        names.chars().map(|c| if ('\u{fe00}'..='\u{fe0f}').contains(&c) { '~' } else { c }).collect();
    expected.assert_eq(&shown.replace("~~~~~~~~", "~"));
}

#[test]
fn names_of_the_front_matter() {
    check_names(
        "---
name: 'plan'
description: Plans
input:
  properties:
    place: { type: string }
    \"days\":
      items: { properties: { sky: {}, from: {} }, required: [sky] }
  required: [place]
output: { properties: { plan: { properties: { text: {} } } }, required: [plan] }
imports: [./hotel.md, /abs/car.md]
mcp_servers:
  - { name: maps, url: \"https://maps.example/mcp\" }
  - { name: env, url: \"${MAPS}\" }
---
",
        expect![[r#"
            2:8-2:12 def program plan global
            6:5-6:10 def input place
            7:6-7:10 def input days
            8:30-8:33 def field days[].sky
            8:39-8:43 def field days[].from
            10:25-10:29 def output plan
            10:47-10:51 def output field plan.text
            13:13-13:17 def server maps
            14:13-14:16 def server env
            8:62-8:65 ref field days[].sky File
            9:14-9:19 ref input place File
            10:74-10:78 ref output plan File
            11:11-11:21 link Import ./hotel.md
            11:23-11:34 link Import /abs/car.md
            13:25-13:50 link Address https://maps.example/mcp
        "#]],
    );
}

#[test]
fn names_of_the_template() {
    check_names(
        &program(
            "\
{{ .place }} {{ .user.name }} {{ index .user \"name\" }}
{{ range $i, $d := .days }}{{ .sky }}{{ $d.sky }}{{ $.place }}{{ $i }}{{ end }}
{{ range $i := .days }}{{ $i }}{{ end }}
{{ $u := .user }}{{ $u.name }}{{ with $u }}{{ .name }}{{ end }}
{{ define \"d\" }}{{ .place }}{{ end }}{{ template \"d\" . }}
mcp__maps__route
",
        ),
        expect![[r#"
            2:7-2:11 def program plan global
            7:5-7:10 def input place
            8:5-8:9 def input user
            8:41-8:45 def field user.name
            9:5-9:9 def input days
            9:63-9:66 def field days[].sky
            13:10-13:12 def local variable $i~
            13:14-13:16 def local variable $d~
            14:10-14:12 def local variable $i~
            15:4-15:6 def variable $u
            16:12-16:13 def template d
            12:5-12:10 ref input place File
            12:18-12:22 ref input user File
            12:23-12:27 ref field user.name File
            12:41-12:45 ref input user File
            12:47-12:51 ref field user.name File
            13:21-13:25 ref input days File
            13:32-13:35 ref field days[].sky File
            13:41-13:43 ref local variable $d~ File
            13:44-13:47 ref field days[].sky File
            13:55-13:60 ref input place File
            13:66-13:68 ref local variable $i~ File
            14:17-14:21 ref input days File
            14:27-14:29 ref local variable $i~ File
            15:11-15:15 ref input user File
            15:21-15:23 ref variable $u File
            15:24-15:28 ref field user.name File
            15:39-15:41 ref variable $u File
            15:48-15:52 ref field user.name File
            16:51-16:52 ref template d File
            17:6-17:10 ref server maps File
        "#]],
    );
}

#[test]
fn outline_and_folds() {
    let text = program(
        "\
# Plan for {{ .place }} #

{{ if .place }}
## Way
{{ else }}
## Stay
{{ end }}

Setext
======

```sh
# no heading
```

{{/* a
# no heading either
*/}}
{{ define \"day\" }}
{{ . }}
{{ end }}
####### too deep
#no blank
",
    );
    expect![[r#"
        plan Plans a trip Module 1-34
          input object Object 4-9
            place string Property 7-7
            user object Property 8-8
              name string Property 8-8
            days array Property 9-9
              sky string Property 9-9
          output object Object 10-10
          Plan for {{ .place }}  Section 12-18
            Way  Section 15-16
            Stay  Section 17-18
          Setext  Section 20-34
            day define Function 30-32
    "#]]
    .assert_eq(&testing::symbols(format(), &text));
    let document = Document::new(format(), &text);
    let folds: String = outline::folds(&document)
        .iter()
        .map(|f| {
            let first = document.text().line_of(f.span.start as usize) + 1;
            format!("{first}-{} {:?}\n", outline::last_line(&document, f.span) + 1, f.kind)
        })
        .collect();
    expect![[r#"
        1-11 Region
        12-18 Region
        14-15 Region
        15-16 Region
        16-17 Region
        17-18 Region
        20-34 Region
        23-25 Region
        27-29 Comment
        30-31 Region
    "#]]
    .assert_eq(&folds);
}

#[test]
fn new_names_are_checked() {
    let rename = |space: &'static str, new: &str| {
        let name = agmark_syntax::Name::new(space, "old");
        format().rename(&name, new).unwrap_or_else(|why| format!("no: {why}"))
    };
    let all = [
        rename("input", "new_place"),
        rename("input", "new place"),
        rename("local variable", "x"),
        rename("variable", "$x"),
        rename("variable", "3x"),
        rename("program", "python"),
        rename("server", "a b"),
        rename("template", "any name"),
        rename("template", "a \" quote"),
    ];
    expect![[r#"
        new_place
        no: the name of a property begins with a letter or "_"; letters, digits and "_" follow
        $x
        $x
        no: the name of a variable begins with a letter or "_"; letters, digits and "_" follow
        no: "python" is the name of the built-in tool: choose another one
        no: the name of a server has only letters, digits, "_" and "-", not ' '
        any name
        no: the name of a template has no quotes, backslashes or line ends"#]]
    .assert_eq(&all.join("\n"));
}
