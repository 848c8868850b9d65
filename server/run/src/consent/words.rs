//! A plan, in words for people.

use std::path::Path;

use unicode_width::UnicodeWidthChar;

use super::plan::Plan;
use super::wanted::{Wanted, What};
use crate::secret::Redactor;
use crate::settings::{Endpoint, KEY_VARIABLE};

impl Plan {
    /// What a run does, in words for people. It contains no key, and nothing in it can be mistaken for something else.
    pub fn question(&self) -> String {
        Redactor::new(self.settings().endpoint.key.as_ref()).text(&of(self))
    }

    /// What a person must be warned of, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        self.wanted().iter().filter_map(|wanted| warning(wanted, &self.settings().endpoint)).collect()
    }
}

/// What a run does.
fn of(plan: &Plan) -> String {
    let models: Vec<String> = plan.models().into_iter().map(shown).collect();
    let noun = if models.len() == 1 { "the model" } else { "the models" };
    let endpoint = &plan.settings().endpoint;
    let mut text = format!("It asks {noun} {} at {}", models.join(", "), shown(&endpoint.base_url));
    if plan.wanted().is_empty() {
        text.push_str(" and starts nothing.");
        return text;
    }
    text.push_str(", and it:");
    let home = plan.agent().path.parent().unwrap_or(Path::new(""));
    for wanted in plan.wanted() {
        text.push_str(&one(wanted, endpoint, home));
        if plan.settings().sign_ins.as_deref().is_some_and(|folder| wanted.has_sign_in(folder)) {
            text.push_str("\n  - with your sign-in at this server");
        }
    }
    text
}

/// One server; `home` is the folder of the program that is run.
fn one(wanted: &Wanted, endpoint: &Endpoint, home: &Path) -> String {
    let program = wanted.program.strip_prefix(home).unwrap_or(&wanted.program);
    let of = format!("({}, server {})", shown_path(program), shown(&wanted.server));
    let mut text = match &wanted.what {
        What::Command { command, args, env, file, real, folder } => {
            let words: Vec<_> = std::iter::once(command).chain(args).map(|word| shown(word)).collect();
            let mut text = format!("\n- starts `{}` {of}", words.join(" "));
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
        What::Url { url, headers } => {
            // `https://good.example@evil.example/` is at evil.example.
            let hidden = url::Url::parse(url).ok().filter(|url| !url.username().is_empty());
            let host = hidden.as_ref().and_then(url::Url::host_str).map(shown);
            let host = host.map(|host| format!("\n  - the host is {host}")).unwrap_or_default();
            let mut text = format!("\n- calls {} {of}{host}", shown(url));
            for (name, value) in headers {
                text.push_str(&format!("\n  - with the header {}: {}", shown(name), shown(value)));
            }
            text
        }
    };
    let names = wanted.handed_over();
    let plain: Vec<_> = names.into_iter().filter(|name| !is_key(name, endpoint)).collect();
    if !plain.is_empty() {
        text.push_str(&format!("\n  - gives the server your {}", plain.join(", ")));
    }
    let seen = wanted.handed_over_in(wanted.arguments());
    if !seen.is_empty() {
        let why = if seen.len() == 1 { "it is an argument" } else { "they are arguments" };
        let seen = seen.join(", ");
        text.push_str(&format!("\n  - other programs on this machine can see {seen}: {why}"));
    }
    if let Some(warning) = warning(wanted, endpoint) {
        text.push_str(&format!("\n  - WARNING: {warning}"));
    }
    text
}

/// What must be said of a server that gets the key of the model: whoever has it can spend the person's money.
fn warning(wanted: &Wanted, endpoint: &Endpoint) -> Option<String> {
    let server = shown(&wanted.server);
    let names = wanted.handed_over();
    let names: Vec<_> = names.into_iter().filter(|name| is_key(name, endpoint)).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        return Some(format!("gives the server {server} your {names}, the key of the model"));
    }
    let key = endpoint.key.as_ref()?.reveal();
    wanted.values().any(|value| value.contains(key)).then(|| {
        format!("gives the server {server} the key of the model, which stands in the program's file")
    })
}

/// Whether a variable of the environment is the key of the model, or holds it.
fn is_key(name: &str, endpoint: &Endpoint) -> bool {
    let holds = || {
        let key = endpoint.key.as_ref()?.reveal();
        Some(std::env::var(name).ok()?.contains(key))
    };
    name == KEY_VARIABLE || holds() == Some(true)
}

/// The name of a variable; a `=` in it would be taken for its end.
fn variable(name: &str) -> String {
    if name.contains('=') { quoted(name) } else { shown(name) }
}

/// A path, as [`shown`].
fn shown_path(path: &Path) -> String {
    match path.to_str() {
        Some(path) => shown(path),
        None => format!("{path:?}"),
    }
}

/// A word as it is; in quotes if it could be taken for several or for something else.
pub fn shown(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./_-$?&#~[]*!{}".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted(word) }
}

/// A text in quotes. Whatever is not a visible letter, digit or ASCII sign is written as an escape.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '`' => out.push_str("\\u{60}"),
            c => push(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// A text on one line, with escapes in place of all that a terminal would obey or a person would not see.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push(c, &mut out));
    out
}

fn push(c: char, out: &mut String) {
    if c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && is_visible(c)) {
        out.push(c);
    } else {
        out.extend(c.escape_default());
    }
}

/// Whether a character that is not ASCII is a letter or a digit that can be seen.
fn is_visible(c: char) -> bool {
    // Letters by their class, but blank.
    let is_filler = matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}');
    c.is_alphanumeric() && c.width().is_some_and(|width| width > 0) && !is_filler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Api;

    fn server(what: What) -> Wanted {
        Wanted { program: "/work/p.md".into(), server: "s".to_owned(), what }
    }

    fn command(args: &[&str], env: &[(&str, &str)]) -> Wanted {
        server(What::Command {
            command: "npx".to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            env: env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            file: Some("/usr/bin/npx".into()),
            real: Some("/usr/bin/npx".into()),
            folder: "/home/ada".into(),
        })
    }

    fn url(url: &str, headers: &[(&str, &str)]) -> Wanted {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        server(What::Url { url: url.to_owned(), headers: headers.collect() })
    }

    fn said(wanted: &Wanted) -> String {
        let endpoint = Endpoint::new(None, Some("sk-of-ada"), Api::Chat);
        one(wanted, &endpoint, Path::new("/work"))
    }

    #[test]
    fn what_is_sent_are_the_variables_of_headers_and_of_the_query() {
        let server =
            url("https://${HOST}/mcp?key=${KEY}", &[("Authorization", "Bearer ${TOKEN}"), ("X", "y")]);
        assert_eq!(server.sent(), ["TOKEN", "KEY"]);
        assert!(command(&["${TOKEN}"], &[("A", "${TOKEN}")]).sent().is_empty());
    }

    #[test]
    fn a_command_is_shown_with_its_values() {
        let env = [("PYTHONPATH", "./evil"), ("TOKEN", "${GITHUB_TOKEN}"), ("A=B", "c d"), ("E", "")];
        assert_eq!(
            said(&command(&["-y", "a b", "${HOME}/x"], &env)),
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
    fn headers_are_shown_with_what_they_hand_over() {
        let headers =
            [("Authorization", "Bearer ${GITHUB_TOKEN}"), ("X-Team", "a\nb"), ("X", "${GITHUB_TOKEN}")];
        assert_eq!(
            said(&url("https://e.example/mcp", &headers)),
            "\n- calls https://e.example/mcp (p.md, server s)\
             \n  - with the header Authorization: \"Bearer ${GITHUB_TOKEN}\"\
             \n  - with the header X-Team: \"a\\nb\"\
             \n  - with the header X: ${GITHUB_TOKEN}\
             \n  - gives the server your GITHUB_TOKEN"
        );
    }

    #[test]
    fn the_key_is_handed_over_with_a_warning() {
        let warning = "\n  - WARNING: gives the server s your OPENAI_API_KEY, the key of the model";
        for wanted in [
            command(&["--key=${OPENAI_API_KEY}"], &[]),
            command(&[], &[("K", "x${OPENAI_API_KEY}")]),
            url("https://e.example/?k=${OPENAI_API_KEY}", &[]),
            url("https://e.example/", &[("Authorization", "Bearer ${OPENAI_API_KEY}")]),
        ] {
            assert!(said(&wanted).ends_with(warning), "{}", said(&wanted));
            assert!(!said(&wanted).contains("- gives"));
        }
        let literal = said(&command(&["sk-of-ada"], &[]));
        assert!(literal.ends_with("the key of the model, which stands in the program's file"), "{literal}");
        let both = said(&command(&["${OPENAI_API_KEY}", "${HOME}"], &[]));
        assert!(both.contains("your HOME\n") && both.ends_with(warning), "{both}");
        assert!(both.contains("can see OPENAI_API_KEY, HOME: they are arguments"), "{both}");
    }

    #[test]
    fn words_are_what_they_seem() {
        assert_eq!(shown("@scope/server@1.0"), "@scope/server@1.0");
        assert_eq!(shown("http://localhost:3/mcp?a=b&c"), "http://localhost:3/mcp?a=b&c");
        assert_eq!(shown("a b"), "\"a b\"");
        assert_eq!(shown("x` (safe)\n- starts `y"), "\"x\\u{60} (safe)\\n- starts \\u{60}y\"");
        assert_eq!(shown("\u{202e}x\u{1b}[2J"), "\"\\u{202e}x\\u{1b}[2J\"");
        assert_eq!(
            shown("a\u{3164}\u{200b}\u{ad}\u{a0}\u{e0041}é東"),
            "\"a\\u{3164}\\u{200b}\\u{ad}\\u{a0}\\u{e0041}é東\""
        );
        assert_eq!(shown("a\"\\"), "\"a\\\"\\\\\"");
        assert_eq!(shown(""), "\"\"");
        assert_eq!(plain("a `b` \"c\"\n\u{2066}"), "a `b` \"c\"\\n\\u{2066}");
    }

    #[test]
    fn the_host_of_an_address_with_a_user_is_shown() {
        assert_eq!(
            said(&url("https://good.example@evil.example/", &[])),
            "\n- calls https://good.example@evil.example/ (p.md, server s)\n  - the host is evil.example"
        );
    }

    #[test]
    fn long_values_are_shown_whole() {
        let value = "x".repeat(100_000) + "; rm -rf ~";
        assert!(said(&command(&[&value], &[])).contains(&format!("\"{value}\"")));
    }
}
