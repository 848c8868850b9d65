//! `agmark agd convert`.

use agd::Document;
use agd::convert::{self, Converted};
use serde_json::{Value, json};

use super::{Request, counted};

pub fn markdown(request: &Request) -> Result<Value, String> {
    converted(request, convert::to_md)
}

pub fn html(request: &Request) -> Result<Value, String> {
    converted(request, convert::to_html)
}

fn converted(request: &Request, convert: fn(&Document<'_>) -> Converted) -> Result<Value, String> {
    let text = request.text("text");
    let document =
        agd::parse(text).map_err(|error| format!("{}:{}: {}", error.line, error.column, error.kind))?;
    let converted = convert(&document);
    let mut answer = counted(&converted.text);
    answer["whole"] = json!(agmark_tokens::count(text));
    answer["lost"] = converted.losses.iter().map(|loss| format!("{}: {}", loss.line, loss.what)).collect();
    Ok(answer)
}
