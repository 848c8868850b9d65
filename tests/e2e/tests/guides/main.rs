//! What README.md and the pages in `docs` and `editors` show is true: their commands run and print what stands below them,
//! their examples have no errors, and every option that they name exists.

mod blocks;
mod claims;
mod fixture;
mod shell;

use std::path::Path;

use blocks::{Block, Page};
use fixture::Workspace;
use shell::{Line, lines};

/// Commands that are not run as they stand, each with the reason.
const SKIPPED: &[(&str, &str)] = &[
    ("cargo ", "builds the project: the tests run in it"),
    ("bash tests/run", "runs these tests"),
    ("UPDATE_EXPECT=1 cargo ", "writes expected results into the project"),
    ("node editors/", "writes the package of the extension"),
    ("agmark check --select agd --watch", "never ends: server/agmark/tests/it/cli has its own"),
    ("tests/fuzz/run ", "runs for minutes"),
    ("tests/mutants ", "compiles the project many times"),
    ("agmark agd seed ", "needs Redis: tests/e2e/tests/daemon has its own"),
    ("agmark agd daemon ", "needs Redis: tests/e2e/tests/daemon has its own"),
    ("agmark agd push ", "needs Redis: tests/e2e/tests/daemon has its own"),
    ("agmark agd watch ", "needs Redis: tests/e2e/tests/daemon has its own"),
    ("agmark agd pull ", "needs Redis: tests/e2e/tests/daemon has its own"),
    ("npm ", "builds the extension for VS Code: `bash tests/run vscode` does it"),
    ("bash tests/bench/run", "measures for minutes: `bash tests/run tools` tries it without measuring"),
    (
        "agmark aaf-lint --audit https://",
        "asks a host on the network: server/agmark/tests/it/aaf_lint has its own",
    ),
    (
        "agmark aaf-lint --audit-pages https://",
        "asks a host on the network: server/agmark/tests/it/aaf_lint has its own",
    ),
];

/// Languages of blocks that show a text and no command. A block without a language is shell.
const TEXTS: &[&str] = &["json", "toml", "yaml", "lua", "vim", "elisp", "html", "rust", "text"];

/// The name of a file for a block that is a document of ours: its language is the ending of a format, or Markdown.
fn document_name(language: &str) -> Option<String> {
    let formats = agmark_formats::all();
    let is_ending = formats.iter().any(|format| format.info().extensions.contains(&language));
    if is_ending {
        Some(format!("x.{language}"))
    } else {
        (language == "markdown").then(|| "x.md".to_owned())
    }
}

/// Code that begins like a command.
const NO_COMMANDS: &[&str] = &["agmark audit"];

#[test]
fn commands_run_and_print_what_is_shown() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for page in blocks::pages() {
        for block in page.blocks.iter().filter(|block| is_shell(block)) {
            let mut exports = String::new();
            for line in lines(block, &mut wrong) {
                if line.command.starts_with("export ") {
                    exports.push_str(&line.command);
                    exports.push('\n');
                } else if !SKIPPED.iter().any(|(start, _)| line.command.starts_with(start)) {
                    ran += 1;
                    wrong.extend(run(&page, block, &line, &exports));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran > 40, "only {ran} commands were found");
}

#[test]
fn claims_are_true() {
    let pages = blocks::pages();
    let all: Vec<_> = pages.iter().flat_map(|page| page.claims.iter().map(move |one| (page, one))).collect();
    let wrong: Vec<_> = all.iter().flat_map(|(page, claim)| claims::problems(&page.path, claim)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(all.len() > 10, "only {} claims were found", all.len());
}

/// What a section may not say without commands that show it: where prose changes, its test must too.
const CLAIMS: &[&str] = &["exit code", "exits with", "by default", "default is"];

#[test]
fn sections_about_exit_codes_and_defaults_have_tests() {
    let mut wrong = Vec::new();
    // The page on how agmark is built speaks of these tests.
    for page in blocks::pages().iter().filter(|page| page.path != "docs/architecture.md") {
        for section in page.sections.iter().filter(|section| section.shown == 0) {
            let prose = section.prose.to_lowercase();
            for claim in CLAIMS.iter().filter(|claim| prose.contains(**claim)) {
                let heading = &section.heading;
                wrong.push(format!("{}: {heading:?} says {claim:?} and has no test", page.path));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nwrite a comment as tests/e2e/tests/guides/claims.rs describes",
        wrong.join("\n")
    );
}

/// The defaults in the tables of options are those of the help.
#[test]
fn defaults_in_tables_are_those_of_the_help() {
    let workspace = Workspace::new();
    let help = workspace.shell("agmark markdownlang run --help").out;
    let page = include_str!("../../../../docs/running.md");
    let mut seen = 0;
    for row in page.lines().filter(|line| line.starts_with("| `-")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, flag, default, _, _] = cells[..] else { continue };
        let flag = format!("-{}", flag.trim_matches('`'));
        let at = help.find(&format!("{flag} ")).unwrap_or_else(|| panic!("the help does not know {flag}"));
        let rest = &help[at + flag.len()..];
        let own = rest.split("\n      --").next().unwrap_or(rest);
        assert!(own.contains(&format!("[default: {default}]")), "{flag} is not {default} by default:\n{own}");
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} defaults were found");
}

/// Every exit code that the help of a command names is one that a page shows for this command.
#[test]
fn exit_codes_of_the_help_are_shown() {
    let workspace = Workspace::new();
    let shown: Vec<String> =
        blocks::pages().into_iter().flat_map(|page| page.claims).map(|claim| claim.text).collect();
    for command in ["check", "fmt", "setup vscode", "agd", "aaf-lint", "explain"] {
        let help =
            workspace.shell(&format!("agmark {command} --help")).out + &workspace.shell("agmark --help").out;
        assert!(help.contains("xit code"), "the help of {command} names no exit codes");
        let name = format!("agmark {command}");
        let fails = shown.iter().any(|text| {
            let next = text.lines().skip(1);
            text.lines().zip(next).any(|(line, next)| line.contains(&name) && next.starts_with("exit "))
        });
        assert!(fails, "no page shows how `agmark {command}` fails");
    }
}

#[test]
fn blocks_have_a_known_language() {
    let mut wrong = Vec::new();
    for page in blocks::pages() {
        for block in &page.blocks {
            let known = is_shell(block)
                || TEXTS.contains(&block.language.as_str())
                || document_name(&block.language).is_some();
            if !known {
                wrong.push(format!("{}:{}: unknown language \"{}\"", page.path, block.line, block.language));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page that shows a source file shows it as it is.
#[test]
fn sources_are_shown_as_they_are() {
    let pages = blocks::pages();
    for (page, language, number, file) in blocks::SOURCES {
        let all = pages.iter().filter(|one| one.path == *page).flat_map(|one| &one.blocks);
        let shown = all.filter(|block| block.language == *language).nth(number - 1);
        let shown = shown.unwrap_or_else(|| panic!("{page} has no block {number} in {language}"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        let source = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
        // A part is at least whole items.
        let is_part = source.contains(&format!("\n\n{}\n", shown.text));
        assert!(shown.text == source || is_part, "{page}:{} must be a copy from {file}", shown.line);
    }
}

#[test]
fn examples_have_no_errors() {
    let mut wrong = Vec::new();
    for page in blocks::pages() {
        for block in &page.blocks {
            let Some(name) = document_name(&block.language) else {
                continue;
            };
            let workspace = Workspace::new();
            let name = page.file_of(block).map_or(name, str::to_owned);
            workspace.write(&name, &block.text);
            let ran = workspace.shell(&format!("agmark check {name}"));
            if ran.code != 0 {
                wrong.push(format!("{}:{}:\n{}{}", page.path, block.line, ran.out, ran.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Commands in the middle of a sentence: the subcommand exists, and so do its options.
#[test]
fn commands_in_sentences_exist() {
    let workspace = Workspace::new();
    let pages = blocks::pages();
    let spans = pages.iter().flat_map(|page| page.spans.iter().map(move |span| (page, span)));
    let commands: Vec<_> = spans.filter(|(_, span)| is_command(span)).collect();
    let wrong: Vec<_> = commands
        .iter()
        .filter_map(|(page, span)| Some(format!("{}: {}", page.path, unknown(&workspace, span)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(commands.len() > 30, "only {} commands were found", commands.len());
}

/// The same for the help of every command.
#[test]
fn commands_in_the_help_exist() {
    let workspace = Workspace::new();
    let (mut open, mut wrong, mut seen) = (vec![Vec::new()], Vec::new(), 0);
    while let Some(names) = open.pop() {
        let help = workspace.shell(&format!("agmark {} --help", names.join(" "))).out;
        let listed = help.split("Commands:\n").nth(1).unwrap_or_default();
        for line in listed.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().unwrap_or_default();
            if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
                open.push([&names[..], &[name.to_owned()]].concat());
            }
        }
        // Long lines are wrapped.
        let prose = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for span in prose.split('`').skip(1).step_by(2).filter(|span| is_command(span)) {
            seen += 1;
            wrong.extend(unknown(&workspace, span).map(|why| format!("agmark {}: {why}", names.join(" "))));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 5, "only {seen} commands were found");
}

fn is_command(span: &str) -> bool {
    span.starts_with("agmark ") && !NO_COMMANDS.contains(&span)
}

/// What does not exist of a command: its subcommand, or one of its options.
fn unknown(workspace: &Workspace, span: &str) -> Option<String> {
    let words: Vec<&str> = span.split_whitespace().skip(1).collect();
    let is_name =
        |word: &&&str| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && !word.starts_with('-');
    let names: Vec<&str> = words.iter().take_while(is_name).copied().collect();
    // The last words may be values: `agmark explain RULE` needs none, `agmark setup neovim` one.
    let help = (0..=names.len()).rev().find_map(|count| {
        let ran = workspace.shell(&format!("agmark {} --help", names[..count].join(" ")));
        (ran.code == 0 && (count > 0 || names.is_empty())).then_some(ran.out)
    });
    let Some(help) = help else { return Some(format!("no such subcommand: {span}")) };
    let flags = words.iter().map(|word| word.trim_matches(['[', ']', '`', ',']));
    let name = |flag: &str| flag.split('=').next().unwrap_or(flag).to_owned();
    let missing = flags.filter(|word| word.starts_with("--")).map(name).find(|name| !help.contains(name));
    missing.map(|name| format!("{span}: the help does not know {name}"))
}

#[test]
fn tables_name_what_is_there() {
    let text: String =
        blocks::pages().iter().flat_map(|page| page.blocks.iter().map(|b| b.text.clone())).collect();
    for (start, _) in SKIPPED {
        assert!(text.contains(start), "no page shows {start:?} any more");
    }
}

fn is_shell(block: &Block) -> bool {
    matches!(block.language.as_str(), "" | "sh" | "console")
}

fn run(page: &Page, block: &Block, line: &Line, exports: &str) -> Option<String> {
    let workspace = Workspace::new();
    let ran = workspace.shell(&format!("{exports}{}", line.command));
    let place = format!("{}:{}: {}", page.path, block.line, line.command);
    if ran.code != 0 {
        return Some(format!("{place}\nends with {}:\n{}{}", ran.code, ran.out, ran.err));
    }
    match &line.output {
        Some(output) if ran.out.trim_end() != output.trim_end() => {
            Some(format!("{place}\nprints:\n{}\ninstead of:\n{output}", ran.out))
        }
        _ => None,
    }
}
