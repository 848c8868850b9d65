//! The parts of a selector.

/// Compounds with their combinators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complex {
    pub last: Compound,
    /// The other compounds, from right to left, each with its combinator.
    pub before: Vec<(Combinator, Compound)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combinator {
    Inside,
    Child,
    Next,
    After,
}

/// The conditions for one element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compound {
    pub name: Option<String>,
    pub attributes: Vec<Test>,
    pub not: Vec<Compound>,
}

/// The condition for an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    pub name: String,
    pub operator: Operator,
    pub value: String,
    pub any_case: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Exists,
    Equals,
    Word,
    Dash,
    Prefix,
    Suffix,
    Contains,
}
