//! All tools of a server, by name.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use agmark_syntax::nearest;
use serde_json::{Map, Value};

use crate::{Access, Answer, AnyTool, Context, Example, Options, ToolError, ToolInfo};

/// The examples of a tool, by its name. The tools of this crate name no format; the program knows files to show.
pub type ToolExamples = (&'static str, &'static [Example]);

/// All tools of a server.
#[derive(Clone, Default)]
pub struct ToolTable {
    tools: Arc<BTreeMap<&'static str, ListedTool>>,
}

/// A tool with its schemas.
pub struct ListedTool {
    tool: Box<dyn AnyTool>,
    pub info: ToolInfo,
    pub input_schema: Arc<Map<String, Value>>,
    pub output_schema: Arc<Map<String, Value>>,
}

impl ToolTable {
    /// The tools, those without examples with the examples of `examples`.
    pub fn new(tools: Vec<Box<dyn AnyTool>>, examples: &[ToolExamples]) -> Self {
        let listed = |tool: Box<dyn AnyTool>| {
            let mut info = tool.info();
            if let Some((_, more)) = examples.iter().find(|(name, _)| *name == info.name) {
                info.examples = more;
            }
            let input_schema = Arc::new(tool.input_schema());
            let output_schema = Arc::new(tool.output_schema());
            (info.name, ListedTool { tool, info, input_schema, output_schema })
        };
        Self { tools: Arc::new(tools.into_iter().map(listed).collect()) }
    }

    /// The tools that can be called with these options, sorted by name.
    pub fn offered(&self, options: &Options) -> Vec<&ListedTool> {
        let can_be_called = |tool: &&ListedTool| match tool.info.access {
            Access::Read | Access::Write { previews: true, .. } => true,
            Access::Write { previews: false, .. } => !options.read_only,
            Access::Fetch => options.allow_fetch,
            Access::Run => options.allow_run && !options.read_only,
        };
        self.tools.values().filter(can_be_called).collect()
    }

    pub fn all(&self) -> impl Iterator<Item = &ListedTool> {
        self.tools.values()
    }

    /// The tool with a name.
    ///
    /// # Errors
    /// If there is none; the message names the nearest.
    pub fn get(&self, name: &str) -> Result<&ListedTool, ToolError> {
        self.tools.get(name).ok_or_else(|| {
            let names: Vec<_> = self.tools.keys().copied().collect();
            let next = match nearest::nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("the tools are {}", names.join(", ")),
            };
            ToolError::new(format_args!("unknown tool {name}"), next)
        })
    }
}

impl ListedTool {
    /// Answers a call. A panic is an error of this call only.
    ///
    /// # Errors
    /// Invalid arguments, a refusal, and as [`crate::Tool::call`].
    pub fn call(&self, context: &Context, arguments: Map<String, Value>) -> Result<Answer<Value>, ToolError> {
        check_names(&self.input_schema, &arguments)?;
        catch_unwind(AssertUnwindSafe(|| self.tool.call(context, arguments))).unwrap_or_else(|_| {
            let what = format_args!("internal error in {}", self.info.name);
            Err(ToolError::new(what, "nothing more is known; other calls are not affected"))
        })
    }

    /// The description for a model, with the first example.
    pub fn description(&self) -> String {
        match self.info.examples.first() {
            Some(example) => format!("{} Example: {}", self.info.description, example.input),
            None => self.info.description.to_owned(),
        }
    }
}

/// The argument of every tool that limits the length of its answer.
const MAX_TOKENS: &str = "max_tokens";

/// Checks that all arguments exist.
fn check_names(schema: &Map<String, Value>, arguments: &Map<String, Value>) -> Result<(), ToolError> {
    let Some(Value::Object(known)) = schema.get("properties") else { return Ok(()) };
    let Some(name) = arguments.keys().find(|name| *name != MAX_TOKENS && !known.contains_key(*name)) else {
        return Ok(());
    };
    let all: Vec<_> = known.keys().map(String::as_str).collect();
    let next = match nearest::nearest(name, all.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None if all.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", all.join(", ")),
    };
    Err(ToolError::new(format_args!("unknown argument {name}"), next))
}
