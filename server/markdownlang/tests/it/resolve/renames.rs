//! Renames.

use agmark_markdownlang::Markdownlang;
use agmark_syntax::Format;

use super::{CALLER, TRIP, at, meaning, program, renamed, split};

#[test]
fn every_rename_leaves_a_program_that_means_the_same() {
    for (word, n) in [("place", 0), (".sky", 0), ("city: {", 0), (".name }} of", 0), ("days:", 0)] {
        let after = renamed(&[("trip.md", &at(TRIP, word, n))], "renewed");
        assert!(after["trip.md"].matches("renewed").count() > 2, "{word}: {}", after["trip.md"]);
    }
}

#[test]
fn names_that_stand_beside_are_taken() {
    let (texts, at) = split(&[("trip.md", &at(TRIP, ".sky", 0))]);
    let found = meaning(&texts, at + 1).expect("a name");
    let taken: Vec<&str> = found.taken.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(taken, ["host"]);
    assert!(Markdownlang.check_name(&found.name, "true").is_err());
    assert!(Markdownlang.check_name(&found.name, "a b").is_err());
}

#[test]
fn any_name_can_be_renamed_from_any_place() {
    let (north, south) = (program("find-north", "town"), program("find-south", "town"));
    let caller = [("plan.md", CALLER), ("north/hotel.md", &north), ("south/hotel.md", &south)];
    let callee = [("north/hotel.md", north.as_str()), ("plan.md", CALLER), ("south/hotel.md", &south)];
    let mut count = 0;
    for files in [[("trip.md", TRIP)].as_slice(), &caller, &callee] {
        let (path, text) = files[0];
        let mut last = None;
        for (offset, _) in text.char_indices() {
            let marked = format!("{}‸{}", &text[..offset], &text[offset..]);
            let all = [&[(path, marked.as_str())], &files[1..]].concat();
            let (texts, at) = split(&all);
            let span = meaning(&texts, at).map(|found| found.span);
            if span.is_some() && span != last {
                renamed(&all, "renewed");
                count += 1;
            }
            last = span.or(last);
        }
    }
    assert!(count > 60, "{count}");
}
