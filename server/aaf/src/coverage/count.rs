//! The categories that count elements: how many exist, and how many of them have annotations.

use agmark_schema::shown;
use agmark_syntax::Severity;

use super::assessment::{Assessment, Gap, GapFile, MOST, ReportLine, ReportMark};
use super::category::Category;
use super::score::percent;
use super::subject::AuditedPage;
use crate::page::Value;
use crate::syntax::html::{Element, decode};
use crate::syntax::template;

/// Types of inputs that are not counted as fields.
const NO_FIELDS: &[&str] = &["hidden", "submit", "button", "reset", "image", "checkbox", "radio"];

/// The words of a category.
struct CategoryWords {
    category: Category,
    /// The name of one element: `form`.
    noun: &'static str,
    /// The annotation that each should have.
    annotation: &'static str,
    /// The sentence for a page without such elements.
    none: &'static str,
}

/// The count of a category.
struct Tally {
    words: CategoryWords,
    total: usize,
    missing: usize,
    details: Vec<String>,
    gaps: Vec<Gap>,
}

impl CategoryWords {
    fn tally(self) -> Tally {
        Tally { words: self, total: 0, missing: 0, details: Vec::new(), gaps: Vec::new() }
    }
}

impl Tally {
    fn missing(&mut self, element: &Element, message: String) {
        self.missing += 1;
        if self.gaps.len() >= MOST {
            return;
        }
        self.gaps.push(Gap {
            category: self.words.category,
            severity: Severity::Warning,
            span: element.tag.span.clone().into(),
            home: GapFile::Page,
            message,
        });
    }

    /// Adds a line about something that is missing.
    fn detail(&mut self, text: String) {
        if self.details.len() < MOST {
            self.details.push(text);
        }
    }

    fn done(self) -> Assessment {
        let Tally { words, total, missing, mut details, gaps } = self;
        let (noun, annotation) = (words.noun, words.annotation);
        if missing > MOST && !details.is_empty() {
            details.push(format!("… and {} more", missing - MOST));
        }
        let text = match missing {
            _ if total == 0 => words.none.to_owned(),
            0 => format!("All {total} {noun}(s) have {annotation}"),
            _ => format!("{missing} of {total} {noun}(s) missing {annotation}"),
        };
        let line = ReportLine { mark: ReportMark::of(missing, total), text, details };
        let score = percent(total - missing, total);
        Assessment { category: words.category, score, lines: vec![line], gaps }
    }
}

/// FORMS: `form` with an action.
pub(super) fn forms(subject: &AuditedPage<'_>) -> Assessment {
    let mut tally = CategoryWords {
        category: Category::Forms,
        noun: "form",
        annotation: "data-agent-action",
        none: "No forms found (nothing to annotate)",
    }
    .tally();
    for (index, element) in subject.named(&["form"]) {
        let Some(annotated) = subject.says(index, &["action"]) else { continue };
        tally.total += 1;
        if !annotated {
            let form = tag(subject, element, &["id", "name", "aria-label", "action"]);
            tally.missing(
                element,
                format!("{form} has no data-agent-action: name what it does, as in \"invoice.create\""),
            );
        }
    }
    tally.done()
}

/// FIELDS: inputs for users, with a field.
pub(super) fn fields(subject: &AuditedPage<'_>) -> Assessment {
    let mut tally = CategoryWords {
        category: Category::Fields,
        noun: "field",
        annotation: "data-agent-field",
        none: "No visible input fields found (nothing to annotate)",
    }
    .tally();
    for (index, element) in subject.named(&["input", "select", "textarea"]) {
        let (Some(annotated), Some(true)) =
            (subject.says(index, &["field"]), is_field(subject, index, element))
        else {
            continue;
        };
        tally.total += 1;
        if !annotated {
            let field = tag(subject, element, &["name", "aria-label", "placeholder", "type"]);
            tally.detail(format!("{field} — no data-agent-field"));
            let message = format!("{field} has no data-agent-field: name it, as in \"customer_email\"");
            tally.missing(element, message);
        }
    }
    tally.done()
}

/// ACTIONS: buttons with a text, with an action or a kind.
pub(super) fn actions(subject: &AuditedPage<'_>) -> Assessment {
    let mut tally = CategoryWords {
        category: Category::Actions,
        noun: "button",
        annotation: "data-agent-action",
        none: "No action buttons found (nothing to annotate)",
    }
    .tally();
    for (index, element, text) in subject.buttons() {
        let Some(annotated) = subject.says(index, &["action", "kind"]).filter(|_| !text.is_empty()) else {
            continue;
        };
        tally.total += 1;
        if !annotated {
            let text = shown(&text);
            tally.detail(format!("<button> \"{text}\" — no data-agent-action"));
            let message = format!(
                "button \"{text}\" has no data-agent-action: name what it does, as in \"cart.empty\""
            );
            tally.missing(element, message);
        }
    }
    tally.done()
}

/// NAVIGATION: links that lead somewhere, with the kind of a link.
pub(super) fn links(subject: &AuditedPage<'_>) -> Assessment {
    let mut tally = CategoryWords {
        category: Category::Navigation,
        noun: "link",
        annotation: "data-agent-kind=\"link\"",
        none: "No links found (nothing to annotate)",
    }
    .tally();
    for (index, element) in subject.named(&["a"]) {
        let text = subject.text();
        let target =
            ["href", "to", ":href", ":to"].into_iter().find_map(|name| element.attribute(text, name));
        let (Some(_), Some(annotated)) = (target, is_link(subject, index)) else { continue };
        tally.total += 1;
        if !annotated {
            let link = tag(subject, element, &["href", "to"]);
            tally.missing(element, format!("{link} is not marked: add data-agent-kind=\"link\""));
        }
    }
    tally.done()
}

/// Whether an element is annotated as a link; `None` if a template decides.
fn is_link(subject: &AuditedPage<'_>, index: usize) -> Option<bool> {
    let says = subject.says(index, &["kind"])?;
    let kind = subject.page.annotated_at(index).and_then(|one| one.get("kind"));
    Some(
        says && kind
            .is_some_and(|kind| kind.value == Value::Dynamic || kind.value == Value::Text("link".into())),
    )
}

/// Whether a user fills in an input; `None` if a template decides.
fn is_field(subject: &AuditedPage<'_>, index: usize, element: &Element) -> Option<bool> {
    let text = subject.text();
    if element.attribute(text, "aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true")) {
        return Some(false);
    }
    let kind = element.attribute(text, "type").filter(|_| element.is(text, "input"));
    match kind {
        // An input with `data-agent-field` is a field, whatever its type is.
        Some(kind) if template::is_dynamic(kind) => subject.says(index, &["field"]).filter(|says| *says),
        Some(kind) => Some(!NO_FIELDS.iter().any(|one| one.eq_ignore_ascii_case(kind.trim()))),
        None => Some(true),
    }
}

/// A start tag with the first of `attributes` that it has, by which a user recognizes it.
fn tag(subject: &AuditedPage<'_>, element: &Element, attributes: &[&str]) -> String {
    let text = subject.text();
    let name = element.name(text).to_ascii_lowercase();
    let told = attributes.iter().find_map(|attribute| {
        let value = element.attribute(text, attribute).filter(|value| !value.trim().is_empty())?;
        Some(format!(" {attribute}=\"{}\"", shown(&decode(value))))
    });
    format!("<{name}{}>", told.unwrap_or_default())
}
