//! The memory tools.

use std::fs;
use std::thread;

use super::Session;

fn session() -> Session {
    // Beside the roots: a person named it.
    Session::with(|options| {
        let folder = options.roots[0].join("sub");
        fs::create_dir(&folder).unwrap();
        options.memory = Some(options.roots[0].join("memory.agd"));
        options.roots = vec![folder];
    })
}

#[test]
fn blocks_are_saved_and_found() {
    let session = session();
    assert!(session.call("agd_memory_toc", "{}").unwrap().contains("h-user\th2\n"));
    assert!(!session.path("memory.agd").exists());
    let save = |input: &str| session.call("agd_memory_save", input);
    let tabs =
        r#"{"kind":"x-user","id":"tabs","content":"Tabs, not spaces.\n~~~\nx","desc":"how to\nindent"}"#;
    assert_eq!(save(tabs).unwrap(), "added #tabs (x-user)\n");
    assert_eq!(
        session.read("memory.agd"),
        "@meta title=\"Agent memory\"\n\n@h1 Memory [#root]\n\n@h2 User [#h-user]\n\n\
         @x-user desc=\"how to indent\" [#tabs]\n~~~~\nTabs, not spaces.\n~~~\nx\n~~~~\n\n\
         @h2 Feedback [#h-feedback]\n\n@h2 Project [#h-project]\n\n@h2 Reference [#h-reference]\n"
    );
    let other = save(r#"{"kind":"x-user","id":"tabs","content":"Four spaces."}"#);
    assert_eq!(other.unwrap(), "updated #tabs (x-user)\n");
    assert_eq!(
        session.call("agd_memory_toc", r#"{"kind":"x-user"}"#).unwrap(),
        "tabs\tx-user\thow to indent\n"
    );
    let get = session.call("agd_memory_get", r#"{"ids":["tabs","none"]}"#).unwrap();
    assert!(get.starts_with("@x-user desc=\"how to indent\" [#tabs]\n~~~\nFour spaces.\n~~~\n"), "{get}");
    assert!(get.contains("error: block #none does not exist"), "{get}");
    // A kind without a heading comes after the root.
    assert_eq!(save(r#"{"kind":"x-tool","id":"t","content":""}"#).unwrap(), "added #t (x-tool)\n");
    assert!(session.read("memory.agd").contains("[#root]\n\n@x-tool [#t]\n"));
    let search = |input: &str| session.call("agd_memory_search", input).unwrap();
    assert_eq!(search(r#"{"query":"FOUR"}"#), "tabs\tFour spaces.\n");
    assert!(search(r#"{"query":"FOUR","ignore_case":false}"#).starts_with("no hit"));
    assert!(search(r#"{"query":"four","kind":"x-tool"}"#).starts_with("no hit"));
}

#[test]
fn wrong_names_are_refused_and_nothing_is_written() {
    let session = session();
    for (input, error) in [
        (r#"{"kind":"user","id":"a","content":"b"}"#, "did you mean \"x-user\"?"),
        (r#"{"kind":"x-","id":"a","content":"b"}"#, "invalid kind"),
        (r#"{"kind":"h1","id":"a","content":"b"}"#, "did you mean \"x-h1\"?"),
        (r#"{"kind":"x-user","id":"My note!","content":"b"}"#, "did you mean \"my-note\"?"),
        (r#"{"kind":"x-user","id":"","content":"b"}"#, "did you mean \"note\"?"),
        (r#"{"kind":"x-user","id":"root","content":"b"}"#, "#root is @h1"),
        (r#"{"kind":"x-user","id":"a","content":"b\u0000"}"#, "NUL"),
    ] {
        let found = session.error("agd_memory_save", input);
        assert!(found.contains(error), "{input}: {found}");
    }
    assert!(!session.path("memory.agd").exists());
    assert!(session.error("agd_memory_get", r#"{"id":"rot"}"#).contains("did you mean #root?"));
    fs::write(session.path("memory.agd"), "what is this").unwrap();
    let broken = session.error("agd_memory_save", r#"{"kind":"x-user","id":"a","content":"b"}"#);
    assert!(broken.contains("memory.agd:1:1"), "{broken}");
    assert_eq!(session.read("memory.agd"), "what is this");
}

#[test]
fn saves_at_the_same_time_lose_nothing() {
    let session = session();
    // Each thread is another server on the same file.
    let servers: Vec<Session> =
        (0..20).map(|_| Session::with(|options| options.memory = Some(session.path("memory.agd")))).collect();
    thread::scope(|scope| {
        for (number, server) in servers.iter().enumerate() {
            scope.spawn(move || {
                let input = format!(r#"{{"kind":"x-project","id":"n{number}","content":"{number}"}}"#);
                server.call("agd_memory_save", &input).unwrap();
            });
        }
    });
    let toc = session.call("agd_memory_toc", r#"{"kind":"x-project"}"#).unwrap();
    assert_eq!(toc.lines().count(), 20, "{toc}");
}

#[test]
fn a_long_memory_is_read_in_pages() {
    let session = session();
    let block =
        |n: usize| format!("@x-user desc=\"what is known about number {n}\" [#n{n}]\n~~~\nword {n}\n~~~\n\n");
    fs::write(session.path("memory.agd"), (0..900).map(block).collect::<String>()).unwrap();
    for (tool, query) in [("agd_memory_toc", ""), ("agd_memory_search", r#""query":"word","#)] {
        let (mut seen, mut cursor) = (Vec::new(), 0);
        loop {
            let answer = session.call(tool, &format!(r#"{{{query}"cursor":"{cursor}"}}"#)).unwrap();
            assert!(agmark_tokens::count(&answer) <= 8000, "{tool}");
            seen.extend(answer.lines().filter_map(|line| line.split_once('\t')).map(|(id, _)| id.to_owned()));
            let next = answer
                .lines()
                .last()
                .and_then(|line| line.split('"').nth(1))
                .filter(|_| answer.contains('…'));
            match next {
                Some(next) => cursor = next.parse().unwrap(),
                None => break,
            }
        }
        assert_eq!(seen, (0..900).map(|n| format!("n{n}")).collect::<Vec<_>>(), "{tool}");
    }
}
