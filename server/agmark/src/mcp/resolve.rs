//! The tool `resolve`: the elements that a runtime finds for an action of an AAF page.

use agmark_aaf::page::Page;
use agmark_aaf::page::read_options::NAME;
use agmark_aaf::page::resolve::Mode;
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::aaf::resolve::of_action;

pub struct Resolve;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Page or component
    path: String,
    /// Name of the action
    action: String,
    /// Name of one field; without it, all fields and the status
    #[serde(default)]
    field: Option<String>,
    /// Fail if there are several matches
    #[serde(default)]
    strict: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    elements: Vec<Element>,
    warnings: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Element {
    what: String,
    /// `FILE:LINE:COLUMN`
    position: String,
    /// How it was found
    by: &'static str,
    tag: String,
}

impl Tool for Resolve {
    const INFO: ToolInfo = ToolInfo {
        name: "resolve",
        title: "Resolve an action",
        description: "The elements of an AAF page that a runtime uses for an action: its fields and its status.",
        examples: &[Example {
            title: "the fields of an action",
            input: r#"{"path":"book.html","action":"table.book"}"#,
            answer: "field \"day\"",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = context.load(&input.path)?;
        let path = file.path.absolute();
        let settings = context.workspace().moment().configs.nearest(path)?.settings(path);
        let mapping = ComponentMap::of(settings.format(NAME));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("html");
        let page = Page::with(&file.text, Language::of_ending(ending).unwrap_or(Language::Html), &mapping);
        let mode = if input.strict { Mode::Strict } else { Mode::Lenient };
        let found = of_action(&page, file.path.shown(), &input.action, input.field.as_deref(), mode);
        if !found.errors.is_empty() {
            let actions = page.actions.iter().map(|action| action.as_str());
            return Err(ToolError::unknown(
                found.errors.join("\n"),
                &input.action,
                actions.filter(|name| *name != input.action),
                "call `outline` for the actions of the page",
            ));
        }
        let mut text: String = found.elements.iter().map(|element| format!("{element}\n")).collect();
        found.warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
        let element = |e: crate::aaf::resolve::FoundElement| Element {
            what: e.what,
            position: e.position,
            by: e.step,
            tag: e.tag,
        };
        let elements = found.elements.into_iter().map(element).collect();
        Ok(Answer::new(text, Output { elements, warnings: found.warnings }))
    }
}
