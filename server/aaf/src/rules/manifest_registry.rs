//! What the entries of a manifest say of each other.

use std::collections::{HashMap, HashSet};

use agmark_schema::{Member, Node, shown};
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, work};

use crate::page::{Page, is_part_of, wholes};
use crate::syntax::template;
use crate::vocabulary::{CONFIRMATIONS, RISKS, Word};

/// A manifest with an action `seat.book` of high risk, more of what it declares, and its pages.
macro_rules! manifest {
    ($actions:expr, $rest:expr) => {
        concat!(
            "{\n  \"version\": \"0.1\",\n  \"site\": {\"name\": \"Seats\", \"origin\": \"https://seats.example\"},\n",
            "  \"actions\": {\n    \"seat.book\": {\"title\": \"Book\", \"scope\": \"seats.write\", \"risk\": \"high\", ",
            "\"confirmation\": \"required\", \"idempotent\": false, \"inputSchema\": {}, \"outputSchema\": {}}",
            $actions,
            "\n  }",
            $rest,
            "\n}\n"
        )
    };
}

/// The entry of a part of that action.
macro_rules! part {
    ($risk:expr, $confirmation:expr) => {
        concat!(
            ",\n    \"seat.book.submit\": {\"title\": \"Send\", \"scope\": \"seats.write\", \"risk\": \"",
            $risk,
            "\", \"confirmation\": \"",
            $confirmation,
            "\", \"idempotent\": false, \"inputSchema\": {}, \"outputSchema\": {}}"
        )
    };
}

pub static ACTION_AND_VIEW: Rule = Rule {
    code: "aaf/action-and-view",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a name that is an action and a data view",
    help: "A planner replies with a name alone. If `actions` and `data` have the same name, the runtime cannot know whether \
           something is to be done or to be looked at.",
    bad: &[manifest!(
        "",
        ",\n  \"data\": {\"seat.book\": {\"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {}}}"
    )],
    good: &[manifest!(
        "",
        ",\n  \"data\": {\"seat.list\": {\"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {}}}"
    )],
};

pub static UNLISTED_ACTION: Rule = Rule {
    code: "aaf/unlisted-action",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "an action that no page of the manifest lists",
    help: "If `pages` says which actions are where, an action on no page cannot be reached: a runtime does not know where to \
           go for it. Add it to the `actions` of its page. An action with an `endpoint` needs no page.",
    bad: &[manifest!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\", \"actions\": []}}")],
    good: &[
        manifest!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\", \"actions\": [\"seat.book\"]}}"),
        manifest!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\"}}"),
    ],
};

pub static WEAKER_ENTRY: Rule = Rule {
    code: "aaf/weaker-entry",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a part of an action in the manifest states a lower risk or a weaker confirmation than the action",
    help: "A part of an action (`seat.book.submit`) has the risk and the confirmation of the action. If its entry states less, \
           a planner that looks at the entry alone does without asking what needs a question. State the same. Parts that \
           only leave or show something (`cancel`, `close`, `reset`, `back`, `preview`) do not count.",
    bad: &[manifest!(part!("low", "optional"), "")],
    good: &[manifest!(part!("high", "required"), "")],
};

pub static WEAKER_PART: Rule = Rule {
    code: "aaf/weaker-part",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a part of an action states a lower danger or a weaker confirmation than the action",
    help: "A part of an action (`seat.book.submit`) has the danger and the confirmation of the action. If it states less, an \
           agent that looks at the part alone does without asking what needs a question. Leave it out at the part, or state \
           the same. Parts that only leave or show something (`cancel`, `close`, `reset`, `back`, `preview`) do not count.",
    bad: &["<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"high\" \
           data-agent-confirm=\"required\">\n  <button data-agent-kind=\"action\" data-agent-action=\"seat.book.submit\" \
           data-agent-confirm=\"never\">Book</button>\n</form>\n"],
    good: &["<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"high\" \
            data-agent-confirm=\"required\">\n  <button data-agent-kind=\"action\" \
            data-agent-action=\"seat.book.submit\">Book</button>\n</form>\n"],
};

/// Last parts of names of what does no harm by itself.
const HARMLESS: &[&str] = &["cancel", "close", "reset", "back", "preview"];

/// How many actions around a part are looked at.
const FAR: usize = 64;

/// What is found in a manifest.
pub fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    let actions: HashMap<&str, &Member> = by_name(root.get("actions"));
    for view in members(root.get("data")) {
        work::add(1);
        if let Some(action) = actions.get(view.key.text.as_str()) {
            let message =
                format!("\"{}\" is an action, too: give one of both another name", shown(&view.key.text));
            let finding = ACTION_AND_VIEW.at(view.key.content_span().into(), message);
            out.push(finding.related(action.key.content_span().into(), "the action"));
        }
    }
    unlisted(root, out);
    for entry in members(root.get("actions")) {
        let whole = wholes(&entry.key.text).find_map(|whole| actions.get(whole));
        out.extend(whole.into_iter().flat_map(|whole| weaker_entry(entry, whole)));
    }
}

fn unlisted(root: &Node, out: &mut Vec<Diagnostic>) {
    let pages = members(root.get("pages"));
    let lists = || pages.iter().filter_map(|page| page.value.get("actions")?.as_list());
    // Without lists nothing says where actions are; with a name that a template writes, any may be meant.
    let items = || lists().flatten();
    if lists().next().is_none() || items().any(|item| item.as_str().is_none_or(template::is_dynamic)) {
        return;
    }
    let listed: HashSet<&str> = items().filter_map(Node::as_str).collect();
    // A name that is not declared was probably meant to be one of those that are not listed.
    let declared: HashSet<&str> =
        members(root.get("actions")).iter().map(|entry| entry.key.text.as_str()).collect();
    if !listed.is_subset(&declared) {
        return;
    }
    for entry in members(root.get("actions")) {
        let name = entry.key.text.as_str();
        work::add(1);
        let is_listed = listed.contains(name) || wholes(name).any(|whole| listed.contains(whole));
        if name.is_empty() || is_listed || template::is_dynamic(name) || entry.value.get("endpoint").is_some()
        {
            continue;
        }
        let message = format!(
            "no page of the manifest lists action \"{}\": a runtime does not know where it is",
            shown(name)
        );
        out.push(UNLISTED_ACTION.at(entry.key.content_span().into(), message));
    }
}

/// An entry that states less than the entry of its action.
fn weaker_entry(part: &Member, whole: &Member) -> Vec<Diagnostic> {
    let stated = |entry: &Member, key: &str| {
        let node = entry.value.get(key)?;
        Some((node.as_str()?.to_owned(), node.content_span().into()))
    };
    let levels: [(&str, &[Word]); 2] = [("risk", RISKS), ("confirmation", CONFIRMATIONS)];
    let weaker = levels.iter().filter_map(|(key, words)| {
        let (own, span) = stated(part, key)?;
        let (other, place) = stated(whole, key)?;
        is_lower(words, &own, &other).then(|| {
            finding(&WEAKER_ENTRY, &part.key.text, &whole.key.text, (key, &own, &other), span, place)
        })
    });
    weaker.filter(|_| counts(&part.key.text)).collect()
}

/// Parts of a page's actions that state less than the actions.
pub fn check_page(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for one in page.annotated.iter().filter(|one| one.has("danger") || one.has("confirm")) {
        let Some(name) = one.get("action").and_then(|action| action.legal()).filter(|name| counts(name))
        else {
            continue;
        };
        let levels: [(&str, &[Word]); 2] = [("danger", RISKS), ("confirm", CONFIRMATIONS)];
        for (key, words) in levels {
            let Some((own, span)) = one.get(key).and_then(|own| Some((own.legal()?, own.value_span))) else {
                continue;
            };
            let whole = page.actions_around(one.element).take(FAR).find_map(|around| {
                work::add(1);
                let whole = around.text("action").filter(|whole| is_part_of(name, whole))?;
                let other = around.get(key)?;
                Some((whole, other.legal()?, other.span))
            });
            if let Some((whole, other, place)) = whole.filter(|(_, other, _)| is_lower(words, own, other)) {
                out.push(finding(&WEAKER_PART, name, whole, (key, own, other), span, place));
            }
        }
    }
}

fn finding(
    rule: &'static Rule,
    part: &str,
    whole: &str,
    (key, own, other): (&str, &str, &str),
    span: agmark_syntax::Span,
    place: agmark_syntax::Span,
) -> Diagnostic {
    let message = format!(
        "\"{}\" states {key} \"{}\", and the action \"{}\" that it is a part of \"{}\": leave it out, or state the same",
        shown(part),
        shown(own),
        shown(whole),
        shown(other)
    );
    rule.at(span, message).related(place, "what the action states")
}

fn counts(name: &str) -> bool {
    name.rsplit('.').next().is_none_or(|last| !HARMLESS.contains(&last))
}

/// Whether a word is lower than another one in a list from low to high.
fn is_lower(words: &[Word], one: &str, other: &str) -> bool {
    let rank = |word: &str| words.iter().position(|known| known.word == word);
    rank(one).zip(rank(other)).is_some_and(|(one, other)| one < other)
}

fn by_name(node: Option<&Node>) -> HashMap<&str, &Member> {
    let mut names = HashMap::new();
    for member in members(node).iter().filter(|member| !member.key.text.is_empty()) {
        names.entry(member.key.text.as_str()).or_insert(member);
    }
    names
}

fn members(node: Option<&Node>) -> &[Member] {
    node.and_then(Node::as_map).map_or(&[], |map| &map.members)
}
