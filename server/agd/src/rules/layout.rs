//! Layout that formatting would change. Off by default.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/layout",
    severity: Severity::Hint,
    fix: FixKind::Automatic,
    summary: "the layout is not the canonical one",
    help: "In canonical form there is one space between the parts of a line, attributes are sorted, values stand in quotes \
           only where they need them, and one blank line stands between blocks. Agents that exchange documents byte for \
           byte rely on it; others need not care, so this rule is off until it is switched on, in `agmark.toml` with \
           `\"agd/layout\" = \"hint\"` under `[rules]`.",
    bad: &["@h1   Fees\n@p Ten a night.\n", "@meta title=\"Fees\" author=ines\n"],
    good: &["@h1 Fees\n\n@p Ten a night.\n", "@meta author=ines title=Fees\n"],
};
