use agmark_syntax::{Awaits, Diagnostic, FixKind, Rule, Severity};

use super::*;

static RULE: Rule = Rule {
    code: "x/y",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "",
    help: "",
    bad: &[],
    good: &[],
};

/// A typing in a document without diagnostics. Each splice is a change.
fn typed(splices: &[(usize, usize, &str)]) -> Typing {
    let mut typing = Typing::new(None);
    for (change, (start, end, text)) in splices.iter().enumerate() {
        let splice = Splice { start: *start, end: *end, text: (*text).to_owned() };
        typing.note(change as u64 + 1, &splice);
    }
    typing
}

/// A workspace without diagnostics, in which all or no words are unfinished.
struct Words(bool);

impl TypingContext for Words {
    fn findings(&self, _: &Document) -> Findings {
        Findings::default()
    }
    fn is_unfinished_word(&self, _: Option<&Document>, _: usize) -> bool {
        self.0
    }
}

/// The messages of the shown diagnostics.
fn messages(typing: &Typing, text: &str, findings: Vec<Diagnostic>) -> Vec<String> {
    let shown = typing.shown(&Text::new(text), findings.into(), &Words(false));
    shown.iter().map(|finding| finding.message().to_owned()).collect()
}

/// The messages of the shown diagnostics at these places.
fn shown(typing: &Typing, text: &str, findings: &[(usize, &str)]) -> Vec<String> {
    let findings = findings.iter().map(|(at, message)| RULE.at(Span::at(*at), *message)).collect();
    messages(typing, text, findings)
}

#[test]
fn what_is_new_on_a_typed_line_waits_and_so_does_what_may_follow_from_it() {
    let text = "one\n\ntwo\nthree\n";
    let typing = typed(&[(5, 5, "t")]);
    assert_eq!(shown(&typing, text, &[(1, "elsewhere")]), ["elsewhere"]);
    assert_eq!(shown(&typing, text, &[(10, "next line")]), [] as [&str; 0]);
    assert_eq!(shown(&typing, text, &[(1, "elsewhere"), (5, "here")]), [] as [&str; 0]);
    assert!(typing.stop(Pause::Short));
    assert_eq!(shown(&typing, text, &[(1, "elsewhere"), (5, "here")]), ["elsewhere", "here"]);
    assert!(!typed(&[(5, 5, "t")]).stop(Pause::Short));
}

/// Whether a diagnostic in `one` that awaits text in `awaited` is shown after a short pause.
fn after_a_pause(typing: &Typing, awaited: Awaits) -> bool {
    let text = "one\n\ntwo\nthree\n";
    typing.stop(Pause::Short);
    let finding = RULE.at(Span::new(0, 3), "unfinished").awaiting(awaited);
    !messages(typing, text, vec![finding]).is_empty()
}

#[test]
fn what_is_about_text_that_is_being_written_waits_for_a_long_pause() {
    let one = (2, 2, "e");
    let typing = typed(&[one, (5, 5, "t")]);
    assert!(!after_a_pause(&typing, Awaits::After));
    assert!(typing.stop(Pause::Long));
    assert!(after_a_pause(&typing, Awaits::After));
    assert!(!after_a_pause(&typed(&[one, (5, 5, "t")]), Awaits::Within(Span::new(0, 4))));
    assert!(after_a_pause(&typed(&[one, (7, 7, "o")]), Awaits::Within(Span::new(0, 4))));
    // All edits of the last change count.
    let mut two = typed(&[one]);
    two.note(1, &Splice { start: 9, end: 9, text: "t".to_owned() });
    assert!(!after_a_pause(&two, Awaits::Within(Span::new(0, 4))));
    // Text that was there before is not unfinished.
    assert!(after_a_pause(&typed(&[(5, 5, "t")]), Awaits::After));
}

#[test]
fn what_is_at_the_end_of_a_word_that_goes_on_waits_for_a_long_pause() {
    let shown = |end: u32, look: Words| {
        let typing = typed(&[(5, 5, "t"), (6, 6, "w")]);
        typing.stop(Pause::Short);
        let found = vec![RULE.at(Span { start: 5, end }, "unknown word")];
        !typing.shown(&Text::new("one\n\ntwo\n"), found.into(), &look).is_empty()
    };
    assert!(!shown(7, Words(true)));
    assert!(shown(7, Words(false)));
    assert!(shown(6, Words(true)));
}

#[test]
fn what_was_pasted_is_not_unfinished() {
    assert!(after_a_pause(&typed(&[(0, 0, "one\n\ntwo\n")]), Awaits::After));
    assert!(!after_a_pause(&typed(&[(2, 2, "e"), (3, 3, "\n\n")]), Awaits::After));
    // Text elsewhere still waits.
    assert!(!after_a_pause(&typed(&[(2, 2, "e"), (5, 5, "two\nthree\n")]), Awaits::After));
}

#[test]
fn what_waited_for_a_long_pause_is_still_new_in_the_next_burst() {
    let text = "one\n\ntwo\nthree\n";
    let finding = || vec![RULE.at(Span::new(0, 3), "unfinished").awaiting(Awaits::After)];
    let mut typing = typed(&[(2, 2, "e")]);
    for change in 10..13 {
        assert_eq!(messages(&typing, text, finding()), [] as [&str; 0]);
        typing.stop(Pause::Short);
        assert_eq!(messages(&typing, text, finding()), [] as [&str; 0]);
        typing = typing.going_on(None);
        typing.note(change, &Splice { start: 9, end: 9, text: "t".to_owned() });
    }
}
