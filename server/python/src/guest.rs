//! One interpreter for each call, and the end of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wasmtime::{
    Config, Engine, InstancePre, Linker, Module, OptLevel, ResourceLimiter, Store, Trap, UpdateDeadline,
};

use crate::wasi::{self, Exit, Wasi};
use crate::{Execution, Limits};

/// How often a computing guest is looked after.
const TICK: Duration = Duration::from_millis(5);

/// For deep recursion in Python; of this, a guest may take half.
const STACK: usize = 16 << 20;

/// Interpreters that are ready to start.
pub struct Guests {
    engine: Engine,
    before: InstancePre<Guest>,
}

/// What belongs to one guest.
pub struct Guest {
    pub wasi: Wasi,
    pub clock: Clock,
    memory: u64,
    /// A request for memory was turned down.
    refused: bool,
}

/// When a guest's time is over.
#[derive(Clone)]
pub struct Clock {
    deadline: Instant,
    stopped: std::sync::Arc<AtomicBool>,
}

/// Why a guest was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ended {
    #[error("its time is over")]
    Late,
    #[error("nobody waits for it")]
    Stopped,
}

impl Clock {
    /// # Errors
    /// When the guest may not go on.
    pub fn check(&self) -> Result<(), Ended> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        if Instant::now() >= self.deadline { Err(Ended::Late) } else { Ok(()) }
    }

    /// Waits, but never longer than the guest may live.
    ///
    /// # Errors
    /// When the guest may not go on.
    pub fn wait(&self, pause: Duration) -> Result<(), Ended> {
        let until = Instant::now().checked_add(pause);
        loop {
            self.check()?;
            let left = until.map_or(TICK, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(TICK));
        }
    }
}

impl ResourceLimiter for Guest {
    fn memory_growing(&mut self, _now: usize, wanted: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        let fits = wanted as u64 <= self.memory;
        self.refused |= !fits;
        Ok(fits)
    }

    fn table_growing(&mut self, _now: usize, wanted: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        Ok(wanted <= 1 << 20)
    }
}

/// The engine that guests are compiled for.
pub fn engine() -> Result<Engine, String> {
    let mut config = Config::new();
    config.epoch_interruption(true).cranelift_opt_level(OptLevel::Speed).cranelift_debug_verifier(false);
    // The second is for calls that none of ours is, but the first may not be larger.
    config.max_wasm_stack(STACK / 2).async_stack_size(STACK);
    Engine::new(&config).map_err(|error| format!("WebAssembly cannot be run here: {error:#}"))
}

impl Guests {
    pub fn new(engine: Engine, module: &Module) -> Result<Self, String> {
        let mut linker = Linker::new(&engine);
        let before = wasi::link(&mut linker).and_then(|()| linker.instantiate_pre(module));
        let before = before.map_err(|error| format!("Python cannot be started: {error:#}"))?;
        Ok(Self { engine, before })
    }

    /// Runs code in an interpreter of its own.
    pub fn run(&self, code: &str, limits: Limits, stop: &(dyn Fn() -> bool + Sync)) -> Execution {
        if code.contains('\0') {
            let error = Some("execution failed: the code has a NUL character in it".to_owned());
            return Execution { error, ..Execution::default() };
        }
        let stopped = std::sync::Arc::new(AtomicBool::new(false));
        let clock = Clock { deadline: Instant::now() + limits.time, stopped: stopped.clone() };
        let (waiter, done) = (thread::current(), AtomicBool::new(false));
        thread::scope(|scope| {
            let guest = thread::Builder::new().name("python".to_owned()).stack_size(STACK);
            let (waiter, done) = (&waiter, &done);
            let life = move || {
                let execution = self.live(code, limits, clock);
                done.store(true, Ordering::Release);
                waiter.unpark();
                execution
            };
            let guest = match guest.spawn_scoped(scope, life) {
                Ok(guest) => guest,
                Err(error) => {
                    let error = Some(format!("execution failed: there is no thread for it: {error}"));
                    return Execution { error, ..Execution::default() };
                }
            };
            while !done.load(Ordering::Acquire) && !guest.is_finished() {
                if stop() {
                    stopped.store(true, Ordering::Relaxed);
                }
                self.engine.increment_epoch();
                thread::park_timeout(TICK);
            }
            guest.join().unwrap_or_else(|_| {
                let error = Some("execution failed: the sandbox broke".to_owned());
                Execution { error, ..Execution::default() }
            })
        })
    }

    /// The whole life of a guest.
    fn live(&self, code: &str, limits: Limits, clock: Clock) -> Execution {
        let args = ["python", "-I", "-B", "-X", "utf8", "-c", code];
        let wasi = Wasi::new(&args, limits.files, limits.output);
        let guest = Guest { wasi, clock, memory: limits.memory, refused: false };
        let mut store = Store::new(&self.engine, guest);
        store.limiter(|guest| guest);
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|context| {
            context.data().clock.check()?;
            Ok(UpdateDeadline::Continue(1))
        });
        let ended = self.start(&mut store);
        let guest = store.into_data();
        let error = ended.err().and_then(|error| reason(&error, &guest, limits));
        let (stdout, stderr) = guest.wasi.output();
        let error = error.map(|told| match told {
            Told::Exit(code) => format!("execution failed: {}", exit(code, &stderr)),
            Told::Why(why) => format!("execution failed: {why}"),
        });
        Execution { stdout, stderr, error }
    }

    fn start(&self, store: &mut Store<Guest>) -> wasmtime::Result<()> {
        let instance = self.before.instantiate(&mut *store)?;
        let memory = instance.get_memory(&mut *store, "memory");
        store.data_mut().wasi.memory = memory;
        instance.get_typed_func::<(), ()>(&mut *store, "_start")?.call(store, ())
    }
}

enum Told {
    Exit(i32),
    Why(String),
}

/// Why a guest ended; nothing if it just ended.
fn reason(error: &wasmtime::Error, guest: &Guest, limits: Limits) -> Option<Told> {
    if let Some(Exit(code)) = error.downcast_ref() {
        return (*code != 0).then_some(Told::Exit(*code));
    }
    let why = match (error.downcast_ref::<Ended>(), error.downcast_ref::<Trap>()) {
        (Some(Ended::Late), _) => {
            format!("it took longer than {:?}, which is the most it may (`-python-timeout`)", limits.time)
        }
        (Some(Ended::Stopped), _) => "it was stopped".to_owned(),
        _ if guest.refused => {
            format!(
                "it needed more than {} MiB of memory, which is the most it may (`-python-memory`)",
                limits.memory >> 20
            )
        }
        (_, Some(Trap::StackOverflow)) => "the stack is full: the recursion is too deep".to_owned(),
        (_, Some(trap)) => format!("the interpreter broke off: {trap}"),
        _ => format!("{error:#}"),
    };
    Some(Told::Why(why))
}

/// What Python says last is what went wrong, if it ended with an exception.
fn exit(code: i32, stderr: &str) -> String {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
    match last {
        Some(last) if code == 1 && stderr.contains("Traceback (most recent call last)") => {
            last.trim().to_owned()
        }
        Some(last) if code == 1 && last.contains("Error") => last.trim().to_owned(),
        _ => format!("exit code {code}"),
    }
}
