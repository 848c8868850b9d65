//! What is found in front matter.

use crate::common::check;
use expect_test::expect;

#[test]
fn a_whole_program_is_clean() {
    check(
        "\u{feff}---\r
name: plan\r
description: Plans a trip\r
input: { type: object, properties: { place: { type: string } }, required: [place] }\r
output: { type: object, properties: { plan: { type: string } }, required: [plan] }\r
imports:\r
  - ./hotel.md\r
mcp_servers:\r
  - name: maps\r
    url: \"https://maps.example/mcp\"\r
    disabled: false\r
  - name: almanac\r
    command: almanac\r
    args: [-p, 3000]\r
    env: { DAYS: 3, TOKEN: \"${TOKEN}\" }\r
model: gpt-4o\r
---\r
Plan a trip to {{ .place }} with mcp__maps__route.\r
",
        expect![""],
    );
}

#[test]
fn required_keys() {
    check(
        "---\n---\nPlan.\n",
        expect![[r#"
            1:1-1:4 error markdownlang/missing-key missing key "name" of the program: add it
              suggestion: add "name": 2:1-2:1 "name: my-program\n"
            1:1-1:4 error markdownlang/missing-key missing key "description" of the program: add it
              suggestion: add "description": 2:1-2:1 "description: What this program does\n"
            1:1-1:4 error markdownlang/missing-key missing key "input" of the program: add it
              suggestion: add "input": 2:1-2:1 "input:\n  type: object\n  properties: {}\n"
            1:1-1:4 error markdownlang/missing-key missing key "output" of the program: add it
              suggestion: add "output": 2:1-2:1 "output:\n  type: object\n  properties: {}\n"
        "#]],
    );
    check(
        "---\nname: plan\ninput: {}\n---\nPlan.\n",
        expect![[r#"
            1:1-1:4 error markdownlang/missing-key missing key "description" of the program: add it
              suggestion: add "description": 3:1-3:1 "description: What this program does\n"
            1:1-1:4 error markdownlang/missing-key missing key "output" of the program: add it
              suggestion: add "output": 4:1-4:1 "output:\n  type: object\n  properties: {}\n"
        "#]],
    );
    check(
        "---\n{ name: plan, input: {}, output: {} }\n---\nPlan.\n",
        expect![[r#"
            1:1-1:4 error markdownlang/missing-key missing key "description" of the program: add it
        "#]],
    );
}

#[test]
fn kinds_of_values() {
    check(
        "---\nname: 12\ndescription:\ninput: [a]\noutput: true\nimports: { a: b }\nmcp_servers: [a]\nmodel: {}\n---\n",
        expect![[r#"
            2:7-2:9 error markdownlang/wrong-type "name" is an integer: write a string
              suggestion: put it in quotes: 2:7-2:7 "\"", 2:9-2:9 "\""
            3:12-3:12 error markdownlang/wrong-type "description" is empty: write a string
            4:8-4:11 error markdownlang/wrong-type "input" is a list: write a JSON Schema as a mapping
            5:9-5:13 error markdownlang/wrong-type "output" is a boolean: write a JSON Schema as a mapping
            6:10-6:18 error markdownlang/wrong-type "imports" is a mapping: write a list of paths, [./other.md]
            7:15-7:16 error markdownlang/wrong-type "mcp_servers" is a string: write a mapping, { name: …, command: … }
            8:8-8:10 error markdownlang/wrong-type "model" is a mapping: write a string
        "#]],
    );
    check(
        "---\n- name\n- input\n---\n",
        expect![[r#"
        2:3-3:8 error markdownlang/wrong-type "front matter" is a list: write keys with their values
    "#]],
    );
    check(
        "---\njust text\n---\n",
        expect![[r#"
        2:1-2:10 error markdownlang/wrong-type "front matter" is a string: write keys with their values
    "#]],
    );
}

#[test]
fn names() {
    let with = |name: &str| format!("---\nname: {name}\ndescription: d\ninput: {{}}\noutput: {{}}\n---\n");
    check(
        &with("trip planner"),
        expect![[r#"
            2:7-2:19 error markdownlang/bad-name invalid program name: only letters, digits, "_" and "-" are allowed, not ' '
              suggestion: replace with "trip-planner": 2:7-2:19 "trip-planner"
        "#]],
    );
    check(
        &with("'python'"),
        expect![[r#"
            2:8-2:14 error markdownlang/bad-name "python" is the name of the built-in tool: choose another name
        "#]],
    );
    check(
        &with("mcp__a__b"),
        expect![[r#"
            2:7-2:16 error markdownlang/bad-name names that start with "mcp__" are tools of servers: choose another name
        "#]],
    );
    check(
        &with(&"x".repeat(65)),
        expect![[r#"
            2:7-2:72 error markdownlang/bad-name invalid program name: at most 64 characters are allowed, found 65
        "#]],
    );
    check(
        &with("\"\""),
        expect![[r#"
            2:8-2:8 error markdownlang/bad-name invalid program name: it must not be empty
        "#]],
    );
    check(
        &with("Über"),
        expect![[r#"
            2:7-2:11 error markdownlang/bad-name invalid program name: only letters, digits, "_" and "-" are allowed, not 'Ü'
        "#]],
    );
}

#[test]
fn servers() {
    check(
        "---
name: plan
description: d
input: {}
output: {}
mcp_servers:
  - nmae: maps
    comand: maps
  - { name: maps, url: maps.example }
  - name: maps
    command: [maps]
    args: -p
    env: [A]
    disabled: no
  - name: a b
    command: a
---
",
        expect![[r#"
            7:5-7:9 warning markdownlang/unknown-key unknown key "nmae" of a server: did you mean "name"?
              likely fix: replace with "name": 7:5-7:9 "name"
            7:5-7:15 error markdownlang/missing-key missing key "name" of a server: add it, the tools are called "mcp__NAME__TOOL"
            7:5-7:15 error markdownlang/server-transport the server has neither "command" nor "url": write one of them
            8:5-8:11 warning markdownlang/unknown-key unknown key "comand" of a server: did you mean "command"?
              likely fix: replace with "command": 8:5-8:11 "command"
            9:24-9:36 error markdownlang/bad-url invalid server address "maps.example": it must start with "http://" or "https://"
            10:11-10:15 error markdownlang/duplicate-server server "maps" is already defined on line 9
              9:13-9:17 first defined here
            11:14-11:20 error markdownlang/wrong-type "command" is a list: write a string
            12:11-12:13 error markdownlang/wrong-type "args" is a string: write a list of strings
            13:10-13:13 error markdownlang/wrong-type "env" is a list: write a mapping of variables to strings
            14:15-14:17 error markdownlang/wrong-type "disabled" is a string: write true or false
            15:11-15:14 error markdownlang/bad-server-name invalid server name: only letters, digits, "_" and "-" are allowed, not ' '
        "#]],
    );
}

#[test]
fn broken_yaml_hides_what_comes_after_it() {
    check(
        "---\nname: plan\ndescription: a: b\ninput: {}\n---\n{{ .anything }}\n",
        expect![[r#"
        3:15-3:16 error markdownlang/yaml-syntax a second ": " in one value: put the text in quotes, or check the indentation of this line
    "#]],
    );
    check(
        "---\nname: plan\nname: trip\ndescription: d\ninput: {}\noutput: {}\n---\n",
        expect![[r#"
        3:1-3:5 error markdownlang/duplicate-key the key "name" is given twice: keep one
          2:1-2:5 it is given here first
    "#]],
    );
    check(
        "---\nname: plan\n\nPlan {{ .trip\n",
        expect![[r#"
            1:1-1:4 error markdownlang/unterminated-front-matter unclosed front matter: add a line "---" after its last key
        "#]],
    );
}

#[test]
fn required_properties() {
    check(
        "---
name: plan
description: d
input: { properties: { place: {} }, required: [plaice, place] }
output: { required: [a], $ref: '#/$defs/x' }
---
",
        expect![[r##"
            4:1-4:6 warning markdownlang/missing-type missing "type": add it, or write {} to allow any value
              suggestion: add "type: object": 4:10-4:10 "type: object, "
            4:24-4:29 hint markdownlang/unused-input unused property "place": the model does not see it
            4:48-4:54 warning markdownlang/undeclared-required input "plaice" is not defined
            5:33-5:42 error markdownlang/bad-reference undefined reference "#/$defs/x"
        "##]],
    );
}
