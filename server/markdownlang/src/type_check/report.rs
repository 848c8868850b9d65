//! The result of type checking.

use agmark_syntax::{Diagnostic, Span};

use crate::types::Type;

/// What the type checker reports about a part of a template.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeReport {
    pub diagnostics: Vec<Diagnostic>,
    /// The schemas of the properties that are used.
    pub used: Vec<u32>,
    /// The names of fields in the text, without their dots, each with the schemas of the properties that it may mean.
    pub fields: Vec<(Span, Vec<u32>)>,
    pub undeclared: Vec<UndeclaredField>,
    /// The names of fields of values with an unknown type.
    pub unknown_fields: Vec<String>,
    /// The templates that are shown, each with the type of its dot.
    pub calls: Vec<(String, Type)>,
}

/// The name of a field that is not declared.
#[derive(Clone, Debug)]
pub(crate) struct UndeclaredField {
    pub span: Span,
    /// The schemas that could declare it.
    pub holders: Vec<u32>,
    /// Whether the template needs it.
    pub is_required: bool,
}

/// The types at a place of a template.
#[derive(Clone, Debug)]
pub(crate) struct TypeScope {
    pub dot: Type,
    pub variables: Vec<(String, Type)>,
    /// The innermost value around the place, or that ends there, with the schemas of its property.
    pub value: Option<(Span, Type, Vec<u32>)>,
}

impl TypeScope {
    /// The type of a visible variable, with its dollar sign.
    pub fn variable(&self, name: &str) -> Option<&Type> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, of)| of)
    }
}
