//! After any changes in any order, the index equals a new index of the same files.

use std::collections::BTreeMap;

use agmark_syntax::Document;
use proptest::prelude::*;

use super::*;
use crate::toy;

const PATHS: [&str; 4] = ["/w/a.toy", "/w/b.toy", "/w/sub/c.toy", "/w/sub/../d.doll"];
const NAMES: [&str; 3] = ["x", "y", "z"];

/// A text and its format.
type Content = (bool, String);

#[derive(Clone, Debug)]
enum Step {
    Close(usize, Option<Content>),
    Open(usize, Option<Content>),
    /// Opens a text without a format.
    OpenText(usize),
    Cover,
    Keep,
}

fn document((doll, text): &Content) -> Document {
    Document::new(toy::format(*doll), text)
}

fn close(index: &mut Index, path: usize, content: Option<&Content>) -> Vec<Name> {
    let analysis = content.map(|c| Arc::new(IndexedFile::of(&document(c))));
    index.set_closed(toy::path(PATHS[path]), analysis)
}

/// The owner of the index reads a file again when no document hides it any more.
fn read_again(index: &mut Index, path: usize, content: Option<&Content>) {
    if content.is_some() {
        close(index, path, content);
    }
}

/// The answers to all queries, by the name of the query.
fn answers(index: &Index) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut note = |question: String, answer: String| {
        all.insert(question, answer);
    };
    note("paths".into(), format!("{:?} {} {}", index.paths(), index.len(), index.is_empty()));
    note("symbols".into(), format!("{:?}", index.symbols("", 1000)));
    note("few symbols".into(), format!("{:?}", index.symbols("", 2)));
    for path in PATHS {
        let at = Path::new(path);
        note(format!("file {path}"), format!("{:?}", index.file(at)));
        note(format!("open {path}"), format!("{:?}", index.open(at).map(|d| d.text().to_string())));
        note(format!("imports {path}"), format!("{:?} {:?}", index.surroundings(at), index.imports(at)));
    }
    for format in ["toy", "doll", "none"] {
        note(format!("names {format}"), format!("{:?}", index.names(format, "id")));
        assert!(index.names(format, "other").is_empty());
        for except in PATHS.map(Path::new) {
            // The global names are those for which a query finds definitions.
            let mut expected = NAMES.to_vec();
            expected.retain(|n| index.defines(format, &Name::new("id", n), true, Some(except)));
            let names = index.names_but(format, "id", Some(except));
            assert_eq!(names.iter().map(|n| &**n).collect::<Vec<_>>(), expected);
            assert_eq!(index.offered(format, "id", "y", Some(except), &|_| true), names);
            expected.retain(|n| {
                let places = index.definitions(format, &Name::new("id", n), true, Some(except));
                places.iter().any(|place| place.path.starts_with("/w/sub"))
            });
            let seen = index.offered(format, "id", "", Some(except), &|path| path.starts_with("/w/sub"));
            assert_eq!(seen.iter().map(|n| &**n).collect::<Vec<_>>(), expected);
        }
        for name in NAMES.map(|n| Name::new("id", n)) {
            for except in [None, Some(Path::new(PATHS[0]))] {
                for global in [false, true] {
                    let places = index.definitions(format, &name, global, except);
                    assert_eq!(index.defines(format, &name, global, except), !places.is_empty());
                    note(format!("{format} {name} {global} {except:?}"), format!("{places:?}"));
                }
            }
            let mut users: Vec<_> = index
                .users(format, &name, Path::new(""))
                .map(|(path, source)| (path, source.references(&name)))
                // An open document is always included.
                .filter(|(_, references)| references.iter().any(|(_, target)| *target != FileTarget::File))
                .collect();
            users.sort_by_key(|(path, _)| *path);
            note(format!("users {format} {name}"), format!("{users:?}"));
        }
    }
    all
}

/// The definitions of each name in files that no open document hides.
fn counts(index: &Index) -> BTreeMap<(&'static str, Name), Vec<(PathBuf, bool)>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for path in index.paths() {
        let analysis = index.file(&path).expect("a path of the index");
        for d in analysis.definitions().iter() {
            all.entry((analysis.format, d.name())).or_default().push((path.to_path_buf(), d.global));
        }
    }
    all.values_mut().for_each(|places| places.sort());
    all
}

fn content() -> impl Strategy<Value = Content> {
    let line = prop_oneof![
        "[=*?!][xyz]\n",
        "[=*?!][xyz]\n",
        "\\?[xyz]@(b|\\.\\./b)\\.toy\n",
        "\\+(a\\.toy|sub/c\\.toy|\\.\\./b\\.toy|nothing)\n",
        "# [xyz]\n",
    ];
    (prop::bool::weighted(0.2), prop::collection::vec(line, 0..8).prop_map(|l| l.concat()))
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let some = || (0..PATHS.len(), prop::option::weighted(0.7, content()));
    let step = prop_oneof![
        4 => some().prop_map(|(path, content)| Step::Close(path, content)),
        3 => some().prop_map(|(path, content)| Step::Open(path, content)),
        1 => (0..PATHS.len()).prop_map(Step::OpenText),
        1 => Just(Step::Cover),
        1 => Just(Step::Keep),
    ];
    prop::collection::vec(step, 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_index_is_what_its_files_make_it(steps in steps()) {
        let mut index = Index::default();
        let mut closed: BTreeMap<usize, Content> = BTreeMap::new();
        let mut open: BTreeMap<usize, Opened> = BTreeMap::new();
        let mut kept: Vec<(Index, BTreeMap<String, String>)> = Vec::new();
        for step in steps {
            match step {
                Step::Close(path, content) => {
                    let before = counts(&index);
                    let mut changed = close(&mut index, path, content.as_ref());
                    let after = counts(&index);
                    let mut expected: Vec<Name> = before
                        .keys()
                        .chain(after.keys())
                        .filter(|key| before.get(key) != after.get(key))
                        .map(|(_, name)| name.clone())
                        .collect();
                    expected.sort();
                    expected.dedup();
                    changed.sort();
                    changed.dedup();
                    prop_assert_eq!(changed, expected);
                    match content {
                        Some(content) => closed.insert(path, content),
                        None => closed.remove(&path),
                    };
                }
                Step::Open(path, content) => {
                    let opened = content.as_ref().map(|content| Opened::Document(document(content)));
                    index.set_open(toy::path(PATHS[path]), opened.clone());
                    if opened.is_none() {
                        read_again(&mut index, path, closed.get(&path));
                    }
                    match opened {
                        Some(opened) => open.insert(path, opened),
                        None => open.remove(&path),
                    };
                }
                Step::OpenText(path) => {
                    let opened = Opened::Text(Text::new("plain"));
                    index.set_open(toy::path(PATHS[path]), Some(opened.clone()));
                    read_again(&mut index, path, closed.get(&path));
                    open.insert(path, opened);
                }
                Step::Cover => {
                    let before = answers(&index);
                    index.cover();
                    prop_assert_eq!(answers(&index), before, "no answer depends on what is forgotten");
                }
                Step::Keep => kept.push((index.clone(), answers(&index))),
            }
        }
        let mut fresh = Index::default();
        for (path, opened) in &open {
            fresh.set_open(toy::path(PATHS[*path]), Some(opened.clone()));
        }
        for (path, content) in &closed {
            close(&mut fresh, *path, Some(content));
        }
        prop_assert_eq!(answers(&index), answers(&fresh));
        index.cover();
        prop_assert_eq!(index.sizes(), fresh.sizes(), "something is left over");
        for (moment, answers_then) in kept {
            // The names are compared with the definitions.
            answers(&index.with_open_of(&moment));
            answers(&moment.with_open_of(&index));
            prop_assert_eq!(answers(&moment), answers_then, "a clone changed");
        }
    }
}

/// Of many names, those that begin with the word are offered, from files on disk and in editors.
#[test]
fn many_names_are_offered_by_their_beginning() {
    let text = |first: usize| (first..first + 300).map(|i| format!("*n{i:04}\n")).collect::<String>();
    let mut index = Index::default();
    close(&mut index, 0, Some(&(false, text(0))));
    close(&mut index, 1, Some(&(false, text(1000))));
    for open in [false, true] {
        if open {
            index.set_open(toy::path(PATHS[1]), Some(Opened::Document(document(&(false, text(1000))))));
        }
        let offered = |word: &str, sees: &dyn Fn(&Path) -> bool| index.offered("toy", "id", word, None, sees);
        let all = offered("", &|_| true);
        assert_eq!((all.len(), &*all[0]), (agmark_syntax::completion_list::MOST + 1, "n0000"));
        assert_eq!(offered("n101", &|_| true).len(), 10);
        assert_eq!(offered("n101", &|path| path.ends_with("a.toy")).len(), 0);
        assert_eq!(offered("n0299", &|path| path.ends_with("a.toy")).len(), 1);
        let source = index.source(Path::new(PATHS[1])).expect("a file");
        assert_eq!(source.offered("id", "n12").len(), 100);
        assert_eq!(source.offered("id", "").len(), agmark_syntax::completion_list::MOST + 1);
    }
}

#[test]
fn a_path_is_compared_as_a_normal_one() {
    let mut index = Index::default();
    close(&mut index, 3, Some(&(true, "*x\n".into())));
    assert!(index.file(Path::new("/w/d.doll")).is_some());
    assert_eq!(index.paths(), [toy::path("/w/d.doll")]);
    assert!(!index.defines("doll", &Name::new("id", "x"), true, Some(Path::new("/w/./x/../d.doll"))));
}

#[test]
fn a_file_that_imports_itself_is_not_imported() {
    let mut index = Index::default();
    let text = "+a.toy\n+sub/c.toy\n".to_owned();
    close(&mut index, 0, Some(&(false, text.clone())));
    assert!(!index.imported(Path::new("/w/a.toy")) && index.imported(Path::new("/w/sub/c.toy")));
    index.set_open(toy::path("/w/a.toy"), Some(Opened::Document(document(&(false, text)))));
    assert!(!index.imported(Path::new("/w/a.toy")) && index.imported(Path::new("/w/sub/c.toy")));
    index.set_open(toy::path("/w/a.toy"), Some(Opened::Document(document(&(false, String::new())))));
    assert!(!index.imported(Path::new("/w/sub/c.toy")), "the open document covers the file");
}

/// The names that the file at the first path defines.
fn defined(index: &Index) -> Vec<&str> {
    let file = index.file(Path::new(PATHS[0])).expect("a file");
    file.definitions().iter().map(|one| one.text).collect()
}

#[test]
fn a_long_file_that_is_open_takes_little_memory() {
    let mut index = Index::default();
    let long =
        |names: &str| -> Content { (false, names.to_owned() + &"filler line\n".repeat(LONG / 10 + 1)) };
    let (first, second) = (long("*x\n"), long("*x\n*y\n"));
    close(&mut index, 0, Some(&first));
    let path = || toy::path(PATHS[0]);
    index.set_open(path(), Some(Opened::Document(document(&first))));
    assert_eq!(index.tables.sizes(), (1, 0), "the document hides what the file shares");
    index.cover();
    assert_eq!(index.tables.sizes(), (0, 0));
    close(&mut index, 0, Some(&second));
    assert_eq!(index.tables.sizes(), (0, 0), "a new version on disk is hidden too");
    let before = index.clone();
    index.set_open(path(), None);
    assert_eq!(defined(&index), ["x"], "the last text of the document, until the file is read");
    assert_eq!(index.tables.sizes(), (1, 1));
    close(&mut index, 0, Some(&second));
    assert_eq!(defined(&index), ["x", "y"]);
    // A moment at which the document was not open.
    assert_eq!(defined(&before.with_open_of(&Index::default())), ["x"]);
}

#[test]
fn a_file_that_was_not_analyzed_replaces_nothing() {
    let mut index = Index::default();
    close(&mut index, 0, Some(&(false, "*x\n".into())));
    let hidden = IndexedFile::of_text(&*toy::format(false), "*y\n", &|| true);
    assert!(hidden.definitions().is_empty());
    assert!(index.set_closed(toy::path(PATHS[0]), Some(Arc::new(hidden))).is_empty());
    assert_eq!(defined(&index), ["x"]);
}

impl Index {
    /// The sizes of all maps.
    fn sizes(&self) -> [usize; 7] {
        let (names, shared) = self.tables.sizes();
        let open = [self.open.len(), self.texts.len()];
        [
            self.numbers.keys().count(),
            self.files.keys().count(),
            self.importers.len(),
            open[0],
            open[1],
            names,
            shared,
        ]
    }
}

/// The text of one file among so many.
type TextOf = fn(usize, usize) -> String;

/// Twice the files take twice the work, for texts that could cause quadratic work.
#[test]
fn twice_the_files_take_twice_the_work() {
    let shapes: [(&str, TextOf); 6] = [
        ("each its own name", |i, _| format!("=n{i}\n")),
        ("all define one name for all", |_, _| "*one\n".to_owned()),
        ("all use one name that the last one shares", |i, n| {
            if i + 1 == n { "*one\n".to_owned() } else { "!one\n".to_owned() }
        }),
        ("all use an undefined name", |_, _| "!none\n".to_owned()),
        ("all import one file", |_, _| "+hub.toy\n".to_owned()),
        ("each imports the next", |i, _| format!("+f{}.toy\n", i + 1)),
    ];
    for (what, text) in shapes {
        let files = |n: usize| -> Vec<_> {
            let analysis = |i| Some(Arc::new(IndexedFile::of(&document(&(false, text(i, n))))));
            (0..n).map(|i| (toy::path(&format!("/w/f{i}.toy")), analysis(i))).collect()
        };
        work::check_linear(what, 500, files, |files| {
            let mut index = Index::default();
            for (path, analysis) in &files {
                index.set_closed(Arc::clone(path), analysis.clone());
            }
            index.symbols("n", 10);
            index.names("toy", "id");
            index.imported(Path::new("/w/hub.toy"));
            // A folder is removed.
            for (path, _) in files {
                index.set_closed(path, None);
            }
            assert!(index.is_empty());
        });
    }
}
