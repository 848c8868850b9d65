//! Decides from its first lines whether a text can be ANML. Other languages use the ending `.anml` too: one for
//! planning, one for automata.

use agmark_syntax::detection::{Sign, is_code};

use crate::syntax::chars::{Rest, is_ref, rest, role, run, trim};
use crate::syntax::front_line::is_fence;
use crate::syntax::line::{Head, Kind, is_aria};
use crate::vocabulary;

/// What a line tells.
pub fn sign(line: &str) -> Sign {
    let head = Head::of(line);
    let content = trim(line.get(head.content..).unwrap_or(""));
    let own = match head.kind {
        Kind::Content | Kind::Row | Kind::Summary => true,
        Kind::Element => is_element(content) || (head.sign.is_some() && is_aria(content)),
        Kind::Other => is_fence(line) || (head.sign.is_some() && is_aria(content)),
    };
    if own {
        Sign::Own
    } else if is_code(line) {
        Sign::Foreign
    } else {
        Sign::Unclear
    }
}

/// What a line of a script tells: one that begins with a verb is its own.
pub fn script_sign(line: &str) -> Sign {
    let verb = line.split_whitespace().next().unwrap_or("");
    if line.starts_with('#') || vocabulary::VERBS.iter().any(|known| known.name == verb) {
        Sign::Own
    } else if is_code(line) {
        Sign::Foreign
    } else {
        Sign::Unclear
    }
}

/// Whether a line can only be an element: a role of the vocabulary alone or before other parts, or a role with a ref.
fn is_element(content: &str) -> bool {
    let bytes = content.as_bytes();
    let (length, good) = role(bytes);
    let behind = &bytes[length..];
    if !good {
        return false;
    }
    if let Some(b'#') = behind.first() {
        let end = length + 1 + run(&behind[1..], |byte| byte.is_ascii_alphanumeric());
        return is_ref(&content[length + 1..end]);
    }
    let is_known = vocabulary::role(vocabulary::base(&content[..length])).is_some();
    match rest(behind) {
        Rest::Nothing => is_known,
        Rest::Element => is_known || !is_code(content),
        Rest::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::Format;

    use crate::{Anml, Script};

    #[test]
    fn other_languages_are_not_anml() {
        for text in [
            // Planning.
            "type Location;\nfluent boolean free(Robot r);\naction move(Robot r) {\n   [start] free(r);\n};\n",
            "/*\n * Domain of the dock workers\n */\ninclude \"base.anml\";\ninstance Robot r1, r2;\n",
            "// Robots\n\nresource truck;\nvariable boolean open;\n\nclass Dock {\n}\n",
            "[start] {\n  at(r1) := dock;\n};\n",
            "function integer distance(Location a, Location b);\n",
            // Automata.
            "<?xml version=\"1.0\"?>\n<anml version=\"1.0\">\n  <automata-network id=\"x\">\n",
            "{\n  \"main\": [\n    \"button\"\n  ]\n}\n",
        ] {
            assert!(!Anml.accepts(text), "{text}");
        }
    }

    #[test]
    fn snapshots_are_anml_however_broken() {
        for text in [
            "",
            "\n",
            "ma",
            "main\n",
            "---\nurl: https://library.example/\n",
            "button#e1 \"Go\" style=a;\n",
            "<\nmain\n  button#e1 \"Go\"\n",
            "- button \"Send\" [ref=e1]\n- /url: x\n",
            "- heading \"Find a book\" [level=1]\n  - text: {\n",
            "code\n  > function f() {\n  >   return 1;\n  > }\n",
            "Welcome to our shop\nmenu\n",
            "browser:button \"Back\"\n",
            "widget \"Clock\"\n",
            "+ item#e12 \"hello\"\n- dialog#e8\n",
            "\u{feff}| a | b |\n",
        ] {
            assert!(Anml.accepts(text), "{text}");
        }
    }

    #[test]
    fn scripts_of_other_languages() {
        assert!(!Script.accepts("<script>\nlet a = 1;\n</script>\n"));
        for text in ["", "# a\nclick #e1\n", "click", "fill #e1 \"a;\"\n"] {
            assert!(Script.accepts(text), "{text}");
        }
    }
}
