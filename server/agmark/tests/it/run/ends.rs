//! However a run ends, no process is left.
#![cfg(unix)]

use std::process::Child;
use std::time::{Duration, Instant};

use agmark_run::testing::{Answer, Model, text};
use rustix::process::{Pid, Signal, kill_process};

use super::support::{Place, ended};

/// Starts grandchildren of every kind, prints their process ids, and ignores requests to end.
const SERVER: &str = r#"
import json, os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
plain = subprocess.Popen(["sleep", "600"])
apart = subprocess.Popen(["sleep", "600"], start_new_session=True)
below = subprocess.Popen(["sh", "-c", "sleep 600 & echo $! > below.pid; wait"], start_new_session=True)
open("pids", "w").write("%d %d %d %d" % (os.getpid(), plain.pid, apart.pid, below.pid))
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {},
                  "serverInfo": {"name": "s", "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
signal.pause()
"#;

fn start(model: &Model) -> (Place, Child, Vec<Pid>) {
    let place = Place::new();
    place.write("server.py", SERVER);
    let front = "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, command: python3, args: [server.py] }]";
    place.program("p", front, "Wait.");
    let child = place.running(model, &["-program", "p.md"]).spawn().unwrap();
    wait_until("the model was asked", || !model.received().is_empty());
    wait_until("the last grandchild is there", || {
        std::fs::read_to_string(place.path("below.pid")).is_ok_and(|text| text.ends_with('\n'))
    });
    let pids = format!("{} {}", place.read("pids"), place.read("below.pid"));
    let pids = pids.split_whitespace().map(|pid| Pid::from_raw(pid.parse().unwrap()).unwrap()).collect();
    (place, child, pids)
}

pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1500 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it never came to pass that {what}");
}

fn is_gone(process: Pid) -> bool {
    let stat =
        std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('Z'))
}

fn none_is_left(pids: &[Pid]) {
    assert_eq!(pids.len(), 5);
    wait_until("all processes are gone", || pids.iter().all(|pid| is_gone(*pid)));
}

fn waiting() -> Model {
    Model::scripted(vec![Answer::After(Duration::from_secs(60), Box::new(text("{}")))])
}

#[test]
fn after_a_run_that_is_done() {
    let model = Model::scripted(vec![Answer::After(Duration::from_secs(1), Box::new(text("{}")))]);
    let (_place, child, pids) = start(&model);
    let ran = ended(child);
    assert_eq!((ran.code, ran.out.as_str()), (0, "{}\n"), "{}", ran.err);
    none_is_left(&pids);
}

#[test]
fn after_signals() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (_place, child, pids) = start(&waiting());
        let begun = Instant::now();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ran = ended(child);
        let took = begun.elapsed();
        assert_eq!((ran.code, ran.err.as_str()), (1, "error: the run was cancelled\n"));
        // A second is what was promised; the rest is for a machine that is busy.
        assert!(took < Duration::from_secs(5), "{took:?}");
        none_is_left(&pids);
    }
}

#[test]
fn after_it_was_killed_without_a_word() {
    let (_place, mut child, pids) = start(&waiting());
    child.kill().unwrap();
    child.wait().unwrap();
    none_is_left(&pids);
}

#[test]
fn after_a_server_that_did_not_start() {
    let place = Place::new();
    place.write(
        "server.py",
        SERVER.replace("for line in sys.stdin:", "signal.pause()\nfor line in sys.stdin:").as_str(),
    );
    let front = "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, command: python3, args: [server.py] }]";
    place.program("p", front, "Wait.");
    let ran = place.run(&waiting(), &["-program", "p.md", "-start-timeout", "2s"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let pids: Vec<_> = place
        .read("pids")
        .split_whitespace()
        .map(|pid| Pid::from_raw(pid.parse().unwrap()).unwrap())
        .collect();
    wait_until("all processes are gone", || pids.iter().all(|pid| is_gone(*pid)));
}
