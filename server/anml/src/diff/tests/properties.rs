//! What holds of the diffs of any two snapshots.

use std::sync::Arc;

use agmark_syntax::testing::{self, Random};

use crate::diff::diff;
use crate::diff::keep_refs::keep_refs;
use crate::diff::patch::patch;
use crate::{Anml, canonical};

/// A random snapshot without errors, from few words, so that much of it is alike.
struct Maker {
    random: Random,
    next: usize,
}

impl Maker {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.below(words.len())]
    }

    fn element(&mut self) -> String {
        let mut line = self.pick(&["p", "item", "button", "list", "x:link", "main"]).to_owned();
        if self.random.below(3) == 0 {
            self.next += 1;
            line += &format!("#e{}", self.next);
        }
        line += self.pick(&["", " \"a\"", " \"b \\\"c\\\"\"", " \"é\\n\"", " \"... 2 unchanged\""]);
        line += self.pick(&["", "", " k=v", " k=w l=\"a b\"", " for=#e1"]);
        line += self.pick(&["", "", " [on]", " [on] [off]"]);
        line + self.pick(&["", "", "", " -- why"])
    }

    fn other(&mut self) -> String {
        self.pick(&[
            "> one",
            "> two",
            ">",
            ">   in",
            "~ 3 links",
            "~ ... 2 unchanged",
            "~",
            "| a | b |",
            "| a |  |",
            "| c \\| d | e |",
        ])
        .to_owned()
    }

    /// Lines with their depths, without indents.
    fn body(&mut self) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut depth = 0;
        for _ in 0..self.random.below(14) {
            let at = self.random.below(depth + 1);
            if self.random.below(3) == 0 {
                lines.push((at, self.other()));
            } else {
                lines.push((at, self.element()));
                depth = at + 1;
            }
        }
        lines
    }

    /// The same with something changed, added, removed, moved.
    fn change(&mut self, body: &[(usize, String)]) -> Vec<(usize, String)> {
        let mut body = body.to_vec();
        for _ in 0..self.random.below(5) {
            let at = self.random.below(body.len() + 1);
            match self.random.below(5) {
                0 => body.insert(at, (self.random.below(3), self.element())),
                1 => body.insert(at, (self.random.below(3), self.other())),
                2 if at < body.len() => drop(body.remove(at)),
                3 if at < body.len() => {
                    let moved = body.remove(at);
                    body.insert(self.random.below(body.len() + 1), moved);
                }
                _ => {
                    if let Some(line) = body.get_mut(at) {
                        line.1 += " [new]";
                    }
                }
            }
        }
        body
    }

    fn text(&mut self, body: &[(usize, String)]) -> String {
        let mut text = String::new();
        if self.random.below(2) == 0 {
            text += "---\nurl: /a\n";
            for key in ["title", "own", "set.x", "unset", "more"] {
                text += &match self.random.below(3) {
                    0 => String::new(),
                    n => format!("{key}: {n}\n"),
                };
            }
            if self.random.below(2) == 0 {
                text += "late: 1\nown2: x\n";
            } else {
                text += "own2: x\nlate: 1\n";
            }
            text += "---\n";
        }
        let mut open = 0;
        for (depth, line) in body {
            let depth = (*depth).min(open);
            text += &format!("{}{line}\n", "  ".repeat(depth));
            if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
                open = depth + 1;
            }
        }
        text
    }
}

#[test]
fn a_patched_base_is_the_new_snapshot() {
    let mut maker = Maker { random: Random(2024), next: 0 };
    let mut empty = 0;
    for _ in 0..2500 {
        maker.next = 0;
        let body = maker.body();
        let other = if maker.random.below(6) == 0 { maker.body() } else { maker.change(&body) };
        let (old, new) = (maker.text(&body), maker.text(&other));
        // Refs that two bodies share by chance may be duplicate in one, which is an error.
        let Ok(made) = diff(&old, &new, "x") else { continue };
        let done = patch(&old, &made.text);
        assert_eq!(done.as_deref().ok(), Some(&*canonical(&new)), "{old}\n{new}\n{}\n{done:?}", made.text);
        assert_eq!(canonical(&made.text), made.text);
        let found = testing::diagnostics(Arc::new(Anml), &made.text);
        assert!(!found.contains(" error "), "{found}\n{}", made.text);
        let files = [("d.anml", made.text.as_str()), ("x.anml", old.as_str())];
        let files = testing::Files::new(&files, &|_| Some(Arc::new(Anml)));
        let found = testing::diagnostics_in(files.own().expect("a diff"), &files);
        assert!(
            !found.contains("-base") && !found.contains("reused"),
            "{found}\n{old}\n{new}\n{}",
            made.text
        );
        assert_eq!(made.changed, canonical(&old) != canonical(&new), "{old}\n{new}\n{}", made.text);
        empty += usize::from(!made.changed);
    }
    assert!((50..1500).contains(&empty), "{empty} of the pairs are the same");
}

/// A text with other refs: each kind numbered again, backwards.
fn renumbered(text: &str) -> String {
    let mut numbers = std::collections::BTreeMap::new();
    let mut out = String::new();
    for part in text.split_inclusive('#') {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let name = &part[..end];
        if out.ends_with('#') && crate::is_ref(name) {
            let next = 9000 - numbers.len();
            let number = *numbers.entry(name.to_owned()).or_insert(next);
            out += &format!("e{number}{}", &part[end..]);
        } else {
            out += part;
        }
    }
    out
}

#[test]
fn refs_stay_with_their_elements() {
    let mut maker = Maker { random: Random(99), next: 0 };
    let mut kept = 0;
    for round in 0..1500 {
        maker.next = 0;
        let body = maker.body();
        let other = if round % 2 == 0 { body.clone() } else { maker.change(&body) };
        let (old, new) = (maker.text(&body), maker.text(&other));
        // What refers to nothing is not counted.
        let dangling = |text: &str| testing::diagnostics(Arc::new(Anml), text).contains("dangling");
        if diff(&old, &new, "x").is_err() || dangling(&old) || dangling(&new) {
            continue;
        }
        let again = renumbered(&new);
        let named = keep_refs(&old, &again).expect("sound snapshots");
        // Nothing but refs is different, and what is compared is still what it was.
        assert_eq!(renumbered(&named), renumbered(&again), "{old}\n{again}\n{named}");
        let made = diff(&old, &named, "x").expect("sound snapshots");
        assert_eq!(patch(&old, &made.text).expect("a diff that fits"), canonical(&named));
        if round % 2 == 0 {
            // The front matter is made by chance for each text.
            let of = |text: &str| text.rsplit("---\n").next().unwrap_or("").to_owned();
            assert_eq!(of(&named), of(&new), "{old}\n{again}");
            kept += 1;
        }
    }
    assert!(kept > 100, "{kept}");
}

#[test]
fn a_change_is_one_line() {
    let mut maker = Maker { random: Random(7), next: 0 };
    for _ in 0..3000 {
        maker.next = 0;
        let body = maker.body();
        let mut other = body.clone();
        let at = maker.random.below(body.len().max(1));
        match other.get_mut(at) {
            Some((_, line)) if line.starts_with(|c: char| c.is_ascii_alphabetic()) => *line = changed(line),
            _ => continue,
        }
        maker.random.0 = 2; // No front matter.
        let text = |body: &[(usize, String)], maker: &mut Maker| {
            let text = maker.text(body);
            text.find("---\n").map_or(text.clone(), |_| text.rsplit("---\n").next().unwrap_or("").to_owned())
        };
        let (old, new) = (text(&body, &mut maker), text(&other, &mut maker));
        maker.random.0 = 11 + at as u64 + old.len() as u64 * 977;
        let Ok(made) = diff(&old, &new, "x") else { continue };
        let signed = |l: &&str| l.trim_start().starts_with(['+', '-', '*']) && *l != "---";
        assert_eq!(made.text.lines().filter(signed).count(), 1, "{old}\n{new}\n{}", made.text);
    }
}

/// An element with an attribute more.
fn changed(line: &str) -> String {
    match line.find(" -- ") {
        Some(note) => format!("{} z=1{}", &line[..note], &line[note..]),
        None => format!("{line} z=1"),
    }
}

/// A diff with something changed in it by hand: lines moved, taken out, doubled, signs and refs changed.
fn mistaken(diff: &str, random: &mut Random) -> String {
    let (front, body) = diff.rsplit_once("---\n").unwrap_or(("", diff));
    let mut lines: Vec<String> = body.lines().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        let (a, b) = (random.below(lines.len()), random.below(lines.len() + 1));
        let Some(line) = lines.get(a).cloned() else { continue };
        match random.below(8) {
            0 => lines.insert(b, line),
            1 => drop(lines.remove(a)),
            2 => lines[a] = format!("  {line}"),
            3 => lines[a] = line.strip_prefix("  ").unwrap_or(&line).to_owned(),
            4 => lines[a] = line.replacen(['+', '-', '*'], ["+", "-", "*"][random.below(3)], 1),
            5 => lines[a] = line.replacen("#e", "#e1", 1),
            6 => lines[a] = line.replacen("unchanged", "unchanged.", 1).replacen("... 1", "... 2", 1),
            _ => {
                let other = lines.remove(a);
                lines.insert(b.min(lines.len()), other);
            }
        }
    }
    format!("{front}---\n{}\n", lines.join("\n"))
}

#[test]
fn check_finds_an_error_where_patch_refuses() {
    let mut maker = Maker { random: Random(4711), next: 0 };
    let (mut fine, mut refused) = (0, 0);
    for _ in 0..2500 {
        maker.next = 0;
        let body = maker.body();
        let other = maker.change(&body);
        let (old, new) = (maker.text(&body), maker.text(&other));
        let Ok(made) = diff(&old, &new, "x.anml") else { continue };
        let wrong = mistaken(&made.text, &mut maker.random);
        let files = [("d.anml", wrong.as_str()), ("x.anml", old.as_str())];
        let files = testing::Files::new(&files, &|_| Some(Arc::new(Anml)));
        let found = testing::diagnostics_in(files.own().expect("a diff"), &files);
        let done = patch(&old, &wrong);
        assert_eq!(found.contains(" error "), done.is_err(), "{found}\n{old}\n{wrong}\n{done:?}");
        match done {
            Ok(text) => {
                assert_eq!(canonical(&text), text);
                assert!(diff(&text, &text, "x").is_ok(), "the result has errors:\n{old}\n{wrong}\n{text}");
                fine += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(fine > 200 && refused > 200, "{fine} {refused}");
}
