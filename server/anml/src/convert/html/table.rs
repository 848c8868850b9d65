//! Converts tables of a page to rows, if the rows can express all of their content.

use agmark_syntax::work;

use super::dom::Dom;
use super::names::collapse;
use super::piece::{Cell, Piece, settled};
use crate::convert::element_builder::ElementBuilder;
use crate::syntax::chars;
use crate::vocabulary;

/// Adds the content of a node.
type Children<'a> = &'a dyn Fn(usize, &mut Vec<Piece>);

/// Writes a table with its rows; false if it has to be written as elements: spanning cells, more than a text or one
/// element that can be used in a cell, rows of different lengths, or no header.
pub fn write(
    dom: &Dom,
    index: usize,
    built: &ElementBuilder,
    children: Children<'_>,
    out: &mut Vec<Piece>,
) -> bool {
    let Some(rows) = rows(dom, index) else { return false };
    let Some(first) = rows.first() else { return false };
    if first.len() < 2 || first.iter().any(|cell| dom.tag(*cell) != "th") {
        return false;
    }
    let mut below = Vec::new();
    for row in &rows {
        if row.len() != first.len() {
            return false;
        }
        let cells: Option<Vec<Cell>> = row.iter().map(|at| cell(dom, *at, children)).collect();
        let Some(cells) = cells else { return false };
        below.push(Piece::Row(cells));
    }
    let mut built = built.clone();
    built.attribute("rows", &(rows.len() - 1).to_string());
    built.attribute("cols", &first.len().to_string());
    out.push(Piece::Element { built, interactive: false, below });
    true
}

/// The cells of each row; `None` if the table has other content or a cell that spans several.
fn rows(dom: &Dom, table: usize) -> Option<Vec<Vec<usize>>> {
    let shown = |index: usize| {
        let children = dom.nodes[index].children.iter().copied();
        children.filter(|child| !dom.tag(*child).is_empty() && !dom.is_hidden(*child))
    };
    let mut rows = Vec::new();
    for group in shown(table) {
        match dom.tag(group) {
            "thead" | "tbody" | "tfoot" => rows.extend(shown(group)),
            "tr" => rows.push(group),
            "caption" | "colgroup" | "col" => {}
            _ => return None,
        }
    }
    let mut all = Vec::new();
    for row in rows {
        let plain = dom.tag(row) == "tr" && !dom.has(row, "role") && !super::roles::is_clickable(dom, row);
        let cells: Vec<usize> = shown(row).collect();
        let fits = |cell: &usize| {
            matches!(dom.tag(*cell), "td" | "th")
                && ["colspan", "rowspan", "role", "aria-label", "onclick", "tabindex"]
                    .iter()
                    .all(|key| !dom.has(*cell, key))
        };
        if !plain || !cells.iter().all(fits) {
            return None;
        }
        all.push(cells);
    }
    Some(all)
}

/// A cell with one text, or with one interactive element without children.
fn cell(dom: &Dom, index: usize, children: Children<'_>) -> Option<Cell> {
    // A table in a cell is not text. It is skipped here, because nested tables would be walked twice at each level.
    let is_table = |at: usize| {
        work::add(1);
        dom.tag(at) == "table" || dom.has(at, "role")
    };
    if dom.below(index).any(is_table) {
        return None;
    }
    let mut below = Vec::new();
    children(index, &mut below);
    let mut below = settled("cell", below);
    match (below.pop(), below.is_empty()) {
        (None, _) => Some(Cell::Text(String::new())),
        (Some(Piece::Line(text)), true) => (!reads_as_element(&text)).then(|| Cell::Text(collapse(&text))),
        (Some(Piece::Element { built, interactive, below }), true) if below.is_empty() => {
            if interactive && vocabulary::role(&built.role).is_some() {
                return Some(Cell::Element(built));
            }
            let says =
                built.attributes.is_empty() && built.states.is_empty() && matches!(built.role.as_str(), "p");
            let text = built.name.filter(|name| says && !reads_as_element(name))?;
            Some(Cell::Text(text))
        }
        _ => None,
    }
}

/// Whether a text would be read as an element: `role#ref1 …`.
fn reads_as_element(text: &str) -> bool {
    let (len, role) = chars::role(text.as_bytes());
    role && text.as_bytes().get(len) == Some(&b'#')
}
