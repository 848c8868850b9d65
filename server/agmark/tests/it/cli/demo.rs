//! `agmark demo`: the whole session, played without a terminal.

use std::time::{Duration, Instant};

use crate::support::Folder;

const FILES: [&str; 8] = [
    "plan.agd",
    "budget.agd",
    "register.anml",
    "announce.garyml",
    "announce.md",
    "queue.md",
    "site/register.html",
    "site/.well-known/agent-manifest.json",
];

#[test]
fn every_step_is_played() {
    let folder = Folder::of(&[]);
    let begun = Instant::now();
    let ran = folder.run(&["demo", "--keep", "here"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran}");
    assert!(begun.elapsed() < Duration::from_secs(20), "there must be no pauses without a terminal");
    for file in FILES {
        assert!(ran.out.contains(&format!("\n  {file} ")), "{file} is not listed:\n{ran}");
        assert!(folder.path().join("here").join(file).is_file(), "{file} is not laid out");
    }
    for code in [
        "agd/unknown-tag",
        "agd/dangling-reference",
        "anml/odd-indent",
        "garyml/undefined-id",
        "markdownlang/unknown-function",
        "markdownlang/unclosed-block",
        "aaf/invalid-kind",
        "aaf/manifest-value",
    ] {
        assert!(ran.out.contains(&format!("[{code}]")), "{code} is not found:\n{ran}");
    }
    for line in [
        "leads to budget.agd, line 3:",
        "     + @table desc=\"cost of tools\" refs=\"plan.agd#inventory\" [#workshop-fund]",
        "     + @h2 Money [#money refs=\"budget.agd#workshop-fund\"]",
        "     + @h4 Helpers",
        "Findings in plan.agd: 2 before, 1 now.",
        "  agmark setup EDITOR                 shows all changes first",
        "  cd FOLDER/here",
    ] {
        assert!(ran.out.contains(&format!("\n{line}\n")), "{line}:\n{ran}");
    }
    assert!(!ran.out.contains('\u{1b}'));
}

#[test]
fn steps_fit_a_terminal() {
    let ran = Folder::of(&[]).run(&["demo", "--keep", "x"]);
    for step in ran.out.split("\n\n── ") {
        // One line for the prompt, and one above the title.
        assert!(step.lines().count() <= 22, "{step}");
    }
    // Except what is one word: the folder's name.
    let longest = ran.out.lines().filter(|l| !l.contains("FOLDER")).map(|l| l.chars().count()).max();
    assert!(longest.is_some_and(|n| n <= 80), "{longest:?}");
}

#[test]
fn a_program_is_run_from_its_recording() {
    // A key and an address that would be used if the model were called, and no agreement.
    let folder = Folder::of(&[]);
    let played = |name: &str| {
        let mut command = folder.command(&["demo", "--keep", name]);
        command.env("OPENAI_API_KEY", "sk-not-used").env("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
        let output = command.env("HOME", folder.path()).stdin(std::process::Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let out = String::from_utf8(output.stdout).unwrap();
        out[out.find("── Run ─").unwrap()..out.find("── Your turn ─").unwrap()].to_owned()
    };
    let first = played("one");
    expect_test::expect![[r#"
        ── Run ─────────────────────────────────── a program calls a model and a tool ──
        queue.md calls the model. Here the replies come from a recording: no model is
        called, and no server is started.
        → round 1 queue calls the model
        → python called by the model with this code:
          │ minutes = sorted([35, 10, 50, 15])
          │ free = [0, 0]
          │ for repair in minutes:
          │     free.sort()
          │     wait = free[0]
          │     free[0] += repair
          │ print("the last guest waits", wait, "minutes")
        The code prints:
          │ the last guest waits 15 minutes
        → round 2 queue calls the model

        ── Result ───────────────────────────────────────── it fits the output schema ──
          {
            "order": [
              "bicycle lamp",
              "zip of a jacket",
              "toaster",
              "radio"
            ],
            "longest_wait": 15,
            "sign": "Come in, have a cup of tea: no one waits longer than 15 minutes."
          }
        2 rounds, 1 tool call, 1127 tokens of gpt-4o, $0.0040.

    "#]]
    .assert_eq(&first);
    assert_eq!(first, played("two"), "it is the same each time");
}

#[test]
fn the_last_step_names_commands_that_work() {
    let folder = Folder::of(&[]);
    let demo = folder.run(&["demo", "--fast", "--keep", "cafe"]);
    let from = demo.out.find("── Your turn ─").unwrap();
    let commands = demo.out[from..].lines().filter_map(|line| line.strip_prefix("  agmark "));
    let commands: Vec<&str> = commands
        .map(|line| line.split("  ").next().unwrap())
        .filter(|line| !line.starts_with("setup"))
        .collect();
    assert_eq!(commands.len(), 5, "{demo}");
    for command in commands {
        let args: Vec<&str> = command.split(' ').collect();
        let output = folder.command(&args).current_dir(folder.path().join("cafe")).output().unwrap();
        // `check` has findings.
        let code = i32::from(command.starts_with("check"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command}: {said}");
    }
}

#[test]
fn what_it_lays_out_has_its_mistakes_and_no_others() {
    let folder = Folder::of(&[]);
    assert_eq!(folder.run(&["demo", "--keep", "here"]).code, 0);
    let ran = folder.run(&["check", "here", "--output-format", "concise"]);
    expect_test::expect![[r##"
        here/announce.garyml:15:2: warning: unknown directive "Instrutions": did you mean "Instructions"? [garyml/unknown-directive]
        here/announce.garyml:22:13: error: id "tune" is not defined: did you mean "tone"? [garyml/undefined-id]
        here/announce.md:25:4: error: unclosed "if": add {{ end }} [markdownlang/unclosed-block]
        here/announce.md:28:10: error: unknown function "titel": did you mean "title"? [markdownlang/unknown-function]
        here/plan.agd:16:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        here/plan.agd:18:57: error: id "kitchen" is not defined [agd/dangling-reference]
        here/register.anml:13:1: error: indent must be a multiple of 2 (found 5, read as 6) [anml/odd-indent]
        here/register.anml:14:14: error: ref "e2" is already defined on line 12 [anml/duplicate-ref]
        here/register.anml:14:14: hint: ref "#e2" follows "#e3": ref numbers must increase [anml/falling-ref]
        here/register.anml:15:5: warning: "button" is interactive and needs a ref, such as "button#e1" [anml/missing-ref]
        here/site/.well-known/agent-manifest.json:8:16: error: /actions/item.register/risk: unknown risk "lov": expected one of none, low, high: did you mean "low"? [aaf/manifest-value]
        here/site/register.html:6:51: error: unknown data-agent-confirm "sometimes": expected one of never, optional, review, required [aaf/invalid-confirm]
        here/site/register.html:12:29: error: unknown data-agent-kind "feild": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "field"? [aaf/invalid-kind]
        8 files checked: 10 errors, 2 warnings, 1 hint; 1 fixable with --fix; `agmark explain RULE` explains a rule
        exit 1
    "##]].assert_eq(&ran.to_string());
}

#[test]
fn a_folder_with_something_in_it_is_refused() {
    let folder = Folder::of(&[("mine/notes.agd", "@p mine\n")]);
    let ran = folder.run(&["demo", "--keep", "mine"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "error: FOLDER/mine: not empty: name a folder that is not there yet\n");
    assert_eq!(folder.read("mine/notes.agd"), "@p mine\n");
}
