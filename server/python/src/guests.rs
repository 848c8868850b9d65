//! Running guests with limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use wasmtime::{Config, Engine, InstancePre, Linker, Module, OptLevel, Store, Trap, UpdateDeadline};

use crate::execution::Execution;
use crate::guest::{Clock, Guest, INTERVAL, Interrupted};
use crate::limits::Limits;
use crate::wasi;
use crate::wasi::state::{Exit, Wasi};

/// The size of the stack, for deep recursion in Python. A guest can use half of it.
const STACK: usize = 16 << 20;

/// The compiled interpreter.
pub struct Guests {
    engine: Engine,
    template: InstancePre<Guest>,
}

/// The engine that guests are compiled for.
pub fn engine() -> Result<Engine, String> {
    let mut config = Config::new();
    config.epoch_interruption(true).cranelift_opt_level(OptLevel::Speed).cranelift_debug_verifier(false);
    // The size of the asynchronous stack is not used, but it must not be smaller.
    config.max_wasm_stack(STACK / 2).async_stack_size(STACK);
    Engine::new(&config).map_err(|error| format!("cannot run WebAssembly: {error:#}"))
}

impl Guests {
    pub fn new(engine: Engine, module: &Module) -> Result<Self, String> {
        let mut linker = Linker::new(&engine);
        let template = wasi::link(&mut linker).and_then(|()| linker.instantiate_pre(module));
        let template = template.map_err(|error| format!("cannot start Python: {error:#}"))?;
        Ok(Self { engine, template })
    }

    /// Runs code in a new interpreter.
    pub fn run(&self, code: &str, limits: Limits, stop: &(dyn Fn() -> bool + Sync)) -> Execution {
        if code.contains('\0') {
            let error = Some("execution failed: the code contains a NUL character".to_owned());
            return Execution { error, ..Execution::default() };
        }
        let stopped = Arc::new(AtomicBool::new(false));
        let clock = Clock { deadline: Instant::now() + limits.time, stopped: stopped.clone() };
        let (waiter, done) = (thread::current(), AtomicBool::new(false));
        thread::scope(|scope| {
            let guest = thread::Builder::new().name("python".to_owned()).stack_size(STACK);
            let (waiter, done) = (&waiter, &done);
            let run = move || {
                let execution = self.run_guest(code, limits, clock);
                done.store(true, Ordering::Release);
                waiter.unpark();
                execution
            };
            let guest = match guest.spawn_scoped(scope, run) {
                Ok(guest) => guest,
                Err(error) => {
                    let error = Some(format!("execution failed: cannot create a thread: {error}"));
                    return Execution { error, ..Execution::default() };
                }
            };
            while !done.load(Ordering::Acquire) && !guest.is_finished() {
                if stop() {
                    stopped.store(true, Ordering::Relaxed);
                }
                self.engine.increment_epoch();
                thread::park_timeout(INTERVAL);
            }
            guest.join().unwrap_or_else(|_| {
                let error = Some("execution failed: bug in the sandbox".to_owned());
                Execution { error, ..Execution::default() }
            })
        })
    }

    /// Runs a guest in this thread.
    fn run_guest(&self, code: &str, limits: Limits, clock: Clock) -> Execution {
        let args = ["python", "-I", "-B", "-X", "utf8", "-c", code];
        let wasi = Wasi::new(&args, limits.files, limits.output);
        let guest = Guest { wasi, clock, max_memory: limits.memory, out_of_memory: false };
        let mut store = Store::new(&self.engine, guest);
        store.limiter(|guest| guest);
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|context| {
            context.data().clock.check()?;
            Ok(UpdateDeadline::Continue(1))
        });
        let ended = self.start(&mut store);
        let guest = store.into_data();
        let error = ended.err().and_then(|error| failure(&error, &guest, limits));
        let (stdout, stderr) = guest.wasi.output();
        let error = error.map(|reason| match reason {
            Failure::Exit(code) => format!("execution failed: {}", exit_reason(code, &stderr)),
            Failure::Message(why) => format!("execution failed: {why}"),
        });
        Execution { stdout, stderr, error }
    }

    fn start(&self, store: &mut Store<Guest>) -> wasmtime::Result<()> {
        let instance = self.template.instantiate(&mut *store)?;
        let memory = instance.get_memory(&mut *store, "memory");
        store.data_mut().wasi.memory = memory;
        instance.get_typed_func::<(), ()>(&mut *store, "_start")?.call(store, ())
    }
}

enum Failure {
    Exit(i32),
    Message(String),
}

/// Why a guest failed; `None` if it ended normally.
fn failure(error: &wasmtime::Error, guest: &Guest, limits: Limits) -> Option<Failure> {
    if let Some(Exit(code)) = error.downcast_ref() {
        return (*code != 0).then_some(Failure::Exit(*code));
    }
    let why = match (error.downcast_ref::<Interrupted>(), error.downcast_ref::<Trap>()) {
        (Some(Interrupted::Late), _) => {
            format!("it took longer than {:?} (`-python-timeout`)", limits.time)
        }
        (Some(Interrupted::Stopped), _) => "it was stopped".to_owned(),
        _ if guest.out_of_memory => {
            format!("it needed more than {} MiB of memory (`-python-memory`)", limits.memory >> 20)
        }
        (_, Some(Trap::StackOverflow)) => "the recursion is too deep".to_owned(),
        (_, Some(trap)) => format!("the interpreter crashed: {trap}"),
        _ => format!("{error:#}"),
    };
    Some(Failure::Message(why))
}

/// The exception in the last line of standard error, or the exit code.
fn exit_reason(code: i32, stderr: &str) -> String {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
    match last {
        Some(last) if code == 1 && stderr.contains("Traceback (most recent call last)") => {
            last.trim().to_owned()
        }
        Some(last) if code == 1 && last.contains("Error") => last.trim().to_owned(),
        _ => format!("exit code {code}"),
    }
}
