//! The pages in Markdown.

/// The lines of a page outside of code blocks and of comments with tests, each with its number from 1.
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut end: Option<&str> = None;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match end {
            Some(mark) if line == mark => end = None,
            Some(_) => {}
            // A block ends with as many backticks as it starts with.
            None if ticks >= 3 => end = Some(&line[..ticks]),
            None if line == "<!-- test" => end = Some("-->"),
            None => lines.push((index + 1, line)),
        }
    }
    lines
}

#[test]
fn code_and_tests_are_not_prose() {
    let page = "a\n````agd\n```\nb\n```\n````\nc\n```\nd\n```\n<!-- test\n$ e\n-->\nf\n";
    assert_eq!(prose(page), [(1, "a"), (7, "c"), (14, "f")]);
}
