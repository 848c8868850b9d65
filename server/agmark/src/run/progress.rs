//! Shows the progress of a run: a line at the bottom of a terminal; without a terminal, only notes.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use agmark_files::Lines;
use agmark_run::events::Event;
use agmark_run::sign_in::Person;
use agmark_run::spoken;
use agmark_task::Watch;

use super::sign_in::{AtTerminal, Browser};
use super::status_line::StatusLine;
use crate::log;
use crate::terminal::{self, Look};

/// Writes the progress of a run to standard error.
pub struct Progress {
    debug: bool,
    browser: Browser,
    /// Without a terminal there is no line.
    line: Option<Arc<StatusLine>>,
    drawer: Mutex<Option<JoinHandle<()>>>,
}

impl Progress {
    /// Starts the display; with `debug`, it includes requests and replies.
    pub fn begin(debug: bool, browser: Browser) -> Self {
        let shows =
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let line = shows.then(|| Arc::new(StatusLine::new(Look::of_stderr())));
        let drawer = line.clone().map(|line| std::thread::spawn(move || line.draw()));
        Self { debug, browser, line, drawer: Mutex::new(drawer) }
    }

    /// The person at the terminal, who can be asked to sign in.
    pub fn person(&self) -> Option<Arc<dyn Person>> {
        AtTerminal::there(self.browser, self.line.clone())
    }

    /// Ends the display and restores the terminal.
    pub fn end(&self) {
        let Some(line) = &self.line else { return };
        line.stop();
        if let Some(drawer) = self.drawer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            drawer.thread().unpark();
            let _ = drawer.join();
        }
    }

    fn print(&self, print: impl FnOnce()) {
        match &self.line {
            Some(line) => line.hidden(print),
            None => print(),
        }
    }

    /// Prints a line if `debug` is set.
    fn log(&self, text: impl FnOnce() -> String) {
        if self.debug {
            self.print(|| eprintln!("{}", Lines(format_args!("{}", text()))));
        }
    }

    fn set_status(&self, doing: String, tokens: Option<u64>) {
        let Some(line) = &self.line else { return };
        line.set(doing, tokens);
    }
}

impl Watch<Event> for Progress {
    fn wants_details(&self) -> bool {
        self.debug
    }

    fn on(&self, event: Event) {
        if let Some(message) = log_message(&event) {
            self.print(|| log::step(message));
        }
        match event {
            Event::Starting { program, servers } => {
                let servers = servers.join(", ");
                self.log(|| format!("{program}: starting {servers}"));
                self.set_status(format!("{program}: starting {servers}"), None);
            }
            Event::Started { program, servers, took } => {
                self.log(|| format!("{program}: started {} in {}", servers.join(", "), spoken(took)));
            }
            Event::Asking { program, iteration } => {
                self.set_status(format!("{program}: round {iteration}"), None)
            }
            Event::Replied { program, tokens, took } => {
                self.log(|| format!("{program}: the model replied after {}", spoken(took)));
                self.set_status(format!("{program}: replied"), Some(tokens));
            }
            Event::Calling { program, tool } => {
                self.log(|| format!("{program}: calling {tool}"));
                self.set_status(format!("{program}: {tool}"), None);
            }
            Event::Called { program, tool, took } => {
                self.log(|| format!("{program}: {tool} took {}", spoken(took)));
            }
            Event::Preparing { what } => {
                // Without the status line, a note explains why the run takes long.
                if self.line.is_none() {
                    terminal::note(terminal::plain(&what));
                }
                self.set_status(what, None);
            }
            Event::Waiting { why, pause, retry, most } => self.print(|| {
                let (why, pause) = (terminal::plain(&why), spoken(pause));
                terminal::note(format_args!("{why}: again in {pause} (retry {retry} of {most})"));
            }),
            Event::Notice(text) => self.print(|| terminal::note(terminal::plain(&text))),
            Event::Message { program, what, text } => {
                self.log(|| format!("{program} {what}: {text}"));
            }
        }
    }
}

/// The log message of an event. Requests and replies are not logged.
fn log_message(event: &Event) -> Option<String> {
    Some(match event {
        Event::Starting { program, servers } => format!("{program}: starting {}", servers.join(", ")),
        Event::Asking { program, iteration } => format!("{program}: asking the model, round {iteration}"),
        Event::Replied { program, tokens, .. } => {
            format!("{program}: the model replied, {tokens} tokens so far")
        }
        Event::Calling { program, tool } => format!("{program}: calling the tool {tool}"),
        Event::Waiting { why, pause, .. } => format!("{why}: again in {}", spoken(*pause)),
        Event::Preparing { what } => format!("preparing: {what}"),
        Event::Started { program, servers, took } => {
            format!("{program}: started {} in {}", servers.join(", "), spoken(*took))
        }
        Event::Called { program, tool, took } => format!("{program}: {tool} took {}", spoken(*took)),
        Event::Notice(_) | Event::Message { .. } => return None,
    })
}
