//! The commands of the workspace, as a document or as data.

use agmark_syntax::{NewDocument, Outcome, Request};
use serde_json::json;

use crate::ide::known_commands::{self, KnownCommand};

/// The file and the line, from 1, that define a command.
fn place(request: &Request<'_>, command: &KnownCommand) -> (Option<String>, Option<usize>) {
    let own = || Some(request.world.path()?.file_name()?.to_string_lossy().into_owned());
    let line = command.at.and_then(|at| match &command.file {
        Some(file) => Some(request.world.read(file)?.line_of(at) + 1),
        None => Some(request.document.text().line_of(at) + 1),
    });
    (command.file.clone().or_else(own), line)
}

pub(super) fn list(request: &Request<'_>) -> Outcome {
    let all = known_commands::all(request.document, request.world);
    let defined: Vec<&KnownCommand> = all.iter().filter(|c| !c.built_in).collect();
    if request.flag("json") {
        let one = |c: &&KnownCommand| {
            let parameter = |(name, doc): &(String, String)| json!({ "name": name, "doc": doc });
            let parameters: Vec<_> = c.parameters.iter().map(parameter).collect();
            let (file, line) = place(request, c);
            json!({ "name": c.name, "doc": c.doc, "parameters": parameters, "file": file, "line": line })
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
    Outcome::Document(NewDocument {
        name: "commands.md".to_owned(),
        language: "markdown".to_owned(),
        text,
        note,
    })
}
