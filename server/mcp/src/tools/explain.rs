//! `explain`: a rule, or the rules of a format.

use agmark_syntax::{FixKind, Registry, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Access, Answer, Context, Paging, Row, Tool, ToolError, ToolInfo};

pub struct Explain;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Code of the rule as `check` shows it, or the first part of it for a list; without it, all rules are listed
    #[serde(default)]
    rule: Option<String>,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    rules: Vec<RuleText>,
}

#[derive(Serialize, JsonSchema)]
struct RuleText {
    code: String,
    severity: String,
    summary: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bad: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    good: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
}

impl Tool for Explain {
    const INFO: ToolInfo = ToolInfo {
        name: "explain",
        title: "Explain a rule",
        description: "Explains a rule: what it finds, why, and examples, bad and good. Also lists rules.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let registry = context.workspace().registry();
        let name = input.rule.as_deref().unwrap_or_default().trim_matches(['[', ']', '`', ' ']);
        if let Some(rule) = registry.rule(name) {
            let output = Output { rules: vec![whole(rule)] };
            return Ok(Answer::new(page(rule), output));
        }
        let listed = select(registry, name)?;
        let rows = input.paging.page(context, listed.len(), |number| {
            let rule = listed[number];
            Ok(Row::new(format!("{} {} {}", rule.code, rule.severity.word(), rule.summary), short(rule)))
        })?;
        let (page, rules, text) = rows.into_parts();
        Ok(Answer::new(text, Output { rules }).with_page(page))
    }
}

/// All rules, those of a format, or those with a short name.
fn select(registry: &Registry, name: &str) -> Result<Vec<&'static Rule>, ToolError> {
    let all = registry.rules();
    let group = name.trim_end_matches(['*', '/']);
    let selected: Vec<_> = all
        .iter()
        .copied()
        .filter(|rule| name.is_empty() || rule.format() == group || rule.short() == name)
        .collect();
    if selected.is_empty() {
        let known = all.iter().flat_map(|rule| [rule.code, rule.short()]);
        let what = format_args!("no rule {name}");
        return Err(ToolError::unknown(what, name, known, "call `explain` without a rule for all rules"));
    }
    Ok(selected)
}

fn short(rule: &Rule) -> RuleText {
    RuleText {
        code: rule.code.to_owned(),
        severity: rule.severity.word().to_owned(),
        summary: rule.summary.to_owned(),
        why: String::new(),
        bad: Vec::new(),
        good: Vec::new(),
        fix: rule.fix.word().map(str::to_owned),
    }
}

fn whole(rule: &Rule) -> RuleText {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    RuleText { why: rule.help.to_owned(), bad: owned(rule.bad), good: owned(rule.good), ..short(rule) }
}

/// The page of a rule.
pub fn page(rule: &Rule) -> String {
    let mut out = format!("{} ({}): {}\n\n{}\n", rule.code, rule.severity.word(), rule.summary, rule.help);
    for (title, examples) in [("Bad", rule.bad), ("Good", rule.good)] {
        for example in examples {
            out.push_str(&format!("\n{title}:\n{}\n", example.trim_end()));
        }
    }
    let fix = match rule.fix {
        FixKind::Automatic => "call `fix`",
        FixKind::Offered => "call `check` for the possible fixes, then `fix` with the line",
        FixKind::None => "change the text",
    };
    out.push_str(&format!("\nFix: {fix}\n"));
    out
}
