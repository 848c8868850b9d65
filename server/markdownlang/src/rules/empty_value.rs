//! An empty description, model or command.

use agmark_schema::Member;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/empty-value",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "empty description, model or command",
        help: "A model chooses a tool by its `description`. An empty `model` is ignored. An empty `command` cannot \
           be started, so it is an error.",
        bad: &[
            example!("name: forecast\ndescription: \"\"", "{ type: object }", "Say how the weather will be."),
            with_keys!("mcp_servers: [{ name: stations, command: \"\" }]"),
        ],
        good: &[plain!()],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    let texts = context.members().filter(|member| matches!(&*member.key.text, "description" | "model"));
    out.extend(texts.filter_map(if_empty));
    for server in context.servers() {
        let commands = server.members().filter(|member| member.key.text == "command");
        out.extend(
            commands
                .filter_map(if_empty)
                .map(|diagnostic| Diagnostic { severity: Severity::Error, ..diagnostic }),
        );
    }
}

fn if_empty(member: &Member) -> Option<Diagnostic> {
    let key = &member.key.text;
    let is_empty = member.value.as_str()?.trim().is_empty();
    let message = || format!("\"{key}\" is empty: write a value, or remove the key");
    is_empty.then(|| RULE.at(member.value.span.clone().into(), message()))
}
