//! What the model can call: imported programs, Python, and the tools of servers.

mod content;
mod names;
mod python;

use std::sync::Arc;

use serde_json::{Map, Value, json};

pub(crate) use content::Content;
pub use python::{Execution, Interpreter, Stop};
pub(crate) use python::{Pythons, StopOnDrop};

use crate::model::{Api, Call, ToolSpec, Tools};
use crate::program::Agent;
use crate::tape::Listed;

/// The tools of one program, as they are now.
pub struct Toolbox {
    listed: Vec<Listed>,
    /// As the API writes them.
    text: String,
    specs: Vec<ToolSpec>,
    targets: Vec<Target>,
}

/// Who does what is asked of a tool.
#[derive(Clone, Debug)]
pub enum Target {
    Agent(Arc<Agent>),
    Python,
    Server { server: String, tool: String },
}

impl Toolbox {
    /// Puts a program's tools together: imports first, then Python, then servers.
    pub fn new(agent: &Agent, python: bool, listed: Vec<Listed>, api: Api) -> Self {
        let mut tools =
            Self { listed: Vec::new(), text: String::new(), specs: Vec::new(), targets: Vec::new() };
        for import in &agent.imports {
            let program = &import.program;
            let parameters = parameters(&program.input);
            let spec =
                ToolSpec { name: program.name.clone(), description: program.description.clone(), parameters };
            tools.add(spec, Target::Agent(Arc::clone(import)));
        }
        if python {
            tools.add(python::spec(), Target::Python);
        }
        for tool in &listed {
            let full = format!("mcp__{}__{}", tool.server, tool.name);
            let taken = |name: &str| tools.specs.iter().any(|spec| spec.name == name);
            let name = names::accepted(&full, taken);
            let mut spec = tool.spec(name);
            if spec.name != full {
                // The program calls it by the name that it should have.
                spec.description = format!("{full}: {}", spec.description);
            }
            spec.parameters = parameters(&spec.parameters);
            let target = Target::Server { server: tool.server.clone(), tool: tool.name.clone() };
            tools.add(spec, target);
        }
        tools.listed = listed;
        tools.text = api.tools(&tools.specs);
        tools
    }

    /// Those of servers, as these told them.
    pub fn listed(&self) -> &[Listed] {
        &self.listed
    }

    fn add(&mut self, spec: ToolSpec, target: Target) {
        self.specs.push(spec);
        self.targets.push(target);
    }

    /// As a request sends them. A program whose only tool is Python can do without it.
    pub fn sent(&self) -> Tools<'_> {
        let only_python = self.targets.iter().all(|target| matches!(target, Target::Python));
        if only_python { Tools::Offered(&self.text) } else { Tools::Needed(&self.text) }
    }

    /// Who is meant by a call.
    ///
    /// # Errors
    /// When there is no such tool; names those that there are.
    pub fn find(&self, name: &str) -> Result<&Target, String> {
        let at = self.specs.iter().position(|spec| spec.name == name);
        at.and_then(|at| self.targets.get(at)).ok_or_else(|| {
            let all: Vec<_> = self.specs.iter().map(|spec| spec.name.as_str()).collect();
            match all.as_slice() {
                [] => format!("no tool is called `{name}`: there are none"),
                all => format!("no tool is called `{name}`: there are {}", all.join(", ")),
            }
        })
    }
}

/// Arguments are an object, whatever an author's schema says of its type.
fn parameters(schema: &Value) -> Value {
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.remove("$schema");
    schema.entry("type").or_insert_with(|| "object".into());
    if schema.get("type").is_some_and(|kind| kind == "object") {
        schema.entry("properties").or_insert_with(|| json!({}));
    }
    Value::Object(schema)
}

/// The arguments of a call.
///
/// # Errors
/// When they are no JSON object; for the model to read.
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
