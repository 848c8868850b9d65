//! Tools without their types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::paging::{MAX_TOKENS, Page};
use crate::{Answer, Context, Tool, ToolError, ToolInfo};

/// [`Tool`] as a trait object. Every tool implements it.
pub trait AnyTool: Send + Sync + 'static {
    fn info(&self) -> ToolInfo;
    /// The JSON Schema of the arguments.
    fn input_schema(&self) -> Map<String, Value>;
    /// The JSON Schema of the structured answer.
    fn output_schema(&self) -> Map<String, Value>;
    /// Answers a call.
    ///
    /// # Errors
    /// Invalid arguments, a refusal, and as [`Tool::call`].
    fn call(&self, context: &Context, arguments: Map<String, Value>) -> Result<Answer<Value>, ToolError>;
}

impl<T: Tool> AnyTool for T {
    fn info(&self) -> ToolInfo {
        T::INFO
    }

    fn input_schema(&self) -> Map<String, Value> {
        schema::<T::Input>(Purpose::Input)
    }

    fn output_schema(&self) -> Map<String, Value> {
        let mut schema = schema::<T::Output>(Purpose::Output);
        let is_paged = self.input_schema().get("properties").is_some_and(|all| all.get("cursor").is_some());
        let page = self::schema::<Page>(Purpose::Output);
        if let (true, Some(Value::Object(more))) = (is_paged, page.get("properties"))
            && let Value::Object(own) =
                schema.entry("properties").or_insert_with(|| Value::Object(Map::new()))
        {
            own.extend(more.clone());
        }
        schema
    }

    fn call(&self, context: &Context, arguments: Map<String, Value>) -> Result<Answer<Value>, ToolError> {
        context.check_access(T::INFO.access)?;
        context.check_cancelled()?;
        let asked = arguments.get("max_tokens").and_then(Value::as_u64);
        let budget = asked.and_then(|tokens| usize::try_from(tokens).ok()).unwrap_or(MAX_TOKENS);
        let input = serde_json::from_value(Value::Object(arguments)).map_err(|error| {
            let example = T::INFO.examples.first().map_or("{}", |example| example.input);
            ToolError::new(format_args!("invalid arguments: {error}"), format_args!("example: {example}"))
        })?;
        let Answer { mut text, value, page } = Tool::call(self, context, input)?;
        if let Some(page) = &page {
            text.push_str(&page.note());
        }
        let value = serde_json::to_value(value).map_err(ToolError::message)?;
        let value = with_page(value, page.as_ref());
        Ok(Answer { text: context.cut(&text, budget), value, page })
    }
}

fn with_page(value: Value, page: Option<&Page>) -> Value {
    let mut value = value;
    if let (Value::Object(value), Some(Ok(Value::Object(page)))) =
        (&mut value, page.map(serde_json::to_value))
    {
        value.extend(page);
    }
    value
}

/// What a schema is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A model reads it to write the arguments.
    Input,
    /// A client reads it to check an answer. Only types count, and they must be exact.
    Output,
}

fn schema<T: JsonSchema>(purpose: Purpose) -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let settings = match purpose {
        Purpose::Input => settings,
        // What is left out of an answer is not required.
        Purpose::Output => settings.for_serialize(),
    };
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    shorten(&mut schema, purpose);
    match schema {
        Value::Object(mut map) => {
            map.remove("$schema");
            map.remove("title");
            map.remove("description");
            map.insert("type".to_owned(), "object".into());
            map
        }
        _ => Map::new(),
    }
}

/// Removes what is not needed.
fn shorten(schema: &mut Value, purpose: Purpose) {
    match schema {
        Value::Object(map) => {
            // A flag is off by default; a model expects that.
            if map
                .get("default")
                .is_some_and(|default| [Value::Null, false.into(), 0.into()].contains(default))
            {
                map.remove("default");
            }
            for key in ["format", "minimum"] {
                if map.get(key).is_some_and(|value| !value.is_object()) {
                    map.remove(key);
                }
            }
            match purpose {
                Purpose::Input => without_null(map),
                Purpose::Output => {
                    if map.get("description").is_some_and(Value::is_string) {
                        map.remove("description");
                    }
                }
            }
            map.values_mut().for_each(|value| shorten(value, purpose));
        }
        Value::Array(all) => all.iter_mut().for_each(|value| shorten(value, purpose)),
        _ => {}
    }
}

/// An argument that can be left out can also be null. A model does not have to know that.
fn without_null(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type")
        && types.len() == 2
    {
        types.retain(|of| of != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(any)) = map.get_mut("anyOf") {
        any.retain(|of| *of != serde_json::json!({ "type": "null" }));
    }
}
