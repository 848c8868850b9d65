//! The commands of the workspace, as a document or as data.

use agmark_syntax::{Outcome, Request, Written};
use serde_json::json;

use crate::assist::known::{self, Known};

pub(super) fn list(request: &Request<'_>) -> Outcome {
    let all = known::all(request.document, request.world);
    let defined: Vec<&Known> = all.iter().filter(|c| !c.built_in).collect();
    if request.flag("json") {
        let one = |c: &&Known| {
            let parameter = |(name, doc): &(String, String)| json!({ "name": name, "doc": doc });
            let parameters: Vec<_> = c.parameters.iter().map(parameter).collect();
            json!({ "name": c.name, "doc": c.doc, "parameters": parameters, "file": c.file })
        };
        return Outcome::Value(defined.iter().map(one).collect());
    }
    let mut text = String::from("# Commands\n");
    if defined.is_empty() {
        text.push_str("\nNo documentation of the workspace defines a command.\n");
    }
    for command in &defined {
        text.push_str(&format!("\n{}\n", command.markdown()));
        if let Some(file) = &command.file {
            text.push_str(&format!("\nDefined in `{file}`.\n"));
        }
    }
    let note =
        if defined.len() == 1 { "1 command".to_owned() } else { format!("{} commands", defined.len()) };
    Outcome::Written(Written { name: "commands.md".to_owned(), language: "markdown".to_owned(), text, note })
}
