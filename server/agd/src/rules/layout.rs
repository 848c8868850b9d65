//! Layout that formatting would change. Off by default.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/layout",
        severity: Severity::Hint,
        fix: FixKind::Automatic,
        summary: "layout that differs from the canonical form",
        help: "In canonical form, one space separates the parts of a line, attributes are sorted, values are \
               quoted only where necessary, and one blank line separates blocks. Agents that exchange documents \
               byte for byte rely on it. The rule is off by default. To enable it, write `\"agd/layout\" = \
               \"hint\"` under `[rules]` in `agmark.toml`.",
        bad: &["@h1   Fees\n@p Ten a night.\n", "@meta title=\"Fees\" author=ines\n"],
        good: &["@h1 Fees\n\n@p Ten a night.\n", "@meta author=ines title=Fees\n"],
    },
    check: Check::Layout,
};
