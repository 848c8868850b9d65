//! One run, from the command line to the exit code.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use agmark_run::{
    BASE_URL_VARIABLE, CancellationToken, DryRun, Endpoint, Finished, Job, KEY_VARIABLE, Limits, Plan,
    Recording, Redactor, RunError, Settings,
};

use super::args::Args;
use super::progress::Progress;
use super::{agree, consent, guard, python, sign_in};
use crate::destination::{Destination, is_standard_output};
use crate::{input, log, program_name, terminal};

/// Bytes of a recording that is played.
const MAX_RECORDING_BYTES: usize = 1 << 30;

/// Why a run did not begin.
enum Early {
    /// The message must still be printed.
    NotPrinted(String),
    /// The message was printed.
    Printed(&'static str),
}

impl From<String> for Early {
    fn from(message: String) -> Self {
        Self::NotPrinted(message)
    }
}

/// # Errors
/// None: all errors are printed, and the exit code is 1.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let endpoint = endpoint(args);
    let redactor = Redactor::new(endpoint.key.as_ref());
    let settings = Settings {
        endpoint,
        model: args.model.clone(),
        limits: limits(args),
        launcher: guard::launcher(),
        sign_ins: sign_in::folder(),
    };
    let done = execute(args, &settings, &redactor);
    Ok(done.unwrap_or_else(|early| {
        let message = match early {
            Early::NotPrinted(message) => {
                terminal::complain(redactor.text(&message));
                message
            }
            Early::Printed(message) => message.to_owned(),
        };
        summarize(
            &Finished::not_started(args.program(), &settings, RunError::NotStarted(message)),
            args,
            &redactor,
        );
        ExitCode::FAILURE
    }))
}

/// Flags come before the environment; no file has a say.
fn endpoint(args: &Args) -> Endpoint {
    let from = |flag: &Option<String>, name: &str| flag.clone().or_else(|| std::env::var(name).ok());
    let (base_url, key) = (from(&args.base_url, BASE_URL_VARIABLE), from(&args.api_key, KEY_VARIABLE));
    Endpoint::new(base_url.as_deref(), key.as_deref(), args.api)
}

fn execute(args: &Args, settings: &Settings, redactor: &Redactor) -> Result<ExitCode, Early> {
    if args.agree {
        terminal::note(format_args!("`-agree` has no effect: run `{} agree`", program_name::markdownlang()));
    }
    if !args.dry_run && args.replay.is_none() && !agree::is_settled() {
        return Err(Early::Printed("the agreement was not accepted"));
    }
    let destination = Destination::check(args.output.as_deref()).map_err(|error| error.to_string())?;
    let mut recording = match &args.replay {
        Some(file) => replay(file)?,
        None => Recording::Off,
    };
    let input = args.read_input(&recording)?;
    // No file of the program is read again, so that the shown program is the one that runs.
    let plan = match Plan::load(args.program(), settings.clone()) {
        Ok(plan) => plan,
        Err(error) => {
            let finished = Finished::not_started(args.program(), settings, error);
            return Ok(finish(&finished, &destination, args, redactor));
        }
    };
    for agent in plan.agent().all() {
        log::step(format_args!("loaded the program {}", agent.path.display()));
    }
    protect_program_files(&plan, args)?;
    if args.dry_run && !args.list_tools {
        let dry = plan.first_request(&input, python::interpreter(args));
        return dry.map_err(|error| error.to_string().into()).map(|dry| show(&dry, &destination));
    }
    let approved = match args.replay {
        Some(_) => plan.approve(),
        None => match consent::approved(plan, args) {
            Some(approved) => approved,
            None => return Err(Early::Printed("nothing was started: the answer was not `y`")),
        },
    };
    log::step(match args.replay {
        Some(_) => "playing a recording: nothing is started or called",
        None => "what it starts and calls is approved",
    });
    if let Some(file) = &args.record {
        recording = Recording::record(file)?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the run cannot begin: {error}"))?;
    let progress = Arc::new(Progress::begin(args.debug, sign_in::browser(args.no_browser)));
    let python = python::interpreter(args);
    let person = progress.person();
    let job = Job { approved, input, recording, watch: progress.clone(), person, python };
    let code = if args.dry_run {
        let dry = runtime.block_on(until_stopped(|_| job.dry_run()));
        progress.end();
        dry.map_err(|error| error.to_string().into()).map(|dry| show(&dry, &destination))
    } else {
        let finished = runtime.block_on(until_stopped(|cancel| job.run(cancel)));
        progress.end();
        let summary = &finished.summary;
        log::step(format_args!("the run ended after {}: {} tokens", summary.duration, summary.tokens.total));
        Ok(finish(&finished, &destination, args, redactor))
    };
    // Threads that still compute must not delay the end.
    runtime.shutdown_background();
    code
}

/// The recording in a file.
fn replay(file: &Path) -> Result<Recording, String> {
    let text = input::text_of(file, MAX_RECORDING_BYTES).map_err(|error| format!("{error:#}"))?;
    Recording::parse(&text).map_err(|error| format!("{}: {error}", shown(file)))
}

/// Makes sure that neither the result nor the recording replaces a file of the program, and that the result is not
/// written over a recording.
fn protect_program_files(plan: &Plan, args: &Args) -> Result<(), String> {
    if args.record.as_deref().is_some_and(is_standard_output) {
        return Err("`-record` needs the name of a file: the result goes to standard output".to_owned());
    }
    let programs = plan.agent().all();
    for file in [&args.output, &args.record].into_iter().flatten() {
        if programs.iter().any(|agent| is_same_file(file, &agent.path)) {
            return Err(format!("{}: this is a file of the program: choose another name", shown(file)));
        }
    }
    let recordings = [&args.record, &args.replay];
    let Some(output) = &args.output else { return Ok(()) };
    match recordings.into_iter().flatten().find(|file| is_same_file(output, file)) {
        Some(_) => Err(format!(
            "{}: the result and the recording cannot be one file: choose another name for `-output`",
            shown(output)
        )),
        None => Ok(()),
    }
}

fn shown(file: &Path) -> String {
    terminal::plain(&file.display().to_string()).into_owned()
}

/// Whether two paths lead to the same file, also through links and if it does not exist.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        path.canonicalize().ok().or_else(|| Some(folder.canonicalize().ok()?.join(path.file_name()?)))
    };
    // Opening a pipe to compare it would wait.
    let are_files = [a, b].iter().all(|path| path.is_file());
    (are_files && same_file::is_same_file(a, b).unwrap_or(false))
        || real(a).is_some_and(|a| real(b) == Some(a))
}

fn limits(args: &Args) -> Limits {
    Limits {
        iterations: args.max_iterations,
        calls: args.max_calls,
        run: args.timeout,
        request: args.request_timeout,
        start: args.start_timeout,
        tool: args.tool_timeout,
        python_memory: args.python_total_memory,
        ..Limits::default()
    }
}

/// Runs `work` and cancels it on a signal.
async fn until_stopped<T, F: Future<Output = T>>(work: impl FnOnce(CancellationToken) -> F) -> T {
    let cancel = CancellationToken::new();
    let listener = tokio::spawn({
        let cancel = cancel.clone();
        async move {
            stop_signal().await;
            cancel.cancel();
            // A second signal ends the process at once.
            stop_signal().await;
            std::process::exit(1);
        }
    });
    let done = work(cancel).await;
    listener.abort();
    done
}

#[cfg(unix)]
async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let mut signals: Vec<_> = kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect();
    let any = std::future::poll_fn(|context| {
        let told = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
        if told { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    });
    any.await;
}

#[cfg(not(unix))]
async fn stop_signal() {
    let _ = tokio::signal::ctrl_c().await;
}

fn show(dry: &DryRun, destination: &Destination) -> ExitCode {
    for server in &dry.unknown {
        terminal::note(format_args!(
            "the tools of the server `{server}` (mcp__{server}__…) are not known until it is started: with `-list-tools` it is"
        ));
    }
    destination.put(&format!("{:#}\n", dry.request))
}

fn finish(finished: &Finished, destination: &Destination, args: &Args, redactor: &Redactor) -> ExitCode {
    let mut code = match &finished.result {
        Ok(value) => destination.put_paid(&format!("{:#}\n", redactor.value(value))),
        Err(error) => {
            terminal::complain(redactor.text(&error.to_string()));
            ExitCode::FAILURE
        }
    };
    if let Some(fault) = &finished.recording_error {
        terminal::complain(redactor.text(fault));
        code = ExitCode::FAILURE;
    }
    summarize(finished, args, redactor);
    code
}

fn summarize(finished: &Finished, args: &Args, redactor: &Redactor) {
    if args.summary
        && let Ok(summary) = serde_json::to_string(&finished.summary)
    {
        eprintln!("{}", agmark_files::json(&redactor.text(&summary)));
    }
}
