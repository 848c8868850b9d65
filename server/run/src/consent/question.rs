//! The question about a plan: what a run would do, in plain text.

use std::path::Path;

use super::plan::Plan;
use super::planned_server::{PlannedServer, ServerKind};
use crate::secret::{KEY_VARIABLE, Redactor};
use crate::settings::Endpoint;
use crate::terminal_text::{quoted, shown};

impl Plan {
    /// What a run does, in plain text without the key. Values are quoted, so that they cannot be confused with the text.
    pub fn question(&self) -> String {
        Redactor::new(self.settings().endpoint.key.as_ref()).text(&question(self))
    }

    /// Warnings for the person, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        self.servers().iter().filter_map(|server| warning(server, &self.settings().endpoint)).collect()
    }
}

fn question(plan: &Plan) -> String {
    let models: Vec<String> = plan.models().into_iter().map(shown).collect();
    let noun = if models.len() == 1 { "the model" } else { "the models" };
    let endpoint = &plan.settings().endpoint;
    let mut text = format!("It calls {noun} {} at {}", models.join(", "), shown(&endpoint.base_url));
    if plan.servers().is_empty() {
        text.push_str(" and starts nothing.");
        return text;
    }
    text.push_str(", and it:");
    let home = plan.agent().path.parent().unwrap_or(Path::new(""));
    for server in plan.servers() {
        text.push_str(&describe(server, endpoint, home));
        if plan.settings().sign_ins.as_deref().is_some_and(|folder| server.has_sign_in(folder)) {
            text.push_str("\n  - with your sign-in at this server");
        }
    }
    text
}

/// What a run does with a server; `home` is the folder of the main program.
fn describe(server: &PlannedServer, endpoint: &Endpoint, home: &Path) -> String {
    let program = server.program.strip_prefix(home).unwrap_or(&server.program);
    let origin = format!("({}, server {})", shown_path(program), shown(&server.server));
    let mut text = match &server.kind {
        ServerKind::Command { command, args, env, file, real, folder } => {
            let words: Vec<_> = std::iter::once(command).chain(args).map(|word| shown(word)).collect();
            let mut text = format!("\n- starts `{}` {origin}", words.join(" "));
            text.push_str(&match (file, real) {
                (Some(file), Some(real)) if file != real => {
                    format!("\n  - the program is {}, a link to {}", shown_path(file), shown_path(real))
                }
                (Some(file), _) => format!("\n  - the program is {}", shown_path(file)),
                (None, _) => "\n  - the program does not exist".to_owned(),
            });
            text.push_str(&format!("\n  - in the folder {}", shown_path(folder)));
            for (name, value) in env {
                text.push_str(&format!("\n  - with {}={}", variable(name), shown(value)));
            }
            text
        }
        ServerKind::Url { url, headers } => {
            // `https://good.example@evil.example/` is at evil.example.
            let hidden = url::Url::parse(url).ok().filter(|url| !url.username().is_empty());
            let host = hidden.as_ref().and_then(url::Url::host_str).map(shown);
            let host = host.map(|host| format!("\n  - the host is {host}")).unwrap_or_default();
            let mut text = format!("\n- calls {} {origin}{host}", shown(url));
            for (name, value) in headers {
                text.push_str(&format!("\n  - with the header {}: {}", shown(name), shown(value)));
            }
            text
        }
    };
    let names = server.variables();
    let others: Vec<_> = names.into_iter().filter(|name| !is_key(name, endpoint)).collect();
    if !others.is_empty() {
        text.push_str(&format!("\n  - gives the server your {}", others.join(", ")));
    }
    let visible = server.variables_in(server.arguments());
    if !visible.is_empty() {
        let why = if visible.len() == 1 { "it is an argument" } else { "they are arguments" };
        let visible = visible.join(", ");
        text.push_str(&format!("\n  - other programs on this machine can see {visible}: {why}"));
    }
    if let Some(warning) = warning(server, endpoint) {
        text.push_str(&format!("\n  - WARNING: {warning}"));
    }
    text
}

/// The warning about a server that gets the key of the model. The server could spend the person's money.
fn warning(server: &PlannedServer, endpoint: &Endpoint) -> Option<String> {
    let name = shown(&server.server);
    let names = server.variables();
    let names: Vec<_> = names.into_iter().filter(|name| is_key(name, endpoint)).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        return Some(format!("gives the server {name} your {names}, the key of the model"));
    }
    let key = endpoint.key.as_ref()?.reveal();
    server
        .values()
        .any(|value| value.contains(key))
        .then(|| format!("gives the server {name} the key of the model, which is written in the program"))
}

/// Whether an environment variable contains the key of the model.
fn is_key(name: &str, endpoint: &Endpoint) -> bool {
    let contains_key = || {
        let key = endpoint.key.as_ref()?.reveal();
        Some(std::env::var(name).ok()?.contains(key))
    };
    name == KEY_VARIABLE || contains_key() == Some(true)
}

/// The name of a variable. A name that contains `=` is quoted.
fn variable(name: &str) -> String {
    if name.contains('=') { quoted(name) } else { shown(name) }
}

/// A path in the form of [`shown`].
fn shown_path(path: &Path) -> String {
    match path.to_str() {
        Some(path) => shown(path),
        None => format!("{path:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Api;

    fn server(what: ServerKind) -> PlannedServer {
        PlannedServer { program: "/work/p.md".into(), server: "s".to_owned(), kind: what }
    }

    fn command(args: &[&str], env: &[(&str, &str)]) -> PlannedServer {
        server(ServerKind::Command {
            command: "npx".to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            env: env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            file: Some("/usr/bin/npx".into()),
            real: Some("/usr/bin/npx".into()),
            folder: "/home/ada".into(),
        })
    }

    fn url(url: &str, headers: &[(&str, &str)]) -> PlannedServer {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        server(ServerKind::Url { url: url.to_owned(), headers: headers.collect() })
    }

    fn description(wanted: &PlannedServer) -> String {
        let endpoint = Endpoint::new(None, Some("sk-of-ada"), Api::Chat);
        describe(wanted, &endpoint, Path::new("/work"))
    }

    #[test]
    fn secret_variables_are_those_of_headers_and_the_query() {
        let server =
            url("https://${HOST}/mcp?key=${KEY}", &[("Authorization", "Bearer ${TOKEN}"), ("X", "y")]);
        assert_eq!(server.secret_variables(), ["TOKEN", "KEY"]);
        assert!(command(&["${TOKEN}"], &[("A", "${TOKEN}")]).secret_variables().is_empty());
    }

    #[test]
    fn a_command_is_shown_with_its_values() {
        let env = [("PYTHONPATH", "./evil"), ("TOKEN", "${GITHUB_TOKEN}"), ("A=B", "c d"), ("E", "")];
        assert_eq!(
            description(&command(&["-y", "a b", "${HOME}/x"], &env)),
            "\n- starts `npx -y \"a b\" ${HOME}/x` (p.md, server s)\
             \n  - the program is /usr/bin/npx\
             \n  - in the folder /home/ada\
             \n  - with PYTHONPATH=./evil\
             \n  - with TOKEN=${GITHUB_TOKEN}\
             \n  - with \"A=B\"=\"c d\"\
             \n  - with E=\"\"\
             \n  - gives the server your HOME, GITHUB_TOKEN\
             \n  - other programs on this machine can see HOME: it is an argument"
        );
    }

    #[test]
    fn headers_are_shown_with_their_variables() {
        let headers =
            [("Authorization", "Bearer ${GITHUB_TOKEN}"), ("X-Team", "a\nb"), ("X", "${GITHUB_TOKEN}")];
        assert_eq!(
            description(&url("https://e.example/mcp", &headers)),
            "\n- calls https://e.example/mcp (p.md, server s)\
             \n  - with the header Authorization: \"Bearer ${GITHUB_TOKEN}\"\
             \n  - with the header X-Team: \"a\\nb\"\
             \n  - with the header X: ${GITHUB_TOKEN}\
             \n  - gives the server your GITHUB_TOKEN"
        );
    }

    #[test]
    fn there_is_a_warning_about_the_key() {
        let warning = "\n  - WARNING: gives the server s your OPENAI_API_KEY, the key of the model";
        for wanted in [
            command(&["--key=${OPENAI_API_KEY}"], &[]),
            command(&[], &[("K", "x${OPENAI_API_KEY}")]),
            url("https://e.example/?k=${OPENAI_API_KEY}", &[]),
            url("https://e.example/", &[("Authorization", "Bearer ${OPENAI_API_KEY}")]),
        ] {
            assert!(description(&wanted).ends_with(warning), "{}", description(&wanted));
            assert!(!description(&wanted).contains("- gives"));
        }
        let literal = description(&command(&["sk-of-ada"], &[]));
        assert!(literal.ends_with("the key of the model, which is written in the program"), "{literal}");
        let both = description(&command(&["${OPENAI_API_KEY}", "${HOME}"], &[]));
        assert!(both.contains("your HOME\n") && both.ends_with(warning), "{both}");
        assert!(both.contains("can see OPENAI_API_KEY, HOME: they are arguments"), "{both}");
    }

    #[test]
    fn the_host_of_an_address_with_a_user_is_shown() {
        assert_eq!(
            description(&url("https://good.example@evil.example/", &[])),
            "\n- calls https://good.example@evil.example/ (p.md, server s)\n  - the host is evil.example"
        );
    }

    #[test]
    fn long_values_are_shown_completely() {
        let value = "x".repeat(100_000) + "; rm -rf ~";
        assert!(description(&command(&[&value], &[])).contains(&format!("\"{value}\"")));
    }
}
