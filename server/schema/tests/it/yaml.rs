//! The tree, the spans and the messages of the YAML reader.

use agmark_schema::{Node, Style, Value, yaml};
use expect_test::{Expect, expect};

/// Draws the tree, a line for each value: pointer, bytes, style, value.
fn tree(text: &str) -> String {
    fn walk(node: &Node, pointer: &str, key: &str, out: &mut String) {
        let span = &node.span;
        let value = match &node.value {
            Value::List(_) | Value::Map(_) => String::new(),
            Value::Missing => " missing".into(),
            _ => format!(" {}", node.to_json()),
        };
        let name = if pointer.is_empty() { "(root)" } else { pointer };
        *out += &format!("{name}{key} {}..{} {:?}{value}\n", span.start, span.end, node.style);
        match &node.value {
            Value::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    walk(item, &format!("{pointer}/{i}"), "", out);
                }
            }
            Value::Map(map) => {
                for member in map {
                    let span = &member.key.span;
                    let key = format!(" ({}..{})", span.start, span.end);
                    walk(&member.value, &format!("{pointer}/{}", member.key.text), &key, out);
                }
            }
            _ => {}
        }
    }
    let parsed = yaml::parse(text);
    let mut out = String::new();
    walk(&parsed.root, "", "", &mut out);
    for problem in &parsed.problems {
        let span = &problem.span;
        let marked = text[span.clone()].replace('\n', "⏎");
        out += &format!("{}..{} «{marked}» {:?}: {}\n", span.start, span.end, problem.kind, problem.message);
        if let Some((span, words)) = &problem.related {
            out += &format!("    {}..{}: {words}\n", span.start, span.end);
        }
    }
    out
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&tree(text));
}

#[test]
fn a_program_s_front_matter() {
    check(
        "name: tide-table\ndescription: >-\n  When the sea\n  comes\n\ninput:\n  type: object\n  required: [port, \"day\"]\n  properties:\n    port: {type: string}\n    days: # one to seven\n      type: integer\n      minimum: 1\n",
        expect![[r#"
            (root) 0..205 Block
            /name (0..4) 6..16 Plain "tide-table"
            /description (17..28) 35..55 Folded "When the sea comes"
            /input (57..62) 66..205 Block
            /input/type (66..70) 72..78 Plain "object"
            /input/required (81..89) 91..104 Flow
            /input/required/0 92..96 Plain "port"
            /input/required/1 98..103 DoubleQuoted "day"
            /input/properties (107..117) 123..205 Block
            /input/properties/port (123..127) 129..143 Flow
            /input/properties/port/type (130..134) 136..142 Plain "string"
            /input/properties/days (148..152) 175..205 Block
            /input/properties/days/type (175..179) 181..188 Plain "integer"
            /input/properties/days/minimum (195..202) 204..205 Plain 1
        "#]],
    );
}

#[test]
fn spans_are_bytes() {
    check(
        "ä: ö\nü:\n  - 'ß'\n  - \"€\\n\"\n  -\n",
        expect![[r#"
            (root) 0..35 Block
            /ä (0..2) 4..6 Plain "ö"
            /ü (7..9) 15..35 Block
            /ü/0 15..19 SingleQuoted "ß"
            /ü/1 24..31 DoubleQuoted "€\n"
            /ü/2 35..35 Absent null
        "#]],
    );
}

#[test]
fn comments_belong_to_nothing() {
    check(
        "a: \"x\" # c\nb: ['y'] # ]\n\"k\": {c: 1} # }\n",
        expect![[r#"
            (root) 0..35 Block
            /a (0..1) 3..6 DoubleQuoted "x"
            /b (11..12) 14..19 Flow
            /b/0 15..18 SingleQuoted "y"
            /k (24..27) 29..35 Flow
            /k/c (30..31) 33..34 Plain 1
        "#]],
    );
}

#[test]
fn line_ends_and_a_byte_order_mark() {
    check(
        "\u{feff}a: 1\r\nb: |\r\n  x\r\n  y\r\n",
        expect![[r#"
            (root) 3..23 Block
            /a (3..4) 6..7 Plain 1
            /b (9..10) 17..23 Literal "x\ny\n"
        "#]],
    );
}

#[test]
fn anchors_aliases_and_tags() {
    check(
        "base: &base {type: string}\nother: *base\nport: !!str 80\nn: !!int x\nself: &s [*s]\nt: !local 1\nq: ! 12\nk: &x\n  a: 1\n",
        expect![[r#"
            (root) 0..112 Block
            /base (0..4) 12..26 Flow
            /base/type (13..17) 19..25 Plain "string"
            /other (27..32) 34..39 Alias
            /other/type (13..17) 19..25 Plain "string"
            /port (40..44) 52..54 Plain "80"
            /n (55..56) 64..65 Plain missing
            /self (66..70) 75..79 Flow
            /self/0 76..78 Alias missing
            /t (80..81) 90..91 Plain 1
            /q (92..93) 97..99 Plain "12"
            /k (100..101) 108..112 Block
            /k/a (108..109) 111..112 Plain 1
            64..65 «x» Tag: this value is not of type !!int: change the value or remove the tag
            76..78 «*s» Alias: this alias refers to the value that contains it: remove the alias
            90..91 «1» Tag: the tag !local has no meaning here: remove it
        "#]],
    );
}

#[test]
fn keys_that_are_given_twice_or_are_no_keys() {
    check(
        "a: 1\nb: 2\na: 3\n? [x]\n: y\n: z\n3: t\ntext: {{ name }}\n",
        expect![[r#"
            (root) 0..50 Block
            /a (0..1) 3..4 Plain 1
            /b (5..6) 8..9 Plain 2
            /a (10..11) 13..14 Plain 3
            /[x] (17..20) 23..24 Plain "y"
            / (25..25) 27..28 Plain "z"
            /3 (29..30) 32..33 Plain "t"
            /text (34..38) 40..50 Flow
            /text/{ name } (41..49) 49..49 Absent null
            10..11 «a» DuplicateKey: the key "a" is given twice: keep one
                0..1: it is given here first
            17..20 «[x]» ComplexKey: a list or a mapping cannot be a key: write a word, or put it in quotes
            25..25 «» Syntax: the key before this ':' is missing: write one
            41..49 «{ name }» ComplexKey: YAML reads "{{" as a mapping: put the whole value in quotes
        "#]],
    );
}

#[test]
fn numbers_that_json_has_not() {
    check(
        "a: .inf\nb: 0x10\nc: '12'\nd: ~\ne: No\n",
        expect![[r#"
            (root) 0..34 Block
            /a (0..1) 3..7 Plain missing
            /b (8..9) 11..15 Plain 16
            /c (16..17) 19..23 SingleQuoted "12"
            /d (24..25) 27..28 Plain null
            /e (29..30) 32..34 Plain "No"
            3..7 «.inf» Number: .inf has no counterpart in JSON: use a finite number, or quote it as text
        "#]],
    );
}

/// The problem that each text gives.
fn problems(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let parsed = yaml::parse(text);
        let shown = |text: &str| text.replace('\n', "⏎").replace('\t', "→").replace(['\0', '\u{1}'], "␁");
        out += &format!("{}\n", shown(text.trim_end_matches('\n')));
        for problem in &parsed.problems {
            let marked = shown(&text[problem.span.clone()]);
            out +=
                &format!("    {}..{} «{marked}» {}\n", problem.span.start, problem.span.end, problem.message);
        }
        assert!(!parsed.problems.is_empty(), "{text:?}");
    }
    out
}

/// Texts with one syntax error each.
const BROKEN: &[&str] = &[
    "a:\n\tb: c\n",
    "a: \"x\nb: 1\n",
    "a: 'x",
    "a: [1, 2\nb: 1\n",
    "{a: 1",
    "a: b: c\n",
    "a: 1\n b: 2\n",
    "a: 1\nfoo\nb: 2\n",
    "- a\nb: c\n",
    "a: - b\n",
    "a: *absent\n",
    "a: @x\n",
    "a: `x`\n",
    "a: %x\n",
    "a: \"x\" y\n",
    "a: \"\\q\"\n",
    "a: \"\\u12\"\n",
    "a: x #c\n  y\n",
    "a: |x\n  y",
    "a: 1\n}",
    "a: }\n",
    "a: [1,,2]\n",
    "a: !x!y z\n",
    "a: \u{1}\n",
    "a: b\0c\n",
    "a: 1\n---\nb: 2\n",
    "a:\n    b: 1\n  c: 2\n",
    "a: |\n\n    x\n  y\nb: [\n",
    "a: &\n",
    "a: [-]\n",
];

#[test]
fn syntax_errors_in_plain_words() {
    let shown = problems(BROKEN);
    expect![[r#"
        a:⏎→b: c
            3..4 «→» a tab cannot indent YAML: use spaces
        a: "x⏎b: 1
            3..5 «"x» this quote is not closed on its line, and the next lines are not indented: add the closing quote
        a: 'x
            3..5 «'x» this quote is not closed: add the closing quote
        a: [1, 2⏎b: 1
            3..4 «[» '[' is not closed: add ']'
        {a: 1
            0..1 «{» '{' is not closed: add '}'
        a: b: c
            4..5 «:» a second ": " in one value: put the text in quotes, or check the indentation of this line
        a: 1⏎ b: 2
            7..8 «:» a second ": " in one value: put the text in quotes, or check the indentation of this line
        a: 1⏎foo⏎b: 2
            5..8 «foo» this line is not "key: value": add a ':' and a space after the key, or indent it if it continues the text before it
        - a⏎b: c
            4..8 «b: c» a list item is expected here: begin it with "- ", or indent the line less if it does not belong to the list
        a: - b
            3..4 «-» a list item cannot start here: put "- " on its own line
        a: *absent
            3..10 «*absent» this alias refers to an anchor that is not defined before it: define it with '&', or put the text in quotes
        a: @x
            3..5 «@x» a value cannot start with '@': put it in quotes
        a: `x`
            3..6 «`x`» a value cannot start with '`': put it in quotes
        a: %x
            3..5 «%x» a value cannot start with '%': put it in quotes
        a: "x" y
            7..8 «y» unexpected text after the closing quote: remove it, or put all of the value in one pair of quotes
        a: "\q"
            3..7 «"\q"» a '\' in double quotes starts an escape that YAML does not know: write "\\", or use single quotes
        a: "\u12"
            3..9 «"\u12"» \x takes two hex digits, \u four and \U eight: complete them, or use single quotes
        a: x #c⏎  y
            5..7 «#c» a comment ends the text before it, but the next line continues it: remove the comment, or put the text in quotes
        a: |x⏎  y
            3..5 «|x» after '|' or '>' only '+', '-' and a digit are allowed: put the text on the next line, or in quotes
        a: 1⏎}
            5..6 «}» a bracket that closes nothing: remove it, or put the text in quotes
        a: }
            3..4 «}» a bracket that closes nothing: remove it, or put the text in quotes
        a: [1,,2]
            6..9 «,2]» a value is expected here
        a: !x!y z
            3..7 «!x!y» this tag is not declared: remove it, or put the text in quotes
        a: ␁
            3..4 «␁» the control character U+0001 is not allowed here: remove it, or write it as an escape in double quotes
        a: b␁c
            4..5 «␁» the control character U+0001 is not allowed here: remove it, or write it as an escape in double quotes
        a: 1⏎---⏎b: 2
            5..8 «---» a second document starts here: one is expected, remove the rest
        a:⏎    b: 1⏎  c: 2
            14..18 «c: 2» a "key: value" is expected here: check the indentation of this line
        a: |⏎⏎    x⏎  y⏎b: [
            14..15 «y» a "key: value" is expected here: check the indentation of this line
        a: &
            3..4 «&» a name is missing after '&' or '*': add it, or put the text in quotes
        a: [-]
            4..6 «-]» a value is missing after '-': write one, or put the text in quotes
    "#]].assert_eq(&shown);
}

#[test]
fn aliases_cannot_unfold_without_end() {
    let mut text = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for i in 1..30 {
        let aliases = vec![format!("*a{}", i - 1); 9].join(", ");
        text += &format!("a{i}: &a{i} [{aliases}]\n");
    }
    let parsed = yaml::parse(&text);
    assert!(parsed.complete);
    assert!(parsed.problems.iter().any(|problem| problem.message.contains("expand to too much text")));
    assert!(parsed.root.to_json().to_string().len() < 16 << 20);
}

#[test]
fn deep_nesting_is_cut_off() {
    let blocks = yaml::parse(&"- ".repeat(5_000));
    assert!(blocks.problems.iter().any(|problem| problem.message.contains("nested containers")));
    let flow = yaml::parse(&"[".repeat(5_000));
    assert!(!flow.problems.is_empty() && !flow.complete);
}

/// Spans are on character bounds, and a plain or quoted scalar of one line is at its span.
fn assert_sound(text: &str) {
    fn walk(node: &Node, text: &str) {
        let source = text.get(node.span.clone());
        assert!(source.is_some(), "{:?} in {text:?}", node.span);
        if let (Style::Plain, Value::String(value), Some(source)) = (node.style, &node.value, source)
            && !source.contains(['\n', '\r'])
        {
            assert_eq!(source.replace('\0', "\u{1}"), *value, "in {text:?}");
        }
        match &node.value {
            Value::List(items) if node.style != Style::Alias => {
                items.iter().for_each(|item| walk(item, text))
            }
            Value::Map(map) if node.style != Style::Alias => {
                for member in map {
                    assert!(text.get(member.key.span.clone()).is_some(), "{member:?} in {text:?}");
                    assert!(text.get(member.key.content_span()).is_some(), "{member:?} in {text:?}");
                    walk(&member.value, text);
                }
            }
            _ => {}
        }
    }
    let parsed = yaml::parse(text);
    walk(&parsed.root, text);
    for problem in &parsed.problems {
        assert!(text.get(problem.span.clone()).is_some(), "{problem:?} in {text:?}");
    }
    assert!(parsed.complete || !parsed.problems.is_empty(), "{text:?}");
}

const SAMPLE: &str = "%YAML 1.2\n---\nname: größe # cm\nlist:\n- &a {x: 1, 'y': [~, \"\\u00e9\"]}\n- *a\n- >-\n  folded\n\n  text\n? !!str 12\n: |2\n   literal\r\nurl: http://host:80/p#f\n...\n";

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_panic(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "a", "é", ": ", ":", "- ", "-", "\n", "\n  ", "\n    ", "\r\n", "\t", " ", "[", "]", "{", "}", ",", "\"",
                "'", "#", " # c", "&x ", "*x", "!!str ", "!t", "|", ">-", "? ", "---\n", "...\n", "%YAML 1.2\n", "@",
                "\\", "\u{feff}", "\u{1}", "\0", "12", "~", "<<", "{{", "}}",
            ]),
            0..32,
        ),
    ) {
        assert_sound(&pieces.concat());
    }

    #[test]
    fn a_mutated_text_is_read_without_panic(at in 0..SAMPLE.len(), cut in 0..6_usize, put in "[\\PC{}\\[\\],:\"'&*!|>\\\\\n -]{0,4}") {
        let bound = |mut at: usize| { while !SAMPLE.is_char_boundary(at) { at += 1; } at };
        let (at, end) = (bound(at), bound((at + cut).min(SAMPLE.len())));
        let mut text = SAMPLE.to_owned();
        text.replace_range(at..end.max(at), &put);
        assert_sound(&text);
        assert_sound(&SAMPLE[..at]);
    }
}
