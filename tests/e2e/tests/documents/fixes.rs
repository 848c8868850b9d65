//! What is fixed unasked loses nothing that a person wrote, and what editors prefer is a typo.
//!
//! `AGMARK_FIXES=20000` tries that many documents a format.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Applicability, Diagnostic, Document, Edit, Fix, Severity, Span, fixing};

use crate::formats;
use crate::generate::Generator;

/// How many random documents of a format are tried unless told otherwise.
const DOCUMENTS: usize = 400;

/// As `check --fix` has it.
const ROUNDS: usize = 16;

/// Rules whose automatic fix removes words: what these say is said elsewhere, or says nothing any more.
const REDUNDANT: &[&str] = &["anml/repeated-state", "agmark/unused-allow", "anml/redundant-level"];

#[test]
fn fixes_of_anml_keep_what_was_written() {
    try_documents("anml");
}

#[test]
fn fixes_of_aaf_keep_what_was_written() {
    try_documents("aaf");
}

#[test]
fn fixes_of_garyml_keep_what_was_written() {
    try_documents("garyml");
}

#[test]
fn fixes_of_agd_keep_what_was_written() {
    try_documents("agd");
}

#[test]
fn fixes_of_markdownlang_keep_what_was_written() {
    try_documents("markdownlang");
}

/// Goes through the examples of a format as they are, and through changed ones.
fn try_documents(name: &str) {
    let count = std::env::var("AGMARK_FIXES").ok().and_then(|n| n.parse().ok()).unwrap_or(DOCUMENTS);
    for format in formats::named(name) {
        let files = formats::examples(format.info().name).into_iter().map(|(_, text)| text);
        let examples: Vec<String> = files.chain(formats::rule_examples(&*format)).collect();
        let mut generator = Generator::new(&examples, 14);
        let random = std::iter::repeat_with(|| generator.next()).take(count);
        for text in examples.iter().cloned().chain(random) {
            fix_all(&format, &text);
            preferred(&format, &text);
        }
    }
}

fn found(document: &Document) -> Vec<Diagnostic> {
    let mut settings = Settings::default();
    for code in document.format().info().off_by_default {
        settings.set(code, None);
    }
    let mut found = diagnose(document, &EmptyWorld, &settings);
    document.format().add_fixes(document, &EmptyWorld, &mut found);
    found
}

/// Fixes until nothing changes any more, and compares the end with the beginning.
fn fix_all(format: &Arc<dyn AnyFormat>, text: &str) {
    let mut document = Document::new(Arc::clone(format), text);
    let mut left = found(&document);
    let errors = count_errors(&left);
    let mut allowed = BTreeMap::new();
    let mut texts = vec![text.to_owned()];
    let mut rules = Vec::new();
    for _ in 0..ROUNDS {
        let chosen = fixing::automatic(&document, &left);
        if chosen.findings == 0 {
            break;
        }
        let now = texts.last().cloned().unwrap_or_default();
        for finding in left.iter().filter(|finding| finding.automatic().is_some()) {
            rules.push(finding.rule.code);
            if REDUNDANT.contains(&finding.rule.code) {
                let edits = finding.automatic().map(|fix| fix.edits.as_slice()).unwrap_or_default();
                edits.iter().for_each(|edit| add(&mut allowed, edit.span.text(&now)));
            }
        }
        let fixed = Edit::apply(&now, &chosen.edits);
        assert!(!texts.contains(&fixed), "fixes of {rules:?} go round in {text:?}: {texts:#?}");
        document = Document::new(Arc::clone(format), &fixed);
        left = found(&document);
        texts.push(fixed);
    }
    let fixed = texts.last().cloned().unwrap_or_default();
    if fixed == text {
        return;
    }
    rules.sort_unstable();
    rules.dedup();
    let what = format!("fixes of {rules:?} make\n{fixed}\nof\n{text}\n{text:?}\n");
    assert_eq!(fixing::automatic(&document, &left).findings, 0, "{what}and it goes on");
    for (word, count) in words(text) {
        let kept = words(&fixed).get(&word).copied().unwrap_or(0);
        let gone = allowed.get(&word).copied().unwrap_or(0);
        // An escape takes its letter to the word after it.
        let escaped = rules.contains(&"anml/bad-escape") && fixed.to_lowercase().contains(&word);
        assert!(kept + gone >= count || escaped, "{what}and lose {word:?}");
    }
    let now = count_errors(&left);
    assert!(now <= errors, "{what}and bring errors, {errors} before, now {now}: {left:#?}");
}

/// Each fix that an editor may apply unasked, and no other.
fn preferred(format: &Arc<dyn AnyFormat>, text: &str) {
    let document = Document::new(Arc::clone(format), text);
    let all = found(&document);
    for finding in &all {
        for fix in finding.fixes.iter().filter(|fix| fix.applicability() == Applicability::Likely) {
            typo(finding, fix, text);
            let fixed = Document::new(Arc::clone(format), &Edit::apply(text, &fix.edits));
            // What was not read before may have mistakes of its own; the word itself must not stand there twice.
            for edit in &fix.edits {
                let here = Span::new(edit.span.start as usize, edit.span.start as usize + edit.text.len());
                assert!(!is_twice(&found(&fixed), here), "{} gives it twice in {text:?}", fix.title);
            }
        }
        let preferred = finding.preferred().map(Fix::applicability);
        assert_ne!(preferred, Some(Applicability::Offered), "{}", finding.message);
    }
}

/// Fails unless a fix replaces one word by another one that is one slip away.
fn typo(finding: &Diagnostic, fix: &Fix, text: &str) {
    let [edit] = fix.edits.as_slice() else { panic!("a typo is one edit: {fix:?}") };
    let (a, b): (Vec<char>, Vec<char>) =
        (edit.span.text(text).chars().collect(), edit.text.chars().collect());
    let what = format!("{} {} in {text:?}", finding.rule.code, fix.title);
    assert_eq!(a.first(), b.first(), "{what}");
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let rests = (&a[same..], &b[same..]);
    let one = match rests {
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([_, x @ ..], y) if x == y => true,
        (x, [_, y @ ..]) if x == y => true,
        ([p, q, x @ ..], [r, s, y @ ..]) => (p, q) == (s, r) && x == y,
        _ => false,
    };
    assert!(one, "{what}: more than one edit");
}

fn count_errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn is_twice(found: &[Diagnostic], here: Span) -> bool {
    let twice = |rule: &str| ["duplicate", "repeated", "second"].iter().any(|word| rule.contains(word));
    found.iter().any(|finding| twice(finding.rule.short()) && here.covers(finding.span))
}

/// How often each word stands in a text. A name's letters may change their case.
fn words(text: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    add(&mut all, text);
    all
}

fn add(all: &mut BTreeMap<String, usize>, text: &str) {
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *all.entry(word.to_lowercase()).or_default() += 1;
    }
}

/// Of GaryML there is a tree to compare, without where its parts stand.
#[test]
fn fixes_of_garyml_keep_the_tree() {
    let format = agmark_garyml::format();
    let tree = |text: &str| {
        let whole = agmark_garyml::syntax::whole::Whole::new(text.to_owned()).expect("a small document");
        let mut tree = agmark_garyml::ast::Ast::of(&whole.structure()).to_json();
        without_spans(&mut tree);
        tree
    };
    // A version gets its second number, a tab has a width only afterwards, a patch gets its first line.
    let kept = |rule: &str| !matches!(rule, "garyml/version" | "garyml/tab-indent" | "garyml/diff-untidy");
    let examples = formats::rule_examples(&*format);
    let mut generator = Generator::new(&examples, 15);
    for text in
        examples.iter().cloned().chain(std::iter::repeat_with(|| generator.next()).take(20 * DOCUMENTS))
    {
        let document = Document::new(Arc::clone(&format), &text);
        let mut found = found(&document);
        found.retain(|finding| kept(finding.rule.code));
        let fixed = Edit::apply(&text, &fixing::automatic(&document, &found).edits);
        if fixed != text {
            assert_eq!(tree(&fixed), tree(&text), "{text}\nbecomes\n{fixed}\n{text:?}");
        }
    }
}

fn without_spans(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.remove("span");
            map.values_mut().for_each(without_spans);
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(without_spans),
        // An indent may become another one.
        serde_json::Value::String(text) => text.retain(|c| !c.is_whitespace()),
        _ => {}
    }
}

/// How the fixes of a rule's findings are applied in a text; a rule that offers none gives nothing.
fn applied(format: &str, text: &str, rule: &str) -> Vec<Applicability> {
    let formats = formats::named(format);
    let found = formats.iter().flat_map(|format| found(&Document::new(Arc::clone(format), text)));
    let of_rule: Vec<Diagnostic> = found.filter(|finding| finding.rule.code == rule).collect();
    let mut all: Vec<_> = of_rule.iter().flat_map(|finding| &finding.fixes).map(Fix::applicability).collect();
    all.dedup();
    all
}

fn program(rest: &str, body: &str) -> String {
    format!("---\nname: p\ndescription: d\noutput: {{ type: object }}\n{rest}---\n{body}\n")
}

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    use Applicability::{Automatic, Likely, Offered};
    let open = "input: { type: object }\n";
    let manifest = |rest: &str| {
        format!(
            "{{\"version\": \"0.1\", \"site\": {{\"name\": \"C\", \"origin\": \"https://c.example\"}}, {rest}}}"
        )
    };
    let risky = r#""actions": {"a.b": {"title": "A", "risk": "high", "confirmation": "optional"}}"#;
    for (format, text, rule, wanted) in [
        // A word that is there already is never meant, on one line or in a list of lines.
        (
            "markdownlang",
            program("input: { type: object, properties: { city: {type: string} }, required: [city, cty] }\n", "x"),
            "markdownlang/undeclared-required",
            vec![],
        ),
        (
            "markdownlang",
            program(
                "input:\n  type: object\n  properties:\n    city: { type: string }\n  required:\n    - city\n    - cty\n",
                "x",
            ),
            "markdownlang/undeclared-required",
            vec![],
        ),
        (
            "markdownlang",
            program("input: { type: object, properties: { city: {type: string} }, required: [cty] }\n", "x"),
            "markdownlang/undeclared-required",
            vec![Likely],
        ),
        ("markdownlang", program("input: { type: object, typ: object }\n", "x"), "markdownlang/unknown-keyword", vec![]),
        ("markdownlang", program("input: { typ: object }\n", "x"), "markdownlang/unknown-keyword", vec![Likely]),
        ("markdownlang", program(&format!("{open}nane: q\n"), "x"), "markdownlang/unknown-key", vec![]),
        // What a text says to a model is a person's.
        ("markdownlang", program(open, "Count with the python-interpreter."), "markdownlang/python-server", vec![Offered]),
        (
            "markdownlang",
            program(
                &format!("{open}mcp_servers:\n  - {{ name: python-interpreter, command: py }}\n"),
                "Count with the python-interpreter.",
            ),
            "markdownlang/python-server",
            vec![],
        ),
        // A backslash before a sign may escape it; beside a legal escape it may be a path whose other half is wrong.
        ("anml", r#"p "C:\Dir""#.to_owned(), "anml/bad-escape", vec![Automatic]),
        ("anml", r#"p "it\'s""#.to_owned(), "anml/bad-escape", vec![Offered]),
        ("anml", r#"p "C:\Dir\new""#.to_owned(), "anml/bad-escape", vec![Offered]),
        ("anml", "h1 \"A\" level=1".to_owned(), "anml/redundant-level", vec![Automatic]),
        ("anml", "h1 \"A\" level=1 level=2".to_owned(), "anml/redundant-level", vec![]),
        ("anml", "Button#e1 \"A\"".to_owned(), "anml/bad-role", vec![Automatic]),
        ("anml", "list-item \"A\"".to_owned(), "anml/bad-role", vec![Offered]),
        ("anml", "buttom#e1 \"A\"".to_owned(), "anml/unknown-role", vec![Likely]),
        // Between two items a third may be missing, and a space may be too much.
        ("aaf", manifest(r#""x": [1,,2]"#), "aaf/json-syntax", vec![Offered]),
        ("aaf", manifest(r#""x": [1 000]"#), "aaf/json-syntax", vec![Offered]),
        ("aaf", manifest(r#""x": [1,]"#), "aaf/json-syntax", vec![Automatic]),
        // What an agent may do is a person's to say.
        ("aaf", manifest(risky), "aaf/unconfirmed-risk", vec![Offered]),
        (
            "garyml",
            ".Diff id=d format=unified\n  ```diff\n  --- a/f\n  +++ b/f\n  @@ -1,3 +1 @@\n  -a\n  +b\n  ```\n".to_owned(),
            "garyml/diff-untidy",
            vec![Offered],
        ),
        (
            "garyml",
            ".Diff id=d format=search_replace path=f\n  \"\"\"\n  >>>>>>> REPLACE\n  b\n  =======\n  <<<<<<< SEARCH\n  \"\"\"\n"
                .to_owned(),
            "garyml/diff-markers",
            vec![],
        ),
        // A comment that says why, or that names another rule, is more than what it silences.
        ("garyml", "# agmark: allow indent\n.Role: \"x\"\n".to_owned(), "agmark/unused-allow", vec![Automatic]),
        (
            "garyml",
            "# agmark: allow indent (東京)\n.Role: \"x\"\n".to_owned(),
            "agmark/unused-allow",
            vec![Offered],
        ),
        ("garyml", "# agmark: allow indent, indnt\n.Role: \"x\"\n".to_owned(), "agmark/unused-allow", vec![Offered]),
        ("garyml", "# agmark: allow indent, indnt\n.Role: \"x\"\n".to_owned(), "agmark/unknown-rule", vec![]),
    ] {
        assert_eq!(applied(format, &text, rule), wanted, "{rule} in\n{text}");
    }
}
