//! SAFETY: buttons that sound dangerous, and whether an agent is told so.

use agmark_schema::shown;
use agmark_syntax::Severity;

use super::subject::{Subject, speaks};
use super::{Assessment, Category, Gap, Home, Line, MOST, Mark, percent};
use crate::page::{Annotated, Page, Value, is_part_of};
use crate::risk::{self, Danger};
use crate::rules::{carries_action, noun};
use crate::vocabulary::PREFIX;

/// How far up an action is looked for; nobody nests deeper, but a page may be made to.
const FAR: usize = 256;

/// The annotations that guard a button, without their prefix.
const GUARDS: [&str; 2] = ["danger", "confirm"];

/// What a page's dangerous buttons and actions say of themselves. Those in an action have what the action has.
pub(super) fn buttons(subject: &Subject<'_>) -> Assessment {
    let mut lines = Vec::new();
    let mut gaps = Vec::new();
    let (mut total, mut unguarded) = (0, 0);
    let page = &subject.page;
    for (index, element) in subject.counting() {
        if !risk::is_button(page, index) && !carries_action(page, index) {
            continue;
        }
        let Some(danger) = risk::danger(page, index, None) else { continue };
        let (name, noun) = (shown(&danger.name), noun(page, index));
        let guards = GUARDS.map(|name| guard(page, index, name));
        // What the action around it says is too little for this part of it.
        let low = guards[0].is_some_and(|one| too_low(page, index, &danger, one));
        let is_missing =
            |guard: &Option<&Annotated<'_>>| guard.is_none_or(|guard| low && guard.element != index);
        let missing: Vec<String> = GUARDS
            .iter()
            .zip(&guards)
            .filter(|(_, guard)| is_missing(guard))
            .map(|(name, _)| format!("{PREFIX}{name}"))
            .collect();
        // A template may add what is not there.
        if !missing.is_empty() && element.tag.dynamic {
            continue;
        }
        total += 1;
        unguarded += usize::from(!missing.is_empty());
        if total > MOST {
            continue;
        }
        let title = capitalized(noun);
        if missing.is_empty() {
            let mut line =
                Line::new(Mark::Pass, format!("{title} \"{name}\" has danger and confirm annotations"));
            line.details.extend(inherited(page, index, &guards));
            lines.push(line);
            continue;
        }
        let missing_names = missing.join(", ");
        let message = format!("{title} \"{name}\" looks dangerous but missing {missing_names}");
        lines.push(Line::new(Mark::of(missing.len(), GUARDS.len()), message));
        let why = match low {
            true => format!("and the action around it states a lower danger: add {}", fix(&missing)),
            false => {
                format!(
                    "and has no {}, nor has an action around it: add {}",
                    missing.join(" and no "),
                    fix(&missing)
                )
            }
        };
        gaps.push(Gap {
            category: Category::Safety,
            severity: Severity::Warning,
            span: element.tag.span.clone().into(),
            home: Home::Page,
            message: format!("{noun} \"{name}\" says \"{}\" {why}", danger.word),
        });
    }
    let score = percent(total - unguarded, total);
    if total > MOST {
        lines.push(Line::new(Mark::of(unguarded, total), format!("… and {} more", total - MOST)));
    }
    if lines.is_empty() {
        lines.push(Line::new(Mark::Pass, "No dangerous-looking buttons found"));
    }
    Assessment { category: Category::Safety, score, lines, gaps }
}

/// Whether the danger that an action states is too low for a dangerous part of it, which states none itself. An action
/// that has the dangerous word in its own name knows what it says, and a "Cancel" only leaves it.
pub(crate) fn too_low(page: &Page<'_>, index: usize, danger: &Danger, whole: &Annotated<'_>) -> bool {
    let named = whole.text("action").and_then(risk::dangerous_word).map(risk::meaning);
    let named = named == Some(risk::meaning(danger.word));
    let low = matches!(whole.text("danger"), Some("none" | "low"));
    whole.element != index && low && !named && !whole.uncertain && !risk::only_leaves(page, index)
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The element that guards another one with an annotation: itself, or the action around it.
pub(crate) fn guard<'a, 'b>(page: &'b Page<'a>, index: usize, name: &str) -> Option<&'b Annotated<'a>> {
    let own = page.annotated_at(index);
    own.into_iter().chain(actions_around(page, index)).find(|one| speaks(one, name))
}

/// The action that an element stands in, and the actions that this one is a part of (6.1.1). A control outside of its form
/// stands in no action; its form's is the one that it sends off.
fn actions_around<'a, 'b>(page: &'b Page<'a>, index: usize) -> Vec<&'b Annotated<'a>> {
    let mut found: Vec<&Annotated<'a>> = Vec::new();
    let form = page.form_apart(index);
    let own = form.and_then(|form| page.annotated_at(form)).filter(|one| one.has("action"));
    let around = page.actions_around(form.unwrap_or(index));
    for action in own.into_iter().chain(around).take(FAR) {
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
