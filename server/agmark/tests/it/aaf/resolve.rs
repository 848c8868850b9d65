//! `agmark aaf resolve`.

use expect_test::expect;

use super::site;

#[test]
fn resolution_on_a_page() {
    let run = |args: &[&str]| {
        site().run(&[&["aaf", "resolve", "book.html", "--action", "table.book"], args].concat()).to_string()
    };
    expect![[r#"
        book.html:3:3: field "day" of the action at book.html:2:1, in the action's element: <input type="date" required data-agent-kind="field" data-agent-field="day">
        book.html:4:3: field "twice" of the action at book.html:2:1, in the action's element: <input data-agent-kind="field" data-agent-field="twice">
        book.html:8:1: field "mail" of the action at book.html:2:1, by data-agent-for-action: <input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.boo…
        book.html:6:3: status of the action at book.html:2:1, in the action's element: <p data-agent-kind="status" data-agent-output="table.book.status">
        2> warning: field "twice" of the action at book.html:2:1 is ambiguous: also at book.html:5:3
        exit 0
    "#]].assert_eq(&run(&[]));
    expect![[r#"
        book.html:8:1: field "mail" of the action at book.html:2:1, by data-agent-for-action: <input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.boo…
        exit 0
    "#]].assert_eq(&run(&["--field", "mail"]));
    expect![[r#"
        2> error: book.html: field "loose" of the action at book.html:2:1 is absent
        exit 1
    "#]]
    .assert_eq(&run(&["--field", "loose"]));
    expect![[r#"
        2> error: field "twice" of the action at book.html:2:1 is ambiguous: at book.html:4:3, book.html:5:3
        exit 1
    "#]]
    .assert_eq(&run(&["--field", "twice", "--strict"]));
}
