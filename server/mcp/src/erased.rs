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
        schema::<T::Input>()
    }

    fn output_schema(&self) -> Map<String, Value> {
        let mut schema = schema::<T::Output>();
        let page = self::schema::<Page>();
        if let Some(Value::Object(more)) = page.get("properties")
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
        if let Some(Page { total, left_out, next_cursor: Some(cursor) }) = &page {
            text.push_str(&format!("… {left_out} of {total} left out; cursor {cursor:?} for the next\n"));
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

fn schema<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    without_ballast(&mut schema);
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

/// Removes what a model does not need.
fn without_ballast(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.get("default").is_some_and(Value::is_null) {
                map.remove("default");
            }
            // An argument that can be left out can also be null; a model does not have to know that.
            if let Some(Value::Array(types)) = map.get("type")
                && let Some(other) = types.iter().find(|of| *of != "null").filter(|_| types.len() == 2)
            {
                let other = other.clone();
                map.insert("type".to_owned(), other);
            }
            for key in ["format", "minimum"] {
                if map.get(key).is_some_and(|value| !value.is_object()) {
                    map.remove(key);
                }
            }
            map.values_mut().for_each(without_ballast);
        }
        Value::Array(all) => all.iter_mut().for_each(without_ballast),
        _ => {}
    }
}
