//! The queries fit the grammar, and the injections name the languages that they should.

use std::collections::BTreeSet;

use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator};

fn language() -> Language {
    Language::new(tree_sitter_agd::LANGUAGE)
}

#[test]
fn queries_compile_and_use_portable_predicates() {
    let queries = [
        tree_sitter_agd::HIGHLIGHTS_QUERY,
        tree_sitter_agd::INJECTIONS_QUERY,
        tree_sitter_agd::FOLDS_QUERY,
        tree_sitter_agd::INDENTS_QUERY,
        tree_sitter_agd::LOCALS_QUERY,
        tree_sitter_agd::TEXTOBJECTS_QUERY,
    ];
    for source in queries {
        let query = Query::new(&language(), source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        assert!(query.pattern_count() > 0, "{source}");
        let used: BTreeSet<&str> =
            source.split("(#").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect();
        let portable = BTreeSet::from(["eq?", "any-of?", "match?", "set!"]);
        assert!(used.is_subset(&portable), "{used:?}");
    }
}

/// The injected language of each fence in `text`.
fn injected(text: &str) -> Vec<String> {
    let mut parser = Parser::new();
    parser.set_language(&language()).expect("the grammar fits the library");
    let tree = parser.parse(text, None).expect("nothing cancels the parser");
    let query = Query::new(&language(), tree_sitter_agd::INJECTIONS_QUERY).expect("the query compiles");
    let name = query.capture_index_for_name("injection.language").expect("it names languages");
    let (mut cursor, mut found) = (QueryCursor::new(), Vec::new());
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(matched) = matches.next() {
        let captured = matched.captures().iter().find(|capture| capture.index == name);
        let fixed = query.property_settings(matched.pattern_index).iter().find_map(|set| set.value.clone());
        match captured {
            Some(capture) => found.push(text[capture.node.byte_range()].to_owned()),
            None => found.push(fixed.map_or_else(String::new, String::from)),
        }
    }
    found
}

#[test]
fn injections() {
    let fence = "\n~~~\nx\n~~~\n";
    for (header, expected) in [
        ("@code lang=python", vec!["python"]),
        ("@code desc=x lang=rust refs=y [#c]", vec!["rust"]),
        ("@code", vec![]),
        ("@x-note lang=sql", vec!["sql"]),
        ("@x-note kind=sql", vec![]),
        ("@raw type=html", vec!["html"]),
        ("@raw type=\"html\"", vec!["html"]),
        ("@raw type=svg", vec!["svg"]),
        ("@raw lang=html", vec![]),
        ("@table", vec!["csv"]),
        ("@table desc=\"a b\" form=1 formats=2 [#t]", vec!["csv"]),
        ("@table desc=x format=tsv [#t]", vec!["tsv"]),
        ("@table format=\"tsv\"", vec![]),
    ] {
        assert_eq!(injected(&format!("{header}{fence}")), expected, "{header}");
    }
}
