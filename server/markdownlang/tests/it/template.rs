//! What is found in templates.

use crate::common::{check_body, format};
use agmark_syntax::testing;
use expect_test::expect;

#[test]
fn good_templates_are_clean() {
    check_body(
        r#"
{{- /* All that is allowed. */ -}}
{{ define "day" }}{{ . }}{{ with .place }}{{ $ }}{{ end }}{{ end }}
{{ .place | default "home" | printf "%s %d" }} {{ `raw \q` }} {{ 'x' }} {{ -1.5e3 }} {{ nil | print }}
{{ if and (eq .place "Oslo" "Bergen") (not .days) }}a{{ else if $p := .place }}{{ $p }}{{ else }}b{{ end }}
{{ range $i, $day := .days }}{{ if gt $i 3 }}{{ break }}{{ end }}{{ $day.sky }}{{ .sky }}{{ else }}{{ .place }}{{ end }}
{{ with $u := .user }}{{ .name }}{{ $.place }}{{ $u.name }}{{ else with .place }}{{ . }}{{ end }}
{{ $n := len .days }}{{ $n = 3 }}{{ template "day" . }}{{ block "foot" . }}{{ .place }}{{ end }}
{{ index .days 0 "sky" }} {{ (index .days 0).sky }} {{ slice .place 0 3 }} {{ .user.name }}
{{ range 3 }}{{ continue }}{{ end }}
"#,
        expect![[r#"
            16:89-16:92 error markdownlang/missing-value `nil` must be an argument: write a value, or compare with it, as in `eq .city nil`
        "#]],
    );
}

#[test]
fn structure() {
    check_body(
        "{{ if .place }}a\n{{ range .days }}\n",
        expect![[r#"
            13:4-13:6 error markdownlang/unclosed-block unclosed "if": add {{ end }}
              suggestion: add {{ end }} at the end: 15:1-15:1 "{{ end }}\n"
            14:4-14:9 error markdownlang/unclosed-block unclosed "range": add {{ end }}
              suggestion: add {{ end }} at the end: 15:1-15:1 "{{ end }}\n"
        "#]],
    );
    check_body(
        "{{ end }}{{ else }}",
        expect![[r#"
            13:4-13:7 error markdownlang/unexpected-end no block is open that this "end" could close: remove it, or open a block before it
              suggestion: remove it: 13:1-13:10 ""
            13:13-13:17 error markdownlang/unexpected-else no "if", "range" or "with" is open that this "else" could belong to
        "#]],
    );
    check_body(
        "{{ if .place }}{{ else }}{{ else if .days }}{{ end }}",
        expect![[r#"
            13:29-13:33 error markdownlang/unexpected-else only {{ end }} can follow the last "else"
              13:19-13:23 the last "else"
        "#]],
    );
    check_body(
        "{{ range .days }}{{ else with .place }}{{ end }}",
        expect![[r#"
            13:21-13:25 error markdownlang/unexpected-else "else with" belongs to "with", but "range" is open: write {{ else }}{{ with … }}
        "#]],
    );
    check_body(
        "{{ continue }}{{ range .days }}{{ block \"b\" . }}{{ break }}{{ end }}{{ end }}",
        expect![[r#"
            13:4-13:12 error markdownlang/outside-range "continue" is allowed only inside of "range"
            13:52-13:57 error markdownlang/outside-range "break" is allowed only inside of "range"
        "#]],
    );
    check_body(
        "{{ with .place }}{{ define \"d\" }}{{ end }}{{ end }}",
        expect![[r#"
            13:21-13:27 error markdownlang/nested-define "define" is not allowed inside of another block: move it out, or use "block"
              13:4-13:8 the open block
        "#]],
    );
    check_body(
        "{{ else .place }}{{ if .place }}{{ end .place }}",
        expect![[r#"
            13:4-13:8 error markdownlang/unexpected-else no "if", "range" or "with" is open that this "else" could belong to
            13:40-13:46 error markdownlang/unexpected-token unexpected text after "end": close the action with "}}"
        "#]],
    );
}

#[test]
fn broken_actions_say_one_thing() {
    check_body(
        "Go to {{ .plce and enjoy it, don't\nhurry.\n",
        expect![[r#"
            13:7-13:9 error markdownlang/unclosed-action unclosed action: add "}}"
              suggestion: add "}}": 13:35-13:35 " }}"
        "#]],
    );
    check_body(
        "{{ join .days \", }} and {{ `x }}\n",
        expect![[r#"
            13:15-13:18 error markdownlang/unterminated-string unterminated string: add a "
              suggestion: add a ": 13:18-13:18 "\""
            13:28-13:31 error markdownlang/unterminated-string unterminated string: add a `
              suggestion: add a `: 13:31-13:31 "`"
        "#]],
    );
    check_body(
        "{{ if .place\nText {{ end }}",
        expect![[r#"
            13:1-13:3 error markdownlang/unclosed-action unclosed action: add "}}"
              suggestion: add "}}": 13:13-13:13 " }}"
        "#]],
    );
    check_body(
        "{{ print (len .days }}",
        expect![[r#"
            13:10-13:11 error markdownlang/unclosed-parenthesis unclosed parenthesis: add ")"
              suggestion: add ")" at the end: 13:20-13:20 ")"
        "#]],
    );
    check_body(
        "a {{/* b",
        expect![[r#"
            13:3-13:7 error markdownlang/unterminated-comment unterminated comment: add "*/}}"
        "#]],
    );
}

#[test]
fn tokens_out_of_place() {
    check_body(
        "{{ .place != 3 || !.days }}{{ .days[0] }}{{ a ? b : c }}",
        expect![[r#"
            13:11-13:13 error markdownlang/unexpected-token unexpected "!=": there are no operators, write `ne A B`
            13:16-13:18 error markdownlang/unexpected-token unexpected "||": there are no operators, write `or A B`
            13:19-13:20 error markdownlang/unexpected-token unexpected "!": there are no operators, write `not A`
            13:36-13:37 error markdownlang/unexpected-token unexpected "[": write `index LIST NUMBER` for an item of a list
            13:38-13:39 error markdownlang/unexpected-token unexpected "]": write `index LIST NUMBER` for an item of a list
            13:47-13:48 error markdownlang/unexpected-token unexpected "?": there are no operators, write {{ if A }}B{{ else }}C{{ end }}
            13:51-13:52 error markdownlang/unexpected-token unexpected ":": there are no operators, write {{ if A }}B{{ else }}C{{ end }}
        "#]],
    );
    check_body(
        "{{ join .days, “,” }}{{ .place := 3 }}{{ .place) }}{{ print if }}",
        expect![[r#"
            13:14-13:15 error markdownlang/unexpected-token unexpected ",": separate arguments with spaces
              suggestion: remove the comma: 13:14-13:15 ""
            13:16-13:17 error markdownlang/unexpected-token unexpected "“": write strings in straight quotes
            13:17-13:18 error markdownlang/unexpected-token unexpected ",": separate arguments with spaces
              suggestion: remove the comma: 13:17-13:18 ""
            13:18-13:19 error markdownlang/unexpected-token unexpected "”": write strings in straight quotes
            13:32-13:34 error markdownlang/unexpected-token unexpected ":=": it must follow a variable at the start of an action, {{ $x := VALUE }}
            13:48-13:49 error markdownlang/unexpected-token unexpected ")": no parenthesis is open here
            13:61-13:63 error markdownlang/unexpected-token unexpected "if": this keyword is allowed only at the start of an action
        "#]],
    );
    check_body(
        "{{ \"a\".b }}{{ ..place }}{{ nil.a.b }}",
        expect![[r#"
            13:7-13:9 error markdownlang/unexpected-token unexpected field: a string has no fields
            13:16-13:22 error markdownlang/unexpected-token unexpected field: a dot before another dot has no fields
            13:31-13:33 error markdownlang/unexpected-token unexpected field: nil has no fields
        "#]],
    );
    check_body(
        "{{- /* a */ }}{{/* a */ .place }}{{ .place /* a */ }}",
        expect![[r#"
            13:1-13:15 error markdownlang/malformed-comment malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}
              fix: remove the spaces: 13:1-13:15 "{{- /* a */}}"
            13:15-13:34 error markdownlang/malformed-comment malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}
            13:44-13:51 error markdownlang/malformed-comment malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}
        "#]],
    );
}

#[test]
fn missing_parts() {
    check_body(
        "{{ }}{{ print () }}{{ if }}{{ end }}{{ range }}{{ end }}{{ $x := }}",
        expect![[r#"
            13:1-13:6 error markdownlang/missing-value missing value: write a field, a function or a string
            13:15-13:17 error markdownlang/missing-value missing value: write a field, a function or a string
            13:23-13:25 error markdownlang/missing-value missing condition after "if": write a field, a variable or a function
            13:40-13:45 error markdownlang/missing-value missing list after "range": write a field, a variable or a function
            13:63-13:65 error markdownlang/missing-value missing value after ":=": write a field, a variable or a function
        "#]],
    );
    check_body(
        "{{ | upper }}{{ .place | | upper }}{{ .place | }}",
        expect![[r#"
            13:4-13:5 error markdownlang/missing-value missing value before "|": write the value for the function after it
            13:24-13:25 error markdownlang/missing-value missing value after "|": write a field, a variable or a function
            13:46-13:47 error markdownlang/missing-value missing value after "|": write a field, a variable or a function
        "#]],
    );
    check_body(
        "{{ template }}{{ template day }}{{ define }}{{ end }}{{ block \"b\" }}{{ end }}",
        expect![[r#"
            13:4-13:12 error markdownlang/missing-value missing name after "template": write it in quotes
            13:18-13:26 error markdownlang/missing-value missing name after "template": write it in quotes
            13:36-13:42 error markdownlang/missing-value missing name after "define": write it in quotes
            13:57-13:62 error markdownlang/missing-value missing value after "block": write a field, a variable or a function
        "#]],
    );
}

#[test]
fn literals() {
    check_body(
        r#"{{ 12ab }}{{ "\q" }}{{ "\u00e9\x41\101\"" }}{{ "\'" }}{{ '\'' }}{{ 'ab' }}{{ '' }}{{ "\u12" }}"#,
        expect![[r#"
            13:4-13:8 error markdownlang/bad-literal invalid number "12ab": write a number like 12, -1.5, 1e6 or 0x1F
            13:15-13:17 error markdownlang/bad-literal unknown escape: write \n, \t, \\, \u00e9 or another escape of Go, or use `…`
            13:49-13:51 error markdownlang/bad-literal unknown escape: write \n, \t, \\, \u00e9 or another escape of Go, or use `…`
            13:68-13:72 error markdownlang/bad-literal single quotes must contain one character: write a string in double quotes
              suggestion: use double quotes: 13:68-13:72 "\"ab\""
            13:78-13:80 error markdownlang/bad-literal single quotes must contain one character: write a string in double quotes
              suggestion: use double quotes: 13:78-13:80 "\"\""
            13:87-13:89 error markdownlang/bad-literal unknown escape: write \n, \t, \\, \u00e9 or another escape of Go, or use `…`
        "#]],
    );
}

#[test]
fn functions() {
    check_body(
        "{{ uper .place }}{{ place }}{{ and lenn .days }}{{ name.first }}",
        expect![[r#"
            13:4-13:8 error markdownlang/unknown-function unknown function "uper": did you mean "upper"?
              likely fix: replace with "upper": 13:4-13:8 "upper"
            13:21-13:26 error markdownlang/unknown-function unknown function "place": write ".place" for a field of the input
              suggestion: replace with ".place": 13:21-13:21 "."
            13:36-13:40 error markdownlang/unknown-function unknown function "lenn": did you mean "len"?
              likely fix: replace with "len": 13:36-13:40 "len"
            13:52-13:56 error markdownlang/unknown-function unknown function "name": write ".name" for a field of the input
              suggestion: replace with ".name": 13:52-13:52 "."
        "#]],
    );
    check_body(
        "{{ upper }}{{ not .place .days }}{{ .days | join }}{{ slice .place }}{{ and }}",
        expect![[r#"
            13:4-13:9 error markdownlang/argument-count "upper" needs 1 argument, found none: upper TEXT
            13:15-13:18 error markdownlang/argument-count "not" needs 1 argument, found 2: not VALUE
            13:45-13:49 error markdownlang/argument-count "join" needs 2 arguments, found 1: join LIST SEPARATOR
            13:55-13:60 error markdownlang/argument-count "slice" needs 2 to 3 arguments, found 1: slice VALUE START [END]
            13:73-13:76 error markdownlang/argument-count "and" needs at least 1 argument, found none: and A B …
        "#]],
    );
    check_body(
        "{{ .place .days }}{{ .place | \"x\" }}{{ (len .days) 3 }}{{ upper(.place) }}",
        expect![[r#"
            13:4-13:10 error markdownlang/not-a-function this value is not a function and takes no arguments: write a function before it
            13:31-13:34 error markdownlang/not-a-function expected a function after "|", found a value
            13:40-13:51 error markdownlang/not-a-function this value is not a function and takes no arguments: write a function before it
            13:64-13:72 error markdownlang/missing-space missing space before this argument
              fix: add a space: 13:64-13:64 " "
        "#]],
    );
}

#[test]
fn fields() {
    check_body(
        "{{ .plce }}{{ $.dayz }}{{ index . \"usr\" \"x\" }}{{ .user.nam }}",
        expect![[r#"
            13:5-13:9 error markdownlang/undeclared-field undeclared field "plce" of the input: did you mean "place"?
              likely fix: replace with "place": 13:5-13:9 "place"
              suggestion: declare "plce" in the input schema: 6:31-6:31 ", plce", 10:107-10:107 "\n    plce: { type: string }"
            13:17-13:21 error markdownlang/undeclared-field undeclared field "dayz" of the input: did you mean "days"?
              likely fix: replace with "days": 13:17-13:21 "days"
              suggestion: declare "dayz" in the input schema: 6:31-6:31 ", dayz", 10:107-10:107 "\n    dayz: { type: string }"
            13:36-13:39 error markdownlang/undeclared-field undeclared field "usr" of the input: did you mean "user"?
              likely fix: replace with "user": 13:36-13:39 "user"
              suggestion: declare "usr" in the input schema: 6:31-6:31 ", usr", 10:107-10:107 "\n    usr: { type: string }"
            13:56-13:59 error markdownlang/undeclared-field undeclared field "nam" of the input: did you mean "name"?
              likely fix: replace with "name": 13:56-13:59 "name"
              suggestion: declare "nam" in the input schema: 9:42-9:42 ", nam", 9:81-9:81 ", nam: { type: string }"
        "#]],
    );
    check_body(
        "{{ with .user }}{{ .plce }}{{ else }}{{ .plce }}{{ end }}",
        expect![[r#"
            13:21-13:25 error markdownlang/undeclared-field undeclared field "plce" of the input: the schema has "name"
              suggestion: declare "plce" in the input schema: 9:42-9:42 ", plce", 9:81-9:81 ", plce: { type: string }"
            13:42-13:46 error markdownlang/undeclared-field undeclared field "plce" of the input: did you mean "place"?
              likely fix: replace with "place": 13:42-13:46 "place"
              suggestion: declare "plce" in the input schema: 6:31-6:31 ", plce", 10:107-10:107 "\n    plce: { type: string }"
        "#]],
    );
    check_body(
        "{{ range .days }}{{ .plce }}{{ $.plce }}{{ end }}{{ define \"d\" }}{{ .plce }}{{ $.x }}{{ end }}",
        expect![[r#"
            13:22-13:26 error markdownlang/undeclared-field undeclared field "plce" of the input: the schema has "sky"
              suggestion: declare "plce" in the input schema: 10:63-10:63 ", plce", 10:101-10:101 ", plce: { type: string }"
            13:34-13:38 error markdownlang/undeclared-field undeclared field "plce" of the input: did you mean "place"?
              likely fix: replace with "place": 13:34-13:38 "place"
              suggestion: declare "plce" in the input schema: 6:31-6:31 ", plce", 10:107-10:107 "\n    plce: { type: string }"
        "#]],
    );
}

#[test]
fn an_open_schema_says_nothing_of_fields() {
    let with = |input: &str| {
        format!("---\nname: plan\ndescription: d\ninput: {input}\noutput: {{}}\n---\n{{{{ .anything }}}}\n")
    };
    for open in [
        "{}",
        "{ type: object }",
        "{ type: object, additionalProperties: true, properties: { a: {} } }",
        "{ type: object, properties: { a: {} }, additionalProperties: { type: string } }",
        "{ type: object, properties: { a: {} }, patternProperties: { '^x': {} } }",
        "{ type: object, properties: { a: {} }, required: [anything] }",
        "{ type: object, properties: { a: {} }, anyOf: [{ required: [anything] }] }",
    ] {
        let found = testing::diagnostics(format(), &with(open));
        assert!(!found.contains("undeclared-field"), "{open}: {found}");
    }
    let closed = with("{ type: object, properties: { a: {} } }");
    assert!(testing::diagnostics(format(), &closed).contains("7:5-7:13 error markdownlang/undeclared-field"));
}

#[test]
fn variables_and_templates() {
    check_body(
        "{{ $x }}{{ $y := 1 }}{{ if .place }}{{ $z := 1 }}{{ $z }}{{ end }}{{ $z }}{{ $x = 3 }}",
        expect![[r#"
            13:4-13:6 error markdownlang/undefined-variable undefined variable "$x"
            13:70-13:72 error markdownlang/undefined-variable undefined variable "$z": did you mean "$y"?
              suggestion: replace with "$y": 13:70-13:72 "$y"
            13:78-13:80 error markdownlang/undefined-variable undefined variable "$x": did you mean "$y"?
              suggestion: replace with "$y": 13:78-13:80 "$y"
        "#]],
    );
    check_body(
        "{{ $x := 1 }}{{ define \"d\" }}{{ $x }}{{ $y := 1 }}{{ $y }}{{ end }}{{ $y }}",
        expect![[r#"
            13:33-13:35 error markdownlang/undefined-variable undefined variable "$x" in this template: pass the value as its dot
            13:71-13:73 error markdownlang/undefined-variable undefined variable "$y": did you mean "$x"?
              suggestion: replace with "$x": 13:71-13:73 "$x"
        "#]],
    );
    check_body(
        "{{ $a, $b := .days }}{{ range $i, $j, $k := .days }}{{ end }}{{ $ := 1 }}",
        expect![[r#"
            13:8-13:10 error markdownlang/bad-declaration too many variables: only "range" declares two
            13:39-13:41 error markdownlang/bad-declaration "range" declares at most two variables: the index or key, and the item
            13:65-13:66 error markdownlang/bad-declaration missing name of the variable: write a name after the "$"
        "#]],
    );
    check_body(
        "{{ template \"dya\" }}{{ define \"day\" }}{{ end }}{{ define \"day\" }}{{ end }}",
        expect![[r#"
            13:14-13:17 error markdownlang/undefined-template template "dya" is not defined: did you mean "day"?
              likely fix: replace with "day": 13:14-13:17 "day"
            13:59-13:62 error markdownlang/duplicate-template template "day" is already defined on line 13
              13:32-13:35 first defined here
        "#]],
    );
}

#[test]
fn tools_of_servers() {
    check_body(
        "Use mcp__maps__route, mcp____x, mcp__a, xmcp__a__b and `mcp__maps__near`.",
        expect![[r#"
            13:10-13:14 warning markdownlang/undeclared-server server "maps" is not defined
            13:62-13:66 warning markdownlang/undeclared-server server "maps" is not defined
        "#]],
    );
}

#[test]
fn far_apart_parts_of_a_long_document_know_each_other() {
    let filler = "Take the train.\n\n".repeat(400);
    let body = format!(
        "{{{{ $far := .place }}}}\n\n{filler}\n{{{{ $far }}}} {{{{ .plce }}}} {{{{ $fra }}}} mcp__maps__route\n"
    );
    check_body(
        &body,
        expect![[r#"
            816:16-816:20 error markdownlang/undeclared-field undeclared field "plce" of the input: did you mean "place"?
              likely fix: replace with "place": 816:16-816:20 "place"
              suggestion: declare "plce" in the input schema: 6:31-6:31 ", plce", 10:107-10:107 "\n    plce: { type: string }"
            816:27-816:31 error markdownlang/undefined-variable undefined variable "$fra": did you mean "$far"?
              likely fix: replace with "$far": 816:27-816:31 "$far"
            816:40-816:44 warning markdownlang/undeclared-server server "maps" is not defined
        "#]],
    );
}
