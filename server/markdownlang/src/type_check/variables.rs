//! The variables of the type checker.

use agmark_syntax::names::Map;
use agmark_syntax::work;

use super::value::Value;

/// The values of the visible variables. Each chunk keeps a copy of the variables before and after it; copies are cheap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables(Map<String, Value>);

/// Copies of the same map are equal without a comparison of their values.
impl PartialEq for Variables {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0) || self.0 == other.0
    }
}

/// The variables of a chunk that is being checked.
#[derive(Debug)]
pub(super) struct Scopes {
    known: Variables,
    /// The visible variables that the chunk declares, each with the variable that it hides.
    declared: Vec<(String, Option<Value>)>,
    /// The variables of earlier chunks that are set here.
    set: Vec<String>,
}

impl Scopes {
    pub fn new(known: Variables) -> Self {
        Self { known, declared: Vec::new(), set: Vec::new() }
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        work::add(1);
        self.known.0.get(name)
    }

    /// The visible variables, sorted by name.
    pub fn all(&self) -> Vec<(&String, &Value)> {
        let mut all: Vec<_> = self.known.0.iter().collect();
        all.sort_by_key(|(name, _)| *name);
        all
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.0.keys().map(String::as_str)
    }

    pub fn declare(&mut self, name: &str, value: Value) {
        let hidden = self.known.0.insert(name.to_owned(), value);
        self.declared.push((name.to_owned(), hidden));
    }

    /// Changes a visible variable; false if it does not exist.
    pub fn set(&mut self, name: &str, change: impl FnOnce(&mut Value)) -> bool {
        let Some(value) = self.known.0.get_mut(name) else { return false };
        change(value);
        self.set.push(name.to_owned());
        true
    }

    /// The variable that was declared last.
    pub fn last(&mut self) -> Option<&mut Value> {
        let (name, _) = self.declared.last()?;
        self.known.0.get_mut(name)
    }

    pub fn mark(&self) -> usize {
        self.declared.len()
    }

    /// Removes the variables that were declared since a mark.
    pub fn back_to(&mut self, mark: usize) {
        while self.declared.len() > mark
            && let Some((name, hidden)) = self.declared.pop()
        {
            match hidden {
                Some(value) => self.known.0.insert(name, value),
                None => self.known.0.remove(&name),
            };
        }
    }

    /// The variables for the next chunk, without `$`. Places of this chunk have no meaning there, so the place of a changed
    /// variable becomes its own name.
    pub fn handed_on(mut self) -> Variables {
        self.known.0.remove("$");
        let changed = self.declared.iter().map(|(name, _)| name).chain(&self.set);
        for name in changed {
            if let Some(value) = self.known.0.get_mut(name) {
                value.place = Some(name.clone());
            }
        }
        self.known
    }
}
