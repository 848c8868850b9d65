use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn whole(root: &str) -> Tree {
    Tree { root: root.into(), extent: Extent::Whole }
}

#[test]
fn one_reading_runs_at_a_time() {
    let mut readings = Readings::default();
    readings.want_folders([whole("/w")]);
    let first = readings.begin().expect("a reading");
    assert_eq!(first.work, Work::Folders(vec![whole("/w")]));
    readings.want_files([PathBuf::from("/w/a")]);
    readings.want_files([PathBuf::from("/w/b"), PathBuf::from("/w/a")]);
    assert!(readings.begin().is_none(), "the first one still runs");
    readings.finish();
    let second = readings.begin().expect("what was asked for meanwhile");
    assert_eq!(second.work, Work::Files(vec!["/w/a".into(), "/w/b".into()]));
    assert!(readings.begin().is_none());
}

#[test]
fn a_question_waits_for_the_readings_before_it() {
    let mut readings = Readings::default();
    assert!(readings.are_done(readings.last()));
    readings.want_folders([whole("/w")]);
    let asked = readings.last();
    assert!(!readings.are_done(asked), "it has not begun");
    readings.begin();
    readings.want_files([PathBuf::from("/w/a")]);
    let later = readings.last();
    assert!(!readings.are_done(asked), "it runs");
    readings.finish();
    assert!(readings.are_done(asked) && !readings.are_done(later));
    // A question does not wait for later changes.
    readings.begin();
    readings.want_files([PathBuf::from("/w/a")]);
    readings.finish();
    assert!(readings.are_done(later) && !readings.are_done(readings.last()));
}

#[test]
fn a_folder_is_known_once_it_was_read() {
    let mut readings = Readings::default();
    readings.expect(Path::new("/w"));
    assert!(!readings.is_complete());
    readings.want_folders([whole("/w")]);
    readings.begin();
    assert!(!readings.is_complete());
    assert_eq!(readings.finish(), [whole("/w")]);
    assert!(readings.is_complete());
    // It stays known while it is read again.
    readings.want_folders([whole("/w")]);
    readings.begin();
    assert!(readings.is_complete());
}

#[test]
fn a_folder_that_left_is_not_waited_for() {
    let mut readings = Readings::default();
    readings.expect(Path::new("/w"));
    readings.want_folders([whole("/w")]);
    let job = readings.begin().expect("a reading");
    readings.want_folders([whole("/w")]);
    readings.leave(Path::new("/w"));
    assert!(readings.is_complete() && job.is_cancelled());
    assert_eq!(readings.finish(), [], "its late result counts for nothing");
    assert!(readings.begin().is_none());
    assert!(readings.are_done(readings.last()));
}

/// An event in a workspace.
#[derive(Clone, Debug)]
enum Event {
    /// A file is changed or deleted, and the server is notified.
    Write(u8, Option<u32>),
    /// All files are read again.
    Walk,
    /// The running reading reads the disk or returns its result.
    Step,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (0..6u8, proptest::option::of(any::<u32>())).prop_map(|(file, text)| Event::Write(file, text)),
        1 => Just(Event::Walk),
        5 => Just(Event::Step),
    ]
}

/// A model: files with contents, an index, and the running reading with its result.
#[derive(Default)]
struct Model {
    disk: BTreeMap<PathBuf, u32>,
    index: BTreeMap<PathBuf, u32>,
    readings: Readings,
    running: Option<Job>,
    seen: Option<Vec<(PathBuf, Option<u32>)>>,
}

impl Model {
    fn step(&mut self) {
        let Some(job) = &self.running else {
            self.running = self.readings.begin();
            return;
        };
        match self.seen.take() {
            None => {
                self.seen = Some(match &job.work {
                    Work::Folders(_) => self.disk.iter().map(|(p, t)| (p.clone(), Some(*t))).collect(),
                    Work::Files(paths) => {
                        paths.iter().map(|p| (p.clone(), self.disk.get(p).copied())).collect()
                    }
                });
            }
            Some(seen) => {
                if !self.readings.finish().is_empty() {
                    self.index.clear();
                }
                for (path, text) in seen {
                    match text {
                        Some(text) => self.index.insert(path, text),
                        None => self.index.remove(&path),
                    };
                }
                self.running = None;
            }
        }
    }
}

proptest! {
    #[test]
    fn in_the_end_the_index_is_the_disk(events in proptest::collection::vec(event(), 1..60)) {
        let mut model = Model::default();
        model.readings.want_folders([whole("/w")]);
        for event in events {
            match event {
                Event::Write(file, text) => {
                    let path = PathBuf::from(format!("/w/{file}"));
                    match text {
                        Some(text) => model.disk.insert(path.clone(), text),
                        None => model.disk.remove(&path),
                    };
                    model.readings.want_files([path]);
                }
                Event::Walk => model.readings.want_folders([whole("/w")]),
                Event::Step => model.step(),
            }
        }
        while !model.readings.are_done(model.readings.last()) || model.running.is_some() {
            model.step();
        }
        prop_assert_eq!(&model.index, &model.disk);
    }
}
