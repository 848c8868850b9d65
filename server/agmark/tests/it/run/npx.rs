//! A real `npx`, which starts a shell, which starts Node: if one of them is killed, no process is left.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use agmark_run::testing::{Answer, Model, text};
use rustix::process::{Pid, Signal, kill_process};

use super::ends::wait_until;
use super::install::prefix;
use super::support::{Place, ended};

/// A run whose server has started and whose model thinks; and what all processes of the server have in their
/// environment.
fn start() -> (Place, Child, String) {
    let model = Model::scripted(vec![Answer::After(Duration::from_secs(60), Box::new(text("{}")))]);
    let place = Place::new();
    let mark = format!("AGMARK_TEST_MARK={}", place.path("").display());
    let (name, value) = mark.split_once('=').unwrap();
    let server = format!(
        "mcp_servers:\n  - name: s\n    command: npx\n    args: [--no, --offline, --prefix, \"{}\", mcp-server-everything, stdio]\n    env: {{ {name}: \"{value}\" }}",
        prefix().display()
    );
    place.program("p", &format!("input: {{ type: object }}\noutput: {{}}\n{server}"), "Wait.");
    let mut child = place.running(&model, &["-program", "p.md"]).spawn().unwrap();
    wait_until("the model was asked", || {
        assert!(child_is_there(&mut child), "the run ended before it asked");
        !model.received().is_empty()
    });
    assert!(marked(&mark).len() >= 3, "npx, a shell and Node: {:?}", marked(&mark));
    (place, child, mark)
}

fn child_is_there(child: &mut Child) -> bool {
    child.try_wait().unwrap().is_none()
}

/// The processes that live and have this in their environment, but for the guard, with their command lines.
fn marked(mark: &str) -> Vec<(Pid, String)> {
    let all =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let living = all.filter_map(|id: i32| {
        let read = |what: &str| fs::read(format!("/proc/{id}/{what}")).ok();
        let line = String::from_utf8_lossy(&read("cmdline")?).replace('\0', " ");
        let environment = String::from_utf8_lossy(&read("environ")?).into_owned();
        let is_guard = line.contains(" __guard ");
        (environment.split('\0').any(|one| one == mark) && !is_guard)
            .then(|| (Pid::from_raw(id).unwrap(), line))
    });
    living.collect()
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    let (_place, child, mark) = start();
    let begun = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(ended(child).code, 1);
    // A second is what was promised; the rest is for a machine that is busy.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    wait_until("nothing is left", || marked(&mark).is_empty());
}

#[test]
fn a_killed_run_leaves_nothing() {
    let (_place, mut child, mark) = start();
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nothing is left", || marked(&mark).is_empty());
}

#[test]
fn a_killed_npx_leaves_nothing() {
    let (_place, mut child, mark) = start();
    let npx = marked(&mark).into_iter().find(|(_, line)| line.starts_with("npm exec")).unwrap().0;
    kill_process(npx, Signal::KILL).unwrap();
    wait_until("nothing is left", || marked(&mark).is_empty());
    assert!(child_is_there(&mut child), "the run goes on: the model may know another way");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    ended(child);
}
