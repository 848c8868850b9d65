//! From schemas to types: follows references and combines alternatives.

use agmark_syntax::work;

use super::{Alt, Field, Kinds, Shapes, Type};

/// The maximum number of alternatives. A value with more can have any type.
const MAX_CHOICES: usize = 32;

/// The maximum depth of references and alternatives.
const MAX_DEPTH: usize = 32;

impl Shapes {
    /// The type of the whole schema.
    pub(crate) fn root(&self) -> Type {
        self.type_of(&[0])
    }

    /// The type of a value that is valid for all of these schemas.
    pub(crate) fn type_of(&self, ids: &[u32]) -> Type {
        let Some(sets) = self.expand(ids.to_vec(), 0) else { return Type::any() };
        let mut all = Type::default();
        for set in sets {
            all = all.or(self.alternatives(&set));
            if all.is_unknown() {
                return Type::any();
            }
        }
        if all.alts.is_empty() { Type::any() } else { all }
    }

    /// The alternative sets of schemas of a value; `None` if there are too many.
    fn expand(&self, ids: Vec<u32>, depth: usize) -> Option<Vec<Vec<u32>>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut done: Vec<u32> = Vec::new();
        let mut rest = ids;
        let mut choices: Vec<&Vec<u32>> = Vec::new();
        while let Some(id) = rest.pop() {
            if done.contains(&id) {
                continue;
            }
            done.push(id);
            let shape = self.get(id)?;
            rest.extend(&shape.also);
            choices.extend(&shape.choices);
        }
        done.sort_unstable();
        let mut sets = vec![done];
        for choice in choices {
            if sets.len() * choice.len() > MAX_CHOICES {
                return None;
            }
            let mut next = Vec::new();
            for set in &sets {
                for one in choice {
                    for inner in self.expand(vec![*one], depth + 1)? {
                        let mut both = set.clone();
                        both.extend(inner.into_iter().filter(|id| !set.contains(id)));
                        both.sort_unstable();
                        next.push(both);
                    }
                }
            }
            sets = next;
            if sets.len() > MAX_CHOICES {
                return None;
            }
        }
        Some(sets)
    }

    fn alternatives(&self, set: &[u32]) -> Type {
        let mut kinds = Kinds::ALL;
        let mut says = false;
        for shape in set.iter().filter_map(|id| self.get(*id)) {
            kinds = kinds.and(shape.kinds);
            says |= shape.kinds != Kinds::ALL;
        }
        if !says {
            // Without a type, properties suggest an object.
            let object = set.iter().filter_map(|id| self.get(*id)).any(|s| !s.properties.is_empty());
            return if object { Type::of(Alt::Object(set.to_vec())) } else { Type::any() };
        }
        let mut alts = Vec::new();
        let mut add = |kind: Kinds, alt: Alt| {
            if kinds.has(kind) {
                alts.push(alt);
            }
        };
        add(Kinds::OBJECT, Alt::Object(set.to_vec()));
        add(Kinds::ARRAY, Alt::List(set.to_vec()));
        add(Kinds::STRING, Alt::String);
        add(Kinds::BOOLEAN, Alt::Bool);
        if kinds.has(Kinds::FRACTION) {
            alts.push(Alt::Number);
        } else if kinds.has(Kinds::INTEGER) {
            alts.push(Alt::Integer);
        }
        if kinds.has(Kinds::NULL) {
            alts.push(Alt::Nil);
        }
        Type { alts, optional: false }
    }

    /// A property of an object that is valid for all of these schemas.
    pub(super) fn property(&self, set: &[u32], name: &str) -> Field {
        let shapes = || set.iter().filter_map(|id| self.get(*id));
        work::add(set.len());
        let declared: Vec<u32> = shapes().filter_map(|s| s.property(name)).collect();
        let required = shapes().any(|s| s.required.contains(name));
        if !declared.is_empty() {
            let mut value = self.type_of(&declared);
            value.optional = !required && !self.has_default(&declared, 0);
            return Field::Declared(value, declared);
        }
        if shapes().any(|s| s.open || s.opaque) {
            return Field::Unknown;
        }
        if required {
            // It exists, but its type is unknown.
            return Field::Unknown;
        }
        let further: Vec<u32> = shapes().filter_map(|s| s.additional.flatten()).collect();
        if !further.is_empty() {
            let mut value = self.type_of(&further);
            value.optional = true;
            return Field::Declared(value, Vec::new());
        }
        if shapes().any(|s| !s.properties.is_empty() || s.additional == Some(None)) {
            return Field::Missing;
        }
        Field::Unknown
    }

    fn has_default(&self, ids: &[u32], depth: usize) -> bool {
        depth < MAX_DEPTH
            && ids
                .iter()
                .filter_map(|id| self.get(*id))
                .any(|shape| shape.has_default || self.has_default(&shape.also, depth + 1))
    }

    pub(super) fn property_names(&self, set: &[u32]) -> Vec<String> {
        let shapes = set.iter().filter_map(|id| self.get(*id));
        shapes.flat_map(|s| s.properties.iter().map(|(name, _)| name.clone())).collect()
    }

    pub(super) fn list_items(&self, set: &[u32]) -> Type {
        let shapes = || set.iter().filter_map(|id| self.get(*id));
        let mut all: Option<Type> = None;
        for first in shapes().flat_map(|s| &s.prefix) {
            let one = self.type_of(&[*first]);
            all = Some(match all {
                Some(before) => before.or(one),
                None => one,
            });
        }
        let items: Vec<u32> = shapes().filter_map(|s| s.items).collect();
        match (items.is_empty(), all) {
            (true, None) => Type::any(),
            // Further items are not described, unless `items` forbids them.
            (true, Some(first)) => first.or(Type::any()),
            (false, None) => self.type_of(&items),
            (false, Some(first)) => first.or(self.type_of(&items)),
        }
    }

    pub(super) fn values(&self, set: &[u32]) -> Type {
        let shapes = || set.iter().filter_map(|id| self.get(*id));
        let names = self.property_names(set);
        let open = shapes().any(|s| s.open || s.opaque)
            || names.is_empty() && shapes().all(|s| s.additional.is_none());
        if open {
            return Type::any();
        }
        let mut all = Type::default();
        for name in names {
            if let Field::Declared(mut one, _) = self.property(set, &name) {
                // A range visits only existing values.
                one.optional = false;
                all = all.or(one);
            }
        }
        for further in shapes().filter_map(|s| s.additional.flatten()) {
            all = all.or(self.type_of(&[further]));
        }
        if all.alts.is_empty() { Type::any() } else { all }
    }
}
