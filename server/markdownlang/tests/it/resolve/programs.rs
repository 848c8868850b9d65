//! Programs with their callers, and servers.

use expect_test::{Expect, expect};

use super::{CALLER, at, check, meaning, program, renamed, shown, split};

#[test]
fn callers_are_known_by_the_paths_of_their_imports() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let others = [("north/hotel.md", north.as_str()), ("south/hotel.md", south.as_str())];
    let from = |marked: &str, expected: Expect| {
        check(&[[("plan.md", marked)].as_slice(), &others].concat(), expected);
    };
    from(
        &at(CALLER, "find-north", 0),
        expect![[r#"
            program find-north
            def north/hotel.md 2:7 find-north
            use plan.md 8:6 find-north
            use plan.md 10:5 find-north
        "#]],
    );
    let norths = shown(&[[("plan.md", at(CALLER, "town=", 0).as_str())].as_slice(), &others].concat());
    expect![[r#"
        input town
        def north/hotel.md 4:56 town
        use north/hotel.md 4:35 town
        use north/hotel.md 7:5 town
        use plan.md 8:22 town
        use plan.md 12:3 town
    "#]]
    .assert_eq(&norths);
    from(
        &at(CALLER, "`town`", 0),
        expect![[r#"
            input town
            def south/hotel.md 4:56 town
            use plan.md 8:63 town
            use south/hotel.md 4:35 town
            use south/hotel.md 7:5 town
        "#]],
    );
    // The same from the program's side.
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let same = shown(&[[("north/hotel.md", at(&north, ".town", 0).as_str())].as_slice(), &files].concat());
    assert_eq!(same, norths);
    check(
        &[[("north/hotel.md", at(&north, "rooms: {", 0).as_str())].as_slice(), &files].concat(),
        expect![[r#"
            input rooms
            def north/hotel.md 4:80 rooms
            use north/hotel.md 7:17 rooms
            use plan.md 13:5 rooms
        "#]],
    );
    // Neither a common word nor the name of a file is a call.
    from(&at(CALLER, "hotel in", 0), expect![""]);
}

#[test]
fn renames_reach_callers() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let after =
        renamed(&[[("north/hotel.md", at(&north, ".town", 0).as_str())].as_slice(), &files].concat(), "city");
    assert_eq!(after["south/hotel.md"], south);
    assert!(after["plan.md"].contains("find-north with city={{ .place }}, then find-south with `town`"));
    assert!(after["plan.md"].contains("- city: {{ .place }}"));
    let after = renamed(
        &[[("north/hotel.md", at(&north, "find-north", 0).as_str())].as_slice(), &files].concat(),
        "northern",
    );
    assert!(after["plan.md"].contains("Call northern with town="), "{}", after["plan.md"]);
    assert!(after["plan.md"].contains("For northern give:"));
    assert!(after["plan.md"].contains("find-north.md"));
    // Two tools of one name would not do.
    let files = [("plan.md", CALLER), ("south/hotel.md", south.as_str())];
    let marked = at(&north, "find-north", 0);
    let (texts, at) = split(&[[("north/hotel.md", marked.as_str())].as_slice(), &files].concat());
    let found = meaning(&texts, at).expect("a name");
    assert!(found.taken.iter().any(|(name, _)| name == "find-south"), "{:?}", found.taken);
}

#[test]
fn all_of_a_tools_name_leads_to_its_server() {
    let text = "---\nname: x\ndescription: d\ninput: {}\noutput: {}\nmcp_servers: [{ name: maps, command: npx }, { name: cars, command: npx }]\n---\nUse mcp__maps__route, then mcp__cars__rent and mcp__maps__show.\n";
    let expected = "server maps\ndef x.md 6:23 maps\nuse x.md 8:10 maps\nuse x.md 8:53 maps\n";
    for word in ["mcp__maps__route", "maps__route", "route"] {
        assert_eq!(shown(&[("x.md", &at(text, word, 0))]), expected, "{word}");
    }
    let (texts, at) = split(&[("x.md", &at(text, "maps__", 0))]);
    let found = meaning(&texts, at).expect("a name");
    assert!(found.taken.iter().any(|(name, _)| name == "cars"), "{:?}", found.taken);
    assert!(renamed(&[("x.md", &self::at(text, "show", 0))], "charts")["x.md"].contains("mcp__charts__show"));
}
