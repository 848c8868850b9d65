//! The tool `plan`: reads the reply of a planner as an AAF runtime does.

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::failure::failed;
use crate::aaf::{plan, planner};

pub struct Plan;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Manifest of the site
    manifest: String,
    /// Reply of the planner: JSON, or text with JSON in it
    reply: Value,
    /// Route of the current page
    #[serde(default)]
    page: Option<String>,
    /// Origin of the site, if it differs from the one in the manifest
    #[serde(default)]
    origin: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// `action` and `args`, or `navigate`, or `answer`; with `route` if the runtime must go there first
    plan: Value,
}

impl Tool for Plan {
    const INFO: ToolInfo = ToolInfo {
        name: "plan",
        title: "Check a plan",
        description: "Checks the reply of an AAF planner against the site's manifest, as a runtime does. Answers with \
                      its canonical form, or the reason why it is invalid.",
        examples: &[Example {
            title: "an action",
            input: r#"{"manifest":".well-known/agent-manifest.json","reply":{"action":"table.book","args":{"day":"today"}}}"#,
            answer: "\"action\":\"table.book\"",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = context.load(&input.manifest)?;
        let mut planner = planner::of_text(file.path.shown(), &file.text).map_err(failed)?;
        if let Some(origin) = &input.origin {
            planner = planner.at(planner::origin(origin).map_err(ToolError::message)?);
        }
        let reply = match input.reply {
            Value::String(reply) => reply,
            reply => reply.to_string(),
        };
        let plan = plan::canonical(&planner, &reply, input.page.as_deref())
            .map_err(|why| ToolError::new(why, "correct the reply"))?;
        Ok(Answer::new(format!("{plan}\n"), Output { plan }))
    }
}
