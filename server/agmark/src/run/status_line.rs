//! The line at the bottom of a terminal that shows what a run does.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agmark_run::spoken;

use crate::terminal::{self, DIM, Look};

/// How often the line is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// The line at the bottom of a terminal.
pub struct StatusLine {
    begun: Instant,
    look: Look,
    over: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    doing: String,
    tokens: u64,
    /// Whether the line is drawn, so that it must be cleared before other output.
    drawn: bool,
    /// Number of callers that hide the line.
    hidden: usize,
}

impl StatusLine {
    pub fn new(look: Look) -> Self {
        Self { begun: Instant::now(), look, over: AtomicBool::new(false), state: Mutex::default() }
    }

    /// Ends [`Self::draw`].
    pub fn stop(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Sets the text; without `tokens`, their number is kept.
    pub fn set(&self, doing: String, tokens: Option<u64>) {
        let mut state = self.state();
        state.doing = doing;
        state.tokens = tokens.unwrap_or(state.tokens);
    }

    /// Calls a function while the line is not drawn. It can take long, for example if it asks a question.
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

    /// Draws the line again and again until [`Self::stop`].
    pub fn draw(&self) {
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
