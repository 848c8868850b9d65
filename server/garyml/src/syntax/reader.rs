//! Reading a piece: from the flat nodes of its tree to its structure.

mod canonical_indent;
mod line_item;

use std::ops::Range;

use agmark_syntax::{Piece, Span};
use tree_sitter::{Node, TreeCursor};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::item::{Form, Item, Owner, Parts};
use crate::syntax::line::{Line, Margin};
use crate::syntax::node::{Part, Syntax};
use crate::syntax::scope::{Hold, Open, Scope, place};
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::value;
use line_item::{LineItem, LooseText, Position};

/// What may still be attached to the last header at column 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attach {
    Anything,
    Text,
    Nothing,
}

/// Puts a structure together, line by line.
pub struct Reader<'a> {
    out: Structure<'a>,
    pub(crate) scope: Scope,
    /// For each open header its place in the piece.
    places: Vec<Option<usize>>,
    /// Keys without a value under the header at `maps_of`, which deeper parameters belong to.
    maps: Vec<Open>,
    maps_of: usize,
    /// The first of them is in the header.
    map_in_header: bool,
    attach: Attach,
    /// LooseText text that may go on in the next line: see [`Scope::text_level`].
    loose: Option<LooseText<'a>>,
    /// Nothing but parameters stood under the last header.
    fresh: bool,
}

impl<'a> Structure<'a> {
    /// Reads a piece of a document; `set` is the unit that is set for the document. Only its first piece needs it.
    pub fn read(piece: &Piece<'a>, set: Option<u32>) -> Self {
        let scope = Scope::at(piece.state, set);
        let out = Structure {
            text: piece.text,
            items: Vec::new(),
            headers: Vec::new(),
            parameters: Vec::new(),
            strays: false,
        };
        let places = vec![None; scope.open.len()];
        let mut reader = Reader {
            out,
            scope,
            places,
            maps: Vec::new(),
            maps_of: 0,
            map_in_header: false,
            attach: Attach::Nothing,
            loose: None,
            fresh: false,
        };
        let mut cursor = piece.tree.walk();
        let mut more = cursor.goto_first_child();
        while more {
            reader.one(&mut cursor);
            more = cursor.goto_next_sibling();
        }
        reader.end_loose();
        reader.out
    }
}

impl<'a> Reader<'a> {
    fn one(&mut self, cursor: &mut TreeCursor<'a>) {
        let node = cursor.node();
        let rest = self.out.text.get(node.start_byte()..).unwrap_or("");
        let line = Line::new(rest.split('\n').next().unwrap_or(""));
        let one = LineItem { node, range: node.byte_range(), line, parts: Parts::read(cursor) };
        let syntax = Syntax::of(node);
        let body = one.parts.value.is_some_and(|v| v.syntax == Syntax::TextBody);
        if syntax == Syntax::TextLine || (body && self.goes_on(&line)) {
            return self.loose(one);
        }
        self.end_loose();
        let open = one.is_open();
        match syntax {
            Syntax::Directive | Syntax::Command => self.header(one),
            Syntax::Parameter => self.parameter(one),
            Syntax::CommentLine => self.comment(one),
            Syntax::CodeBlock | Syntax::UnterminatedCodeBlock => {
                self.scope.meet(&line);
                self.content(one, Form::Code);
            }
            _ if body => self.text(one, Form::Body),
            _ => {
                self.scope.meet(&line);
                self.content(one, Form::Content);
            }
        }
        self.scope.after_block = open;
    }

    /// Whether a line continues the loose text before it.
    fn goes_on(&self, line: &Line<'_>) -> bool {
        let level = self.scope.text_level(line);
        self.loose.as_ref().is_some_and(|run| self.scope.text_goes_on(run.level, run.first, level))
    }

    /// LooseText lines under the same header are one text.
    fn loose(&mut self, one: LineItem<'a>) {
        if self.goes_on(&one.line) {
            if let Some(loose) = &mut self.loose {
                loose.one.range.end = one.range.end;
            }
            return;
        }
        self.end_loose();
        let first = std::mem::take(&mut self.fresh);
        self.loose = Some(LooseText { level: self.scope.text_level(&one.line), first, one });
    }

    fn end_loose(&mut self) {
        if let Some(loose) = self.loose.take() {
            self.text(loose.one, Form::Text);
        }
    }

    fn text(&mut self, mut one: LineItem<'a>, form: Form) {
        let text = self.out.text.get(one.range.clone()).unwrap_or("");
        one.line = Line { rest: one.line.rest, ..Margin::of(text).line() };
        self.scope.meet(&one.line);
        self.content(one, form);
    }

    /// The header that a line at `indent` belongs to.
    fn owner(&self, indent: u32) -> Option<Owner> {
        self.owner_at(self.scope.level(indent).checked_sub(1)?)
    }

    fn owner_at(&self, index: usize) -> Option<Owner> {
        let open = self.scope.open.get(index)?;
        let documented = self.scope.documents(index) || open.kind.is("Documentation");
        let header = self.places.get(index).copied().flatten();
        Some(Owner { kind: open.kind, indent: open.indent, header, documented })
    }

    /// The last header, if something at column 0 may be attached to it.
    fn last(&self) -> Option<Owner> {
        let owner = self.owner_at(self.scope.open.len().checked_sub(1)?)?;
        owner.header.is_some().then_some(owner)
    }

    fn header(&mut self, one: LineItem<'a>) {
        let line = one.line;
        let read = line.header();
        let name = read.map_or("", |h| h.name);
        let kind = HeaderKind::of(name);
        let level = self.scope.header_level(line.indent, kind);
        let attached = level > self.scope.level(line.indent);
        let owner = level.checked_sub(1).and_then(|i| self.owner_at(i));
        let (documented, first) = (self.scope.documents(level), self.scope.open.is_empty());
        self.scope.enter(&line, kind, line.tabs || read.is_some_and(|h| h.malformed));
        self.attach = Attach::Anything;
        self.fresh = !line.has_content();
        self.maps.clear();
        self.map_in_header = false;
        self.places.truncate(level);
        self.places.push(Some(self.out.headers.len()));
        if let Some(parent) = owner.and_then(|o| o.header).and_then(|i| self.out.headers.get_mut(i)) {
            parent.has_child = true;
        }
        let placed = self.scope.open.last().map_or(0, |o| o.placed);
        let in_line = self.in_line(&one, level, placed);
        let form = Form::Header(self.out.headers.len());
        self.out.headers.push(Header {
            item: self.out.items.len(),
            name,
            name_span: one.parts.name.map_or(Span::of(one.node), Span::of),
            kind,
            level,
            documented,
            first,
            parameters: in_line.clone().collect(),
            in_line,
            contents: one.parts.value.into_iter().collect(),
            has_child: false,
        });
        let expected = Some(owner.map_or(0, |o| self.scope.expected(o.indent, line.indent)));
        self.push(one, form, owner, Position { attached, expected, placed, ..Position::default() });
    }

    /// Takes in the parameters in a header's line. The last one may open a map.
    fn in_line(&mut self, one: &LineItem<'a>, level: usize, placed: u32) -> Range<usize> {
        let start = self.out.parameters.len();
        let me = self.owner_at(level);
        for assigned in &one.parts.parameters {
            if assigned.value.is_none() && assigned.colon {
                self.maps.push(Open {
                    indent: one.line.indent,
                    placed,
                    kind: HeaderKind::Unknown,
                    attached: false,
                });
                self.maps_of = level + 1;
                self.map_in_header = true;
            }
            self.add_parameter(assigned.node, assigned.key, assigned.value, me, 0);
        }
        start..self.out.parameters.len()
    }

    fn add_parameter(
        &mut self,
        node: Node<'a>,
        key: Option<Node<'a>>,
        value: Option<Part<'a>>,
        owner: Option<Owner>,
        level: usize,
    ) {
        let text = self.out.text;
        self.out.parameters.push(Parameter {
            node,
            key: key.map_or("", |k| value::text(k, text)),
            key_span: key.map_or(Span::of(node), Span::of),
            value,
            owner,
            level,
        });
    }

    fn parameter(&mut self, one: LineItem<'a>) {
        let line = one.line;
        self.scope.meet(&line);
        let key = one.parts.key.map_or("", |k| value::text(k, self.out.text));
        let mut owner = self.owner(line.indent);
        let mut position = Position::default();
        if owner.is_none() {
            owner = self.last().filter(|o| self.attach == Attach::Anything && o.kind.takes_parameter(key));
            (position.attached, position.stray) = (owner.is_some(), owner.is_none());
            if position.stray {
                self.attach = Attach::Nothing;
            }
        }
        let level = self.map_level(&line, position.attached);
        let map = level.checked_sub(1).and_then(|i| self.maps.get(i));
        let closed = self.maps.get(level);
        let unmoved = closed.is_none_or(|m| m.placed == m.indent);
        let hold = self.hold(&one, (position.stray || one.is_stuck()) && unmoved);
        let parent = map.map(|m| m.indent).or(owner.map(|o| o.indent));
        position.expected = parent.map(|indent| self.scope.expected(indent, line.indent));
        let placed = match map {
            Some(map) if position.attached => {
                let stays = hold != Hold::Free && map.placed == map.indent && self.stays(line.indent);
                if stays { line.indent } else { map.placed.saturating_add(self.scope.layout_unit()) }
            }
            Some(_) => place(&self.maps, line.indent, hold, self.scope.layout_unit()),
            None => self.place(&one, position.attached, hold),
        };
        position.placed = closed.map_or(placed, |m| m.placed.min(placed));
        self.maps.truncate(level);
        if one.parts.value.is_none() && !position.stray && self.maps_of == self.scope.open.len() {
            // Only under the last header: what is deeper elsewhere belongs to a header below.
            self.maps.push(Open {
                indent: line.indent,
                placed: position.placed,
                kind: HeaderKind::Unknown,
                attached: false,
            });
        }
        let index = self.out.parameters.len();
        if let Some(header) = self.parent(owner) {
            header.parameters.push(index);
        }
        self.add_parameter(one.node, one.parts.key, one.parts.value, owner, level);
        self.push(one, Form::Parameter(index), owner, position);
    }

    /// The header of this piece that the next lines can still belong to: no header follows below it yet.
    fn parent(&mut self, owner: Option<Owner>) -> Option<&mut Header<'a>> {
        self.out.headers.get_mut(owner?.header?).filter(|h| !h.has_child)
    }

    /// How many nested maps a parameter lies in.
    fn map_level(&mut self, line: &Line<'_>, attached: bool) -> usize {
        let of = if attached { self.scope.open.len() } else { self.scope.level(line.indent) };
        if of != self.maps_of {
            self.maps.clear();
            self.map_in_header = false;
            self.maps_of = of;
        }
        let deeper = self.maps.partition_point(|m| m.indent < line.indent);
        // Right after a header, what is not indented lies in the map that the header opened.
        if attached && self.map_in_header { deeper.max(1) } else { deeper }
    }

    /// A string, a block, a body, or loose text.
    fn content(&mut self, one: LineItem<'a>, form: Form) {
        self.fresh = false;
        let line = one.line;
        let mut owner = self.owner(line.indent);
        let mut position = Position::default();
        // Attached text continues in the next lines: both move, or what they have in common on their left would change.
        let goes_on = matches!(form, Form::Text | Form::Body) && self.attach == Attach::Text;
        if owner.is_none() {
            owner = self.last().filter(|o| self.may_attach(o, form));
            position.attached = owner.is_some();
            self.attach = match form {
                Form::Text if position.attached => Attach::Text,
                _ if position.attached => self.attach,
                _ => Attach::Nothing,
            };
        } else if matches!(form, Form::Text | Form::Body) {
            self.attach = Attach::Nothing;
        }
        position.stray = !owner.is_some_and(|o| match form {
            Form::Text => o.kind.takes_text(o.documented),
            _ => o.kind.takes_blocks(),
        });
        let moves = goes_on || (position.attached && form == Form::Text);
        let stays = position.stray || (one.is_stuck() && !moves);
        position.placed = self.place(&one, position.attached, self.hold(&one, stays));
        let fits = |o: Owner| {
            let mut units = self.scope.set.into_iter().chain([self.scope.own_unit()]);
            units.any(|unit| (line.indent - o.indent).is_multiple_of(unit))
        };
        position.expected = match form {
            // Text may be deeper, but not in between.
            Form::Text | Form::Body if !position.attached && owner.is_some_and(fits) => None,
            _ => owner.map(|o| self.scope.expected(o.indent, line.indent)),
        };
        let part = one.parts.value.unwrap_or(Part::new(one.node));
        if let Some(header) = self.parent(owner).filter(|_| !position.stray) {
            header.contents.push(part);
        }
        self.push(one, form, owner, position);
    }

    /// Whether content at column 0 can be attached to the last header: one that has none yet.
    fn may_attach(&self, owner: &Owner, form: Form) -> bool {
        let header = owner.header.and_then(|i| self.out.headers.get(i));
        match (self.attach, form) {
            (Attach::Text, Form::Text) => true,
            (Attach::Anything, Form::Text) => {
                owner.kind.takes_text(owner.documented) && header.is_some_and(|h| h.contents.is_empty())
            }
            (Attach::Anything, _) => {
                owner.kind.takes_blocks() && header.is_some_and(|h| h.contents.is_empty())
            }
            _ => false,
        }
    }

    fn comment(&mut self, one: LineItem<'a>) {
        let owner = self.owner(one.line.indent);
        let placed = self.scope.place_comment(&one.line);
        self.push(one, Form::Comment, owner, Position { placed, ..Position::default() });
    }

    fn push(&mut self, one: LineItem<'a>, form: Form, owner: Option<Owner>, position: Position) {
        let LineItem { node, range, line, parts } = one;
        let Position { attached, stray, expected, placed } = position;
        let (unit, set) = (self.scope.own_unit(), self.scope.set);
        let above = match form {
            Form::Header(_) => self.scope.open.len().saturating_sub(1),
            _ if attached => self.scope.open.len(),
            _ => self.scope.level(line.indent),
        };
        let maps =
            if let Form::Parameter(i) = form { self.out.parameters.get(i).map_or(0, |p| p.level) } else { 0 };
        let levels = u32::try_from(above + maps).unwrap_or(u32::MAX);
        let wanted = levels.saturating_mul(unit);
        let moved = !self.last_stays();
        self.out.strays |= stray;
        self.out.items.push(Item {
            node,
            range,
            form,
            line,
            parts,
            owner,
            attached,
            stray,
            expected,
            wanted,
            unit,
            set,
            placed,
            moved,
        });
    }
}
