//! From the flat nodes of a piece's tree to its structure.

mod canonical_indent;
mod unplaced_item;

use std::ops::Range;

use agmark_syntax::{Piece, Span, State};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::indent::{Indent, SmallestIndent};
use crate::syntax::line_item::{ItemKind, ItemParts, LineItem, Owner};
use crate::syntax::nesting::{Hold, Nesting, OpenLevel, place};
use crate::syntax::ordinary;
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use unplaced_item::{LooseText, Placement, UnplacedItem};

/// What may still be attached to the last header at column 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attachable {
    Anything,
    Text,
    Nothing,
}

/// Builds a structure, line by line.
pub struct StructureBuilder<'a> {
    structure: Structure<'a>,
    pub(crate) nesting: Nesting,
    /// For each open header its index in the structure, if it is in this piece.
    header_indexes: Vec<Option<usize>>,
    /// The keys without a value, which deeper parameters belong to, under the last of `maps_level` open headers.
    maps: Vec<OpenLevel>,
    maps_level: usize,
    /// Whether the first of them is on the line of the header.
    map_in_header: bool,
    attachable: Attachable,
    /// Loose text that the next line may continue: see [`Nesting::text_level`].
    loose: Option<LooseText<'a>>,
    /// Whether there are only parameters under the last header so far.
    only_parameters: bool,
}

impl<'a> Structure<'a> {
    /// Reads a piece of a document. `set` is the unit that is set for the document; only the first piece needs it.
    pub fn read(piece: &Piece<'a>, set: Option<u32>) -> Self {
        let mut builder = StructureBuilder::new(piece.text, piece.state, set);
        let mut cursor = piece.tree.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let node = SyntaxNode::new(cursor.node());
            builder.add(node, ItemParts::read(&mut cursor));
            more = cursor.goto_next_sibling();
        }
        builder.end_loose();
        builder.structure
    }

    /// Reads an ordinary piece without a tree, with the same result; `None` for another piece.
    pub fn read_ordinary(text: &'a str, state: &State, set: Option<u32>) -> Option<Self> {
        let items = ordinary::items(text)?;
        let mut builder = StructureBuilder::new(text, state, set);
        items.into_iter().for_each(|(node, parts)| builder.add(node, parts));
        Some(builder.structure)
    }
}

impl<'a> StructureBuilder<'a> {
    fn new(text: &'a str, state: &State, set: Option<u32>) -> Self {
        let nesting = Nesting::at(state, set);
        StructureBuilder {
            structure: Structure {
                text,
                items: Vec::new(),
                headers: Vec::new(),
                parameters: Vec::new(),
                strays: false,
            },
            header_indexes: vec![None; nesting.open.len()],
            nesting,
            maps: Vec::new(),
            maps_level: 0,
            map_in_header: false,
            attachable: Attachable::Nothing,
            loose: None,
            only_parameters: false,
        }
    }

    /// Adds a line or block.
    fn add(&mut self, node: SyntaxNode<'a>, parts: ItemParts<'a>) {
        let indent =
            parts.indent.map_or(Indent::default(), |span| Indent::of(span.text(self.structure.text)));
        let item = UnplacedItem { node, range: node.span().range(), indent, parts };
        let is_body = item.parts.value.is_some_and(|v| v.kind == SyntaxKind::TextBody);
        if node.kind == SyntaxKind::TextLine || (is_body && self.continues_loose(indent)) {
            return self.add_loose(item);
        }
        self.end_loose();
        let open = item.is_open();
        match node.kind {
            SyntaxKind::Directive | SyntaxKind::Command => self.add_header(item),
            SyntaxKind::Parameter => self.add_parameter_line(item),
            SyntaxKind::CommentLine => self.add_comment(item),
            SyntaxKind::CodeBlock | SyntaxKind::UnterminatedCodeBlock => {
                self.nesting.add(indent);
                self.add_content(item, ItemKind::Code);
            }
            _ if is_body => self.add_text(item, ItemKind::Body),
            _ => {
                self.nesting.add(indent);
                self.add_content(item, ItemKind::Content);
            }
        }
        self.nesting.after_block = open;
    }

    /// Whether a line continues the loose text before it.
    fn continues_loose(&self, indent: Indent) -> bool {
        let level = self.nesting.text_level(indent);
        self.loose.as_ref().is_some_and(|run| self.nesting.text_continues(run.level, run.first, level))
    }

    /// Adds a loose line. Loose lines under the same header are one text.
    fn add_loose(&mut self, item: UnplacedItem<'a>) {
        if self.continues_loose(item.indent) {
            if let Some(loose) = &mut self.loose {
                loose.item.range.end = item.range.end;
            }
            return;
        }
        self.end_loose();
        let first = std::mem::take(&mut self.only_parameters);
        self.loose = Some(LooseText { level: self.nesting.text_level(item.indent), first, item });
    }

    fn end_loose(&mut self) {
        if let Some(loose) = self.loose.take() {
            self.add_text(loose.item, ItemKind::Text);
        }
    }

    fn add_text(&mut self, mut item: UnplacedItem<'a>, kind: ItemKind) {
        let text = self.structure.text.get(item.range.clone()).unwrap_or("");
        item.indent = SmallestIndent::of(text).indent();
        self.nesting.add(item.indent);
        self.add_content(item, kind);
    }

    /// The header that a line at `indent` belongs to.
    fn owner(&self, indent: u32) -> Option<Owner> {
        self.owner_at(self.nesting.level(indent).checked_sub(1)?)
    }

    fn owner_at(&self, index: usize) -> Option<Owner> {
        let open = self.nesting.open.get(index)?;
        let documented = self.nesting.documents(index) || open.kind.is("Documentation");
        let header = self.header_indexes.get(index).copied().flatten();
        Some(Owner { kind: open.kind, indent: open.indent, header, documented })
    }

    /// The last header, if something at column 0 may be attached to it.
    fn last(&self) -> Option<Owner> {
        let owner = self.owner_at(self.nesting.open.len().checked_sub(1)?)?;
        owner.header.is_some().then_some(owner)
    }

    fn add_header(&mut self, item: UnplacedItem<'a>) {
        let (text, indent) = (self.structure.text, item.indent);
        let name_span = item.parts.name.unwrap_or(item.node.span());
        let name = name_span.text(text).strip_prefix('.').unwrap_or("");
        let kind = HeaderKind::of(name);
        let level = self.nesting.header_level(indent.width, kind);
        let attached = level > self.nesting.level(indent.width);
        let owner = level.checked_sub(1).and_then(|i| self.owner_at(i));
        let (documented, first) = (self.nesting.documents(level), self.nesting.open.is_empty());
        self.nesting.enter(indent, kind, indent.tabs || item.is_malformed_header(text));
        self.attachable = Attachable::Anything;
        self.only_parameters = item.parts.value.is_none();
        self.maps.clear();
        self.map_in_header = false;
        self.header_indexes.truncate(level);
        self.header_indexes.push(Some(self.structure.headers.len()));
        if let Some(parent) = owner.and_then(|o| o.header).and_then(|i| self.structure.headers.get_mut(i)) {
            parent.has_child = true;
        }
        let placed = self.nesting.open.last().map_or(0, |o| o.placed);
        let in_line = self.add_inline_parameters(&item, level, placed);
        let header = ItemKind::Header(self.structure.headers.len());
        self.structure.headers.push(Header {
            item: self.structure.items.len(),
            name,
            name_span,
            kind,
            level,
            documented,
            first,
            parameters: in_line.clone().collect(),
            in_line,
            contents: item.parts.value.into_iter().collect(),
            has_child: false,
        });
        let expected = Some(owner.map_or(0, |o| self.nesting.expected(o.indent, indent.width)));
        self.push(item, header, owner, Placement { attached, expected, placed, ..Placement::default() });
    }

    /// Adds the parameters on the line of a header. The last one may open a map.
    fn add_inline_parameters(&mut self, item: &UnplacedItem<'a>, level: usize, placed: u32) -> Range<usize> {
        let start = self.structure.parameters.len();
        let owner = self.owner_at(level);
        for parameter in &item.parts.parameters {
            if parameter.value.is_none() && parameter.colon {
                self.open_map(item.indent.width, placed);
                self.maps_level = level + 1;
                self.map_in_header = true;
            }
            self.add_parameter(parameter.span, parameter.key, parameter.value, owner, 0);
        }
        start..self.structure.parameters.len()
    }

    fn open_map(&mut self, indent: u32, placed: u32) {
        self.maps.push(OpenLevel { indent, placed, kind: HeaderKind::Unknown, attached: false });
    }

    fn add_parameter(
        &mut self,
        span: Span,
        key: Option<Span>,
        value: Option<SyntaxNode<'a>>,
        owner: Option<Owner>,
        level: usize,
    ) {
        let key_text = key.map_or("", |key| key.text(self.structure.text));
        let key_span = key.unwrap_or(span);
        self.structure.parameters.push(Parameter { span, key: key_text, key_span, value, owner, level });
    }

    fn add_parameter_line(&mut self, item: UnplacedItem<'a>) {
        let indent = item.indent.width;
        self.nesting.add(item.indent);
        let key = item.parts.key.map_or("", |key| key.text(self.structure.text));
        let mut owner = self.owner(indent);
        let mut placement = Placement::default();
        if owner.is_none() {
            let attachable = self.attachable == Attachable::Anything;
            owner = self.last().filter(|o| attachable && o.kind.takes_parameter(key));
            (placement.attached, placement.stray) = (owner.is_some(), owner.is_none());
            if placement.stray {
                self.attachable = Attachable::Nothing;
            }
        }
        let level = self.map_level(indent, placement.attached);
        let map = level.checked_sub(1).and_then(|i| self.maps.get(i));
        let closed = self.maps.get(level);
        let unmoved = closed.is_none_or(|m| m.placed == m.indent);
        let hold = self.hold(&item, (placement.stray || item.has_error()) && unmoved);
        let parent = map.map(|m| m.indent).or(owner.map(|o| o.indent));
        placement.expected = parent.map(|parent| self.nesting.expected(parent, indent));
        let placed = match map {
            Some(map) if placement.attached => {
                let stays = hold != Hold::Free && map.placed == map.indent && self.stays(indent);
                if stays { indent } else { map.placed.saturating_add(self.nesting.layout_unit()) }
            }
            Some(_) => place(&self.maps, indent, hold, self.nesting.layout_unit()),
            None => self.place(&item, placement.attached, hold),
        };
        placement.placed = closed.map_or(placed, |m| m.placed.min(placed));
        self.maps.truncate(level);
        if item.parts.value.is_none() && !placement.stray && self.maps_level == self.nesting.open.len() {
            // Only under the last header: a deeper line elsewhere belongs to a header below.
            self.open_map(indent, placement.placed);
        }
        let index = self.structure.parameters.len();
        if let Some(header) = self.parent(owner) {
            header.parameters.push(index);
        }
        self.add_parameter(item.node.span(), item.parts.key, item.parts.value, owner, level);
        self.push(item, ItemKind::Parameter(index), owner, placement);
    }

    /// The header of this piece that the next lines can still belong to: no header is under it yet.
    fn parent(&mut self, owner: Option<Owner>) -> Option<&mut Header<'a>> {
        self.structure.headers.get_mut(owner?.header?).filter(|h| !h.has_child)
    }

    /// The number of nested maps that contain a parameter.
    fn map_level(&mut self, indent: u32, attached: bool) -> usize {
        let level = if attached { self.nesting.open.len() } else { self.nesting.level(indent) };
        if level != self.maps_level {
            self.maps.clear();
            self.map_in_header = false;
            self.maps_level = level;
        }
        let deeper = self.maps.partition_point(|m| m.indent < indent);
        // Directly after a header, a line without an indent is in the map that the header opened.
        if attached && self.map_in_header { deeper.max(1) } else { deeper }
    }

    /// Adds a string, a block, a body, or loose text.
    fn add_content(&mut self, item: UnplacedItem<'a>, kind: ItemKind) {
        self.only_parameters = false;
        let indent = item.indent.width;
        let is_text = matches!(kind, ItemKind::Text | ItemKind::Body);
        let mut owner = self.owner(indent);
        let mut placement = Placement::default();
        // Text that continues attached text moves with it, because the smallest indent of both together must not change.
        let continues = is_text && self.attachable == Attachable::Text;
        if owner.is_none() {
            owner = self.last().filter(|o| self.may_attach(o, kind));
            placement.attached = owner.is_some();
            self.attachable = match kind {
                ItemKind::Text if placement.attached => Attachable::Text,
                _ if placement.attached => self.attachable,
                _ => Attachable::Nothing,
            };
        } else if is_text {
            self.attachable = Attachable::Nothing;
        }
        placement.stray = !owner.is_some_and(|o| match kind {
            ItemKind::Text => o.kind.takes_text(o.documented),
            _ => o.kind.takes_blocks(),
        });
        let moves = continues || (placement.attached && kind == ItemKind::Text);
        let keeps = placement.stray || (item.has_error() && !moves);
        placement.placed = self.place(&item, placement.attached, self.hold(&item, keeps));
        let fits = |o: Owner| {
            let mut units = self.nesting.set.into_iter().chain([self.nesting.own_unit()]);
            units.any(|unit| (indent - o.indent).is_multiple_of(unit))
        };
        placement.expected = match owner {
            // Text may be indented further by whole units.
            Some(owner) if is_text && !placement.attached && fits(owner) => None,
            _ => owner.map(|o| self.nesting.expected(o.indent, indent)),
        };
        let content = item.parts.value.unwrap_or(item.node);
        if let Some(header) = self.parent(owner).filter(|_| !placement.stray) {
            header.contents.push(content);
        }
        self.push(item, kind, owner, placement);
    }

    /// Whether content at column 0 can be attached to the last header, which must have no content yet.
    fn may_attach(&self, owner: &Owner, kind: ItemKind) -> bool {
        let header = owner.header.and_then(|i| self.structure.headers.get(i));
        let is_empty = || header.is_some_and(|h| h.contents.is_empty());
        match (self.attachable, kind) {
            (Attachable::Text, ItemKind::Text) => true,
            (Attachable::Anything, ItemKind::Text) => owner.kind.takes_text(owner.documented) && is_empty(),
            (Attachable::Anything, _) => owner.kind.takes_blocks() && is_empty(),
            _ => false,
        }
    }

    fn add_comment(&mut self, item: UnplacedItem<'a>) {
        let owner = self.owner(item.indent.width);
        let placed = self.nesting.place_comment(item.indent);
        self.push(item, ItemKind::Comment, owner, Placement { placed, ..Placement::default() });
    }

    fn push(&mut self, item: UnplacedItem<'a>, kind: ItemKind, owner: Option<Owner>, placement: Placement) {
        let UnplacedItem { range, indent, parts, .. } = item;
        let Placement { attached, stray, expected, placed } = placement;
        let unit = self.nesting.own_unit();
        let headers = match kind {
            ItemKind::Header(_) => self.nesting.open.len().saturating_sub(1),
            _ if attached => self.nesting.open.len(),
            _ => self.nesting.level(indent.width),
        };
        let maps = match kind {
            ItemKind::Parameter(i) => self.structure.parameters.get(i).map_or(0, |p| p.level),
            _ => 0,
        };
        let wanted = u32::try_from(headers + maps).unwrap_or(u32::MAX).saturating_mul(unit);
        self.structure.strays |= stray;
        self.structure.items.push(LineItem {
            range,
            kind,
            indent,
            parts,
            owner,
            attached,
            stray,
            expected,
            wanted,
            unit,
            set: self.nesting.set,
            placed,
            moved: !self.last_stays(),
        });
    }
}
