//! Whether a file takes part in AAF. Other projects use the same names for other things, so a name is not enough. A
//! page needs a known kind, a manifest in a script, or a component of the framework. A manifest needs the keys of one.
//! Below the folder of a manifest, any annotation is enough.

use agmark_schema::{Node, json};
use agmark_syntax::WholeText;
use memchr::memmem;

use crate::manifest::shape::ROOT;
use crate::page::Page;
use crate::page::components::evidence;
use crate::syntax::language::Language;
use crate::vocabulary::{KINDS, MANIFEST_TYPE, PREFIX, components};

/// The part of a text that is searched first, in bytes.
const START: usize = 16 << 10;

/// Whether a page or a component takes part, by its text alone.
pub fn of_markup(text: &dyn WholeText, source: Language) -> bool {
    let kind = format!("{PREFIX}kind");
    // Most pages have a kind or a component near their start. This is asked after each change, so a long text is not
    // copied.
    let start = text.head(START);
    let has_component =
        |text: &dyn WholeText| source.is_component() && components::names().any(|name| text.has(&name));
    if states_kind(&start, &kind)
        || (matches!(source, Language::Html | Language::Vue) && text.has(MANIFEST_TYPE))
        || (has_component(&&*start) && evidence(&start, source))
    {
        return true;
    }
    let (has_kind, has_component) = (text.has(&kind), has_component(text));
    if !has_kind && !has_component {
        return false;
    }
    let whole = text.head(usize::MAX);
    (has_kind && states_kind(&whole, &kind)) || (has_component && evidence(&whole, source))
}

/// Whether a page or a component takes part if a manifest describes its folder: it has an annotation, valid or not, or
/// a component of the framework.
pub fn of_described(text: &dyn WholeText, source: Language) -> bool {
    is_possible(text) && !Page::of(&text.head(usize::MAX), source).annotated.is_empty()
}

/// Whether a text may be a component that takes part. A quick test before the text is parsed.
pub fn is_possible(text: &dyn WholeText) -> bool {
    text.has(PREFIX) || components::names().any(|name| text.has(&name))
}

/// Whether a text is a manifest: it has the object `site` or the key `@context`, and other objects of manifests.
pub fn of_manifest(text: &dyn WholeText) -> bool {
    if !text.has("\"site\"") && !text.has("\"@context\"") {
        return false;
    }
    // The answer is needed after each change. The start of a manifest has its keys.
    has_keys_of_manifest(&text.head(BEGINNING)) || has_keys_of_manifest(&text.head(usize::MAX))
}

/// How many bytes of a text are searched for the keys of a manifest first.
const BEGINNING: usize = 8 << 10;

fn has_keys_of_manifest(text: &str) -> bool {
    let root = json::parse(text).root;
    let is_object = |key: &str| root.get(key).and_then(Node::as_map).is_some();
    let site = is_object("site");
    let context = root.get("@context").is_some();
    // If `actions` is missing or misspelt, it is a manifest with an error.
    let others = ["action", "data", "pages", "errors"];
    ((site || context) && is_object("actions")) || (site && others.iter().any(|key| is_object(key)))
}

/// Whether a text that an editor opens as a manifest is one, or may become one while the user types. `head` is its
/// beginning.
pub fn may_be_manifest(head: &str) -> bool {
    let root = json::parse(head).root;
    let Some(members) = root.as_map() else {
        return root.is_missing() && !head.trim_start().starts_with('<');
    };
    let fits = |key: &str| root.get(key).is_none_or(|node| node.as_map().is_some() || node.is_missing());
    let known = |key: &str| ROOT.keys.iter().any(|one| one.name == key);
    of_manifest(&head) || (fits("site") && fits("actions") && members.keys().all(known))
}

/// Whether a `data-agent-kind` has a known value, or one with a typo.
fn states_kind(text: &str, attribute: &str) -> bool {
    memmem::find_iter(text.as_bytes(), attribute).any(|at| {
        let rest = text.get(at + attribute.len()..).unwrap_or("");
        written_value(rest).is_some_and(is_kind)
    })
}

/// The value of an attribute, if it is a word. `rest` is the text after the name.
fn written_value(rest: &str) -> Option<&str> {
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let value = value.strip_prefix('{').map_or(value, str::trim_start);
    let value = value.strip_prefix(['"', '\'', '`']).unwrap_or(value);
    let end = value.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(value.len());
    value.get(..end).filter(|word| !word.is_empty())
}

fn is_kind(word: &str) -> bool {
    KINDS.iter().any(|kind| is_near(&word.to_ascii_lowercase(), kind.word))
}

/// Whether two words are equal or differ by one typo: a letter added, missing, replaced, or two letters swapped.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    match (one, other) {
        ([], []) => true,
        ([_, a @ ..], [_, b @ ..]) if a == b => true,
        ([_, a @ ..], b) if a == b => true,
        (a, [_, b @ ..]) if a == b => true,
        ([a, b, one @ ..], [c, d, other @ ..]) => (a, b) == (d, c) && one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markup(text: &str, source: Language) -> bool {
        of_markup(&text, source)
    }

    #[test]
    fn pages_take_part_with_a_kind_of_the_vocabulary() {
        for text in [
            "<p data-agent-kind=\"status\">",
            "<p data-agent-kind = 'feild'>",
            "<p data-agent-kind=Action>",
            "<p data-agent-kind=\"tool_call\"><p data-agent-kind=\"items\">",
            "<script type=\"application/agent+json\">{}</script>",
        ] {
            assert!(markup(text, Language::Html), "{text}");
        }
        for text in [
            "<p data-agent-id=\"7\" data-agent-status=\"idle\">",
            "<p data-agent-kind=\"tool_call\">",
            "<p data-agent-kind=\"message\">",
            "<p data-agent-kind>",
            "<p data-agent-kind=\"{{ kind }}\">",
            "<p data-agent-kind-of=\"action\">",
            "<p>data-agent-kind</p>",
            "<AgentField field=\"a\">",
        ] {
            assert!(!markup(text, Language::Html), "{text}");
        }
    }

    #[test]
    fn components_take_part_by_their_package_or_their_props() {
        for text in [
            "import { AgentField } from \"@agent-accessibility-framework/react\";\nconst a = <AgentField agent={x} />;",
            "const a = <AgentField field=\"amount\" />;",
            "import { AgentAction } from './agents';\nconst a = <AgentAction action=\"a.b\" />;",
            "const a = <AgentAction action={x} danger=\"high\" />;",
            "const a = <p data-agent-kind={\"field\"} />;",
        ] {
            assert!(markup(text, Language::Tsx), "{text}");
        }
        for text in [
            "import { AgentField } from './agents';\nconst a = <AgentField agent={x} />;",
            "import AgentStatus from \"@/agents/AgentStatus\";\nconst a = <AgentStatus status=\"idle\" />;",
            "const a = <AgentAction action=\"approve\" onClick={b} />;",
            "const a = <AgentAction danger=\"severe\" />;",
            "const a = <AgentFieldList field=\"amount\" />;",
            "const a = <p data-agent-kind={kind} />;",
        ] {
            assert!(!markup(text, Language::Tsx), "{text}");
        }
    }

    #[test]
    fn files_of_a_described_folder_take_part_with_any_annotation() {
        for (text, source) in [
            ("<p data-agent-kind=\"tool_call\">", Language::Html),
            ("<p data-agent-id=\"7\">", Language::Html),
            ("<template><p :data-agent-field=\"x\" /></template>", Language::Vue),
            ("const a = <p data-agent-kind={kind} />;", Language::Tsx),
            ("const a = <AgentAction danger=\"severe\" />;", Language::Jsx),
        ] {
            assert!(of_described(&text, source), "{text}");
            assert!(!markup(text, source), "{text}");
        }
        for (text, source) in [
            ("<p data-agent=\"7\">", Language::Html),
            ("<p>data-agent-kind</p><!-- <p data-agent-kind=\"field\"> -->", Language::Html),
            ("document.querySelector('[data-agent-kind]');", Language::Jsx),
            ("import { AgentField } from './agents';\nconst a = <AgentField agent={x} />;", Language::Tsx),
        ] {
            assert!(!of_described(&text, source), "{text}");
        }
    }

    #[test]
    fn manifests_are_told_by_their_keys() {
        for text in [
            r#"{"site": {}, "actions": {}}"#,
            r#"{"@context": {}, "actions": {}}"#,
            r#"{"site": {}, "actions": {"a.b": {}"#,
            r#"{"site": {"name": "x"}, "action": {}}"#,
        ] {
            assert!(of_manifest(&text), "{text}");
        }
        for text in [
            "",
            "{}",
            "<html>",
            r#"{"name": "x", "version": "1.0", "actions": [{"name": "search"}]}"#,
            r#"{"site": "https://x.example", "actions": {}}"#,
            r#"{"site": {}, "actions": []}"#,
            r#"{"agents": {"site": {}, "actions": {}}}"#,
            r#"{"version": "1", "actions": {}}"#,
        ] {
            assert!(!of_manifest(&text), "{text}");
        }
    }

    #[test]
    fn a_manifest_may_be_begun() {
        for text in
            ["", "{", "{}", "{\"version\": \"0.1\", ", "{\"version\": \"0.1\", \"site\": {\"name\": \"x"]
        {
            assert!(may_be_manifest(text), "{text}");
        }
        for text in [
            "[]",
            "<html>",
            r#"{"name": "x", "version": "1.0", "actions": []}"#,
            r#"{"version": "1", "actions": ["search"]}"#,
            r#"{"schema": "v1", "site": "https://x.example"}"#,
        ] {
            assert!(!may_be_manifest(text), "{text}");
        }
    }

    #[test]
    fn one_letter_makes_a_near_word() {
        for near in ["field", "feild", "fild", "fieldd", "fiels", "ield"] {
            assert!(is_near(near, "field"), "{near}");
        }
        for far in ["", "fiedls", "filed_", "f", "shield!", "dfiel"] {
            assert!(!is_near(far, "field"), "{far}");
        }
    }
}
