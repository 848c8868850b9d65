//! `docs/rules.md`: every rule with its words and examples.

use std::fmt::Write;

use agmark_syntax::{Registry, Rule, common_rules};

use crate::explain::{configuration, fix_sentence};

/// The page, as Markdown.
pub fn page(registry: &Registry) -> String {
    let mut out = String::from(
        "# Rules\n\n\
         All rules of agmark, by format. `agmark explain RULE` prints a single one. A comment `agmark: allow RULE` \
         silences a rule in one place, `agmark.toml` changes its severity or switches it off \
         ([how](configuration.md#silence-a-finding)).\n\n\
         The column *fix* says how a diagnostic can be fixed. *automatic*: `agmark check --fix` and \"fix all\" in an \
         editor apply the fix. *offered*: an editor offers the fix, and a person chooses it.\n\n\
         `agmark docs rules` writes this page.\n",
    );
    let mut groups: Vec<(String, Vec<&'static Rule>)> = Vec::new();
    for format in registry.formats() {
        let known = |rule: &Rule| groups.iter().any(|(_, rules)| rules.contains(&rule));
        let rules: Vec<_> = format.info().rules.iter().copied().filter(|rule| !known(rule)).collect();
        // A format of several kinds of files names its rules once.
        if !rules.is_empty() {
            groups.push((format.info().title.to_owned(), rules));
        }
    }
    groups.extend(registry.rule_groups().map(|group| (group.title.to_owned(), group.rules.to_vec())));
    groups.push(("All formats".to_owned(), common_rules::RULES.to_vec()));
    for (title, rules) in &groups {
        let _ = write!(out, "\n## {title}\n\n| rule | severity | fix | finds |\n|---|---|---|---|\n");
        for rule in rules {
            let summary = rule.summary.replace('|', "\\|");
            let _ = writeln!(
                out,
                "| [`{0}`](#{1}) | {2} | {3} | {summary} |",
                rule.code,
                anchor(rule),
                rule.severity.word(),
                rule.fix.word().unwrap_or("none"),
            );
        }
        for rule in rules {
            one(&mut out, registry, rule);
        }
    }
    out
}

fn one(out: &mut String, registry: &Registry, rule: &Rule) {
    let _ = write!(out, "\n### {}\n\n", rule.code);
    let off = if registry.is_off(rule) { ", off by default" } else { "" };
    let _ = write!(out, "**What**: {} ({}{off}).\n\n", rule.summary, rule.severity.word());
    let _ = writeln!(out, "**Why**: {}", rule.help);
    for (title, examples) in [("Bad", rule.bad), ("Good", rule.good)] {
        if !examples.is_empty() {
            let _ = write!(out, "\n**{title}**:\n");
        }
        for example in examples {
            let fence = fence(example);
            let _ = write!(out, "\n{fence}\n{}\n{fence}\n", visible(example));
        }
    }
    let _ = write!(out, "\n**Fix**: {}\n", fix_sentence(rule));
    let _ = write!(out, "\n**Configure**:\n\n```toml\n{}\n```\n", configuration(registry, rule));
}

/// The anchor that renderers make of a rule's heading.
fn anchor(rule: &Rule) -> String {
    rule.code.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// A fence that the example cannot close.
fn fence(example: &str) -> String {
    let longest = example.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat((longest + 1).max(3))
}

/// The example without its last line feed, and with invisible characters escaped.
fn visible(example: &str) -> String {
    let body = example.strip_suffix('\n').unwrap_or(example);
    body.replace('\u{feff}', "\\u{feff}").replace('\r', "\\r")
}
