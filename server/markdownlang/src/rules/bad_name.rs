//! A name that a tool cannot have.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;
use crate::names::{is_tool_char, program_name_error};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-name",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid program name",
        help: "An imported program is a tool, and model APIs allow only letters, digits, `_` and `-` in tool names, \
           at most 64. `python` is the name of the built-in tool. Names that start with `mcp__` are the tools \
           of servers.",
        bad: &[example!(
            "name: weather forecast\ndescription: Says how the weather will be",
            "{ type: object }",
            "Say how the weather will be."
        )],
        good: &[example!(
            "name: weather-forecast\ndescription: Says how the weather will be",
            "{ type: object }",
            "Say how the weather will be."
        )],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    for value in context.members().filter(|member| member.key.text == "name").map(|member| &member.value) {
        let Some(name) = value.as_str() else { continue };
        let Some(error) = program_name_error(name) else { continue };
        let span = value.content_span().into();
        let diagnostic = RULE.at(span, error);
        out.push(match valid_name(name) {
            Some(valid) => {
                diagnostic.suggest(format!("replace with \"{valid}\""), vec![Edit::replace(span, valid)])
            }
            None => diagnostic,
        });
    }
}

/// A valid name that is close to `name`.
fn valid_name(name: &str) -> Option<String> {
    let valid: String = name.trim().chars().map(|c| if is_tool_char(c) { c } else { '-' }).collect();
    let is_name = valid.contains(|c: char| c.is_ascii_alphanumeric()) && program_name_error(&valid).is_none();
    (name.is_ascii() && is_name).then_some(valid)
}
