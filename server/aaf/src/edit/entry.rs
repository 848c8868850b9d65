//! Entries of a manifest, derived from a page: the types and meanings of fields from the types of inputs.

use std::collections::{HashMap, HashSet};

use agmark_syntax::work;
use serde_json::{Map, Value, json};

use super::{derive, views};
use crate::page::Page;
use crate::page::resolve;
use crate::risk;
use crate::syntax::html::{Element, decode};
use crate::syntax::template;

/// The entry of an action of the page: title, scope, risk, confirmation, schemas.
pub fn action(page: &Page<'_>, name: &str) -> Value {
    let instance = resolve::instances(page, name).first().copied();
    let one = instance.and_then(|index| page.annotated_at(index));
    let stated = |annotation: &str| one.and_then(|one| one.get(annotation)?.legal()).map(str::to_owned);
    let said = instance.and_then(|index| called(page, index));
    let title = said.clone().unwrap_or_else(|| title(name));
    let dangerous = match instance {
        Some(index) => risk::danger(page, index, Some(name)).is_some(),
        None => risk::dangerous_word(name).is_some(),
    };
    let risk = stated("danger").unwrap_or_else(|| if dangerous { "high" } else { "low" }.to_owned());
    let confirmation = stated("confirm").unwrap_or_else(|| match risk.as_str() {
        "high" => "required".to_owned(),
        "none" => "never".to_owned(),
        _ => "optional".to_owned(),
    });
    let scope = stated("scope").unwrap_or_else(|| scope(name, &risk));
    let idempotent = stated("idempotent").map_or(risk == "none", |text| text == "true");
    json!({
        "title": title,
        "scope": scope,
        "risk": risk,
        "confirmation": confirmation,
        "idempotent": idempotent,
        "inputSchema": input(page, name),
        "outputSchema": {"type": "object"},
    })
}

/// The entry of a data view of the page: title, scope, and the columns of a table.
pub fn view(page: &Page<'_>, name: &str) -> Value {
    let shown = page.annotated.iter().find(|one| one.shows_data() && one.text("action") == Some(name));
    let stated = shown.and_then(|one| one.get("scope")?.legal()).map(str::to_owned);
    let columns = shown.map(|one| views::columns(page, one.element)).unwrap_or_default();
    let named = columns.into_iter().filter_map(|said| Some((derive::field_name(&said)?, said)));
    let properties: Map<String, Value> =
        named.map(|(name, said)| (name, json!({"type": "string", "description": said}))).collect();
    let items = match properties.is_empty() {
        true => json!({"type": "object"}),
        false => json!({"type": "object", "properties": properties}),
    };
    json!({
        "title": title(name),
        "scope": stated.unwrap_or_else(|| scope(name, "none")),
        "outputSchema": {"type": "array", "items": items},
    })
}

/// The schema of the arguments: a property for each field that a runtime finds.
pub fn input(page: &Page<'_>, action: &str) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, index) in fields(page, action) {
        let Some(element) = page.dom.elements.get(index) else { continue };
        if element.attribute(page.text, "required").is_some() {
            required.push(Value::String(name.clone()));
        }
        properties.insert(name, property(page, index));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("properties".to_owned(), properties.into());
    schema.into()
}

/// The fields of an action with the elements that a runtime finds for them, in the order of the page.
pub fn fields(page: &Page<'_>, action: &str) -> Vec<(String, usize)> {
    let index = page.instances();
    let field = |number: &usize| {
        let one = page.annotated.get(*number)?;
        Some((one.get("field")?.legal()?, one.element)).filter(|_| one.text("kind") == Some("field"))
    };
    let mut tied: HashMap<&str, usize> = HashMap::new();
    for (name, element) in index.tied(action).iter().filter_map(field) {
        tied.entry(name).or_insert(element);
    }
    // The first instance that has it, unless the second step finds it for an instance before.
    let mut found = tied.clone();
    for (number, instance) in index.of_action(action).iter().enumerate() {
        let mut here = HashSet::new();
        for (name, element) in index.nested(*instance).iter().filter_map(field) {
            work::add(1);
            if here.insert(name) && (number == 0 || !found.contains_key(name)) {
                found.insert(name, element);
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().map(|(name, element)| (name.to_owned(), element)).collect();
    found.sort_by_key(|(_, element)| *element);
    found
}

/// The schema of a field: from the control, or from the first one in it.
pub fn property(page: &Page<'_>, index: usize) -> Value {
    let control = control(page, index);
    let Some(element) = page.dom.elements.get(control) else { return json!({}) };
    let mut schema = match element.name(page.text).to_ascii_lowercase().as_str() {
        "select" => select(page, control, element),
        "textarea" => text(page, element),
        _ => by_type(page, element),
    };
    if let (Some(schema), Some(label)) = (schema.as_object_mut(), label(page, control)) {
        schema.insert("description".to_owned(), label.into());
    }
    schema
}

/// The control itself, or the one in a label or a component that is annotated as the field.
fn control(page: &Page<'_>, index: usize) -> usize {
    let is_control = |index: &usize| {
        page.dom.elements.get(*index).is_some_and(|element| {
            ["input", "select", "textarea"].iter().any(|name| element.is(page.text, name))
        })
    };
    let until = page.dom.elements.get(index).map_or(index, |element| element.until);
    (index..until).find(is_control).unwrap_or(index)
}

fn by_type(page: &Page<'_>, element: &Element) -> Value {
    let written =
        |name: &str| element.attribute(page.text, name).filter(|value| !template::is_dynamic(value));
    let kind = written("type").unwrap_or("text").trim().to_ascii_lowercase();
    match kind.as_str() {
        "email" => json!({"type": "string", "format": "email", "x-semantic": "https://schema.org/email"}),
        "url" => json!({"type": "string", "format": "uri", "x-semantic": "https://schema.org/URL"}),
        "tel" => json!({"type": "string", "x-semantic": "https://schema.org/telephone"}),
        "date" => json!({"type": "string", "format": "date", "x-semantic": "https://schema.org/Date"}),
        "datetime-local" => json!({"type": "string"}),
        "time" => json!({"type": "string"}),
        "number" | "range" => number(&written),
        "checkbox" => json!({"type": "boolean"}),
        _ => text(page, element),
    }
}

fn number<'a>(written: &dyn Fn(&str) -> Option<&'a str>) -> Value {
    let number = |name: &str| written(name).and_then(|text| text.trim().parse::<serde_json::Number>().ok());
    let step = number("step");
    let whole = step.as_ref().is_some_and(|step| step.is_u64());
    let mut schema = Map::new();
    schema.insert("type".to_owned(), if whole { "integer" } else { "number" }.into());
    schema.extend(number("min").map(|min| ("minimum".to_owned(), min.into())));
    schema.extend(number("max").map(|max| ("maximum".to_owned(), max.into())));
    let multiple = step.filter(|step| step.as_f64().is_some_and(|step| step > 0.0 && step != 1.0));
    schema.extend(multiple.map(|step| ("multipleOf".to_owned(), step.into())));
    schema.into()
}

fn text(page: &Page<'_>, element: &Element) -> Value {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "string".into());
    for (attribute, keyword) in [("minlength", "minLength"), ("maxlength", "maxLength")] {
        let length = element.attribute(page.text, attribute).and_then(|text| text.trim().parse::<u64>().ok());
        schema.extend(length.map(|length| (keyword.to_owned(), length.into())));
    }
    schema.into()
}

fn select(page: &Page<'_>, index: usize, element: &Element) -> Value {
    let inside = page.dom.elements.get(index + 1..element.until).unwrap_or_default();
    let mut values: Vec<Value> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for option in inside.iter().filter(|one| one.is(page.text, "option")) {
        let value = match option.attribute(page.text, "value") {
            Some(value) => decode(value).into_owned(),
            None => page.says(option),
        };
        // Options that a template writes are unknown.
        if template::is_dynamic(&value)
            || option.tag.dynamic
            || option.attribute(page.text, ":value").is_some()
        {
            values.clear();
            break;
        }
        // The first option is often empty: `Choose …`.
        if !value.is_empty() && seen.insert(value.clone()) {
            values.push(value.into());
        }
    }
    let one =
        if values.is_empty() { json!({"type": "string"}) } else { json!({"type": "string", "enum": values}) };
    match element.attribute(page.text, "multiple") {
        Some(_) => json!({"type": "array", "items": one}),
        None => one,
    }
}

fn label(page: &Page<'_>, index: usize) -> Option<String> {
    derive::attribute(page, index, "aria-label")
        .or_else(|| derive::label(page, index))
        .or_else(|| derive::attribute(page, index, "placeholder"))
        .map(|text| text.trim_end_matches([':', '*', ' ']).to_owned())
        .filter(|text| !text.is_empty())
}

/// The name of the element of an action, as users see it.
fn called(page: &Page<'_>, index: usize) -> Option<String> {
    let element = page.dom.elements.get(index)?;
    let said = match element.is(page.text, "form") {
        true => derive::attribute(page, index, "aria-label").or_else(|| derive::submit_text(page, index)),
        false if element.is(page.text, "button") || element.is(page.text, "a") => {
            Some(page.said(index).apart)
        }
        false => derive::attribute(page, index, "aria-label"),
    };
    said.filter(|text| !text.is_empty() && text.chars().count() <= 60 && !template::is_dynamic(text))
}

/// A name as a title: `Create invoice` for `invoice.create`.
pub fn title(name: &str) -> String {
    let mut parts: Vec<_> = name.split('.').map(|part| part.replace('-', " ")).collect();
    if parts.len() > 1
        && let Some(verb) = parts.pop()
    {
        parts.insert(0, verb);
    }
    let words = parts.join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The permission that an action probably needs: `invoices.write`.
fn scope(name: &str, risk: &str) -> String {
    let thing = name.split('.').next().unwrap_or(name).replace('-', "_");
    let verb = if risk == "none" { "read" } else { "write" };
    format!("{thing}.{verb}")
}
