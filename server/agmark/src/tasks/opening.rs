//! How an open document starts. Whether actions are offered depends on it alone, so that an offer costs the same in
//! documents of all sizes.

use agmark_markdownlang::Program;
use agmark_syntax::Text;
use serde_json::Value;

/// The text to the end of the front matter; without front matter, to the end of the first line with content.
pub fn opening(text: &Text) -> String {
    let mut opening = String::new();
    let mut in_front_matter = false;
    for line in 0..text.line_count() {
        let content = text.slice(text.line_range(line));
        let content = content.trim_end();
        opening.push_str(content);
        opening.push('\n');
        match content.trim_start_matches('\u{feff}') {
            "" => {}
            "---" if !in_front_matter => in_front_matter = true,
            "---" => break,
            _ if in_front_matter => {}
            _ => break,
        }
    }
    opening
}

/// Whether a text, of which the front matter is enough, is a program: it has an input or an output.
pub fn is_program(text: &str) -> bool {
    let program = Program::read(text);
    program.input != Value::Bool(true) || program.output != Value::Bool(true)
}

#[cfg(test)]
mod tests {
    use agmark_syntax::Text;

    use super::{is_program, opening};

    #[test]
    fn the_opening_ends_with_the_front_matter() {
        for (text, expected) in [
            ("---\na: 1\n---\nbody\n", "---\na: 1\n---\n"),
            ("\u{feff}---\r\na: 1\r\n---\r\nbody\r\n", "\u{feff}---\na: 1\n---\n"),
            ("\n# Title\nbody\n---\n", "\n# Title\n"),
            ("---\na: 1\n", "---\na: 1\n\n"),
            ("", "\n"),
            (" \n\n", "\n\n\n"),
        ] {
            assert_eq!(opening(&Text::new(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn the_front_matter_tells_a_program() {
        let program = "---\nname: p\ninput: { type: object }\n---\n";
        let long = format!("{program}{}", "{{ .a }} and {{ if .b }}\n".repeat(10_000));
        assert!(is_program(&opening(&Text::new(&long))));
        assert!(opening(&Text::new(&long)).len() <= program.len());
        assert!(!is_program(&opening(&Text::new("---\nname: p\n---\ninput: { type: object }\n"))));
    }
}
