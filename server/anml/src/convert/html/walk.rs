//! Converts the tree of a page to lines of ANML. Generic elements are replaced with their content.

use agmark_syntax::work;

use super::dom::{Dom, NodeContent, reader};
use super::names::{self, collapse};
use super::piece::{Piece, SAYING, has_interactive, keep_interactive, settled};
use super::roles::{Role, is_clickable, is_inline, role};
use super::{properties, table};
use crate::convert::element_builder::ElementBuilder;
use crate::vocabulary;

/// Pages in frames of pages in frames are followed this deep; a deeper one is a frame without content.
const FRAMES: u32 = 4;

/// The content of a page.
pub fn page(dom: &Dom, frames: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let walker = Walker { dom, frames };
    // The body of `html`, without the head.
    for (index, node) in dom.nodes.iter().enumerate() {
        if node.parent.is_none() && matches!(node.content, NodeContent::Element { .. }) {
            walker.children(index, &mut pieces);
        }
    }
    settled("main", pieces)
}

/// The page in a frame, where it is written in the frame itself.
fn frame(dom: &Dom, index: usize, frames: u32, out: &mut Vec<Piece>) {
    if let Some(source) = dom.attribute(index, "srcdoc").filter(|_| frames < FRAMES) {
        out.extend(page(&reader::read(source), frames + 1));
    }
}

/// Walks through a page.
pub struct Walker<'a> {
    pub dom: &'a Dom,
    /// The number of pages around this one.
    pub frames: u32,
}

impl Walker<'_> {
    /// The content of an element without its name.
    pub fn children(&self, index: usize, out: &mut Vec<Piece>) {
        for child in &self.dom.nodes[index].children {
            self.node(*child, out);
        }
    }

    fn node(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        work::add(1);
        if let NodeContent::Text(text) = &dom.nodes[index].content {
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
            // It is the name of its parent.
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
            let mut built = ElementBuilder::new("generic");
            // An element around interactive elements is not named by their content.
            built.name = names::said(dom, index)
                .or_else(|| (!has_interactive(&below)).then(|| names::content(dom, index)))
                .map(|name| collapse(&name))
                .filter(|name| !name.is_empty());
            properties::say(dom, index, &mut built);
            built.state("clickable");
            if !has_interactive(&below) {
                below.clear();
            }
            let below = settled("item", below);
            return out.push(Piece::Element { built, interactive: true, below });
        }
        if let Some(name) =
            names::said(dom, index).map(|name| collapse(&name)).filter(|name| !name.is_empty())
        {
            let mut below = Vec::new();
            self.children(index, &mut below);
            let built = ElementBuilder { name: Some(name), ..ElementBuilder::new("group") };
            return out.push(Piece::Element { built, interactive: false, below: settled("group", below) });
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
        let mut built = ElementBuilder { name: names::name(dom, index, role), ..ElementBuilder::new(role) };
        properties::say(dom, index, &mut built);
        let mut interactive = vocabulary::is_interactive(role);
        // Clickable content, which a ref alone would not show.
        if !interactive && vocabulary::has_ref_when_named(role) && dom.has(index, "onclick") {
            built.state("clickable");
            interactive = true;
        }
        if role == "table" && table::write(dom, index, &built, &|cell, out| self.children(cell, out), out) {
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
            // The name has everything except the interactive elements.
            let mut kept = Vec::new();
            keep_interactive(below, &mut kept);
            kept
        } else if matches!(role, "textbox" | "searchbox") {
            Vec::new()
        } else {
            let mut below = settled(role, below);
            if let (None, true, [Piece::Line(text)]) = (&built.name, SAYING.contains(&role), &below[..])
                && role != "code"
            {
                built.name = Some(text.clone());
                below.clear();
            }
            below
        };
        let bare = built.name.is_none()
            && built.attributes.is_empty()
            && built.states.is_empty()
            && below.is_empty();
        if !bare || interactive || matches!(role, "divider" | "main") {
            out.push(Piece::Element { built, interactive, below });
        }
    }

    /// A picture. One without a text is skipped.
    fn image(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        let name = names::name(dom, index, "img");
        if name.is_none() && (dom.tag(index) != "img" || dom.has(index, "alt")) {
            return;
        }
        let mut built = ElementBuilder { name, ..ElementBuilder::new("img") };
        properties::say(dom, index, &mut built);
        let interactive = is_clickable(dom, index);
        if interactive {
            built.state("clickable");
        }
        out.push(Piece::Element { built, interactive, below: Vec::new() });
    }

    /// The label of a field is the field's name. Only the elements in it are converted.
    fn label(&self, index: usize, out: &mut Vec<Piece>) {
        let mut below = Vec::new();
        self.children(index, &mut below);
        if self.dom.labelled(index).is_some_and(|field| !self.dom.is_hidden(field)) {
            below.retain(|piece| !matches!(piece, Piece::Text(_)));
        }
        out.append(&mut below);
    }

    /// The summary is a button. The rest follows it, if it is open.
    fn details(&self, index: usize, out: &mut Vec<Piece>) {
        let dom = self.dom;
        let open = dom.has(index, "open");
        let summary = dom.nodes[index].children.iter().copied().find(|child| dom.tag(*child) == "summary");
        let mut built = ElementBuilder::new("button");
        built.name = match summary {
            Some(summary) => names::name(dom, summary, "button"),
            None => Some("Details".to_owned()),
        };
        built.state(if open { "expanded" } else { "collapsed" });
        out.push(Piece::Element { built, interactive: true, below: Vec::new() });
        for child in dom.nodes[index].children.iter().filter(|child| open && Some(**child) != summary) {
            self.node(*child, out);
        }
        out.push(Piece::Break);
    }
}

/// Adds a text, joined with a previous text.
fn push_text(text: &str, out: &mut Vec<Piece>) {
    match out.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ => out.push(Piece::Text(text.to_owned())),
    }
}

/// Whether a legend or caption is the name of its parent.
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
        match &dom.nodes[at].content {
            NodeContent::Text(part) => text.push_str(part),
            NodeContent::Element { name, .. } if name == "br" => text.push('\n'),
            NodeContent::Element { .. } => {}
        }
    }
    let text = text.trim_matches(['\n', '\r']);
    let lines =
        text.split('\n').map(|line| line.trim_end().replace(|c: char| c.is_control() && c != '\t', " "));
    lines.map(Piece::Line).filter(|_| !text.trim().is_empty()).collect()
}
