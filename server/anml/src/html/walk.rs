//! From the tree of a page to the lines of ANML: what is generic gives way to what it holds.

use agmark_syntax::work;

use super::dom::{Dom, What};
use super::names::{self, collapse};
use super::roles::{Role, is_clickable, is_inline, role};
use super::{frame, says, table};
use crate::made::Made;
use crate::vocabulary;

/// Something that is written.
#[derive(Debug)]
pub enum Piece {
    Element {
        made: Made,
        interactive: bool,
        below: Vec<Piece>,
    },
    Text(String),
    /// What stands before and after it is no one text.
    Break,
    /// A line of content, as it is.
    Line(String),
    /// A row of a table.
    Row(Vec<Cell>),
}

/// A cell of a row.
#[derive(Debug)]
pub enum Cell {
    Text(String),
    /// With a ref.
    Element(Made),
}

/// Elements whose text is what they say: it becomes their name, or lines of content below them.
const SAYING: &[&str] = &[
    "p",
    "item",
    "cell",
    "term",
    "definition",
    "quote",
    "caption",
    "label",
    "status",
    "alert",
    "note",
    "log",
    "tooltip",
];

/// Walks through a page.
pub struct Walker<'a> {
    pub dom: &'a Dom,
    /// How many pages this one stands in.
    pub frames: u32,
}

impl Walker<'_> {
    /// What an element holds, its own name left out.
    pub fn children(&self, index: usize, out: &mut Vec<Piece>) {
        for child in &self.dom.nodes[index].children {
            self.node(*child, out);
        }
    }

    fn node(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        work::add(1);
        if let What::Text(text) = &dom.nodes[index].what {
            return push_text(text, out);
        }
        if dom.is_hidden(index) {
            if dom.is_invisible(index) {
                dom.visible_parts(index).into_iter().for_each(|part| self.node(part, out));
            }
            return;
        }
        let tag = dom.tag(index);
        match tag {
            "br" => return push_text(" ", out),
            "details" => return self.details(index, out),
            // It is the name of what it stands in.
            "legend" | "caption" if is_name_of_parent(dom, index) => return,
            "label" => return self.label(index, out),
            _ => {}
        }
        match role(dom, index) {
            Role::Generic => self.generic(index, out),
            Role::Is(role) if role == "img" => self.image(index, out),
            Role::Is(role) => self.element(index, &role, out),
        }
    }

    fn generic(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        if is_clickable(dom, index) {
            let mut below = Vec::new();
            self.children(index, &mut below);
            let mut made = Made::new("generic");
            // What is around other things that can be used is not called by all their names.
            made.name = names::said(dom, index)
                .or_else(|| (!has_interactive(&below)).then(|| names::content(dom, index)))
                .map(|name| collapse(&name))
                .filter(|name| !name.is_empty());
            says::say(dom, index, &mut made);
            made.state("clickable");
            if !has_interactive(&below) {
                below.clear();
            }
            let below = settled("item", below);
            return out.push(Piece::Element { made, interactive: true, below });
        }
        if let Some(name) =
            names::said(dom, index).map(|name| collapse(&name)).filter(|name| !name.is_empty())
        {
            let mut below = Vec::new();
            self.children(index, &mut below);
            let made = Made { name: Some(name), ..Made::new("group") };
            return out.push(Piece::Element { made, interactive: false, below: settled("group", below) });
        }
        let inline = is_inline(dom.tag(index));
        if !inline {
            out.push(Piece::Break);
        }
        self.children(index, out);
        if !inline {
            out.push(Piece::Break);
        }
    }

    fn element(&self, index: usize, role: &str, out: &mut Vec<Piece>) {
        let dom = self.dom;
        let mut made = Made { name: names::name(dom, index, role), ..Made::new(role) };
        says::say(dom, index, &mut made);
        let mut interactive = vocabulary::is_interactive(role);
        // Content that does something when it is clicked; a ref alone would not tell.
        if !interactive && vocabulary::has_ref_when_named(role) && dom.has(index, "onclick") {
            made.state("clickable");
            interactive = true;
        }
        if role == "table" && table::write(self, index, &made, out) {
            return;
        }
        let mut below = Vec::new();
        match dom.tag(index) {
            "iframe" => frame(dom, index, self.frames, &mut below),
            "pre" if role == "code" => below = lines(dom, index),
            "textarea" | "input" | "progress" | "meter" | "video" | "audio" => {}
            _ => self.children(index, &mut below),
        }
        let below = if matches!(role, "menuitem" | "treeitem") {
            below.into_iter().filter(|piece| matches!(piece, Piece::Element { .. } | Piece::Row(_))).collect()
        } else if names::is_from_content(role) {
            // The name says all but what can be used.
            let mut kept = Vec::new();
            keep_interactive(below, &mut kept);
            kept
        } else if matches!(role, "textbox" | "searchbox") {
            Vec::new()
        } else {
            let mut below = settled(role, below);
            if let (None, true, [Piece::Line(text)]) = (&made.name, SAYING.contains(&role), &below[..])
                && role != "code"
            {
                made.name = Some(text.clone());
                below.clear();
            }
            below
        };
        let bare =
            made.name.is_none() && made.attributes.is_empty() && made.states.is_empty() && below.is_empty();
        if !bare || interactive || matches!(role, "divider" | "main") {
            out.push(Piece::Element { made, interactive, below });
        }
    }

    /// A picture without words is none to somebody who does not see it.
    fn image(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        let name = names::name(dom, index, "img");
        if name.is_none() && (dom.tag(index) != "img" || dom.has(index, "alt")) {
            return;
        }
        let mut made = Made { name, ..Made::new("img") };
        says::say(dom, index, &mut made);
        let interactive = is_clickable(dom, index);
        if interactive {
            made.state("clickable");
        }
        out.push(Piece::Element { made, interactive, below: Vec::new() });
    }

    /// A label of a field is the field's name; only what is no text in it is of its own.
    fn label(&self, index: usize, out: &mut Vec<Piece>) {
        let mut below = Vec::new();
        self.children(index, &mut below);
        if self.dom.labelled(index).is_some_and(|field| !self.dom.is_hidden(field)) {
            below.retain(|piece| !matches!(piece, Piece::Text(_)));
        }
        out.append(&mut below);
    }

    /// Its summary is a button, behind which stands the rest, if it is open.
    fn details(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        let open = dom.has(index, "open");
        let summary = dom.nodes[index].children.iter().copied().find(|child| dom.tag(*child) == "summary");
        let mut made = Made::new("button");
        made.name = match summary {
            Some(summary) => names::name(dom, summary, "button"),
            None => Some("Details".to_owned()),
        };
        made.state(if open { "expanded" } else { "collapsed" });
        out.push(Piece::Element { made, interactive: true, below: Vec::new() });
        for child in dom.nodes[index].children.iter().filter(|child| open && Some(**child) != summary) {
            self.node(*child, out);
        }
        out.push(Piece::Break);
    }
}

/// A text behind what is there: it goes on with the one before.
fn push_text(text: &str, out: &mut Vec<Piece>) {
    match out.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ => out.push(Piece::Text(text.to_owned())),
    }
}

/// Whether a legend or caption is the name of the element that it stands in.
fn is_name_of_parent(dom: &Dom, index: usize) -> bool {
    let tag = dom.tag(index);
    dom.nodes[index].parent.is_some_and(|parent| {
        let fits = matches!((dom.tag(parent), tag), ("fieldset", "legend") | ("table", "caption"));
        let first = if tag == "legend" { "legend" } else { "caption" };
        fits && dom.caption(parent, first) == Some(index)
    })
}

/// The lines of preformatted text.
fn lines(dom: &Dom, index: usize) -> Vec<Piece> {
    let mut text = String::new();
    for at in dom.below(index) {
        match &dom.nodes[at].what {
            What::Text(part) => text.push_str(part),
            What::Element { name, .. } if name == "br" => text.push('\n'),
            What::Element { .. } => {}
        }
    }
    let text = text.trim_matches(['\n', '\r']);
    let lines =
        text.split('\n').map(|line| line.trim_end().replace(|c: char| c.is_control() && c != '\t', " "));
    lines.map(Piece::Line).filter(|_| !text.trim().is_empty()).collect()
}

/// What an element of `role` holds, with its texts as lines of it, or as paragraphs.
pub fn settled(role: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                let text = collapse(&text);
                if text.is_empty() {
                } else if SAYING.contains(&role) {
                    out.push(Piece::Line(text));
                } else {
                    let made = Made { name: Some(text), ..Made::new("p") };
                    out.push(Piece::Element { made, interactive: false, below: Vec::new() });
                }
            }
            Piece::Break => {}
            piece => out.push(piece),
        }
    }
    out
}

fn has_interactive(pieces: &[Piece]) -> bool {
    let mut stack: Vec<&Piece> = pieces.iter().collect();
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Element { interactive: true, .. } => return true,
            Piece::Element { below, .. } => stack.extend(below),
            Piece::Row(cells) if cells.iter().any(|cell| matches!(cell, Cell::Element(_))) => return true,
            _ => {}
        }
    }
    false
}

/// Takes what can be used out of what holds it, in its order.
fn keep_interactive(pieces: Vec<Piece>, out: &mut Vec<Piece>) {
    for piece in pieces {
        match piece {
            Piece::Element { interactive: true, .. } => out.push(piece),
            Piece::Element { below, .. } => keep_interactive(below, out),
            Piece::Row(cells) => out.extend(cells.into_iter().filter_map(|cell| match cell {
                Cell::Element(made) => Some(Piece::Element { made, interactive: true, below: Vec::new() }),
                Cell::Text(_) => None,
            })),
            _ => {}
        }
    }
}
