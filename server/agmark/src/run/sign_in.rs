//! `agmark markdownlang login` and `logout`, and signing in at servers during a run.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use agmark_run::events::Event;
use agmark_run::sign_in::{self, Person, SignInError, SignInServer};
use agmark_run::{KEY_VARIABLE, Limits};
use agmark_task::Watch;

use super::consent;
use super::status_line::StatusLine;
use super::units;
use crate::examples;
use crate::terminal;
use crate::user_folders;

/// Commands that open an address in the browser, with the arguments before the address.
const OPENERS: [(&str, &[&str]); 1] = if cfg!(windows) {
    [("rundll32", &["url.dll,FileProtocolHandler"])]
} else if cfg!(target_os = "macos") {
    [("open", &[])]
} else {
    [("xdg-open", &[])]
};

/// How the user gets to the address of a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// It is opened.
    Open,
    /// The address is printed.
    Print,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang login", ""))]
pub struct LoginArgs {
    /// URL of the server, as written in programs
    #[arg(value_name = "URL")]
    url: String,
    /// Print the URL of the sign-in page instead of opening a browser
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = clap::ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    no_browser: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang logout", ""))]
pub struct LogoutArgs {
    /// URL of the server, as written in programs
    #[arg(value_name = "URL")]
    url: String,
}

/// # Errors
/// None: all errors are printed, and the exit code is 1; for an invalid address, 2.
pub fn login(args: &LoginArgs) -> anyhow::Result<ExitCode> {
    let site = match site(&args.url) {
        Ok(site) => site,
        Err(code) => return Ok(code),
    };
    let Some(person) = AtTerminal::there(browser(args.no_browser), None) else {
        terminal::complain("a sign-in needs a person at a terminal: run this command in one");
        return Ok(ExitCode::FAILURE);
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(sign_in::login(&site, person));
    runtime.shutdown_background();
    if let Err(error) = done {
        terminal::complain(terminal::plain(&error.to_string()));
        return Ok(ExitCode::FAILURE);
    }
    let address = terminal::plain(&args.url).into_owned();
    terminal::print(format_args!("You are signed in at {address}.\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// # Errors
/// As [`login`].
pub fn logout(args: &LogoutArgs) -> anyhow::Result<ExitCode> {
    let site = match site(&args.url) {
        Ok(site) => site,
        Err(code) => return Ok(code),
    };
    let address = terminal::plain(&args.url).into_owned();
    match sign_in::logout(&site) {
        Ok(true) => {
            terminal::print(format_args!("The sign-in at {address} is removed from this machine.\n"))?
        }
        Ok(false) => terminal::print(format_args!("You were not signed in at {address}.\n"))?,
        Err(error) => {
            terminal::complain(terminal::plain(&error.to_string()));
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of the sign-ins: the user's folder, never a workspace.
pub fn folder() -> Option<PathBuf> {
    Some(user_folders::configuration()?.join("sign-ins"))
}

/// The value of `--no-browser`.
pub fn browser(without: bool) -> Browser {
    if without { Browser::Print } else { Browser::Open }
}

fn site(url: &str) -> Result<SignInServer, ExitCode> {
    let limit = Limits::default().sign_in;
    SignInServer::from_program(url, folder().as_deref(), limit, Arc::new(Notices)).map_err(
        |error: SignInError| {
            terminal::complain(terminal::plain(&error.to_string()));
            ExitCode::from(2)
        },
    )
}

/// Prints notices and ignores other events.
struct Notices;

impl Watch<Event> for Notices {
    fn on(&self, event: Event) {
        if let Event::Notice(text) = event {
            terminal::note(terminal::plain(&text));
        }
    }
}

/// A person at a terminal.
pub struct AtTerminal {
    browser: Browser,
    /// The line at the bottom, which must not be drawn over a question.
    line: Option<Arc<StatusLine>>,
}

impl AtTerminal {
    /// The person; none if there is no terminal.
    pub fn there(browser: Browser, line: Option<Arc<StatusLine>>) -> Option<Arc<dyn Person>> {
        let sits = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        sits.then(|| Arc::new(Self { browser, line }) as Arc<dyn Person>)
    }

    fn without_line<T>(&self, talk: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.hidden(talk),
            None => talk(),
        }
    }
}

impl Person for AtTerminal {
    fn agrees(&self, question: &str) -> bool {
        self.without_line(|| consent::confirms(format_args!("{question}\n\nSign in? [y/N] ")))
    }

    fn visit(&self, address: &str) {
        let opened = self.browser == Browser::Open && open(address);
        let how =
            if opened { "Sign in in the browser. If it does not open, go to:" } else { "To sign in, go to:" };
        self.without_line(|| {
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "{how}\n\n    {}\n\n", terminal::plain(address));
            let _ = out.flush();
        });
    }
}

/// Opens an address in the browser. Returns whether a command for it was found.
fn open(address: &str) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_desktop = cfg!(windows) || cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY");
    if !has_desktop {
        return false;
    }
    OPENERS.iter().any(|(command, args)| {
        let mut command = Command::new(command);
        command.args(*args).arg(address).env_remove(KEY_VARIABLE);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { return false };
        std::thread::spawn(move || child.wait());
        true
    })
}
