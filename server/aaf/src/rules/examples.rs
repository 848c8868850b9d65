//! Examples that several rules share.

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

/// A manifest with an action `seat.book` of high risk, more of what it declares, and its pages.
macro_rules! seats {
    ($actions:expr, $rest:expr) => {
        concat!(
            "{\n  \"version\": \"0.1\",\n  \"site\": {\"name\": \"Seats\", \"origin\": \"https://seats.example\"},\n",
            "  \"actions\": {\n    \"seat.book\": {\"title\": \"Book\", \"scope\": \"seats.write\", \"risk\": \"high\", ",
            "\"confirmation\": \"required\", \"idempotent\": false, \"inputSchema\": {}, \"outputSchema\": {}}",
            $actions,
            "\n  }",
            $rest,
            "\n}\n"
        )
    };
}

/// The entry of a part of that action.
macro_rules! part {
    ($risk:expr, $confirmation:expr) => {
        concat!(
            ",\n    \"seat.book.submit\": {\"title\": \"Send\", \"scope\": \"seats.write\", \"risk\": \"",
            $risk,
            "\", \"confirmation\": \"",
            $confirmation,
            "\", \"idempotent\": false, \"inputSchema\": {}, \"outputSchema\": {}}"
        )
    };
}

pub(super) use {beside, manifest, part, seats};
