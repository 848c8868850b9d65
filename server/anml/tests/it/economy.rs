//! Real snapshots and pages (`tests/corpus/aria`): what they become, and what that costs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use agmark_anml::{aria, html, tokens};
use agmark_syntax::testing;
use expect_test::expect_file;

use crate::common::anml;

fn samples() -> BTreeMap<String, String> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/aria");
    let files =
        std::fs::read_dir(&folder).expect("a folder of samples").map(|file| file.expect("a file").path());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.map(|path| (name(&path), std::fs::read_to_string(&path).expect("a text"))).collect()
}

fn is_snapshot(name: &str) -> bool {
    name.ends_with(".txt") || name.ends_with(".yaml")
}

/// The refs of an ARIA snapshot, in its order.
fn refs(aria: &str) -> Vec<&str> {
    let behind = aria.match_indices("ref=").map(|(at, word)| &aria[at + word.len()..]);
    behind.map(|rest| rest.split([']', ',']).next().unwrap_or("")).collect()
}

#[test]
fn snapshots_with_refs_cost_a_fifth_less() {
    let mut page = String::new();
    let mut sum = (0, 0);
    for (name, text) in samples().iter().filter(|(name, text)| is_snapshot(name) && text.contains("ref=")) {
        let made = aria::convert(text);
        let (was, is) = (tokens::count(text), tokens::count(&made));
        let less = 100.0 - is as f64 * 100.0 / was as f64;
        let _ = writeln!(page, "{name:<28} ARIA {was:>5}  ANML {is:>5}  {less:.1} % less");
        sum = (sum.0 + was, sum.1 + is);
    }
    let less = 100.0 - sum.1 as f64 * 100.0 / sum.0 as f64;
    let _ = writeln!(page, "{:<28} ARIA {:>5}  ANML {:>5}  {less:.1} % less", "all", sum.0, sum.1);
    println!("{page}");
    expect_file!["data/economy.txt"].assert_eq(&page);
    assert!(less >= 20.0, "{page}");
}

#[test]
fn each_ref_of_a_snapshot_is_kept_once() {
    for (name, text) in samples().iter().filter(|(name, _)| is_snapshot(name)) {
        let made = aria::convert(text);
        let wanted = refs(text);
        let kept: Vec<String> = made
            .lines()
            .filter_map(|line| line.trim_start().split(' ').next()?.split_once('#'))
            .map(|(_, reference)| reference.to_owned())
            .collect();
        assert_eq!(kept, wanted, "{name}");
        assert_eq!(agmark_anml::canonical(&made), made, "{name}");
        let found = testing::diagnostics(anml(), &made);
        assert!(!found.contains(" error "), "{name}:\n{found}\n{made}");
    }
}

#[test]
fn pages_become_what_they_say() {
    for (name, text) in samples().iter().filter(|(name, _)| name.ends_with(".html")) {
        let made = html::convert(text, None);
        let found = testing::diagnostics(anml(), &made);
        assert!(!found.contains(" error ") && !found.contains(" warning "), "{name}:\n{found}");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/data");
        expect_file![data.join(format!("{name}.anml"))].assert_eq(&made);
    }
}

/// What a browser names, the conversion of the page names too.
#[test]
fn pages_have_the_names_that_a_browser_computes() {
    let samples = samples();
    for (name, text) in samples.iter().filter(|(name, _)| name.ends_with(".html")) {
        let Some(snapshot) = samples.get(&name.replace(".html", ".playwright.yaml")) else { continue };
        let named = |text: &str| {
            let roles = [
                "link",
                "button",
                "checkbox",
                "radio",
                "textbox",
                "searchbox",
                "combobox",
                "tab",
                "spinbutton",
            ];
            let mut found: Vec<String> = text
                .lines()
                .map(str::trim_start)
                .map(|line| line.split_once("\\|").map_or(line, |(line, _)| line))
                .flat_map(|line| line.split(" | ").map(|cell| cell.trim_start_matches(['|', ' '])))
                .filter(|line| roles.iter().any(|role| line.starts_with(&format!("{role}#"))))
                .filter_map(|line| {
                    let (role, rest) = line.split_once('#')?;
                    let name = rest.split_once('"')?.1;
                    let end = name.match_indices('"').find(|(at, _)| !name[..*at].ends_with('\\'))?.0;
                    Some(format!("{role} {}", &name[..end]))
                })
                .collect();
            found.sort();
            found
        };
        // For us the summary of details is a button.
        let summary = |name: &String| {
            text.split("<summary>").skip(1).any(|rest| rest.starts_with(name.trim_start_matches("button ")))
        };
        let mut ours = named(&html::convert(text, None));
        ours.retain(|name| !summary(name));
        assert_eq!(ours, named(&aria::convert(snapshot)), "{name}");
    }
}
