//! The canonical form.

use crate::common::format;
use agmark_syntax::testing;

#[track_caller]
fn check(text: &str, wanted: &str) {
    let once = testing::formatted(format(), text);
    assert_eq!(once, wanted);
    assert_eq!(testing::formatted(format(), &once), once, "not a fixed point");
}

#[test]
fn keys_stand_in_the_order_of_the_specification() {
    check(
        "---\n# Who runs it.\nmodel: gpt-4o\noutput: { type: object }\n\n# What it takes.\ninput:\n  type: object\n  # Where.\n  properties: {}\nname: x # its name\nextra: 1\ndescription: |\n  # no comment\n  Two lines.\n---\nBody\n",
        "---\nname: x # its name\ndescription: |\n  # no comment\n  Two lines.\n\n# What it takes.\ninput:\n  type: object\n  # Where.\n  properties: {}\noutput: { type: object }\n# Who runs it.\nmodel: gpt-4o\nextra: 1\n---\nBody\n",
    );
}

#[test]
fn quotes_stand_where_they_are_needed() {
    check(
        "---\nname: \"x\"\ndescription: 'It: does'\ninput: { \"type\": 'object', properties: { a: { type: \"string\", default: \"yes\", enum: [\"yes\", \"3\", 'a, b', \"null\"] } } }\noutput: {\"type\":\"object\"}\n---\n",
        "---\nname: x\ndescription: 'It: does'\ninput: { type: object, properties: { a: { type: string, default: yes, enum: [yes, \"3\", 'a, b', \"null\"] } } }\noutput: {\"type\":\"object\"}\n---\n",
    );
}

#[test]
fn comments_stay_behind_what_loses_its_quotes() {
    check(
        "---\nname: \"x\" # its name\ndescription: 'It''s' # }\ninput: { \"type\": 'object' } # what it \"takes\" }\n# Last.\noutput:\n  required: [\"a\", 'b'] # both ]\n  type: \"object\"   # always\n---\n",
        "---\nname: x # its name\ndescription: 'It''s' # }\ninput: { type: object } # what it \"takes\" }\n# Last.\noutput:\n  required: [a, b] # both ]\n  type: object   # always\n---\n",
    );
}

#[test]
fn actions_have_blanks_inside() {
    let front = "---\nname: x\ndescription: d\ninput: {}\noutput: {}\n---\n";
    let check_body = |body: &str, wanted: &str| check(&format!("{front}{body}"), &format!("{front}{wanted}"));
    check_body(
        "{{.a}} {{-   .b -}}  {{ .c  |upper|  printf \"%s\" }}\n",
        "{{ .a }} {{- .b -}}  {{ .c | upper | printf \"%s\" }}\n",
    );
    check_body("{{if eq (.a) ( len .b.c )}}x{{end}}\n", "{{ if eq (.a) (len .b.c) }}x{{ end }}\n");
    check_body("{{range $i,$v:=.a}}{{$v.b}}{{end}}\n", "{{ range $i, $v := .a }}{{ $v.b }}{{ end }}\n");
    check_body(
        "{{/*  as it is */}} {{ \"  a\" }} text   stays\n",
        "{{/*  as it is */}} {{ \"  a\" }} text   stays\n",
    );
    check_body("{{ if\n  .a }}b{{end}}\n", "{{ if\n  .a }}b{{ end }}\n");
    // Parts with errors do not change.
    check_body("{{.a.b\"c\"}}\n", "{{.a.b\"c\"}}\n");
    check_body("{{.a &&.b}} {{.c\n", "{{.a &&.b}} {{.c\n");
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    check(
        "---\nname: [\noutput: {}\ninput: \"x\"\n---\n{{.a}}\n",
        "---\nname: [\noutput: {}\ninput: \"x\"\n---\n{{ .a }}\n",
    );
    check(
        "---\noutput: &o { type: object }\ninput: *o\nname: x\n---\n",
        "---\noutput: &o { type: object }\ninput: *o\nname: x\n---\n",
    );
}
