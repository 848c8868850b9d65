//! Rendering against Go itself. `go/expected.jsonl` holds what Go gives for templates that were written by hand and for
//! many formats of `printf`; `tests/templates/run` asks a real Go for them again, and for random ones.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use agmark_markdownlang::{Program, render};
use agmark_syntax::testing::Random;
use serde_json::{Value, json};

use super::{input, program};

const STORED: &str = include_str!("go/expected.jsonl");

/// Templates that render differently on purpose: a part of the template, and why. The page of markdownlang says so.
const DIFFERENT: &[(&str, &str)] = &[
    (".nothing", "null prints as nothing"),
    ("1i", "JSON has no complex numbers"),
    ("eq 1 1.0", "numbers compare by value"),
    ("lt 1 2.5", "numbers compare by value"),
    ("1e6", "whole numbers are integers"),
    ("%v\" 1234567.5", "%v prints numbers as everything else does"),
    ("%v\" 0.00001234", "%v prints numbers as everything else does"),
];

/// The result of a template.
#[derive(Debug, PartialEq)]
enum Came {
    Out(String),
    Error,
}

/// The result of a template in agmark. Programs with errors are not loaded, also where Go would never come to the place: then
/// it counts what rendering gives.
fn ours(template: &str, go: &Came) -> Came {
    let text = program(template);
    let program = match (Program::load(&text), go) {
        (Ok(program), _) => program,
        (Err(_), Came::Error) => return Came::Error,
        (Err(_), Came::Out(_)) => Program::read(&text),
    };
    render(&program, &input()).map_or(Came::Error, Came::Out)
}

fn gos(result: &Value) -> Came {
    result["out"].as_str().map_or(Came::Error, |out| Came::Out(out.to_owned()))
}

/// The templates whose rendering is not that of Go.
fn differences<'a>(results: impl Iterator<Item = (&'a str, Came)>) -> Vec<String> {
    let meant = |template: &str| DIFFERENT.iter().any(|(part, _)| template.contains(part));
    let wrong = results.filter_map(|(template, go)| {
        let ours = ours(template, &go);
        (ours != go && !meant(template)).then(|| format!("{template}\n  ours {ours:?}\n  Go   {go:?}"))
    });
    wrong.collect()
}

#[test]
fn stored_cases_render_as_in_go() {
    let cases: Vec<Value> = STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() > 1000, "{}", cases.len());
    let wrong = differences(cases.iter().map(|case| (case["template"].as_str().unwrap(), gos(case))));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn random_cases_render_as_in_the_go_of_this_machine() {
    // Only `tests/templates/run` names one.
    let Ok(go) = std::env::var("AGMARK_GO") else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("AGMARK_FUZZ_SEED").unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        since.as_secs()
    });
    eprintln!("AGMARK_FUZZ_SEED={seed}");
    let written = written();
    let mut random = Random(seed);
    let count = number("AGMARK_GO_CASES").unwrap_or(2000);
    let templates: Vec<String> =
        written.iter().cloned().chain((0..count).map(|_| arbitrary(&mut random))).collect();
    let results = ask(&go, &templates);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let lines =
            templates.iter().zip(&results).take(written.len()).map(|(template, result)| match result["out"]
                .as_str()
            {
                Some(out) => format!("{}\n", json!({ "template": template, "out": out })),
                None => format!("{}\n", json!({ "template": template, "error": true })),
            });
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/render/go/expected.jsonl");
        std::fs::write(file, lines.collect::<String>()).unwrap();
    }
    // Here numbers compare by value.
    let departs = |result: &Value| {
        let error = result["error"].as_str().unwrap_or_default();
        let out = result["out"].as_str().unwrap_or_default();
        // What is missing prints `<no value>` here, also where it is an argument, and `%v` prints no exponents.
        out.contains("<nil>")
            || out.contains("e-05")
            || out.contains("e+06")
            || error.contains("incompatible types for comparison") && error.contains("float64")
    };
    let cases = templates.iter().map(String::as_str).zip(&results).filter(|(_, result)| !departs(result));
    let wrong = differences(cases.map(|(template, result)| (template, gos(result))));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// What Go makes of templates.
fn ask(go: &str, templates: &[String]) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/templates");
    let mut command = Command::new(go);
    command
        .args(["run", "main.go"])
        .current_dir(folder)
        .env("GOFLAGS", "-mod=mod")
        .env("GOTOOLCHAIN", "local");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let asked = json!({ "input": input(), "templates": templates }).to_string();
    child.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{go} cannot run main.go");
    serde_json::from_slice(&output.stdout).unwrap()
}

const VERBS: &str = "dboxXOcqUvTtsfFeEgGwp";
const FLAGS: [&str; 8] = ["", "+", "-", "#", " ", "-0", "+#", "0#"];
const WIDTHS: [&str; 8] = ["", "6", ".0", ".2", "6.3", ".", "12", "9.1"];
const VALUES: [&str; 14] = [
    "0",
    "7",
    "-42",
    "65",
    "1000000",
    "2.5",
    "-0.000012",
    "1234567.125",
    "true",
    "\"\"",
    "\"ada\"",
    "\"\u{e9}\\n\\\"\\x00\u{1F600}\"",
    "nil",
    "8364",
];

/// The cases that are stored: those that were written by hand, and formats.
fn written() -> Vec<String> {
    let mut all: Vec<String> = include_str!("go/written.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .map(|line| line.replace('␤', "\n"))
        .collect();
    for (i, verb) in VERBS.chars().enumerate() {
        for (j, flags) in FLAGS.iter().enumerate() {
            for (k, value) in VALUES.iter().enumerate() {
                // Each pair is there, not each combination.
                let width = WIDTHS[(i + j + k) % WIDTHS.len()];
                if is_compared(verb, value) {
                    all.push(format!(
                        "{{{{ printf {} {value} }}}}",
                        json!(format!("<%{flags}{width}{verb}>"))
                    ));
                }
            }
        }
    }
    let mut seen = HashSet::new();
    all.retain(|one| seen.insert(one.clone()));
    all
}

/// Whole numbers are integers, and take the verbs of floats all the same: Go would refuse. `%v` prints numbers and null
/// as everything else does.
fn is_compared(verb: char, value: &str) -> bool {
    let is_whole = value.parse::<i64>().is_ok();
    let is_long = matches!(value, "-0.000012" | "1234567.125" | "nil");
    let differs = is_whole && "fFeEgG".contains(verb) || is_long && verb == 'v';
    !differs
}

fn one_of<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
    all[random.below(all.len())]
}

/// A random template.
fn arbitrary(random: &mut Random) -> String {
    if random.below(3) == 0 {
        return format(random);
    }
    template(random, 0)
}

fn format(random: &mut Random) -> String {
    let mut format = String::new();
    let mut values = String::new();
    for _ in 0..=random.below(3) {
        let value = VALUES[random.below(VALUES.len())];
        let mut verb = VERBS.chars().nth(random.below(VERBS.len())).unwrap();
        if !is_compared(verb, value) {
            verb = 'd';
        }
        let index = one_of(random, &["", "", "", "", "[1]", "[2]", "[9]", "[x]", "["]);
        let width = one_of(random, &["", "", "5", "*", ".3", ".*", "8.2", ".", "-5", "007"]);
        let flags = FLAGS[random.below(FLAGS.len())];
        format.push_str(&format!("{}%{flags}{width}{index}{verb}", one_of(random, &["", "a", "%%", "é"])));
        if value != "nil" && random.below(8) > 0 {
            values.push_str(&format!(" {value}"));
        }
    }
    // A whole number may be taken by another verb than the one that was written for it.
    let floats = format.contains(['f', 'F', 'e', 'E', 'g', 'G']);
    if floats {
        return format!(
            "{{{{ printf \"%v\" {} }}}}",
            one_of(random, &["7", "-42", "2.5", "true", "\"ada\""])
        );
    }
    format!("{{{{ printf {}{values} }}}}", json!(format))
}

fn value(random: &mut Random, depth: usize) -> String {
    const VALUES: [&str; 24] = [
        ".name",
        ".count",
        ".price",
        ".yes",
        ".no",
        ".empty",
        ".zero",
        ".user.name",
        ".user.home.city",
        "$.name",
        "$x",
        "$y",
        ".",
        "\"a\"",
        "3",
        "2.5",
        "true",
        "nil",
        ".items",
        ".map",
        ".numbers",
        "(index .items 1)",
        ".quote",
        "(index .map \"a\")",
    ];
    if depth > 2 || random.below(3) > 0 {
        return one_of(random, &VALUES).to_owned();
    }
    let inner = value(random, depth + 1);
    let other = value(random, depth + 1);
    match random.below(11) {
        0 => format!("(len {inner})"),
        1 => format!("(eq {inner} {other})"),
        2 => format!("(and {inner} {other})"),
        3 => format!("(or {inner} {other})"),
        4 => format!("(not {inner})"),
        5 => format!("(lt {inner} {other})"),
        6 => format!("(index {inner} {other})"),
        7 => format!("(printf \"%v\" {})", scalar(random)),
        8 => format!("({inner} | default {other})"),
        9 => format!("({} {inner})", one_of(random, &["upper", "lower", "title"])),
        _ => format!("({} {})", one_of(random, &["html", "js", "urlquery", "print"]), scalar(random)),
    }
}

fn template(random: &mut Random, depth: usize) -> String {
    let one = value(random, 0);
    let inner =
        if depth > 1 { one_of(random, &["x", "y", ""]).to_owned() } else { template(random, depth + 1) };
    let trim = one_of(random, &["{{ ", "{{- ", "{{"]);
    let shown = format!("{trim}printf \"%v\" (print {}) }}}}", scalar(random));
    match random.below(9) {
        0 => format!("{trim}if {one} }}}}{inner}{{{{ else }}}} y {{{{ end }}}}"),
        1 => format!("{trim}with {one} }}}}{inner}{{{{ else }}}}{inner}{{{{ end }}}}"),
        2 => format!("{trim}range {one} }}}}{inner}{{{{ end }}}}"),
        3 => format!("{trim}range $y, $x := {one} }}}}{inner}{{{{ else }}}}n{{{{ end }}}}"),
        4 => format!("{trim}$x := {one} }}}}{inner}"),
        5 => format!(
            "{trim}range $x := {one} }}}}{inner}{{{{ {} }}}}z{{{{ end }}}}",
            one_of(random, &["break", "continue"])
        ),
        6 => format!("{{{{ define \"t\" }}}}{shown}{{{{ end }}}}{trim}template \"t\" {one} }}}}"),
        7 => format!("{trim}if {one} }}}}a{{{{ else if {} }}}}{inner}{{{{ end }}}}", scalar(random)),
        _ => shown,
    }
}

/// Something that prints alike: neither a list nor an object.
fn scalar(random: &mut Random) -> &'static str {
    const SCALARS: [&str; 10] = [
        ".name",
        ".count",
        ".price",
        ".yes",
        ".empty",
        "\"a b\"",
        "3",
        "(len .items)",
        ".user.name",
        "(eq .count 3)",
    ];
    one_of(random, &SCALARS)
}
