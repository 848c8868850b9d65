//! The prompt of a planner for its model (6.4): the actions, data views and pages of a site, and how to reply.

use std::fmt::Write as _;

use crate::manifest::model::{Entry, Manifest, PageEntry, Property};

/// How a model must reply (6.6).
const REPLY: &str = "\
Reply with one JSON object and nothing else:
{\"action\": \"ID\", \"args\": {\"FIELD\": VALUE}} to carry out an action or to look at a data view
{\"navigate\": \"/ROUTE\"} to go to a page and stop there
{\"action\": \"none\", \"answer\": \"TEXT\"} to answer without doing anything
Give values, never CSS selectors. Leave out arguments that you do not know.
";

/// The prompt for a site. `page` is the route of the agent's page, whose actions come first.
pub fn write(site: &Manifest, page: Option<&str>) -> String {
    let here = page.and_then(|route| site.page(route));
    let mut out = String::new();
    let origin = site.origin.as_ref().map_or("", |origin| origin.text.as_str());
    let _ = writeln!(
        out,
        "Site: {}{}",
        said(&site.name),
        if origin.is_empty() { String::new() } else { format!(" ({origin})") }
    );
    if !site.description.is_empty() {
        let _ = writeln!(out, "{}", said(&site.description));
    }
    if let Some(route) = page {
        let title = here.map(|page| said(&page.title)).filter(|title| !title.is_empty());
        let _ = writeln!(
            out,
            "You are on {route}{}",
            title.map_or_else(String::new, |title| format!(": {title}"))
        );
    }
    let on = |id: &str, of: fn(&PageEntry) -> &[crate::manifest::model::SpannedText]| {
        here.is_some_and(|page| of(page).iter().any(|one| one.text == id))
    };
    let actions = |one: &&Entry| on(&one.id, |page| &page.actions);
    let views = |one: &&Entry| on(&one.id, |page| &page.views);
    let (own, others): (Vec<_>, Vec<_>) = site.actions.iter().partition(actions);
    list(&mut out, if here.is_some() { "Actions on this page" } else { "Actions" }, &own, site);
    list(&mut out, if here.is_some() { "Actions on other pages" } else { "Actions" }, &others, site);
    let (own, others): (Vec<_>, Vec<_>) = site.views.iter().partition(views);
    list(&mut out, "Data on this page", &own, site);
    list(&mut out, if here.is_some() { "Data on other pages" } else { "Data" }, &others, site);
    if !site.pages.is_empty() {
        out.push_str("\nPages\n");
        for page in &site.pages {
            let _ = write!(out, "- {}: {}", page.route, said(&page.title));
            if !page.description.is_empty() {
                let _ = write!(out, ". {}", said(&page.description));
            }
            out.push('\n');
        }
    }
    let _ = write!(out, "\n{REPLY}");
    out
}

fn list(out: &mut String, title: &str, entries: &[&Entry], site: &Manifest) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}");
    for entry in entries {
        let _ = write!(out, "- {}: {}", entry.id, said(&entry.title));
        if !entry.description.is_empty() {
            let _ = write!(out, ". {}", said(&entry.description));
        }
        out.push('\n');
        let stated = stated(entry);
        if !stated.is_empty() {
            let _ = writeln!(out, "  {stated}");
        }
        let of = |page: &&PageEntry| page.actions.iter().chain(&page.views).any(|one| one.text == entry.id);
        let routes: Vec<_> = site.pages.iter().filter(of).map(|page| page.route.as_str()).collect();
        if !routes.is_empty() {
            let _ = writeln!(out, "  on {}", routes.join(", "));
        }
        for field in &entry.fields {
            let _ = writeln!(out, "  - {}", line(field));
        }
    }
}

/// Risk, confirmation, scope and idempotence, as far as the entry states them.
pub fn stated(entry: &Entry) -> String {
    let mut words = Vec::new();
    words.extend(entry.risk.as_ref().map(|risk| format!("risk {}", risk.text)));
    words.extend(entry.confirmation.as_ref().map(|policy| format!("confirmation {}", policy.text)));
    words.extend(entry.scope.as_ref().map(|scope| format!("scope {}", scope.text)));
    words.extend(entry.idempotent.as_ref().map(|one| match one.text.as_str() {
        "true" => "may be repeated".to_owned(),
        _ => "must not be repeated".to_owned(),
    }));
    words.join(", ")
}

/// A field in one line: `customer_email [schema.org/email]: string (email), required`.
pub fn line(field: &Property) -> String {
    let semantic = field.semantic_words().map_or_else(String::new, |words| format!(" [{words}]"));
    let required = if field.required { ", required" } else { "" };
    let words = [&field.title, &field.description].into_iter().find(|text| !text.is_empty());
    let words = words.map_or_else(String::new, |text| format!(". {}", said(text)));
    format!("{}{semantic}: {}{required}{words}", field.name, field.kind_words())
}

/// A text on one line, without a period at its end.
fn said(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_end_matches('.').to_owned()
}
