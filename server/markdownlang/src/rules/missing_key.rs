//! A program, or a server, without a required key.

use agmark_schema::Style;
use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;
use crate::vocabulary::REQUIRED;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/missing-key",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing required key",
        help: "`name`, `description`, `input` and `output` are required: a program is called by its name and chosen \
           by its description, and the two schemas check its input and output. An entry of `mcp_servers` needs \
           a `name`, because its tools are called `mcp__NAME__TOOL`.",
        bad: &[example!("name: forecast", "{ type: object }", "Say how the weather will be.")],
        good: &[plain!()],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    if !context.parsed.complete {
        return;
    }
    let root = &context.parsed.root;
    if root.as_map().is_some() || root.style == Style::Absent {
        for (key, lines) in REQUIRED.iter().filter(|(key, _)| root.get(key).is_none()) {
            out.push(of_program(context, key, lines));
        }
    }
    for server in context.servers().filter(|server| server.node.get("name").is_none()) {
        let message = "missing key \"name\" of a server: add it, the tools are called \"mcp__NAME__TOOL\"";
        out.push(RULE.at(server.first_line(), message).awaiting(Awaits::Within(server.span())));
    }
}

fn of_program(context: &FrontMatterContext<'_>, key: &str, lines: &str) -> Diagnostic {
    let diagnostic = RULE
        .at(context.delimiter, format!("missing key \"{key}\" of the program: add it"))
        .awaiting(Awaits::Within(context.content));
    // Keys in braces are not lines.
    if context.parsed.root.style == Style::Flow {
        return diagnostic;
    }
    let (start, end) = (context.content.start as usize, context.content.end as usize);
    let at = match (key, context.parsed.root.get("name")) {
        ("name", _) => start,
        ("description", Some(name)) => context.next_line(name.span.end).min(end),
        _ => end,
    };
    diagnostic.suggest(format!("add \"{key}\""), vec![Edit::insert(at, lines)])
}
