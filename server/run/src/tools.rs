//! The tools of a program: imported programs, Python, and the tools of servers.

mod accepted_name;
mod python;
mod result_text;

use std::sync::Arc;

use serde_json::{Map, Value, json};

pub use python::{Execution, Interpreter, Stop};
pub(crate) use python::{PythonPool, StopOnDrop};
pub(crate) use result_text::ResultText;

use crate::model::{Api, Call, ToolSpec, Tools};
use crate::program::Agent;
use crate::recording::ListedTool;

/// The current tools of a program.
pub struct Toolbox {
    listed: Vec<ListedTool>,
    /// The tools as JSON for the API.
    text: String,
    specs: Vec<ToolSpec>,
    targets: Vec<ToolTarget>,
}

/// What a tool call runs.
#[derive(Clone, Debug)]
pub enum ToolTarget {
    Agent(Arc<Agent>),
    Python,
    Server { server: String, tool: String },
}

impl Toolbox {
    /// The tools of a program: imports, then Python, then servers.
    pub fn new(agent: &Agent, python: bool, listed: Vec<ListedTool>, api: Api) -> Self {
        let mut tools =
            Self { listed: Vec::new(), text: String::new(), specs: Vec::new(), targets: Vec::new() };
        for import in &agent.imports {
            let program = &import.program;
            let parameters = parameters(&program.input);
            let spec =
                ToolSpec { name: program.name.clone(), description: program.description.clone(), parameters };
            tools.add(spec, ToolTarget::Agent(Arc::clone(import)));
        }
        if python {
            tools.add(python::spec(), ToolTarget::Python);
        }
        for tool in &listed {
            let full = format!("mcp__{}__{}", tool.server, tool.name);
            let taken = |name: &str| tools.specs.iter().any(|spec| spec.name == name);
            let name = accepted_name::accepted_name(&full, taken);
            let mut spec = tool.spec(name);
            if spec.name != full {
                // The program may use the full name.
                spec.description = format!("{full}: {}", spec.description);
            }
            spec.parameters = parameters(&spec.parameters);
            let target = ToolTarget::Server { server: tool.server.clone(), tool: tool.name.clone() };
            tools.add(spec, target);
        }
        tools.listed = listed;
        tools.text = api.tools(&tools.specs);
        tools
    }

    /// The tools of servers, as they listed them.
    pub fn listed(&self) -> &[ListedTool] {
        &self.listed
    }

    fn add(&mut self, spec: ToolSpec, target: ToolTarget) {
        self.specs.push(spec);
        self.targets.push(target);
    }

    /// The tools of a request. A program without other tools than Python does not need them.
    pub fn for_request(&self) -> Tools<'_> {
        let only_python = self.targets.iter().all(|target| matches!(target, ToolTarget::Python));
        if only_python { Tools::Offered(&self.text) } else { Tools::Needed(&self.text) }
    }

    /// The target of a tool call.
    ///
    /// # Errors
    /// If the tool does not exist. The message lists the tools.
    pub fn find(&self, name: &str) -> Result<&ToolTarget, String> {
        let at = self.specs.iter().position(|spec| spec.name == name);
        at.and_then(|at| self.targets.get(at)).ok_or_else(|| {
            let all: Vec<_> = self.specs.iter().map(|spec| spec.name.as_str()).collect();
            match all.as_slice() {
                [] => format!("unknown tool `{name}`: there are no tools"),
                all => format!("unknown tool `{name}`: must be one of {}", all.join(", ")),
            }
        })
    }
}

/// The schema of arguments, which must be an object.
fn parameters(schema: &Value) -> Value {
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.remove("$schema");
    schema.entry("type").or_insert_with(|| "object".into());
    if schema.get("type").is_some_and(|kind| kind == "object") {
        schema.entry("properties").or_insert_with(|| json!({}));
    }
    Value::Object(schema)
}

/// The arguments of a tool call.
///
/// # Errors
/// If they are not a JSON object. The model gets the message.
pub fn arguments(call: &Call) -> Result<Map<String, Value>, String> {
    if call.arguments.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(&call.arguments) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err("the arguments must be a JSON object".to_owned()),
        Err(error) => Err(format!("the arguments are not JSON: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_objects() {
        let read = |text: &str| arguments(&Call { id: "1".into(), name: "n".into(), arguments: text.into() });
        assert_eq!(read("").unwrap().len(), 0);
        assert_eq!(read("null").unwrap().len(), 0);
        assert_eq!(read("{\"a\":1}").unwrap()["a"], 1);
        assert_eq!(read("[1]").unwrap_err(), "the arguments must be a JSON object");
        assert!(read("{a").unwrap_err().starts_with("the arguments are not JSON: "));
    }

    #[test]
    fn parameters_are_objects() {
        assert_eq!(parameters(&json!({ "$schema": "x" })), json!({ "type": "object", "properties": {} }));
        assert_eq!(parameters(&json!(true)), json!({ "type": "object", "properties": {} }));
    }
}
