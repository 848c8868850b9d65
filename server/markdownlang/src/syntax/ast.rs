//! The tree of a template, for rendering and type checking. It is read from the nodes of a piece. A malformed part becomes
//! [`Kind::Invalid`]; rules report it.

mod expressions;
pub(crate) mod read;

use agmark_syntax::Span;
use serde_json::Number;

/// The maximum depth of blocks and parentheses. Deeper ones are left out.
pub(crate) const MAX_DEPTH: usize = 200;

/// The template of a piece.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Ast {
    pub items: Vec<TemplatePart>,
    /// The first part that is deeper than [`MAX_DEPTH`] and was left out.
    pub too_deep: Option<Span>,
}

/// A part of a template.
#[derive(Debug, PartialEq)]
pub(crate) enum TemplatePart {
    /// Text, without the blanks that trim markers remove.
    Text(Span),
    /// An action that shows a value or declares a variable.
    Value(Pipeline),
    /// `if` and `with` with their `else if`, and the items after the last `else`.
    Condition(Vec<Branch>, Vec<TemplatePart>),
    Range {
        pipeline: Pipeline,
        body: Vec<TemplatePart>,
        otherwise: Vec<TemplatePart>,
    },
    /// `template`, and `block` with its body.
    Call {
        name: TemplateName,
        pipeline: Option<Pipeline>,
        block: Option<Vec<TemplatePart>>,
    },
    Define {
        name: TemplateName,
        body: Vec<TemplatePart>,
    },
    Break,
    Continue,
}

/// A condition with the items that are shown if it is true.
#[derive(Debug, PartialEq)]
pub(crate) struct Branch {
    pub is_with: bool,
    pub pipeline: Pipeline,
    pub body: Vec<TemplatePart>,
}

/// The name of a template, its span without the quotes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TemplateName {
    pub text: String,
    pub span: Span,
}

/// Commands. Each command gets the value of the one before.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Pipeline {
    pub span: Span,
    /// Variables with their dollar signs.
    pub variables: Vec<(String, Span)>,
    /// Whether the sign is `=`, and not `:=`.
    pub assigns: bool,
    /// Whether the action has no end. Then its values are not checked.
    pub unfinished: bool,
    pub commands: Vec<Command>,
}

/// A value, or a function with its arguments.
#[derive(Debug, PartialEq)]
pub(crate) struct Command {
    pub head: Expr,
    pub arguments: Vec<Expr>,
}

/// A value with its fields: `.a.b`, `$x.a`, `(…).a`.
#[derive(Debug, PartialEq)]
pub(crate) struct Expr {
    pub kind: Kind,
    /// Without the steps.
    pub span: Span,
    pub steps: Vec<Step>,
}

/// A field, its span without the dot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub name: String,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    Dot,
    /// With its dollar sign.
    Variable(String),
    /// A function. Its arguments are those of its command; elsewhere it has none.
    Function(String),
    Parenthesis(Box<Pipeline>),
    String(String),
    Number(Number),
    Bool(bool),
    Nil,
    Invalid,
}

impl Ast {
    /// The templates that are defined, in the order of the text: name and body.
    pub(crate) fn definitions(&self) -> Vec<(&str, &[TemplatePart])> {
        let mut all = Vec::new();
        collect(&self.items, &mut all);
        all
    }
}

fn collect<'a>(items: &'a [TemplatePart], all: &mut Vec<(&'a str, &'a [TemplatePart])>) {
    for item in items {
        match item {
            TemplatePart::Define { name, body } | TemplatePart::Call { name, block: Some(body), .. } => {
                all.push((&name.text, body));
                collect(body, all);
            }
            TemplatePart::Condition(branches, otherwise) => {
                branches.iter().for_each(|b| collect(&b.body, all));
                collect(otherwise, all);
            }
            TemplatePart::Range { body, otherwise, .. } => {
                collect(body, all);
                collect(otherwise, all);
            }
            _ => {}
        }
    }
}

impl Pipeline {
    /// The span without the declared variables.
    pub(crate) fn value_span(&self) -> Span {
        let start = self.commands.first().map_or(self.span.start, |c| c.head.whole().start);
        Span { start, end: self.span.end }
    }
}

impl Expr {
    pub(crate) fn whole(&self) -> Span {
        let end = self.steps.last().map_or(self.span.end, |s| s.span.end);
        Span { start: self.span.start, end }
    }
}
