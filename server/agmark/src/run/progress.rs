//! What a person sees while a program runs: a line at the bottom of a terminal; elsewhere only what matters.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use agmark_files::Lines;
use agmark_run::events::Event;
use agmark_run::sign_in::Person;
use agmark_run::spoken;
use agmark_task::Watch;

use super::sign_in::{AtTerminal, Browser};
use crate::log;
use crate::terminal::{self, DIM, Look};

/// How often the line is drawn anew.
const FRAME: Duration = Duration::from_millis(100);

/// Tells on standard error what a run does.
pub struct Progress {
    debug: bool,
    browser: Browser,
    /// Without a terminal there is no line.
    line: Option<Arc<Line>>,
    drawer: Mutex<Option<JoinHandle<()>>>,
}

/// The line at the bottom of a terminal.
pub struct Line {
    begun: Instant,
    look: Look,
    over: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    doing: String,
    tokens: u64,
    /// Something is drawn that must be wiped before anything else is printed.
    drawn: bool,
    /// How many want that nothing is drawn.
    hidden: usize,
}

impl Progress {
    /// Begins to tell; with `debug`, requests and replies too.
    pub fn begin(debug: bool, browser: Browser) -> Self {
        let shows =
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let line = shows.then(|| {
            Arc::new(Line {
                begun: Instant::now(),
                look: Look::of_stderr(),
                over: AtomicBool::new(false),
                state: Mutex::default(),
            })
        });
        let drawer = line.clone().map(|line| std::thread::spawn(move || line.draw()));
        Self { debug, browser, line, drawer: Mutex::new(drawer) }
    }

    /// The person at the terminal, who can be asked to sign in.
    pub fn person(&self) -> Option<Arc<dyn Person>> {
        AtTerminal::there(self.browser, self.line.clone())
    }

    /// Ends, and leaves the terminal as it was.
    pub fn end(&self) {
        let Some(line) = &self.line else { return };
        line.over.store(true, Ordering::Relaxed);
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

    /// Prints a line for whoever wants to know everything.
    fn log(&self, text: impl FnOnce() -> String) {
        if self.debug {
            self.print(|| eprintln!("{}", Lines(format_args!("{}", text()))));
        }
    }

    fn doing(&self, doing: String, tokens: Option<u64>) {
        let Some(line) = &self.line else { return };
        let mut state = line.state();
        state.doing = doing;
        state.tokens = tokens.unwrap_or(state.tokens);
    }
}

impl Watch<Event> for Progress {
    fn wants_details(&self) -> bool {
        self.debug
    }

    fn on(&self, event: Event) {
        if let Some(said) = said(&event) {
            self.print(|| log::step(said));
        }
        match event {
            Event::Starting { program, servers } => {
                let servers = servers.join(", ");
                self.log(|| format!("{program}: starting {servers}"));
                self.doing(format!("{program}: starting {servers}"), None);
            }
            Event::Started { program, servers, took } => {
                self.log(|| format!("{program}: started {} in {}", servers.join(", "), spoken(took)));
            }
            Event::Asking { program, iteration } => self.doing(format!("{program}: round {iteration}"), None),
            Event::Replied { program, tokens, took } => {
                self.log(|| format!("{program}: the model replied after {}", spoken(took)));
                self.doing(format!("{program}: replied"), Some(tokens));
            }
            Event::Calling { program, tool } => {
                self.log(|| format!("{program}: calling {tool}"));
                self.doing(format!("{program}: {tool}"), None);
            }
            Event::Called { program, tool, took } => {
                self.log(|| format!("{program}: {tool} took {}", spoken(took)));
            }
            Event::Preparing { what } => {
                // Without a line at the bottom, nothing else would say why the run takes so long.
                if self.line.is_none() {
                    terminal::note(terminal::plain(&what));
                }
                self.doing(what, None);
            }
            Event::Waiting { why, pause, retry, most } => self.print(|| {
                let (why, pause) = (terminal::plain(&why), spoken(pause));
                terminal::note(format_args!("{why}: again in {pause} (retry {retry} of {most})"));
            }),
            Event::Notice(text) => self.print(|| terminal::note(terminal::plain(&text))),
            Event::Wire { program, what, text } => {
                self.log(|| format!("{program} {what}: {text}"));
            }
        }
    }
}

/// What the log has of an event; nothing of what goes over the wire.
fn said(event: &Event) -> Option<String> {
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
        Event::Notice(_) | Event::Wire { .. } => return None,
    })
}

impl Line {
    /// Does something while the line is not there, also if that takes long: a person may be asked.
    pub fn hidden<T>(&self, talk: impl FnOnce() -> T) -> T {
        {
            let mut state = self.state();
            wipe(&mut state);
            state.hidden += 1;
        }
        let said = talk();
        self.state().hidden -= 1;
        said
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self) {
        while !self.over.load(Ordering::Relaxed) {
            {
                let mut state = self.state();
                if !state.doing.is_empty() && state.hidden == 0 {
                    let text = terminal::plain(&self.text(&state)).into_owned();
                    let mut out = std::io::stderr().lock();
                    let _ = write!(out, "\r\x1b[K{}", self.look.paint(DIM, text));
                    let _ = out.flush();
                    state.drawn = true;
                }
            }
            std::thread::park_timeout(FRAME);
        }
        wipe(&mut self.state());
    }

    fn text(&self, state: &State) -> String {
        let elapsed = spoken(Duration::from_millis(self.begun.elapsed().as_millis() as u64 / 100 * 100));
        let tail = match state.tokens {
            0 => format!("  {elapsed}"),
            tokens => format!("  {tokens} tokens  {elapsed}"),
        };
        let room = self.look.width.saturating_sub(tail.len() + 1);
        let doing: String = terminal::plain(&state.doing).chars().take(room).collect();
        doing + &tail
    }
}

fn wipe(state: &mut State) {
    if state.drawn {
        let mut out = std::io::stderr().lock();
        let _ = write!(out, "\r\x1b[K");
        let _ = out.flush();
        state.drawn = false;
    }
}
