//! What views must never lose, and never say.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::testing::{self, Random};

use super::super::count::Count;
use super::super::line::{Class, ViewLine};
use super::viewed;
use crate::Anml;
use crate::syntax::context::Context;
use crate::syntax::entry::{DocumentPart, each};

/// A line of a document.
struct Row {
    depth: u32,
    text: String,
    is_element: bool,
    is_interactive: bool,
    /// How many of what it counts as.
    count: BTreeMap<String, u64>,
}

fn rows(text: &str) -> Vec<Row> {
    let mut out = Vec::new();
    each(text, Context::default(), &mut |item| {
        let DocumentPart::Line(entry) = item else { return };
        let line = ViewLine::of(&entry, false);
        let mut count = Count::default();
        line.count(&mut count);
        let count = count.numbers().into_iter().map(|(word, number)| (word.to_owned(), number)).collect();
        out.push(Row {
            depth: line.depth,
            text: line.text(),
            is_element: line.class == Class::Element,
            is_interactive: line.interactive,
            count,
        });
    });
    out
}

/// The parent of each line, among those for which `is_there` returns true.
fn parents(rows: &[Row], is_there: impl Fn(&Row) -> bool) -> Vec<Option<&str>> {
    let mut open: Vec<&Row> = Vec::new();
    let parent = |row| {
        let row: &Row = row;
        open.retain(|above| above.depth < row.depth);
        let parent = open.iter().rev().find(|above| is_there(above)).map(|above| above.text.as_str());
        if row.is_element {
            open.push(row);
        }
        parent
    };
    rows.iter().map(parent).collect()
}

type Counts<'a> = BTreeMap<Option<&'a str>, BTreeMap<String, u64>>;

/// The counts of the lines for which `counts` returns true, by their parent.
fn counts<'a>(rows: &[Row], parents: &[Option<&'a str>], counts: impl Fn(&Row) -> bool) -> Counts<'a> {
    let mut all = Counts::new();
    for (row, parent) in rows.iter().zip(parents).filter(|(row, _)| counts(row)) {
        let words = all.entry(*parent).or_default();
        for (word, number) in &row.count {
            *words.entry(word.clone()).or_default() += number;
        }
    }
    all
}

/// A random snapshot of elements, rows, content and summaries. No line occurs twice.
fn random_page(random: &mut Random) -> String {
    let lines = [
        "p \"a%\"",
        "button#e% \"b\"",
        "link#e% \"c\" href=/x",
        "form \"%\"",
        "h1 \"d%\"",
        "item \"e%\"",
        "h2#r% \"g%\"",
        "item#r% \"i%\" [clickable]",
        "group \"f%\"",
        "table \"t%\"",
        "> text %",
        "> more %",
        "> third %",
        "~ 2 links, 1 item (see %)",
        "~ ... 1 row omitted (see %)",
        "~ all the rest of %",
        "| a% | b |",
        "| c% | d |",
        "| e | radio#e% [on] |",
    ];
    let mut text = String::new();
    let mut open = 0;
    for number in 0..random.below(40) {
        let depth = random.below(open + 1);
        let line = lines[random.below(lines.len())].replace('%', &number.to_string());
        text += &format!("{}{line}\n", "  ".repeat(depth));
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            open = depth + 1;
        }
    }
    text
}

fn interactive(text: &str) -> Vec<String> {
    let mut all: Vec<_> =
        rows(text).into_iter().filter(|row| row.is_interactive).map(|row| row.text).collect();
    all.sort();
    all
}

#[test]
fn interactive_elements_are_never_filtered_out() {
    let mut random = Random(5);
    for _ in 0..800 {
        let page = random_page(&mut random);
        for wanted in
            ["filter=interactive", "filter=compact", "filter=interactive,h1", "filter=compact,interactive"]
        {
            let view = viewed(&page, wanted).expect("a view");
            assert_eq!(interactive(&view), interactive(&page), "{wanted}:\n{page}\n{view}");
            let found = testing::diagnostics(Arc::new(Anml), &view);
            assert!(!found.contains(" error "), "{wanted}:\n{page}\n{view}\n{found}");
        }
    }
}

/// Each line of `page` is shown below its nearest shown ancestor or counted there.
#[track_caller]
fn nothing_moves(page: &str, wanted: &str) {
    let view = viewed(page, wanted).expect("a view");
    let (all, some) = (rows(page), rows(&view));
    let is_shown = |row: &Row| some.iter().any(|shown| shown.text == row.text);
    let is_old = |row: &Row| all.iter().any(|old| old.text == row.text);
    let (before, after) = (parents(&all, is_shown), parents(&some, |_| true));
    let lines = |rows: &[Row], parents: &[Option<&str>], wanted: &dyn Fn(&Row) -> bool| {
        let lines = rows.iter().zip(parents).filter(|(row, _)| wanted(row));
        lines.map(|(row, parent)| format!("{} under {parent:?}", row.text)).collect::<Vec<_>>()
    };
    let of_page = lines(&all, &before, &is_shown);
    assert_eq!(lines(&some, &after, &is_old), of_page, "{wanted}:\n{page}\n{view}");
    let omitted = counts(&all, &before, |row| !is_shown(row));
    assert_eq!(counts(&some, &after, |row| !is_old(row)), omitted, "{wanted}:\n{page}\n{view}");
    let found = testing::diagnostics(Arc::new(Anml), &view);
    assert!(!found.contains(" error ") && !found.contains("over-"), "{wanted}:\n{page}\n{view}\n{found}");
}

#[test]
fn summaries_count_what_is_gone_where_it_was() {
    let mut random = Random(9);
    for _ in 0..700 {
        let page = random_page(&mut random);
        let (depth, budget) = (random.below(4) + 1, random.below(14) + 1);
        for wanted in
            [format!("depth={depth}"), format!("budget={budget}"), format!("depth={depth} budget={budget}")]
        {
            nothing_moves(&page, &wanted);
        }
        let refs: Vec<&str> = page.match_indices('#').map(|(at, _)| &page[at + 1..]).collect();
        let refs: Vec<&str> = refs.iter().filter_map(|rest| rest.split(' ').next()).collect();
        if let Some(name) = refs.get(random.below(refs.len().max(1))) {
            nothing_moves(&page, &format!("depth={depth} expand={name}"));
        }
    }
}

#[test]
fn a_budget_drops_interactive_elements_only_when_nothing_passive_is_left() {
    let mut random = Random(21);
    for _ in 0..700 {
        let page = random_page(&mut random);
        let budget = random.below(10);
        let view = viewed(&page, &format!("budget={budget}")).expect("a view");
        let (all, some) = (rows(&page), rows(&view));
        assert!(some.len() <= budget, "{budget}:\n{page}\n{view}");
        if interactive(&view).len() == interactive(&page).len() {
            continue;
        }
        let parents = parents(&some, |_| true);
        let holds_row = |row: &Row| {
            some.iter().zip(&parents).any(|(r, p)| r.text.starts_with('|') && *p == Some(&row.text))
        };
        let passive =
            some.iter().filter(|row| all.iter().any(|old| old.text == row.text) && !row.is_interactive);
        let passive: Vec<_> = passive
            .filter(|row| !row.text.starts_with('|') && !holds_row(row))
            .map(|row| &row.text)
            .collect();
        assert_eq!(passive, Vec::<&String>::new(), "{budget}:\n{page}\n{view}");
    }
}
