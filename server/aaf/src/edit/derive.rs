//! Derives names: of fields from the names of controls, of actions from the texts of forms and buttons.

use super::name_words;
use crate::page::Page;
use crate::page::submits;
use crate::risk;
use crate::syntax::html::{Attribute, decode, visible_text};
use crate::syntax::template;
use crate::vocabulary::patterns::Pattern;

/// Attributes that bind a control to an expression.
const MODELS: &[&str] =
    &["v-model", "bind:value", "x-model", "ng-model", "[(ngmodel)]", ":value", "value", ":model-value"];

/// Calls that give a control its name and more: `{...register("email")}`.
const REGISTERS: &[&str] = &["register(", "registerField(", "getInputProps(", "getFieldProps(", "bind("];

/// How many elements around a control are searched for a component that names it.
const FAR: usize = 6;

/// How many elements of a form are read to distinguish it from others.
const MOST: usize = 2000;

/// The name of a field: from the control's `name`, `aria-label`, the text of its label, its placeholder. In a component
/// also from what it is bound to.
pub fn field(page: &Page<'_>, index: usize) -> Option<String> {
    let written = |name: &str| attribute(page, index, name);
    let named =
        |names: &[&str]| names.iter().find_map(|name| written(name)).and_then(|text| field_name(&text));
    let component = page.source.is_component();
    named(&["name"])
        .or_else(|| component.then(|| registered(page, index).or_else(|| around(page, index))).flatten())
        .or_else(|| named(&["aria-label"]))
        .or_else(|| component.then(|| named(&["label"])).flatten())
        .or_else(|| label(page, index).and_then(|text| field_name(&text)))
        .or_else(|| model(page, index))
        .or_else(|| named(&["placeholder", "id"]))
}

/// The name of a control as users see it, in any script.
pub fn field_text(page: &Page<'_>, index: usize) -> Option<String> {
    attribute(page, index, "aria-label")
        .or_else(|| label(page, index))
        .or_else(|| ["placeholder", "name"].into_iter().find_map(|name| attribute(page, index, name)))
}

/// The name in a call that spreads attributes over a control.
fn registered(page: &Page<'_>, index: usize) -> Option<String> {
    let tag = page.text.get(page.dom.elements.get(index)?.tag.span.clone())?;
    let inside =
        REGISTERS.iter().find_map(|call| tag.split_once(call)).map(|(_, inside)| inside.trim_start())?;
    let quote = inside.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let name = inside.get(1..)?.split(quote).next()?;
    field_name(name.rsplit('.').next().unwrap_or(name)).filter(|_| !template::is_dynamic(name))
}

/// The name that a component around a control gives it: `<FormField name="email">`. Forms name themselves.
fn around(page: &Page<'_>, index: usize) -> Option<String> {
    let components = page.dom.ancestors(index).take(FAR).take_while(|(_, one)| !one.is(page.text, "form"));
    let is_component = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('-');
    let mut components = components.filter(|(_, one)| is_component(one.name(page.text)));
    components.find_map(|(above, _)| {
        field_name(&attribute(page, above, "name").or_else(|| attribute(page, above, "prop"))?)
    })
}

/// The name of the variable that a control is bound to: `v-model="form.email"`, `value={email}`.
fn model(page: &Page<'_>, index: usize) -> Option<String> {
    let element = page.dom.elements.get(index)?;
    // Modifiers come last: `v-model.trim`.
    let written = |name: &str| {
        let named = |one: &&Attribute| page.text[one.name.clone()].split('.').next() == Some(name);
        let attribute = element.tag.attributes.iter().find(named)?;
        page.text.get(attribute.value.as_ref()?.span.clone())
    };
    let bound = MODELS.iter().find_map(|name| {
        let value = element.attribute(page.text, name).or_else(|| written(name))?.trim();
        let expression = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
        // Without braces a plain `value` is a text.
        if *name == "value" { expression } else { Some(expression.unwrap_or(value)) }
    })?;
    let last = bound.trim().rsplit('.').next()?;
    let is_name = last.starts_with(|c: char| c.is_alphabetic())
        && last.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name && last != "value" { field_name(last) } else { None }
}

/// The names of the fields in a form, sorted.
pub fn fields(page: &Page<'_>, form: usize) -> Vec<String> {
    let until = page.dom.elements.get(form).map_or(form, |element| element.until);
    let is_control = |index: &usize| {
        page.dom
            .elements
            .get(*index)
            .is_some_and(|one| ["input", "select", "textarea"].iter().any(|name| one.is(page.text, name)))
    };
    let mut names: Vec<String> =
        (form..until).take(MOST).filter(is_control).filter_map(|index| field(page, index)).collect();
    names.sort();
    names.dedup();
    names
}

/// A text as the name of a field.
pub fn field_name(text: &str) -> Option<String> {
    // `user[email]`, as some frameworks write it, is the e-mail.
    let text = match text.split_once('[') {
        Some((_, inner)) if inner.trim_end_matches(']').contains(char::is_alphabetic) => {
            inner.trim_end_matches(']')
        }
        _ => text,
    };
    let text = text.trim_end_matches([':', '*', ' ', '…']);
    fitted(Pattern::Field, text)
}

/// The name of a form's action: from the name of the form, otherwise from its submit button.
pub fn form(page: &Page<'_>, index: usize) -> Option<String> {
    ["name", "aria-label", "id"]
        .into_iter()
        .find_map(|name| attribute(page, index, name).and_then(|text| action_name(&text)))
        .or_else(|| handler(page, index))
        .or_else(|| action_name(&submit_text(page, index)?))
        .or_else(|| attribute(page, index, "action").and_then(|route| action_name(route.split('?').next()?)))
}

/// The name of the function that handles a form, without common words of handlers: `handleLogin` is `login`.
fn handler(page: &Page<'_>, index: usize) -> Option<String> {
    const WORDS: [&str; 9] = ["handle", "handler", "on", "submit", "form", "do", "event", "prevent", "async"];
    let element = page.dom.elements.get(index).filter(|_| page.source.is_component())?;
    let submit = element.tag.attributes.iter().find_map(|one| {
        let name = page.text.get(one.name.clone())?.to_ascii_lowercase();
        let name = name.split(['.', '|']).next()?;
        let handles = matches!(name, "onsubmit" | "@submit" | "v-on:submit" | "on:submit" | "onfinish");
        handles.then(|| page.text.get(one.value.as_ref()?.span.clone())).flatten()
    })?;
    let expression = submit.trim().trim_start_matches('{').trim_end_matches('}').trim();
    // `form.handleSubmit(createInvoice)`: the argument names the action.
    let called =
        expression.strip_suffix(')').and_then(|call| call.rsplit_once('(')).map(|(_, inside)| inside.trim());
    let name = called.filter(|inside| !inside.is_empty()).unwrap_or(expression).trim_end_matches("()");
    let is_name = name.starts_with(|c: char| c.is_alphabetic())
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let last = name.rsplit('.').next().filter(|_| is_name)?;
    let words = Pattern::Field.repaired(last).unwrap_or_else(|| last.to_owned());
    let telling: Vec<&str> = words.split('_').filter(|word| !WORDS.contains(word)).collect();
    (!telling.is_empty()).then(|| action_name(&telling.join(" "))).flatten()
}

/// The text of a button, otherwise another name of it.
pub fn said(page: &Page<'_>, index: usize) -> Option<String> {
    Some(page.said(index).apart).filter(|text| !text.trim().is_empty()).or_else(|| risk::called(page, index))
}

/// The name of a button's action: for a submit button a part of the action around it, otherwise from its text.
pub fn button(page: &Page<'_>, index: usize) -> Option<String> {
    let owner =
        page.action_of(index).and_then(|one| one.text("action")).filter(|name| Pattern::Action.fits(name));
    if let Some(owner) = owner
        && submits(page, index)
    {
        return Some(format!("{owner}.submit"));
    }
    let said = Some(page.said(index).apart).filter(|text| !text.is_empty());
    let name = said
        .filter(|text| action_name(text).is_some())
        .or_else(|| {
            ["aria-label", "value", "title", "name", "id"]
                .into_iter()
                .find_map(|name| attribute(page, index, name))
        })
        .or_else(|| risk::called(page, index))
        .and_then(|text| action_name(&text))?;
    Some(name)
}

/// Whether a control submits its form or the action around it.
pub fn submits(page: &Page<'_>, index: usize) -> bool {
    submits::owner(page, index).is_some_and(|owner| page.submits().control_of(owner) == Some(index))
}

/// A text as the name of an action: `Create invoice` is `invoice.create`.
pub fn action_name(text: &str) -> Option<String> {
    if Pattern::Action.fits(text) && text.contains('.') {
        return Some(text.to_owned());
    }
    let plain = Pattern::Field.repaired(text).unwrap_or_else(|| text.to_owned());
    let words: Vec<&str> = plain.split('_').filter(|word| !word.is_empty()).collect();
    let said: Vec<&str> = words.iter().copied().filter(|word| !name_words::is_filler(word)).take(4).collect();
    let words = if said.is_empty() { words } else { said };
    let name = match words.as_slice() {
        [verb, rest @ ..] if !rest.is_empty() && name_words::is_verb(verb) => {
            format!("{}.{verb}", rest.join("-"))
        }
        [rest @ .., verb] if !rest.is_empty() && name_words::is_verb(verb) => {
            format!("{}.{verb}", rest.join("-"))
        }
        all => all.join("-"),
    };
    Pattern::Action.fits(&name).then_some(name)
}

/// The label of a control.
pub fn label(page: &Page<'_>, index: usize) -> Option<String> {
    let text = page.text;
    let found = page.relations().label_around(index).or_else(|| {
        let id = page.dom.elements.get(index)?.attribute(text, "id").filter(|id| !id.is_empty())?;
        page.relations().label_for(id)
    })?;
    let found = page.dom.elements.get(found)?;
    // The words of the label before the control in it.
    let start = found.content.start;
    let control = page.dom.elements.get(index).map_or(found.content.end, |element| element.span.start);
    let end = if control > start && control < found.content.end { control } else { found.content.end };
    let said = visible_text(text, start..end);
    let said = if said.is_empty() { visible_text(text, found.content.clone()) } else { said };
    Some(said).filter(|said| !said.is_empty() && !template::is_dynamic(said))
}

/// The text of the submit button of a form.
pub fn submit_text(page: &Page<'_>, form: usize) -> Option<String> {
    let submit = page.submits().control_of(form)?;
    let element = page.dom.elements.get(submit)?;
    let said = match element.is(page.text, "button") {
        true => page.said(submit).apart,
        false => decode(element.attribute(page.text, "value")?).into_owned(),
    };
    Some(said).filter(|text| !text.is_empty())
}

/// The value of an attribute, if it is not empty and no template computes it.
pub fn attribute(page: &Page<'_>, index: usize, name: &str) -> Option<String> {
    let value = page.dom.elements.get(index)?.attribute(page.text, name)?;
    (!value.trim().is_empty() && !template::is_dynamic(value)).then(|| decode(value).trim().to_owned())
}

fn fitted(pattern: Pattern, text: &str) -> Option<String> {
    if pattern.fits(text) { Some(text.to_owned()) } else { pattern.repaired(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_thing_first() {
        let name = |text: &str| action_name(text).unwrap_or_default();
        assert_eq!(name("Create invoice"), "invoice.create");
        assert_eq!(name("create-invoice-form"), "invoice.create");
        assert_eq!(name("invoiceCreate"), "invoice.create");
        assert_eq!(name("Delete the workspace"), "workspace.delete");
        assert_eq!(name("Search"), "search");
        assert_eq!(name("Sign in"), "sign-in");
        assert_eq!(name("seat.book"), "seat.book");
        assert_eq!(name("→"), "");
        assert_eq!(name("Rechnung erstellen"), "rechnung.erstellen");
        assert_eq!(name("Konto löschen"), "konto.loeschen");
        assert_eq!(name("Créer une facture"), "facture.creer");
        assert_eq!(name("Guardar los cambios"), "cambios.guardar");
        assert_eq!(name("送信"), "");
        assert_eq!(name("送信 now"), "");
    }

    #[test]
    fn fields_are_named_by_what_the_control_is_called() {
        let name = |text: &str| {
            let page = Page::new(text);
            let index = page.dom.elements.iter().position(|one| one.is(text, "input")).unwrap_or_default();
            field(&page, index).unwrap_or_default()
        };
        assert_eq!(name("<input name=customerEmail aria-label=x>"), "customer_email");
        assert_eq!(name("<input name='user[zip]'>"), "zip");
        assert_eq!(name("<input aria-label='First day'>"), "first_day");
        assert_eq!(name("<label for=a>Your name *</label><input id=a placeholder=x>"), "your_name");
        assert_eq!(name("<label>Row <input></label>"), "row");
        assert_eq!(name("<input placeholder='Search…'>"), "search");
        assert_eq!(name("<input name='{{ n }}' id=q>"), "q");
        assert_eq!(name("<input>"), "");
    }
}
