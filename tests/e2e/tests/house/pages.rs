//! The pages in Markdown.

/// The lines of a page outside of code blocks and of comments with tests, each with its number from 1.
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut end: Option<&str> = None;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match end {
            Some(mark) if line == mark => end = None,
            Some(_) => {}
            None if line.starts_with("```") => end = Some("```"),
            None if line == "<!-- test" => end = Some("-->"),
            None => lines.push((index + 1, line)),
        }
    }
    lines
}
