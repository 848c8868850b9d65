//! A page as a tree: nodes by index, with maps of ids and labels.

pub mod reader;
mod shadow;

use std::cell::RefCell;
use std::rc::Rc;

use agmark_syntax::work;
use rustc_hash::FxHashMap;

/// Elements that name their parent.
const CAPTIONS: [&str; 2] = ["legend", "caption"];

/// What a node is.
#[derive(Debug)]
pub enum NodeContent {
    Text(String),
    Element {
        /// In lower case.
        name: String,
        attributes: Vec<(String, String)>,
    },
}

#[derive(Debug)]
pub struct Node {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub content: NodeContent,
}

/// A page.
#[derive(Debug, Default)]
pub struct Dom {
    pub nodes: Vec<Node>,
    ids: FxHashMap<String, usize>,
    /// The `label`s that name an element by its id.
    labels: FxHashMap<String, Vec<usize>>,
    /// The first `legend` and the first `caption` of an element.
    captions: FxHashMap<(usize, &'static str), usize>,
    /// The field of each label, cached.
    labelled: RefCell<FxHashMap<usize, Option<usize>>>,
    /// The selected options of each `select`, cached.
    chosen: RefCell<FxHashMap<usize, Rc<Vec<usize>>>>,
}

impl Dom {
    fn push(&mut self, parent: Option<usize>, content: NodeContent) -> usize {
        let index = self.nodes.len();
        if let NodeContent::Element { name, attributes } = &content {
            let get = |key: &str| attributes.iter().find(|(known, _)| known == key).map(|(_, value)| value);
            if let Some(id) = get("id") {
                self.ids.entry(id.clone()).or_insert(index);
            }
            if let (Some(target), "label") = (get("for"), name.as_str()) {
                self.labels.entry(target.clone()).or_default().push(index);
            }
        }
        if let (Some(parent), NodeContent::Element { name, .. }) = (parent, &content)
            && let Some(caption) = CAPTIONS.iter().find(|caption| *caption == name)
        {
            self.captions.entry((parent, caption)).or_insert(index);
        }
        self.nodes.push(Node { parent, children: Vec::new(), content });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        index
    }

    /// The name of an element; empty for a text.
    pub fn tag(&self, index: usize) -> &str {
        match &self.nodes[index].content {
            NodeContent::Element { name, .. } => name,
            NodeContent::Text(_) => "",
        }
    }

    pub fn attribute(&self, index: usize, key: &str) -> Option<&str> {
        match &self.nodes[index].content {
            NodeContent::Element { attributes, .. } => {
                attributes.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
            }
            NodeContent::Text(_) => None,
        }
    }

    /// The trimmed value of an attribute, if it is not empty.
    pub fn word(&self, index: usize, key: &str) -> Option<&str> {
        self.attribute(index, key).map(str::trim).filter(|value| !value.is_empty())
    }

    pub fn has(&self, index: usize, key: &str) -> bool {
        self.attribute(index, key).is_some()
    }

    /// Whether an attribute is this word, in small letters or large.
    pub fn is(&self, index: usize, key: &str, value: &str) -> bool {
        self.word(index, key).is_some_and(|word| word.eq_ignore_ascii_case(value))
    }

    pub fn by_id(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// The elements further up, the nearest first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[index].parent, |up| self.nodes[*up].parent)
    }

    /// All below an element, in order.
    pub fn below(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let mut stack: Vec<usize> = self.nodes[index].children.iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let next = stack.pop()?;
            stack.extend(self.nodes[next].children.iter().rev());
            Some(next)
        })
    }

    /// The `label`s of a field, in the order of the page.
    pub fn labels(&self, field: usize) -> Vec<usize> {
        let named = self.attribute(field, "id").filter(|id| self.by_id(id) == Some(field));
        let mut labels: Vec<usize> =
            named.and_then(|id| self.labels.get(id)).into_iter().flatten().copied().collect();
        let around = self.ancestors(field).find(|up| self.tag(*up) == "label");
        if let Some(label) = around.filter(|label| self.labelled(*label) == Some(field)) {
            labels.push(label);
        }
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// The field that a `label` is for.
    pub fn labelled(&self, label: usize) -> Option<usize> {
        if let Some(known) = self.labelled.borrow().get(&label) {
            return *known;
        }
        let found = match self.attribute(label, "for") {
            Some(id) => self.by_id(id).filter(|field| self.is_labelable(*field)),
            None => self.below(label).inspect(|_| work::add(1)).find(|field| self.is_labelable(*field)),
        };
        self.labelled.borrow_mut().insert(label, found);
        found
    }

    /// The first `legend` or `caption` of an element.
    pub fn caption(&self, of: usize, tag: &'static str) -> Option<usize> {
        self.captions.get(&(of, tag)).copied()
    }

    /// The selected options of a `select`, in order. `find` searches for them the first time.
    pub fn chosen(&self, select: usize, find: impl FnOnce() -> Vec<usize>) -> Rc<Vec<usize>> {
        if let Some(known) = self.chosen.borrow().get(&select) {
            return Rc::clone(known);
        }
        let mut found = find();
        found.sort_unstable();
        let found = Rc::new(found);
        self.chosen.borrow_mut().insert(select, Rc::clone(&found));
        found
    }

    fn is_labelable(&self, index: usize) -> bool {
        match self.tag(index) {
            "input" => !self.is(index, "type", "hidden"),
            tag => matches!(tag, "button" | "meter" | "output" | "progress" | "select" | "textarea"),
        }
    }

    /// Whether an element is hidden from people and from screen readers.
    pub fn is_hidden(&self, index: usize) -> bool {
        let tag = self.tag(index);
        match tag {
            "head" | "script" | "style" | "template" | "noscript" | "link" | "meta" | "title" | "base"
            | "datalist" | "param" | "source" | "track" | "rp" | "map" => return true,
            "input" if self.is(index, "type", "hidden") => return true,
            "dialog" if !self.has(index, "open") => return true,
            _ => {}
        }
        self.has(index, "hidden")
            || self.is(index, "aria-hidden", "true")
            || self.is_styled(index, "display", &["none"])
            || self.is_styled(index, "visibility", &["hidden", "collapse"])
    }

    /// Whether an element is hidden by its visibility alone, so that parts of it may be visible again.
    pub fn is_invisible(&self, index: usize) -> bool {
        self.is_styled(index, "visibility", &["hidden", "collapse"])
            && !self.is_styled(index, "display", &["none"])
            && !self.has(index, "hidden")
            && !self.is(index, "aria-hidden", "true")
    }

    /// The parts of an invisible element that are visible, the outermost of each.
    pub fn visible_parts(&self, index: usize) -> Vec<usize> {
        let mut parts = Vec::new();
        let mut stack: Vec<usize> = self.nodes[index].children.iter().rev().copied().collect();
        while let Some(at) = stack.pop() {
            work::add(1);
            if self.is_styled(at, "visibility", &["visible"]) {
                parts.push(at);
            } else if !self.is_hidden(at) || self.is_invisible(at) {
                stack.extend(self.nodes[at].children.iter().rev());
            }
        }
        parts
    }

    /// Whether an element's own style has one of `values` for a property.
    fn is_styled(&self, index: usize, wanted: &str, values: &[&str]) -> bool {
        let Some(style) = self.attribute(index, "style") else { return false };
        style.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
            let value = value.trim().trim_end_matches("!important").trim();
            property.trim().eq_ignore_ascii_case(wanted)
                && values.iter().any(|v| value.eq_ignore_ascii_case(v))
        })
    }
}
