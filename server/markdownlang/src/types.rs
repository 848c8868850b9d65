//! The types of values, from the input schema.
//!
//! A [`Type`] is a list of alternatives. Objects and lists keep their schemas, and fields and items are looked up when they are
//! needed, because schemas can be recursive.

use std::collections::HashSet;

use agmark_syntax::work;

mod expand;
mod shapes;

pub(crate) use shapes::{Kinds, Shapes};

/// The type of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub alts: Vec<Alt>,
    /// Whether the value may be missing.
    pub optional: bool,
}

/// An alternative of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Alt {
    /// Nothing is known.
    Any,
    Nil,
    Bool,
    Integer,
    Number,
    String,
    /// A list that is valid for all of these schemas.
    List(Vec<u32>),
    /// A list that a function returns.
    ListOf(Box<Type>),
    /// An object that is valid for all of these schemas.
    Object(Vec<u32>),
}

/// The result of looking up a field.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    /// The field, and the schemas of its property.
    Declared(Type, Vec<u32>),
    /// The schema does not describe such a field.
    Unknown,
    /// The schema describes all fields, but not this one.
    Missing,
}

impl Type {
    pub(crate) fn any() -> Self {
        Self { alts: vec![Alt::Any], optional: false }
    }

    pub(crate) fn of(alt: Alt) -> Self {
        Self { alts: vec![alt], optional: false }
    }

    pub(crate) fn string_list() -> Self {
        Self::of(Alt::ListOf(Box::new(Self::of(Alt::String))))
    }

    /// Whether the value may have any type.
    pub(crate) fn is_unknown(&self) -> bool {
        self.alts.is_empty() || self.alts.contains(&Alt::Any)
    }

    /// Whether the value may be missing or null.
    pub(crate) fn may_lack(&self) -> bool {
        self.optional || self.alts.contains(&Alt::Nil)
    }

    /// The type of a value that exists.
    #[must_use]
    pub(crate) fn present(&self) -> Self {
        let alts: Vec<Alt> = self.alts.iter().filter(|a| **a != Alt::Nil).cloned().collect();
        // A value that can only be null never exists.
        Self { alts: if alts.is_empty() { vec![Alt::Any] } else { alts }, optional: false }
    }

    /// The type of a value of one or the other type.
    #[must_use]
    pub(crate) fn or(mut self, other: Self) -> Self {
        self.optional |= other.optional;
        for alt in other.alts {
            if !self.alts.contains(&alt) {
                self.alts.push(alt);
            }
        }
        self
    }

    /// In words: `a string or null`.
    pub(crate) fn words(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        for alt in &self.alts {
            let word = alt.word();
            if !all.contains(&word) {
                all.push(word);
            }
        }
        match all.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "anything".to_owned(),
        }
    }
}

impl Alt {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Nil => "null",
            Self::Bool => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::String => "a string",
            Self::List(_) | Self::ListOf(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl Shapes {
    /// A field of a value, for all alternatives that can have fields.
    pub(crate) fn field(&self, value: &Type, name: &str) -> Field {
        let mut declared: Option<Type> = None;
        let mut ids = Vec::new();
        let (mut unknown, mut missing) = (false, false);
        for alt in &value.alts {
            match alt {
                Alt::Any => unknown = true,
                Alt::Object(all) => match self.property(all, name) {
                    Field::Declared(one, of) => {
                        ids.extend(of);
                        declared = Some(match declared {
                            Some(before) => before.or(one),
                            None => one,
                        });
                    }
                    Field::Unknown => unknown = true,
                    Field::Missing => missing = true,
                },
                _ => {}
            }
        }
        match declared {
            Some(mut found) => {
                if unknown {
                    found.alts.push(Alt::Any);
                }
                // If only some alternatives declare it, it is missing in the others.
                found.optional |= missing;
                Field::Declared(found, ids)
            }
            None if unknown => Field::Unknown,
            None if missing => Field::Missing,
            None => Field::Unknown,
        }
    }

    /// The type of the items of a list, or of the values of an object.
    pub(crate) fn items(&self, alt: &Alt) -> Type {
        match alt {
            Alt::ListOf(item) => (**item).clone(),
            Alt::List(ids) => self.list_items(ids),
            Alt::Object(ids) => self.values(ids),
            Alt::Integer | Alt::Number => Type::of(Alt::Integer),
            _ => Type::any(),
        }
    }

    /// The types of the keys and the items of a `range`.
    pub(crate) fn entries(&self, value: &Type) -> (Type, Type) {
        let mut key: Option<Type> = None;
        let mut item: Option<Type> = None;
        let join = |to: &mut Option<Type>, one: Type| {
            *to = Some(match to.take() {
                Some(before) => before.or(one),
                None => one,
            });
        };
        for alt in &value.alts {
            match alt {
                Alt::Nil | Alt::String | Alt::Bool => {}
                Alt::Any => {
                    join(&mut key, Type::any());
                    join(&mut item, Type::any());
                }
                Alt::Object(_) => {
                    join(&mut key, Type::of(Alt::String));
                    join(&mut item, self.items(alt));
                }
                _ => {
                    join(&mut key, Type::of(Alt::Integer));
                    join(&mut item, self.items(alt));
                }
            }
        }
        (key.unwrap_or_else(Type::any), item.unwrap_or_else(Type::any))
    }

    /// The names of the declared fields of a value, with their schemas, in the order of the schema.
    pub(crate) fn fields(&self, value: &Type) -> Vec<(String, Vec<u32>)> {
        let mut all: Vec<(String, Vec<u32>)> = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        for alt in &value.alts {
            let Alt::Object(ids) = alt else { continue };
            for name in self.property_names(ids) {
                work::add(1);
                if known.insert(name.clone())
                    && let Field::Declared(_, of) = self.property(ids, &name)
                {
                    all.push((name, of));
                }
            }
        }
        all
    }
}
