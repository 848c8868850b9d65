//! Pages and their manifest, held against each other. The rules' words; the work is in `align`.

use agmark_syntax::{FixKind, Rule, Severity};

/// An example: a page at the route `/example`, and a manifest.
macro_rules! beside {
    ($page:expr, $manifest:expr) => {
        concat!($page, "=== .well-known/agent-manifest.json\n", $manifest)
    };
}

/// A manifest with one action, `seat.book`, and one page, `/example`.
macro_rules! manifest {
    ($action:expr, $page:expr) => {
        concat!(
            "{\n  \"version\": \"0.1\",\n  \"site\": {\"name\": \"Seats\", \"origin\": \"https://seats.example\"},\n",
            "  \"actions\": {\"seat.book\": {\"title\": \"Book\", \"scope\": \"seats.write\", \"risk\": \"low\", ",
            "\"confirmation\": \"optional\", \"idempotent\": false, ",
            $action,
            "\"outputSchema\": {}}},\n  \"pages\": {\"/example\": {\"title\": \"Seats\"",
            $page,
            "}}\n}\n"
        )
    };
}

pub static UNDECLARED_ACTION: Rule = Rule {
    code: "aaf/undeclared-action",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "an action of a page that its manifest does not have",
    help: "A planner only knows the actions of the manifest. The manifest of a page lies in `.well-known` beside it or \
           above, or in the page itself. A part of an action (`seat.book.submit`) needs no entry of its own.",
    bad: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.bock\"></form>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
    good: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
};

pub static UNDECLARED_FIELD: Rule = Rule {
    code: "aaf/undeclared-field",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a field of a page that is not a property of its action's `inputSchema`",
    help: "A planner gives the arguments that `inputSchema` names: what is not among its properties is never filled in.",
    bad: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
         data-agent-field=\"rwo\">\n</form>\n",
        manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", "")
    )],
    good: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
         data-agent-field=\"row\">\n</form>\n",
        manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", "")
    )],
};

pub static MISSING_ACTION: Rule = Rule {
    code: "aaf/missing-action",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "an action of the manifest that its page does not have",
    help: "The manifest sends agents to a page for an action that is not there. A page is held against the entry of its \
           own route: `/seats/new` is `seats/new.html` or `seats/new/index.html` below the folder that holds \
           `.well-known`. A part of the action on the page counts. What no page of the workspace has is reported once, in \
           the manifest.",
    bad: &[beside!(
        "<body data-agent-version=\"0.1\"></body>\n",
        manifest!("\"inputSchema\": {}, ", ", \"actions\": [\"seat.book\"]")
    )],
    good: &[beside!(
        "<body data-agent-version=\"0.1\">\n  <button data-agent-kind=\"action\" \
         data-agent-action=\"seat.book\">Book</button>\n</body>\n",
        manifest!("\"inputSchema\": {}, ", ", \"actions\": [\"seat.book\"]")
    )],
};

pub static MISSING_FIELD: Rule = Rule {
    code: "aaf/missing-field",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a property of an `inputSchema` for which the page has no field",
    help: "An agent that has the argument finds nowhere to put it. Add a field of that name to the action, or tie one to \
           it with `data-agent-for-action`.",
    bad: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n",
        manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", ", \"actions\": [\"seat.book\"]")
    )],
    good: &[beside!(
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
         data-agent-field=\"row\">\n</form>\n",
        manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", ", \"actions\": [\"seat.book\"]")
    )],
};

pub static UNKNOWN_ROUTE: Rule = Rule {
    code: "aaf/unknown-route",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a link to a route that the manifest does not have",
    help: "Agents find their way by the manifest's `pages`. `/seats/7` matches the route `/seats/:id`.",
    bad: &[beside!(
        "<a href=\"/exmaple\" data-agent-kind=\"link\">Seats</a>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
    good: &[beside!(
        "<a href=\"/example\" data-agent-kind=\"link\">Seats</a>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
};

pub static DIFFERS: Rule = Rule {
    code: "aaf/differs",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "risk, confirmation, scope or idempotence that page and manifest state differently",
    help: "A planner decides by the manifest, a runtime on the page by the page: who asks the user must not depend on \
           which of the two looks. What only one of them states is fine, and so is a part of an action, which inherits.",
    bad: &[beside!(
        "<button data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"none\">Book</button>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
    good: &[beside!(
        "<button data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"low\">Book</button>\n",
        manifest!("\"inputSchema\": {}, ", "")
    )],
};

pub static ON_NO_PAGE: Rule = Rule {
    code: "aaf/on-no-page",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "an action or a field of the manifest that no page of the workspace has",
    help: "Reported in the manifest, once, where the workspace has pages at all and no page is named for the action. Names \
           that templates and components put together may be any name: then nothing is said.",
    bad: &[concat!(
        "=== .well-known/agent-manifest.json\n",
        manifest!("\"inputSchema\": {}, ", ""),
        "=== example.html\n<body data-agent-version=\"0.1\"></body>\n"
    )],
    good: &[concat!(
        "=== .well-known/agent-manifest.json\n",
        manifest!("\"inputSchema\": {}, ", ""),
        "=== example.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n"
    )],
};
