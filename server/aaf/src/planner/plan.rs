//! The reply of a planner's model in the form that a runtime takes (6.6): an action with its arguments, a page to go
//! to, or an answer. Common variants are normalized; replies that cannot be carried out are rejected with the reason.

use agmark_schema::{Node, json, shown, validate};
use agmark_syntax::nearest::nearest;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::arguments::{self, ARGUMENTS};
use super::selectors::is_selector;
use crate::manifest::model::{Entry, Manifest, PageEntry};
use crate::site::address::{Origin, Refusal};

/// A reply in its canonical form.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// `{"action", "args"}`, `{"navigate"}` or `{"action": "none", "answer"}`.
    pub reply: Value,
    /// The page to go to first: that of a data view with its query, or that of an action that is not on the agent's
    /// page.
    pub route: Option<String>,
}

/// Checks replies against a manifest.
pub struct Planner {
    site: Manifest,
    /// The origin that the manifest states, if it is valid.
    origin: Option<Origin>,
    root: Node,
}

/// The characters that a query does not escape (RFC 3986, unreserved).
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

impl Planner {
    /// Reads a manifest.
    ///
    /// # Errors
    /// A sentence: why the manifest cannot be used.
    pub fn new(manifest: &str) -> Result<Self, String> {
        let parsed = json::parse(manifest);
        if let Some(problem) = parsed.problems.first() {
            return Err(format!("the manifest is not valid JSON: {}", problem.message));
        }
        if parsed.root.get("actions").and_then(Node::as_map).is_none() {
            return Err("the manifest has no actions".to_owned());
        }
        let site = Manifest::of(&parsed);
        let origin = site.origin.as_ref().and_then(|origin| Origin::read(&origin.text));
        Ok(Planner { site, origin, root: parsed.root })
    }

    /// The same for pages that are served from another origin than the manifest states, as during development.
    #[must_use]
    pub fn at(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The manifest.
    pub fn site(&self) -> &Manifest {
        &self.site
    }

    /// Reads a reply; `page` is the route that the agent is on.
    ///
    /// # Errors
    /// A sentence: why the reply cannot be carried out. For users, or for the model in the next request.
    pub fn read(&self, reply: &str, page: Option<&str>) -> Result<Plan, String> {
        let reply = object(reply)?;
        let named = reply.get("action").and_then(Value::as_str);
        if let Some(target) = target(&reply) {
            return match named.filter(|name| !matches!(*name, "none" | "navigate")) {
                Some(action) => self.both(action, &target, &reply, page),
                None => self.navigate(&target),
            };
        }
        let action = reply.get("action").and_then(Value::as_str);
        let answer = reply.get("answer").and_then(Value::as_str);
        match (action, answer) {
            (Some("none") | None, Some(answer)) => {
                Ok(Plan { reply: json!({"action": "none", "answer": answer}), route: None })
            }
            (Some("none"), None) => Err("\"action\": \"none\" needs an \"answer\"".to_owned()),
            (Some("navigate"), _) => Err("\"navigate\" needs a page: {\"navigate\": \"/route\"}".to_owned()),
            (Some(action), _) => self.action(action, &reply, page),
            (None, None) => Err(
                "the reply has neither \"action\" nor \"navigate\": expected {\"action\", \"args\"}, {\"navigate\"} or \
                 {\"action\": \"none\", \"answer\"}"
                    .to_owned(),
            ),
        }
    }

    /// A reply that names an action and a page. It is valid if the action is on the page.
    fn both(
        &self,
        id: &str,
        target: &str,
        reply: &Map<String, Value>,
        page: Option<&str>,
    ) -> Result<Plan, String> {
        let route = self.route(target)?;
        let holds = |page: &PageEntry| page.actions.iter().chain(&page.views).any(|one| one.text == id);
        if self.site.page(&route).is_some_and(holds) {
            return self.action(id, reply, page);
        }
        Err(format!(
            "the reply has an action, \"{}\", and a page to go to, \"{}\", that does not have it: expected one of the two",
            shown(id),
            shown(&route)
        ))
    }

    fn navigate(&self, target: &str) -> Result<Plan, String> {
        let route = self.route(target)?;
        if !self.site.pages.is_empty() && self.site.page(&route).is_none() {
            return Err(self.unknown_page(&route));
        }
        Ok(Plan { reply: json!({"navigate": route}), route: None })
    }

    /// Resolves an address or a path as a browser does. Returns path, query and fragment.
    fn route(&self, target: &str) -> Result<String, String> {
        let target = target.trim();
        if target.is_empty() {
            return Err("\"navigate\" has no page".to_owned());
        }
        let relative = target.starts_with("./") || target.starts_with("../");
        if is_selector(target) && !relative {
            return Err(format!("\"{}\" is a CSS selector, not a page", shown(target)));
        }
        let resolved = match self.origin.as_ref() {
            Some(origin) => origin.route(target),
            // Without an origin only paths can lead to the site.
            None => Origin::unknown().map_or(Err(Refusal::Malformed), |origin| origin.route(target)),
        };
        resolved.map_err(|refusal| {
            let target = shown(target);
            match (refusal, &self.origin, &self.site.origin) {
                (Refusal::OtherSite, Some(_), Some(origin)) => {
                    format!("\"{target}\" is not on the site {}", shown(&origin.text))
                }
                (Refusal::OtherSite, ..) => {
                    format!("\"{target}\" may be on another site: the manifest has no valid site.origin")
                }
                (Refusal::Credentials, ..) => {
                    format!("\"{target}\" contains a user name or a password: remove them")
                }
                (Refusal::Path, ..) => format!(
                    "the path of \"{target}\" is ambiguous (\"//\", encoded \"/\", \"..\" or control characters): remove them"
                ),
                (Refusal::Scheme | Refusal::Malformed, ..) => format!("\"{target}\" is not a page of the site"),
            }
        })
    }

    fn unknown_page(&self, route: &str) -> String {
        let routes = || self.site.pages.iter().map(|page| page.route.as_str());
        let mut message = format!("unknown page \"{}\"", shown(route));
        match nearest(route, routes()) {
            Some(near) => message.push_str(&format!(": did you mean \"{}\"?", shown(near))),
            None => {
                let known: Vec<_> = routes().take(20).map(shown).collect();
                message.push_str(&format!(": the manifest has {}", known.join(", ")));
            }
        }
        message
    }

    /// The route of a page of the manifest. The manifest is untrusted too: the route must be on the site.
    fn own_page<'s>(&self, page: &'s PageEntry) -> Result<&'s str, String> {
        self.route(&page.route).map(|_| page.route.as_str())
    }

    fn action(&self, id: &str, reply: &Map<String, Value>, page: Option<&str>) -> Result<Plan, String> {
        let (registry, entry, is_view) = match (self.site.action(id), self.site.view(id)) {
            (Some(entry), _) => ("actions", entry, false),
            (None, Some(entry)) => ("data", entry, true),
            (None, None) => return Err(self.unknown(id)),
        };
        let schema =
            self.root.get(registry).and_then(|all| all.get(id)).and_then(|one| one.get("inputSchema"));
        let schema = schema.map(Node::to_json);
        // An action on another page is planned again when the agent is there. Only then all arguments are required.
        let elsewhere = if is_view { None } else { self.action_route(id, page)? };
        let later = if elsewhere.is_some() { Missing::Later } else { Missing::Refused };
        let args = checked(id, entry, schema.as_ref(), reply, later)?;
        let route = if is_view { self.view_route(id, &args)? } else { elsewhere };
        Ok(Plan { reply: json!({"action": id, "args": args}), route })
    }

    fn unknown(&self, id: &str) -> String {
        let ids = || self.site.actions.iter().chain(&self.site.views).map(|one| one.id.as_str());
        let mut message = format!("unknown action \"{}\"", shown(id));
        match nearest(id, ids()) {
            Some(near) => message.push_str(&format!(": did you mean \"{near}\"?")),
            None => message
                .push_str(&format!(": the manifest has {}", ids().take(20).collect::<Vec<_>>().join(", "))),
        }
        message
    }

    /// The page of a data view, with the arguments as its query.
    fn view_route(&self, id: &str, args: &Value) -> Result<Option<String>, String> {
        let of_view = |page: &&PageEntry| page.views.iter().any(|view| view.text == id);
        let Some(page) = self.site.pages.iter().find(of_view) else { return Ok(None) };
        let route = self.own_page(page)?;
        let mut query = Vec::new();
        for (name, value) in args.as_object().into_iter().flatten() {
            let name = utf8_percent_encode(name, QUERY).to_string();
            let items = match value {
                Value::Array(items) => items.as_slice(),
                value => std::slice::from_ref(value),
            };
            for item in items.iter().filter(|item| !item.is_null()) {
                let text = item.as_str().map_or_else(|| item.to_string(), str::to_owned);
                query.push(format!("{name}={}", utf8_percent_encode(&text, QUERY)));
            }
        }
        Ok(Some(match query.is_empty() {
            true => route.to_owned(),
            false => format!("{route}?{}", query.join("&")),
        }))
    }

    /// The page of an action, if it is not the agent's page.
    fn action_route(&self, id: &str, page: Option<&str>) -> Result<Option<String>, String> {
        let Some(page) = page else { return Ok(None) };
        let has = |page: &PageEntry| page.actions.iter().any(|action| action.text == id);
        if self.site.page(page).is_some_and(has) {
            return Ok(None);
        }
        let other = self.site.pages.iter().find(|page| has(page));
        other.map(|page| self.own_page(page).map(str::to_owned)).transpose()
    }
}

/// What to do about missing required arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Refused,
    /// They are requested on the page of the action.
    Later,
}

/// The arguments of a reply, checked against the schema.
fn checked(
    id: &str,
    entry: &Entry,
    schema: Option<&Value>,
    reply: &Map<String, Value>,
    missing: Missing,
) -> Result<Value, String> {
    let mut args = arguments::collect(id, entry, reply)?;
    for (name, value) in &args {
        if let Some(selector) = arguments::selector(value) {
            return Err(format!(
                "argument \"{}\" of \"{id}\" is a CSS selector (\"{}\"): give the value, not where it is",
                shown(name),
                shown(selector)
            ));
        }
    }
    arguments::declared(id, entry, schema, &args)?;
    let Some(schema) = schema else { return Ok(args.into()) };
    arguments::coerce(&mut args, schema);
    let args = Value::Object(args);
    let mut wrong = validate::check_value(schema, &args).map_err(|error| format!("\"{id}\": {error}"))?;
    wrong.retain(|one| missing == Missing::Refused || one.keyword != "required" || !one.pointer.is_empty());
    if wrong.is_empty() {
        return Ok(args);
    }
    let said: Vec<_> = wrong.iter().map(|one| place(&one.pointer, &one.message)).collect();
    Err(format!("invalid arguments of \"{id}\": {}", said.join("; ")))
}

/// The first JSON object in a text that has one of the keys of a reply: models put words and fences around it.
fn object(text: &str) -> Result<Map<String, Value>, String> {
    let mut first = None;
    let mut at = 0;
    // The number of attempts is limited, as a text may have very many braces.
    for _ in 0..1000 {
        let Some(found) = text.get(at..).and_then(|rest| rest.find('{')) else { break };
        let start = at + found;
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(Value::Object(object))) => {
                if ["action", "navigate", "answer"].iter().any(|key| object.contains_key(*key)) {
                    return Ok(object);
                }
                at = start + values.byte_offset().max(1);
                first.get_or_insert(object);
            }
            _ => at = start + 1,
        }
    }
    first.ok_or_else(|| "the reply has no JSON object".to_owned())
}

/// The page that a reply names, in any of the forms that models use.
fn target(reply: &Map<String, Value>) -> Option<String> {
    let keys =
        ["page", "route", "path", "url", "to", "navigate", "target", "href", "pathname", "destination"];
    let in_object = |object: &Map<String, Value>| {
        keys.iter().find_map(|key| object.get(*key).and_then(Value::as_str)).map(str::to_owned)
    };
    match reply.get("navigate") {
        Some(Value::String(target)) => return Some(target.clone()),
        Some(Value::Object(object)) => return in_object(object),
        _ => {}
    }
    if reply.get("action").and_then(Value::as_str) != Some("navigate") {
        return None;
    }
    let args = ARGUMENTS.iter().find_map(|name| reply.get(*name));
    match args {
        Some(Value::Object(args)) => in_object(args),
        // The arguments as a text, or the page.
        Some(value @ Value::String(target)) if target.trim_start().starts_with('{') => {
            arguments::object(value).and_then(|args| in_object(&args))
        }
        Some(Value::String(target)) => Some(target.clone()),
        _ => in_object(reply),
    }
}

fn place(pointer: &str, message: &str) -> String {
    if pointer.is_empty() { message.to_owned() } else { format!("{} {message}", shown(pointer)) }
}
