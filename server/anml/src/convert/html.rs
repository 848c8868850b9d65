//! HTML pages to ANML, by their accessibility roles and names: what an agent would see of a page that no script has
//! changed.
//!
//! Roles come from `role` or else from the tags (HTML-AAM). Names are computed as browsers do (accname 1.2). Generic
//! elements are replaced with their content. Interactive elements and content with a name get refs, in the order of
//! the page. Tables with a header become rows. Elements that are hidden by an attribute, by `aria-hidden` or by their
//! own style are skipped. Style sheets and scripts are not read.

mod dom;
mod names;
mod piece;
mod properties;
mod roles;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use crate::convert::element_builder::ElementBuilder;
use crate::format::lines::meta_line;
use crate::syntax::depths::STEP;
use crate::syntax::json;
use crate::vocabulary::has_ref_when_named;
use dom::{Dom, reader};
use piece::{Cell, Piece};

/// A page in canonical form. `url` is its address for the front matter.
pub fn convert(html: &str, url: Option<&str>) -> String {
    let dom = reader::read(html);
    let mut out = front(&dom, url);
    let mut writer = Writer { out: String::new(), next: 1 };
    writer.pieces(walk::page(&dom, 0), 0);
    out.push_str(&writer.out);
    crate::canonical(&out)
}

/// Whether a text is a page and neither ANML nor an ARIA snapshot: it begins with a tag.
pub fn is_html(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let tag = |c: char| c.is_ascii_alphabetic() || c == '!';
    text.strip_prefix('<').is_some_and(|rest| rest.starts_with(tag))
}

fn front(dom: &Dom, url: Option<&str>) -> String {
    // The title of a picture is not the title of the page.
    let head = (0..dom.nodes.len()).find(|at| dom.tag(*at) == "head");
    let title = head.and_then(|head| dom.below(head).find(|at| dom.tag(*at) == "title"));
    let title = title.map(|title| names::content(dom, title)).filter(|title| !title.is_empty());
    let entries = [("url", url.map(str::to_owned)), ("title", title)];
    let lines: Vec<String> = entries
        .into_iter()
        .filter_map(|(key, value)| {
            let value = value?;
            let quoted = value.starts_with('"');
            Some(meta_line(key, &if quoted { json::encode(&value) } else { value }))
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("---\n{}\n---\n", lines.join("\n")) }
}

/// Writes lines and assigns refs.
struct Writer {
    out: String,
    next: u64,
}

impl Writer {
    fn pieces(&mut self, pieces: Vec<Piece>, depth: usize) {
        for piece in pieces {
            match piece {
                Piece::Element { mut built, interactive, below } => {
                    if interactive || (built.name.is_some() && has_ref_when_named(&built.role)) {
                        self.refer(&mut built);
                    }
                    self.indent(depth);
                    built.write(&mut self.out);
                    self.out.push('\n');
                    self.pieces(below, depth + 1);
                }
                Piece::Line(text) | Piece::Text(text) => {
                    self.indent(depth);
                    self.out.extend(["> ", &text]);
                    self.out.push('\n');
                }
                Piece::Row(cells) => {
                    self.indent(depth);
                    self.out.push('|');
                    for cell in cells {
                        let text = match cell {
                            Cell::Text(text) => text,
                            Cell::Element(mut built) => {
                                self.refer(&mut built);
                                let mut text = String::new();
                                built.write(&mut text);
                                text
                            }
                        };
                        self.out.extend([" ", &text.replace('|', "\\|"), " |"]);
                    }
                    self.out.push('\n');
                }
                Piece::Break => {}
            }
        }
    }

    fn refer(&mut self, built: &mut ElementBuilder) {
        built.reference = Some(format!("e{}", self.next));
        self.next += 1;
    }

    fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n(' ', depth * STEP as usize));
    }
}
