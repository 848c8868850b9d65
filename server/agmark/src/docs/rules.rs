//! `docs/rules.md`: every rule with its words and examples.

use std::fmt::Write;

use agmark_syntax::{Registry, Rule, general};
use rayon::prelude::*;

use crate::fixable;

/// The page, as Markdown.
pub fn page(registry: &Registry) -> String {
    let mut out = String::from(
        "# Rules\n\n\
         Everything that agmark finds, by format. `agmark explain RULE` prints a single one; a comment \
         `agmark: allow RULE`, or `agmark.toml`, silences it ([how](configuration.md#silence-a-finding)). \
         Which of it can be fixed is in a [table](#fixes) at the end. \
         This page is made by `agmark docs rules`.\n",
    );
    let mut groups: Vec<(String, Vec<&'static Rule>)> = Vec::new();
    for format in registry.formats() {
        let known = |rule: &Rule| groups.iter().any(|(_, rules)| rules.contains(&rule));
        let rules: Vec<_> = format.rules().iter().copied().filter(|rule| !known(rule)).collect();
        // A format of several kinds of files names its rules once.
        if !rules.is_empty() {
            groups.push((format.title().to_owned(), rules));
        }
    }
    groups.extend(registry.rule_groups().map(|group| (group.title.to_owned(), group.rules.to_vec())));
    groups.push(("All formats".to_owned(), general::RULES.to_vec()));
    for (title, rules) in &groups {
        let _ = write!(out, "\n## {title}\n\n| rule | severity | finds |\n|---|---|---|\n");
        for rule in rules {
            let summary = rule.summary.replace('|', "\\|");
            let _ = writeln!(
                out,
                "| [`{0}`](#{1}) | {2} | {summary} |",
                rule.code,
                anchor(rule),
                rule.severity.word(),
            );
        }
        for rule in rules {
            one(&mut out, registry, rule);
        }
    }
    let all: Vec<_> = groups.into_iter().flat_map(|(_, rules)| rules).collect();
    fixes(&mut out, registry, &all);
    out
}

/// The rules with a fix, and how it is applied.
fn fixes(out: &mut String, registry: &Registry, rules: &[&'static Rule]) {
    out.push_str(
        "\n## Fixes\n\n\
         `--fix`: `agmark check --fix` fixes it, and so does \"fix all\" in an editor. In editors: an editor offers a \
         fix, and a person chooses it.\n\n\
         | rule | fix |\n|---|---|\n",
    );
    let fixes: Vec<_> = rules.par_iter().map(|rule| (rule, fixable::of(registry, rule))).collect();
    for (rule, fixable) in fixes {
        if let Some(fixable) = fixable {
            let _ = writeln!(out, "| [`{}`](#{}) | {} |", rule.code, anchor(rule), fixable.word());
        }
    }
}

fn one(out: &mut String, registry: &Registry, rule: &Rule) {
    let _ = write!(out, "\n### {}\n\n", rule.code);
    let off = if registry.is_off(rule) { ", off until it is switched on" } else { "" };
    let _ = write!(out, "{}{off}: {}.\n\n{}\n", capital(rule.severity.word()), rule.summary, rule.help);
    for (title, examples) in [("Finds something in:", rule.bad), ("Finds nothing in:", rule.good)] {
        if !examples.is_empty() {
            let _ = write!(out, "\n{title}\n");
        }
        for example in examples {
            let fence = fence(example);
            let _ = write!(out, "\n{fence}\n{}\n{fence}\n", visible(example));
        }
    }
}

/// The anchor that renderers make of a rule's heading.
fn anchor(rule: &Rule) -> String {
    rule.code.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A fence that the example cannot close.
fn fence(example: &str) -> String {
    let longest = example.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat((longest + 1).max(3))
}

/// The example without its last line feed, and with what nobody can see written out.
fn visible(example: &str) -> String {
    let body = example.strip_suffix('\n').unwrap_or(example);
    body.replace('\u{feff}', "\\u{feff}").replace('\r', "\\r")
}
