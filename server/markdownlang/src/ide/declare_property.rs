//! Fixes in the input schema: declare a field, require it, give it a default.

use std::sync::Arc;

use agmark_schema::validate::check_value;
use agmark_schema::{Node, Style, pointer};
use agmark_syntax::{Diagnostic, Document, Edit, Fix, Rule, Span};
use serde_json::{Value as Json, json};

use super::inferred_type::inferred_type;
use super::yaml_edit::{indent, insert_item, insert_member};
use crate::cross_file;
use crate::cross_file::document_types::DocumentTypes;
use crate::data::{self, FrontMatter};
use crate::rules::{may_be_missing, optional_field, undeclared_field};
use crate::syntax::yaml_text::{flow, scalar};

/// Adds the fixes that change the input schema.
pub(crate) fn add_fixes(document: &Document, diagnostics: &mut [Diagnostic]) {
    let ours: [&Rule; 3] = [&undeclared_field::RULE, &optional_field::RULE, &may_be_missing::RULE];
    if !diagnostics.iter().any(|one| ours.contains(&one.rule)) {
        return;
    }
    let Some(front) = data::front(document) else { return };
    let Some(input) = front.parsed.root.get("input") else { return };
    let schema = Schema { document, front, input, types: cross_file::document_types(document, front) };
    for diagnostic in diagnostics.iter_mut().filter(|one| ours.contains(&one.rule)) {
        if diagnostic.rule == ours[0] {
            diagnostic.fixes.extend(schema.declare(diagnostic.span));
        } else {
            diagnostic.fixes.extend(schema.require(diagnostic.span));
            diagnostic.fixes.extend(schema.give_default(diagnostic.span));
        }
    }
}

fn fix(title: String, edits: Vec<Edit>) -> Option<Fix> {
    (!edits.is_empty()).then(|| Fix::offered(title, edits))
}

/// The input schema, with the uses of its fields.
struct Schema<'a> {
    document: &'a Document,
    front: &'a FrontMatter,
    input: &'a Node,
    types: Arc<DocumentTypes>,
}

impl Schema<'_> {
    /// A property for the field whose name is at `span`.
    fn declare(&self, span: Span) -> Option<Fix> {
        let near = self.types.reports(span);
        let mut all = near.flat_map(|(start, f)| f.undeclared.iter().map(move |one| (start, one)));
        let (_, found) = all.find(|(start, one)| one.span.shifted(*start) == span)?;
        let shapes = found.holders.iter().filter_map(|id| self.front.shapes.get(*id));
        let nodes: Vec<&Node> = shapes.filter_map(|shape| self.input.at(&shape.at)).collect();
        // If several schemas apply, the one with properties is changed.
        let holder = nodes.iter().find(|node| node.get("properties").is_some()).or(nodes.last())?;
        let name = self.document.text().span(span).into_owned();
        let edits =
            declare(self.document, holder, &name, inferred_type(self.document, span), found.is_required)?;
        fix(format!("declare \"{name}\" in the input schema"), edits)
    }

    /// The properties that a diagnostic at `span` is about: the schema of each, and its name.
    fn properties(&self, span: Span) -> Vec<(&Node, String)> {
        let near = self.types.reports(span);
        let all = near.flat_map(|(start, f)| f.fields.iter().map(move |one| (start, one)));
        let here = all.filter(|(start, (at, _))| span.covers(at.shifted(*start)));
        let Some((_, (_, ids))) = here.max_by_key(|(start, (at, _))| at.shifted(*start)) else {
            return Vec::new();
        };
        let holder = |id: &u32| {
            let (properties, name) = self.front.shapes.get(*id)?.at.rsplit_once('/')?;
            let node = self.input.at(properties.strip_suffix("/properties")?)?;
            Some((node, pointer::steps(&format!("/{name}")).next()?))
        };
        ids.iter().filter_map(holder).collect()
    }

    fn require(&self, span: Span) -> Option<Fix> {
        let all = self.properties(span);
        let (_, name) = all.first()?;
        let edits = all.iter().filter_map(|(schema, name)| require(self.document, schema, name));
        fix(format!("add \"{name}\" to \"required\""), edits.collect())
    }

    fn give_default(&self, span: Span) -> Option<Fix> {
        let all = self.properties(span);
        let (_, name) = all.first()?;
        let given: Option<Vec<Edit>> =
            all.iter().map(|(schema, name)| give_default(self.document, self.input, schema, name)).collect();
        fix(format!("add a default for \"{name}\""), given?)
    }
}

/// Adds a property to the schema, and to `required` if the template needs it.
fn declare(
    document: &Document,
    schema: &Node,
    name: &str,
    kind: &str,
    is_required: bool,
) -> Option<Vec<Edit>> {
    let written = format!("{}: {{ type: {kind} }}", scalar(name));
    let required = || require(document, schema, name).filter(|_| is_required);
    let Some(properties) = schema.member("properties") else {
        let text = format!("properties: {{ {written} }}");
        return match schema.get("required").is_some() || !is_required {
            true => Some(
                [Some(insert_member(document, schema, &text)?), required()].into_iter().flatten().collect(),
            ),
            // Two keys at one place must be one edit.
            false => {
                let name = scalar(name);
                let lead = match schema.style {
                    Style::Flow => ", ".to_owned(),
                    _ => format!("\n{}", indent(document, schema.as_map()?.members.last()?.key.span.start)),
                };
                Some(vec![insert_member(document, schema, &format!("{text}{lead}required: [{name}]"))?])
            }
        };
    };
    let mut edits = vec![insert_member(document, &properties.value, &written)?];
    // `required` may be inserted where the properties end.
    if let Some(edit) = required() {
        match edits.first_mut().filter(|first| first.span == edit.span) {
            Some(first) => first.text.push_str(&edit.text),
            None => edits.push(edit),
        }
    }
    edits.sort_by_key(|edit| edit.span);
    Some(edits)
}

fn require(document: &Document, schema: &Node, name: &str) -> Option<Edit> {
    let Some(required) = schema.get("required") else {
        return insert_member(document, schema, &format!("required: [{}]", scalar(name)));
    };
    if required.as_list()?.iter().any(|item| item.as_str() == Some(name)) {
        return None;
    }
    insert_item(document, required, &scalar(name))
}

fn give_default(document: &Document, root: &Node, schema: &Node, name: &str) -> Option<Edit> {
    let property = schema.get("properties")?.get(name)?;
    if property.get("default").is_some() {
        return None;
    }
    let written = property.to_json();
    let mut value = crate::program::sample_in(&root.to_json(), &written);
    // An empty value is the simplest default, if it is valid.
    for empty in [json!(""), json!(0), json!(false), json!([]), json!({})] {
        let is_same_type = std::mem::discriminant(&empty) == std::mem::discriminant(&value);
        let given = ["default", "examples", "enum", "const"].iter().any(|key| written.get(*key).is_some());
        if is_same_type && !given && is_valid(root, &written, &empty) {
            value = empty;
            break;
        }
    }
    if !is_valid(root, &written, &value) {
        return None;
    }
    insert_member(document, property, &format!("default: {}", flow(&value)))
}

/// Whether a value is valid for a schema in `root`.
fn is_valid(root: &Node, schema: &Json, value: &Json) -> bool {
    let mut schema = schema.clone();
    if let (Some(map), Some(defs)) = (schema.as_object_mut(), root.get("$defs")) {
        map.insert("$defs".to_owned(), defs.to_json());
    }
    check_value(&schema, value).is_ok_and(|wrong| wrong.is_empty())
}
