//! Real Python in the real sandbox, and every limit.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agmark_python::{Execution, Limits, Python};

/// Compiled once for all tests, also those of the program that puts this sandbox to use.
fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("agmark").join("python")
}

static PYTHON: LazyLock<Python> = LazyLock::new(|| with(Limits::default()));

fn with(limits: Limits) -> Python {
    Python::new(limits, Some(cache()))
}

fn run(code: &str) -> Execution {
    PYTHON.run(code, &|| false)
}

fn error(execution: &Execution) -> &str {
    execution.error.as_deref().unwrap_or_default()
}

#[test]
fn python_computes() {
    let done = run(
        "import json, math, sys\nprint(json.dumps([math.comb(10, 3), sys.version_info[:2]]))\nprint('é', file=sys.stderr)",
    );
    assert_eq!(done, Execution { stdout: "[120, [3, 12]]\n".into(), stderr: "é\n".into(), error: None });
    let library = run(
        "import re, csv, sqlite3, decimal, statistics, datetime, random, itertools, hashlib\nprint(statistics.mean([1, 2]), len(random.randbytes(9)), datetime.date.today().year > 2000)",
    );
    assert_eq!((library.stdout.as_str(), library.error), ("1.5 9 True\n", None), "{}", library.stderr);
}

#[test]
fn an_exception_is_an_error() {
    let done = run("print('before')\n1 / 0");
    assert_eq!(done.stdout, "before\n");
    assert!(done.stderr.contains("Traceback") && done.stderr.contains("line 2"), "{}", done.stderr);
    assert_eq!(error(&done), "execution failed: ZeroDivisionError: division by zero");
    assert_eq!(error(&run("import sys; sys.exit(3)")), "execution failed: exit code 3");
    assert_eq!(run("import sys; sys.exit(0)").error, None);
    assert!(error(&run("def f(:")).starts_with("execution failed: SyntaxError"));
    assert!(error(&run("a\0b")).contains("NUL"));
    assert!(error(&run("def f(n): return f(n + 1)\nf(0)")).contains("RecursionError"));
}

#[test]
fn time_ends_loops_and_sleeps_alike() {
    let python = with(Limits { time: Duration::from_millis(700), ..Limits::default() });
    for code in [
        "while True: pass",
        "import time; time.sleep(60)",
        "import select; select.select([], [], [], 60)",
        "10 ** 10 ** 8",
    ] {
        let begun = Instant::now();
        let done = python.run(code, &|| false);
        assert!(error(&done).contains("it took longer than 700ms"), "{code}: {done:?}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{code}");
    }
    let brief = run(
        "import time\nbegun = time.monotonic()\ntime.sleep(0.05)\nprint(0.05 <= time.monotonic() - begun < 5)",
    );
    assert_eq!(brief.stdout, "True\n");
}

#[test]
fn nobody_waits_for_what_was_stopped() {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let running =
            scope.spawn(|| PYTHON.run("import time; time.sleep(60)", &|| stop.load(Ordering::Relaxed)));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(error(&running.join().unwrap()), "execution failed: it was stopped");
    });
}

#[test]
fn memory_is_limited() {
    let done = run("x = [0] * (1 << 27)");
    assert!(error(&done).contains("MemoryError"), "{done:?}");
    let caught = run("try:\n    bytearray(1 << 30)\nexcept MemoryError:\n    print('too much')");
    assert_eq!((caught.stdout.as_str(), caught.error), ("too much\n", None));
    assert_eq!(run("print(len(bytearray(64 << 20)))").stdout, "67108864\n");
    let small = with(Limits { memory: 1 << 20, ..Limits::default() });
    assert!(error(&small.run("1", &|| false)).contains("more than 1 MiB of memory"));
}

#[test]
fn files_are_its_own_and_limited() {
    // The limit on files is what counts here: on a busy machine, filling them can take longer than a call may.
    let python = with(Limits { time: Duration::from_secs(3600), ..Limits::default() });
    let run = |code: &str| python.run(code, &|| false);
    let written = run(
        "open('/tmp/a', 'w').write('x')\nimport os, tempfile\nos.mkdir('/d')\nos.rename('/tmp/a', '/d/b')\nopen('here', 'a').write('y')\nprint(open('/d/b').read(), os.listdir('/d'), os.stat('/d/b').st_size, open('here').read())\nwith tempfile.TemporaryDirectory() as d: open(d + '/t', 'w').write('t')",
    );
    assert_eq!((written.stdout.as_str(), &written.error), ("x ['b'] 1 y\n", &None), "{}", written.stderr);
    let gone = run("import os; print(os.path.exists('/d'), os.listdir('/tmp'))");
    assert_eq!(gone.stdout, "False []\n", "each call has a new folder");
    let huge = run("with open('/tmp/big', 'wb') as f:\n    for _ in range(1024): f.write(bytes(1 << 20))");
    assert!(error(&huge).contains("OSError: [Errno 51] No space left on device"), "{huge:?}");
    for code in [
        "open('/tmp/s', 'wb').truncate(1 << 40)",
        "f = open('/tmp/s', 'wb'); f.seek(1 << 40); f.write(b'x'); f.close()",
        "import os\nfor n in range(10**7): open(f'/tmp/{n}', 'w').close()",
    ] {
        assert!(error(&run(code)).contains("No space left"), "{code}");
    }
}

#[test]
fn output_is_capped_and_the_code_goes_on() {
    let done = run("for _ in range(100): print('x' * (1 << 20))\nimport sys\nprint('end', file=sys.stderr)");
    assert_eq!((done.error, done.stderr.as_str()), (None, "end\n"));
    assert!(done.stdout.len() < (1 << 20) + 200);
    assert!(
        done.stdout.ends_with("\n[cut off here: 103809124 more bytes were written]\n"),
        "{}",
        &done.stdout[1 << 20..]
    );
}

#[test]
fn nothing_of_the_machine_is_there() {
    for (code, said) in [
        ("open('/etc/passwd').read()", "FileNotFoundError"),
        ("open('/tmp/../../etc/passwd').read()", "FileNotFoundError"),
        ("open('../../../../etc/passwd').read()", "FileNotFoundError"),
        ("import os; os.symlink('/etc', '/tmp/e')", "Error"),
        ("import os; os.fork()", "AttributeError"),
        ("import subprocess; subprocess.run(['ls'])", "Error"),
        ("import os; os.system('ls')", "AttributeError"),
        ("import socket; socket.create_connection(('127.0.0.1', 80))", "Error"),
        ("import urllib.request; urllib.request.urlopen('http://127.0.0.1/')", "Error"),
        ("import threading; threading.Thread(target=print).start()", "RuntimeError"),
    ] {
        let done = run(code);
        assert!(error(&done).contains(said), "{code}: {done:?}");
    }
    let environment = run("import os; print(dict(os.environ), os.listdir('/'), input if False else None)");
    assert_eq!(environment.stdout, "{} ['tmp'] None\n");
    assert!(error(&run("input()")).contains("EOFError"));
}

/// What needs libraries or a system that a sandbox does not have. The page and the description of the tool name those
/// that people ask for.
const MISSING: &str = "ctypes curses ensurepip fcntl grp lib2to3 lzma mmap msilib msvcrt multiprocessing nis nt \
                       ossaudiodev pty pwd pydoc_data readline resource rlcompleter spwd ssl syslog termios tkinter \
                       tty turtle uu venv webbrowser winreg winsound xdrlib";

#[test]
fn modules_that_need_what_a_sandbox_does_not_have_are_missing() {
    let done = run("import sys, warnings\nwarnings.simplefilter('ignore')\nmissing = []\n\
        for name in sorted(sys.stdlib_module_names):\n    if name.startswith('_') or name in ('antigravity', 'this', 'idlelib', 'turtledemo'): continue\n\
        \x20   try: __import__(name)\n    except BaseException: missing.append(name)\nprint(*missing)");
    assert_eq!(done.stdout.trim(), MISSING, "{done:?}");
}
