//! Python, if the program was built with it.

use std::sync::Arc;
use std::time::Duration;

use agmark_run::Interpreter;

use super::args::Args;

/// The interpreter with the limits of the command line; none with `--no-python`.
pub fn interpreter(args: &Args) -> Option<Arc<dyn Interpreter>> {
    if args.no_python { None } else { within(args.python_timeout, args.python_memory) }
}

/// The interpreter with default limits.
pub fn sandbox() -> Option<Arc<dyn Interpreter>> {
    #[cfg(feature = "python")]
    {
        let limits = agmark_python::Limits::default();
        within(limits.time, limits.memory)
    }
    #[cfg(not(feature = "python"))]
    None
}

#[cfg(feature = "python")]
fn within(time: Duration, memory: u64) -> Option<Arc<dyn Interpreter>> {
    let limits = agmark_python::Limits { time, memory, ..agmark_python::Limits::default() };
    Some(Arc::new(Sandbox(agmark_python::Python::new(limits, agmark_python::default_folder()))))
}

/// There is no Python in this program.
#[cfg(not(feature = "python"))]
fn within(_time: Duration, _memory: u64) -> Option<Arc<dyn Interpreter>> {
    None
}

#[cfg(feature = "python")]
struct Sandbox(agmark_python::Python);

#[cfg(feature = "python")]
impl Interpreter for Sandbox {
    fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String> {
        self.0.prepare(tell)
    }

    fn run(&self, code: &str, stop: &agmark_run::Stop) -> agmark_run::Execution {
        let agmark_python::Execution { stdout, stderr, error } = self.0.run(code, &|| stop.is_set());
        agmark_run::Execution { stdout, stderr, error }
    }

    fn memory(&self) -> u64 {
        self.0.max_memory()
    }
}
