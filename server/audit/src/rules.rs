//! The rules of audits: one for each category, and one for the schema of `--schema`.

use agmark_aaf::coverage::Category;
use agmark_syntax::{FixKind, Rule, RuleGroup, Severity};

/// A form without an action.
pub static FORMS: Rule = Rule {
    code: "audit/forms",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "form without `data-agent-action`",
    help: "An audit counts the forms of a page that have an action. An agent finds a form by the name of its action; \
           without one it has to guess what the form does. Add `data-agent-kind=\"action\"` and `data-agent-action` \
           with a name such as `invoice.create`.",
    bad: &["<form action=\"/join\"><button data-agent-action=\"member.join.submit\">Join</button></form>\n"],
    good: &["<form action=\"/join\" data-agent-kind=\"action\" data-agent-action=\"member.join\">\
             <button data-agent-action=\"member.join.submit\">Join</button></form>\n"],
};

/// A field without a name for agents.
pub static FIELDS: Rule = Rule {
    code: "audit/fields",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "field without `data-agent-field`",
    help: "An audit counts the inputs, selects and text areas that have a name for agents. Hidden inputs, buttons, \
           checkboxes and radio buttons do not count. Add `data-agent-kind=\"field\"` and `data-agent-field` with a \
           name such as `customer_email`.",
    bad: &["<input name=\"email\">\n"],
    good: &["<input name=\"email\" data-agent-kind=\"field\" data-agent-field=\"email\">\n"],
};

/// A button without an action.
pub static ACTIONS: Rule = Rule {
    code: "audit/actions",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "button without `data-agent-action`",
    help: "An audit counts the buttons with a text that have an action or a kind. Add `data-agent-kind=\"action\"` \
           and `data-agent-action` with a name such as `cart.empty`.",
    bad: &["<button>Empty the cart</button>\n"],
    good: &["<button data-agent-kind=\"action\" data-agent-action=\"cart.empty\">Empty the cart</button>\n"],
};

/// A link that is not marked.
pub static NAVIGATION: Rule = Rule {
    code: "audit/navigation",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "link without `data-agent-kind=\"link\"`",
    help: "An audit with `--navigation` counts the links that are marked. A marked link tells an agent that it leads \
           to a page of this site. Add `data-agent-kind=\"link\"`.",
    bad: &["<a href=\"/prices\">Prices</a>\n"],
    good: &["<a href=\"/prices\" data-agent-kind=\"link\">Prices</a>\n"],
};

/// A dangerous button without annotations for danger.
pub static SAFETY: Rule = Rule {
    code: "audit/safety",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "dangerous button without `data-agent-danger` and `data-agent-confirm`",
    help: "An audit with `--safety` counts the buttons and actions whose name, label or text has a dangerous word, such \
           as \"delete\". Add `data-agent-danger=\"high\"` and `data-agent-confirm=\"required\"` to the button or to \
           the action around it, so that an agent asks a person first.",
    bad: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"account.delete\">Delete account</button>\n",
    ],
    good: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"account.delete\" data-agent-danger=\"high\" \
             data-agent-confirm=\"required\">Delete account</button>\n",
    ],
};

/// A missing or invalid manifest.
pub static MANIFEST: Rule = Rule {
    code: "audit/manifest",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "missing or invalid manifest",
    help: "An audit looks for the manifest of a page: the one of `--manifest`, else \
           `.well-known/agent-manifest.json` of the site, else the page's own. It must have `version`, `site` and \
           `actions` (an error where it lacks one), and no other errors.",
    bad: &[
        "<p>A page without a manifest</p>\n",
        "<script type=\"application/agent+json\">{\"version\": \"0.1\"}</script>\n",
    ],
    good: &["<script type=\"application/agent+json\">{\"version\": \"0.1\", \"site\": {\"name\": \"Club\", \
             \"origin\": \"https://club.example\"}, \"actions\": {}}</script>\n"],
};

/// A manifest that does not match the schema of `--schema`.
pub static SCHEMA: Rule = Rule {
    code: "aaf/schema",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "manifest does not match the schema of `--schema`",
    help: "`agmark aaf-lint --manifest FILE --schema SCHEMA` checks the manifest with your own JSON Schema instead of \
           the built-in rules. The message says what the schema expects at this place.",
    bad: &["{ \"version\": \"0.1\", \"owner\": 1 }\n\
            === schema.json\n{ \"required\": [\"owner\"], \"properties\": { \"owner\": { \"type\": \"string\" } } }\n"],
    good: &["{ \"version\": \"0.1\", \"owner\": \"Ada\" }\n\
             === schema.json\n{ \"required\": [\"owner\"], \"properties\": { \"owner\": { \"type\": \"string\" } } }\n"],
};

/// All rules of audits.
pub static GROUP: RuleGroup = RuleGroup {
    title: "Audits of AAF pages and sites",
    rules: &[&FORMS, &FIELDS, &ACTIONS, &NAVIGATION, &SAFETY, &MANIFEST, &SCHEMA],
};

/// The rule of a category.
pub fn of(category: Category) -> &'static Rule {
    match category {
        Category::Forms => &FORMS,
        Category::Fields => &FIELDS,
        Category::Actions => &ACTIONS,
        Category::Navigation => &NAVIGATION,
        Category::Safety => &SAFETY,
        Category::Manifest => &MANIFEST,
    }
}
