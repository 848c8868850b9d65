//! Signing in at a terminal.
#![cfg(unix)]

use std::process::{Command, Stdio};

use agmark_run::testing::{Model, SignInTestServer, calls, json};
use serde_json::json;

use super::support::{Place, Ran, finish};

/// Runs a program at a terminal, says yes to a sign-in, and visits the address that it is told to, as a browser does.
const PERSON: &str = r#"
import os, pty, re, sys, urllib.request
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
browser = urllib.request.build_opener(urllib.request.ProxyHandler({}))
seen, said, visited = b"", False, False
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
    if not said and b"Sign in? [y/N] " in seen:
        said = True
        os.write(terminal, b"y\n")
    address = re.search(rb"(http://\S+/authorize\?\S+)\r\n", seen)
    if address and not visited and b"To sign in, go to:" in seen:
        visited = True
        browser.open(address.group(1).decode()).read()
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

fn attended(run: &Command) -> Ran {
    let mut command = Command::new("python3");
    command.args(["-c", PERSON]).arg(run.get_program()).args(run.get_args());
    command.current_dir(run.get_current_dir().unwrap()).env("TERM", "xterm");
    for (name, value) in run.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command)
}

/// A place whose program uses the server, and a model that does.
fn scene(server: &SignInTestServer) -> (Place, Model) {
    let place = Place::new();
    let servers = format!(
        "input: {{ type: object }}\noutput: {{ type: object }}\nmcp_servers: [{{ name: s, url: \"{}\" }}]",
        server.url()
    );
    place.program("p", &servers, "Use mcp__s__echo.");
    let model = Model::deciding(|request| match request.body["messages"].as_array().unwrap().len() {
        2 => calls(&[("mcp__s__echo", json!({ "message": "hi" }))]),
        _ => json(json!({ "heard": request.last() })),
    });
    (place, model)
}

fn own(mut command: Command, place: &Place) -> Command {
    command.env("XDG_CONFIG_HOME", place.path("config")).env_remove("XDG_STATE_HOME");
    command
}

#[test]
fn a_run_asks_also_where_servers_start_without_a_question() {
    let server = SignInTestServer::start();
    let (place, model) = scene(&server);
    let run = own(place.running(&model, &["-program", "p.md", "-yes", "-no-browser", "-debug"]), &place);
    let ran = attended(&run);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(&format!("The server {} asks you to sign in.", server.url())), "{}", ran.out);
    assert!(ran.out.contains("To sign in, go to:"), "{}", ran.out);
    assert!(ran.out.contains("with [key]") && !ran.out.contains("-secret-"), "{}", ran.out);
    assert!(place.path("config/agmark/sign-ins").is_dir());
    // From now on no terminal is needed.
    let ran = finish(own(place.running(&model, &["-program", "p.md"]), &place));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn login_and_logout_are_commands() {
    let server = SignInTestServer::start();
    let (place, model) = scene(&server);
    let command = |args: &[&str]| own(place.command(&[&["markdownlang"], args].concat()), &place);
    let ran = finish(own(place.running(&model, &["-program", "p.md"]), &place));
    let hint = format!("run `agmark markdownlang login \"{}\"` in a terminal first", server.url());
    assert!(ran.code == 1 && ran.err.contains(&hint), "{}", ran.err);
    let url = server.url();
    let ran = attended(&command(&["login", &url, "-no-browser"]));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with(&format!("You are signed in at {url}.\r\n")), "{}", ran.out);
    let ran = finish(own(place.running(&model, &["-program", "p.md"]), &place));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = finish(command(&["logout", &url]));
    assert_eq!((ran.code, ran.out), (0, format!("The sign-in at {url} is removed from this machine.\n")));
    let ran = finish(command(&["logout", &url]));
    assert_eq!((ran.code, ran.out), (0, format!("You were not signed in at {url}.\n")));
    let ran = finish(command(&["login", &url]));
    assert_eq!((ran.code, ran.err.contains("a sign-in needs a person at a terminal")), (1, true));
    assert_eq!(finish(command(&["login", "issues.example"])).code, 2);
}

#[test]
fn the_browser_is_opened_without_the_key_of_the_model() {
    let server = SignInTestServer::start();
    let (place, model) = scene(&server);
    std::fs::create_dir(place.path("bin")).unwrap();
    let opener = if cfg!(target_os = "macos") { "bin/open" } else { "bin/xdg-open" };
    // This browser visits the page, too: without it, the run waits.
    place.write(
        opener,
        "#!/usr/bin/env python3\nimport os, sys, urllib.request\n\
         open(os.path.expanduser('~/opened'), 'w').write('key=%s %s' % (os.environ.get('OPENAI_API_KEY'), sys.argv[1]))\n\
         urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1]).read()\n",
    );
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(place.path(opener), mode).unwrap();
    let mut run = own(place.running(&model, &["-program", "p.md", "-yes"]), &place);
    let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
    run.env("PATH", path).env("DISPLAY", ":0");
    let ran = attended(&run);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("Sign in in the browser."), "{}", ran.out);
    let opened = place.read("opened");
    assert!(opened.starts_with(&format!("key=None {}/authorize?", server.home())), "{opened}");
}
