//! SAFETY: buttons that sound dangerous, and whether an agent is told so.

use agmark_schema::shown;
use agmark_syntax::Severity;

use super::subject::{Subject, speaks};
use super::{Assessment, Category, Gap, Home, Line, Mark, percent};
use crate::page::{Annotated, Page, Value, is_part_of};

/// Words of buttons after which something is gone.
const DANGEROUS: &[&str] =
    &["delete", "remove", "destroy", "drop", "purge", "erase", "reset", "revoke", "terminate", "cancel"];

/// How far up an action is looked for; nobody nests deeper, but a page may be made to.
const FAR: usize = 256;

/// The annotations that guard a button, without their prefix.
const GUARDS: [&str; 2] = ["danger", "confirm"];

/// The dangerous word that a button's text holds, if it holds one: in any case, as a word of its own.
pub fn dangerous_word(text: &str) -> Option<&'static str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.find_map(|word| DANGEROUS.iter().copied().find(|one| one.eq_ignore_ascii_case(word)))
}

/// What a page's dangerous buttons say of themselves. Those in an action have what the action has.
pub(super) fn buttons(subject: &Subject<'_>) -> Assessment {
    let mut lines = Vec::new();
    let mut gaps = Vec::new();
    for (index, element, text) in subject.buttons() {
        let Some(word) = dangerous_word(&text) else { continue };
        let text = shown(&text);
        let guards = GUARDS.map(|name| guard(&subject.page, index, name));
        let missing: Vec<String> = GUARDS
            .iter()
            .zip(&guards)
            .filter(|(_, guard)| guard.is_none())
            .map(|(name, _)| format!("data-agent-{name}"))
            .collect();
        if missing.is_empty() {
            let mut line =
                Line::new(Mark::Pass, format!("Button \"{text}\" has danger and confirm annotations"));
            line.details.extend(inherited(&subject.page, index, &guards));
            lines.push(line);
            continue;
        }
        // A template may add what is not there.
        if element.tag.dynamic {
            continue;
        }
        let missing_names = missing.join(", ");
        let message = format!("Button \"{text}\" looks dangerous but missing {missing_names}");
        lines.push(Line::new(Mark::of(missing.len(), GUARDS.len()), message));
        gaps.push(Gap {
            category: Category::Safety,
            severity: Severity::Warning,
            span: element.tag.span.clone().into(),
            home: Home::Page,
            message: format!(
                "button \"{text}\" says \"{word}\" and has no {}, nor has an action around it: add {}",
                missing.join(" and no "),
                fix(&missing)
            ),
        });
    }
    let total = lines.len();
    let score = percent(total - gaps.len(), total);
    if lines.is_empty() {
        lines.push(Line::new(Mark::Pass, "No dangerous-looking buttons found"));
    }
    Assessment { category: Category::Safety, score, lines, gaps }
}

/// The element that guards another one with an annotation: itself, or the action around it.
pub(crate) fn guard<'a, 'b>(page: &'b Page<'a>, index: usize, name: &str) -> Option<&'b Annotated<'a>> {
    let own = page.annotated_at(index);
    own.into_iter().chain(actions_around(page, index)).find(|one| speaks(one, name))
}

/// The action that an element stands in, and the actions that this one is a part of (6.1.1).
fn actions_around<'a, 'b>(page: &'b Page<'a>, index: usize) -> Vec<&'b Annotated<'a>> {
    let mut found: Vec<&Annotated<'a>> = Vec::new();
    for action in page.actions_around(index).take(FAR) {
        let part = found.last().and_then(|inner| inner.text("action"));
        let belongs = match (&action.get("action").map(|one| &one.value), part) {
            _ if found.is_empty() => true,
            (Some(Value::Text(whole)), Some(part)) => is_part_of(part, whole),
            _ => false,
        };
        if !belongs {
            break;
        }
        found.push(action);
    }
    found
}

/// From whom a button has its annotations, where they are not its own.
fn inherited(page: &Page<'_>, index: usize, guards: &[Option<&Annotated<'_>>]) -> Option<String> {
    let from = guards.iter().flatten().find(|one| one.element != index)?;
    let tag = page.tag(from).to_ascii_lowercase();
    let name = from.text("action").map_or("…".to_owned(), shown);
    Some(format!("inherited from <{tag} data-agent-action=\"{name}\">"))
}

/// What to write.
fn fix(missing: &[String]) -> String {
    let value = |name: &String| if name.ends_with("danger") { "high" } else { "required" };
    missing.iter().map(|name| format!("{name}=\"{}\"", value(name))).collect::<Vec<_>>().join(" and ")
}
