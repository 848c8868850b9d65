//! Definitions, references, links; outline and folds.

use crate::common::{format, program};
use agmark_syntax::{Document, Encoding, outline, testing};
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
            13:25-13:49 link Address https://maps.example/mcp
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
            8:5-8:10 def input place
            9:5-9:9 def input user
            9:59-9:63 def field user.name
            10:5-10:9 def input days
            10:80-10:83 def field days[].sky
            14:10-14:12 def local variable $i~
            14:14-14:16 def local variable $d~
            15:10-15:12 def local variable $i~
            16:4-16:6 def variable $u
            17:12-17:13 def template d
            6:14-6:19 ref input place File
            6:21-6:25 ref input user File
            6:27-6:31 ref input days File
            9:38-9:42 ref field user.name File
            10:60-10:63 ref field days[].sky File
            14:41-14:43 ref local variable $d~ File
            14:66-14:68 ref local variable $i~ File
            15:27-15:29 ref local variable $i~ File
            16:21-16:23 ref variable $u File
            16:39-16:41 ref variable $u File
            17:51-17:52 ref template d File
            18:6-18:10 ref server maps File
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
        plan Plans a trip Module 1-35
          input object Object 4-10
            place string Property 8-8
            user object Property 9-9
              name string Property 9-9
            days array Property 10-10
              sky string Property 10-10
          output object Object 11-11
          Plan for {{ .place }}  Section 13-19
            Way  Section 16-17
            Stay  Section 18-19
          Setext  Section 21-35
            day define Function 31-33
    "#]]
    .assert_eq(&testing::symbols(format(), &text));
    let document = Document::new(format(), &text);
    let folds: String = outline::fold_rows(&document, Encoding::Utf8)
        .iter()
        .map(|fold| format!("{}-{} {:?}\n", fold.first_line + 1, fold.last_line + 1, fold.kind))
        .collect();
    expect![[r#"
        1-12 Block
        13-19 Block
        15-16 Block
        16-17 Block
        17-18 Block
        18-19 Block
        21-35 Block
        24-26 Block
        28-30 Comment
        31-32 Block
    "#]]
    .assert_eq(&folds);
}

#[test]
fn new_names_are_checked() {
    let rename = |space: &'static str, new: &str| {
        let name = agmark_syntax::Name::new(space, "old");
        format().check_name(&name, new).unwrap_or_else(|why| format!("no: {why}"))
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
        no: invalid name of a property: it must start with a letter or "_" and contain only letters, digits and "_"
        $x
        $x
        no: invalid name of a variable: it must start with a letter or "_" and contain only letters, digits and "_"
        no: "python" is the name of the built-in tool: choose another name
        no: invalid server name: only letters, digits, "_" and "-" are allowed, not ' '
        any name
        no: invalid template name: quotes, backslashes and line ends are not allowed"#]]
    .assert_eq(&all.join("\n"));
}
