//! SAFETY: dangerous buttons, and whether they state their danger.

use agmark_schema::shown;
use agmark_syntax::Severity;

use super::assessment::{Assessment, Gap, GapFile, MOST, ReportLine, ReportMark};
use super::category::Category;
use super::score::percent;
use super::subject::AuditedPage;
use crate::page::{Annotated, Page};
use crate::risk;
use crate::risk::guards::{carries_action, guard, noun, too_low};
use crate::vocabulary::PREFIX;

/// The annotations that guard a button, without their prefix.
const GUARDS: [&str; 2] = ["danger", "confirm"];

/// Assesses the dangerous buttons and actions of a page. Those in an action inherit its annotations.
pub(super) fn buttons(subject: &AuditedPage<'_>) -> Assessment {
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
        // The action around it may state a danger that is too low for this part.
        let low = guards[0].is_some_and(|one| too_low(page, index, &danger, one));
        let is_missing =
            |guard: &Option<&Annotated<'_>>| guard.is_none_or(|guard| low && guard.element != index);
        let missing: Vec<String> = GUARDS
            .iter()
            .zip(&guards)
            .filter(|(_, guard)| is_missing(guard))
            .map(|(name, _)| format!("{PREFIX}{name}"))
            .collect();
        // A template may add what is missing.
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
            let mut line = ReportLine::new(
                ReportMark::Pass,
                format!("{title} \"{name}\" has danger and confirm annotations"),
            );
            line.details.extend(inherited(page, index, &guards));
            lines.push(line);
            continue;
        }
        let missing_names = missing.join(", ");
        let message = format!("{title} \"{name}\" looks dangerous but missing {missing_names}");
        lines.push(ReportLine::new(ReportMark::of(missing.len(), GUARDS.len()), message));
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
            home: GapFile::Page,
            message: format!("{noun} \"{name}\" says \"{}\" {why}", danger.word),
        });
    }
    let score = percent(total - unguarded, total);
    if total > MOST {
        lines.push(ReportLine::new(ReportMark::of(unguarded, total), format!("… and {} more", total - MOST)));
    }
    if lines.is_empty() {
        lines.push(ReportLine::new(ReportMark::Pass, "No dangerous-looking buttons found"));
    }
    Assessment { category: Category::Safety, score, lines, gaps }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The element from which a button inherits its annotations.
fn inherited(page: &Page<'_>, index: usize, guards: &[Option<&Annotated<'_>>]) -> Option<String> {
    let from = guards.iter().flatten().find(|one| one.element != index)?;
    let tag = page.tag(from).to_ascii_lowercase();
    let name = from.text("action").map_or("…".to_owned(), shown);
    Some(format!("inherited from <{tag} data-agent-action=\"{name}\">"))
}

/// The attributes to add.
fn fix(missing: &[String]) -> String {
    let value = |name: &String| if name.ends_with("danger") { "high" } else { "required" };
    missing.iter().map(|name| format!("{name}=\"{}\"", value(name))).collect::<Vec<_>>().join(" and ")
}
