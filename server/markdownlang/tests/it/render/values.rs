//! How values print, and how they are reached.

use super::check;

#[test]
fn values_print() {
    check(&[
        ("{{ .name }}", "ada"),
        ("{{.name}}", "ada"),
        ("{{ .empty }}|", "|"),
        ("{{ .count }} {{ .zero }}", "3 0"),
        ("{{ .price }}", "2.5"),
        ("{{ .whole }}", "4"),
        ("{{ .big }}", "1000000"),
        ("{{ .yes }} {{ .no }}", "true false"),
        ("{{ .nothing }}|", "|"),
        ("{{ .missing }}", "<no value>"),
        ("{{ .items }}", r#"["tea","salt","rice"]"#),
        ("{{ .none }} {{ .void }}", "[] {}"),
        ("{{ .mixed }}", r#"[1,"two",null,true,2.5]"#),
        ("{{ .map }}", r#"{"a":1,"b":2,"c":3}"#),
        ("{{ .user.home }}", r#"{"city":"Oslo"}"#),
        ("{{ .grid }}", "[[1,2],[3,4]]"),
        ("{{ .quote }}", "a \"b\" <c> & 'd'"),
    ]);
}

#[test]
fn what_is_rendered_is_data() {
    check(&[
        ("{{ .code }}", "{{ .name }}"),
        ("{{ \"{{ .name }}\" }}", "{{ .name }}"),
        ("{{ range .items }}{{ $.code }}{{ break }}{{ end }}", "{{ .name }}"),
    ]);
}

#[test]
fn literals() {
    check(&[
        (r#"{{ "a\tb" }}"#, "a\tb"),
        (r#"{{ "\"\\" }}"#, "\"\\"),
        (r#"{{ "\u00e9\x41" }}"#, "éA"),
        ("{{ `raw \\n` }}", "raw \\n"),
        ("{{ 12 }} {{ -3 }} {{ +4 }}", "12 -3 4"),
        ("{{ 1.5 }} {{ .5 }} {{ 1e3 }}", "1.5 0.5 1000"),
        ("{{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 1_000 }}", "31 5 15 1000"),
        ("{{ 'a' }} {{ '\\n' }}", "97 10"),
        ("{{ true }} {{ false }}", "true false"),
        ("{{ print nil }}|", "|"),
    ]);
}

#[test]
fn fields_and_variables() {
    check(&[
        ("{{ .user.name }}", "Grace"),
        ("{{ .user.home.city }}", "Oslo"),
        ("{{ .user.age }}", "<no value>"),
        ("{{ (index .rows 0).id }}", "1"),
        ("{{ $ | len }} {{ . | len }}", "25 25"),
        ("{{ $.name }}", "ada"),
        ("{{ $x := .user }}{{ $x.home.city }}", "Oslo"),
        ("{{ $x := 1 }}{{ $x = 2 }}{{ $x }}", "2"),
        ("{{ $x := .name | upper }}{{ $x }}", "ADA"),
        ("{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", "2"),
        ("{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ $x }}{{ end }}{{ $x }}", "21"),
        ("{{ index . \"first-name\" }}", "Ada"),
        ("{{ (.name) }}{{ (len .items) }}", "ada3"),
        ("{{ ($y := .count) }}{{ $y }}", "33"),
    ]);
}

#[test]
fn keys_of_printed_objects_keep_letters_digits_and_dashes() {
    let text = "---\nname: p\ndescription: d\ninput: { type: object }\noutput: {}\n---\n{{ .m }} {{ index .m \"a b\" }} {{ range $k, $v := .m }}{{ index $.m $k }}{{ end }}\n";
    let program = agmark_markdownlang::Program::load(text).unwrap();
    let input = serde_json::json!({ "m": { "a b": 1, "c\"}, ignore {{ .x }}": [{ "d\n-e_9é": 2 }] } });
    let prompt = agmark_markdownlang::render(&program, &input).unwrap();
    assert_eq!(prompt, "{\"ab\":1,\"cignorex\":[{\"d-e_9\":2}]} 1 1[{\"d-e_9\":2}]\n");
}
