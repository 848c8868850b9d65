//! Markdown markers without an equivalent in AGD. They stay in the text as in Markdown: links, images, strikethrough,
//! task boxes, footnotes, templates and HTML elements. A backslash before a marker makes it text.

use std::ops::Range;

use crate::ast::RunKind;

/// The start of a text, where some markers have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStart {
    Heading,
    Paragraph,
    Item,
    QuoteLine,
}

/// A bracket that may open a link or an image.
struct Opener {
    run: usize,
    at: usize,
    image: bool,
}

/// Two tildes.
struct Tildes {
    run: usize,
    at: usize,
    opens: bool,
    closes: bool,
}

/// For each run, the ranges of its text that are copied to Markdown unchanged.
pub fn verbatim(runs: &[(RunKind, &str)], start: TextStart) -> Vec<Vec<Range<usize>>> {
    let mut finder = Finder {
        runs,
        found: vec![Vec::new(); runs.len()],
        openers: Vec::new(),
        closed: 0,
        tildes: Vec::new(),
    };
    for (index, (kind, text)) in runs.iter().enumerate() {
        if matches!(kind, RunKind::Text | RunKind::Bold | RunKind::Italic) {
            finder.run(index, text, start);
        }
    }
    finder.strikes();
    for ranges in &mut finder.found {
        ranges.sort_unstable_by_key(|range| range.start);
    }
    finder.found
}

struct Finder<'a> {
    runs: &'a [(RunKind, &'a str)],
    found: Vec<Vec<Range<usize>>>,
    openers: Vec<Opener>,
    /// A link contains no other link: the number of openers, from the first, that can no longer open one.
    closed: usize,
    tildes: Vec<Tildes>,
}

impl Finder<'_> {
    fn run(&mut self, run: usize, text: &str, start: TextStart) {
        let mut at = if run == 0 { marker_at_start(text, start) } else { 0 };
        if at > 0 {
            self.found[run].push(0..at);
        }
        let last_template = text.rfind("}}").unwrap_or(0);
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let whole = if at < last_template { template(rest) } else { None };
            let whole = whole.or_else(|| element(rest)).or_else(|| footnote(rest));
            at += if let Some(length) = whole {
                self.found[run].push(at..at + length);
                length
            } else if rest.starts_with('\\') && is_mark(&rest[1..]) {
                self.found[run].push(at..at + 2);
                2
            } else if rest.starts_with('[') {
                let image = text[..at].ends_with('!') && !text[..at].ends_with("\\!");
                self.openers.push(Opener { run, at, image });
                1
            } else if rest.starts_with(']') {
                self.close(run, at, rest)
            } else if rest.starts_with('~') {
                self.tildes(run, text, at)
            } else {
                rest.chars().next().map_or(1, char::len_utf8)
            };
        }
    }

    /// A closing bracket. Returns the end of the link.
    fn close(&mut self, run: usize, at: usize, rest: &str) -> usize {
        let Some(opener) = self.openers.pop() else { return 1 };
        let Some(length) = target(rest, Spaces::InTemplates) else { return 1 };
        let text = |run: usize| self.runs[run].0 == RunKind::Text;
        let open = opener.image || self.openers.len() >= self.closed;
        self.closed = self.closed.min(self.openers.len());
        if !open || opener.run != run && !(text(run) && text(opener.run)) {
            return 1;
        }
        self.found[opener.run].push(opener.at - usize::from(opener.image)..opener.at + 1);
        self.found[run].push(at..at + length);
        if !opener.image {
            self.closed = self.openers.len();
        }
        length
    }

    fn tildes(&mut self, run: usize, text: &str, at: usize) -> usize {
        let count = text[at..].bytes().take_while(|byte| *byte == b'~').count();
        if count == 2 {
            let blank = |c: Option<char>, end: bool| c.map_or(end, char::is_whitespace);
            let opens = !blank(text[at + 2..].chars().next(), run + 1 == self.runs.len());
            let closes = !blank(text[..at].chars().next_back(), run == 0);
            self.tildes.push(Tildes { run, at, opens, closes });
        }
        count
    }

    fn strikes(&mut self) {
        let mut open: Option<Tildes> = None;
        for tildes in std::mem::take(&mut self.tildes) {
            let text = |run: usize| self.runs[run].0 == RunKind::Text;
            match &open {
                Some(first)
                    if tildes.closes && (first.run == tildes.run || text(first.run) && text(tildes.run)) =>
                {
                    self.found[first.run].push(first.at..first.at + 2);
                    self.found[tildes.run].push(tildes.at..tildes.at + 2);
                    open = None;
                }
                _ if tildes.opens => open = Some(tildes),
                _ => {}
            }
        }
    }
}

/// The length of a marker that has a meaning at the start of a text only.
fn marker_at_start(text: &str, start: TextStart) -> usize {
    match start {
        TextStart::Item if task(text) => 3,
        TextStart::QuoteLine => alert(text).unwrap_or(0),
        _ => 0,
    }
}

/// Whether a text starts with the box of a task.
pub fn task(text: &str) -> bool {
    let after =
        |mark: &&str| text.strip_prefix(*mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    ["[ ]", "[x]", "[X]"].iter().any(after)
}

/// `[!NOTE]` alone on its line.
fn alert(text: &str) -> Option<usize> {
    let word = text.strip_prefix("[!")?.strip_suffix(']')?;
    (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(text.len())
}

/// `[^name]`.
fn footnote(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("[^")?;
    let length =
        rest.find([']', '[', ' ', '\t', '^']).filter(|at| *at > 0 && rest[*at..].starts_with(']'))?;
    Some(length + 3)
}

/// `{{ … }}`.
fn template(text: &str) -> Option<usize> {
    let end = text.strip_prefix("{{")?.find("}}")?;
    Some(end + 4)
}

/// Text from Markdown, with a backslash before each marker that is text there.
pub fn literal(text: &str) -> String {
    let strikes: Vec<usize> = {
        let mut all = verbatim(&[(RunKind::Text, text)], TextStart::Paragraph).remove(0);
        all.retain(|range| text[range.clone()] == *"~~");
        all.into_iter().map(|range| range.start).collect()
    };
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let mark = match c {
            ']' => target(rest, Spaces::Never).is_some(),
            '<' => element(rest).is_some(),
            '~' => strikes.binary_search(&at).is_ok(),
            _ => false,
        };
        if mark {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether a marker starts here that a backslash can escape.
fn is_mark(text: &str) -> bool {
    target(text, Spaces::Never).is_some() || element(text).is_some() || text.starts_with("~~") || task(text)
}

/// Where the target of a link may have spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spaces {
    Never,
    InTemplates,
}

/// The length of `](target "title")`.
fn target(text: &str, spaces: Spaces) -> Option<usize> {
    let inside = text.strip_prefix("](")?;
    let mut at = destination(inside, spaces)?;
    let after = inside[at..].trim_start_matches(' ');
    if after.len() < inside.len() - at
        && let Some(close) = after.chars().next().filter(|c| matches!(c, '"' | '\''))
    {
        at = inside.len() - after.len() + quoted(after, close)?;
    }
    let rest = inside[at..].trim_start_matches(' ');
    rest.starts_with(')').then(|| text.len() - rest.len() + 1)
}

/// The largest nesting of brackets in an address, so that a text is not read again from each bracket.
const MOST_BRACKETS: usize = 32;

/// The length of the target of a link.
fn destination(text: &str, spaces: Spaces) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('<') {
        let end = inside.find(['<', '>'])?;
        return inside[end..].starts_with('>').then_some(end + 2);
    }
    let (mut at, mut depth, mut templates) = (0, 0_usize, spaces == Spaces::InTemplates);
    while let Some(c) = text[at..].chars().next() {
        if templates && text[at..].starts_with("{{") {
            let length = template(&text[at..]);
            templates = length.is_some();
            at += length.unwrap_or(1);
            continue;
        }
        match c {
            '(' if depth == MOST_BRACKETS => return None,
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            '\\' if text[at + 1..].starts_with(|next: char| next.is_ascii_punctuation()) => at += 1,
            c if c.is_whitespace() || c.is_control() => return (depth == 0).then_some(at),
            _ => {}
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// The length of a quoted text with escapes.
fn quoted(text: &str, close: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c if c == close => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The inline HTML elements. Others, like `<name>`, are words in angle brackets.
const ELEMENTS: &[&str] = &[
    "a", "abbr", "b", "bdo", "br", "center", "cite", "code", "del", "details", "dfn", "div", "em", "figure",
    "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p",
    "picture", "pre", "q", "s", "samp", "small", "source", "span", "strike", "strong", "sub", "summary",
    "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "video", "wbr",
];

/// The length of a tag or a comment of HTML, or of an address in angle brackets.
pub fn element(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    if let Some(comment) = inside.strip_prefix("!--") {
        // Up to the next comment, so that a text is not read again from each comment.
        let comment = &comment[..comment.find("<!--").unwrap_or(comment.len())];
        return comment.find("-->").filter(|end| !comment[..*end].contains('\n')).map(|end| end + 7);
    }
    if let Some(end) = address(inside) {
        return Some(end + 2);
    }
    let closing = inside.starts_with('/');
    let name_at = usize::from(closing);
    let length = inside[name_at..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = &inside[name_at..name_at + length];
    ELEMENTS.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    let mut rest = &inside[name_at + length..];
    while let Some(after) = attribute(rest).filter(|_| !closing) {
        rest = after;
    }
    let rest = rest.trim_start_matches(' ');
    let rest = rest.strip_prefix('/').filter(|_| !closing).unwrap_or(rest);
    rest.starts_with('>').then(|| text.len() - rest.len() + 1)
}

/// The text after an HTML attribute and the space before it.
fn attribute(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(' ')?.trim_start_matches(' ');
    let name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.' | b'-');
    let length = rest.bytes().take_while(|byte| name(*byte)).count();
    if !rest.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':')) {
        return None;
    }
    let rest = &rest[length..];
    let Some(value) = rest.strip_prefix('=') else { return Some(rest) };
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = value[1..].find(quote)?;
        return Some(&value[end + 2..]);
    }
    let end = value.find([' ', '"', '\'', '=', '<', '>', '`', '\t'])?;
    (end > 0).then(|| &value[end..])
}

/// The length of an address before a `>`.
fn address(text: &str) -> Option<usize> {
    let end = text.find(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>'))?;
    let address = Some(&text[..end]).filter(|_| text[end..].starts_with('>'))?;
    let letters = |word: &str, others: &[u8]| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || others.contains(&byte))
    };
    let scheme = address.split_once(':').is_some_and(|(scheme, _)| {
        (2..=32).contains(&scheme.len())
            && letters(scheme, b"+.-")
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    let mail = address
        .split_once('@')
        .is_some_and(|(user, host)| letters(user, b".!#$%&'+/=?^_{|}~-") && letters(host, b".-"));
    (scheme || mail).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: TextStart) -> Vec<&str> {
        let found = verbatim(&[(RunKind::Text, text)], start).remove(0);
        found.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn marks_are_found() {
        for (text, marks) in [
            (
                "see [a b](http://x/(y)?q=1 \"t\\\" u\") end",
                &["[", "](http://x/(y)?q=1 \"t\\\" u\")"] as &[&str],
            ),
            ("[![a](b.svg)](c)", &["[", "![", "](b.svg)", "](c)"]),
            ("[a [b](c) d](e)", &["[", "](c)"]),
            ("[a]({{ site.url }}/x)", &["[", "]({{ site.url }}/x)"]),
            ("[a] (b) [c](d e) x](y)", &[]),
            ("a ~~b c~~ d ~~ e ~~ ~f~", &["~~", "~~"]),
            ("{{ if .x }}[^1] [^a b]", &["{{ if .x }}", "[^1]"]),
            (
                "<br> <BR /> </kbd> <img src=\"a b\" width=1> <name> a < b",
                &["<br>", "<BR />", "</kbd>", "<img src=\"a b\" width=1>"],
            ),
            ("<http://a.b/c> <me@a.b> <!-- x --> <a:b>", &["<http://a.b/c>", "<me@a.b>", "<!-- x -->"]),
            ("\\<br> \\~~a~~ [a\\](b)", &["\\<", "\\~", "\\]"]),
            ("[x] done", &[]),
        ] {
            assert_eq!(shown(text, TextStart::Paragraph), marks, "{text}");
        }
        assert_eq!(shown("[x] done [ ] ", TextStart::Item), ["[x]"]);
        assert_eq!(shown("\\[x] done", TextStart::Item), ["\\["]);
        assert_eq!(shown("[x]", TextStart::Item), ["[x]"]);
        assert_eq!(shown("[!NOTE]", TextStart::QuoteLine), ["[!NOTE]"]);
    }

    #[test]
    fn marks_reach_over_runs() {
        let runs = [
            (RunKind::Text, "~~["),
            (RunKind::Code, "]("),
            (RunKind::Text, "](b)~~"),
            (RunKind::Bold, "](c)"),
        ];
        assert_eq!(verbatim(&runs, TextStart::Heading), [vec![0..2, 2..3], vec![], vec![0..4, 4..6], vec![]]);
    }

    #[test]
    fn text_that_looks_like_a_mark_gets_a_backslash() {
        for (text, expected) in [
            ("[a](b) <br> ~~x~~ ~~ y", "[a\\](b) \\<br> \\~~x\\~~ ~~ y"),
            ("a[0] (b) <name> é", "a[0] (b) <name> é"),
        ] {
            assert_eq!(literal(text), expected);
        }
    }
}
