//! What a client knows: its own text of every document, kept by the simplest means there are.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// In the texts of a session these stand for the two halves of an emoji, each by itself: JSON can carry a half,
/// a text in Rust cannot.
pub const HALVES: [char; 2] = ['\u{e000}', '\u{e001}'];

/// An open document.
pub struct Doc {
    pub text: String,
    pub version: i64,
    /// A change was sent that cannot be read: the server does not know the text.
    pub lost: bool,
}

/// A session, seen from the client.
pub struct Model {
    pub encoding: String,
    pub docs: BTreeMap<String, Doc>,
    pub disk: BTreeMap<String, String>,
    pub settings: Value,
}

impl Model {
    pub fn new(encoding: &str) -> Self {
        let (docs, disk) = (BTreeMap::new(), BTreeMap::new());
        Self { encoding: encoding.to_owned(), docs, disk, settings: json!({}) }
    }

    /// Applies changes as the protocol has them.
    pub fn change(&mut self, file: &str, changes: &Value) {
        let Some(doc) = self.docs.get_mut(file) else { return };
        for change in changes.as_array().into_iter().flatten() {
            let with = plain(change["text"].as_str().unwrap_or_default());
            match change.get("range") {
                None => (doc.text, doc.lost) = (with, false),
                Some(_) if doc.lost => {}
                Some(range) => doc.text = spliced(&doc.text, range, &with, &self.encoding),
            }
        }
    }
}

/// The text that a server has of a text with halves.
pub fn plain(text: &str) -> String {
    text.replace("\u{e000}\u{e001}", "😀").replace(HALVES, "\u{fffd}")
}

fn spliced(text: &str, range: &Value, with: &str, encoding: &str) -> String {
    if encoding == "utf-16" {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        let of = |c: u16| char::from_u32(u32::from(c)).unwrap_or('x');
        let [a, b] = places(&units, range, |units| units.iter().map(|u| of(*u)).collect());
        units.splice(a..b, with.encode_utf16());
        return String::from_utf16_lossy(&units);
    }
    let chars: Vec<char> = text.chars().collect();
    let places = |[a, b]: [usize; 2]| {
        chars[..a].iter().chain(&with.chars().collect::<Vec<_>>()).chain(&chars[b..]).collect::<String>()
    };
    if encoding == "utf-32" {
        return places(self::places(&chars, range, <[char]>::to_vec));
    }
    // A column in UTF-8 counts bytes; one inside of a character is its start.
    let width = |c: &char| c.len_utf8() as u64;
    let ends = line_starts(&chars);
    let place = |at: &Value| {
        let Some(&start) = usize::try_from(number(at, "line")).ok().and_then(|line| ends.get(line)) else {
            return chars.len();
        };
        let mut left = number(at, "character");
        let on_line = chars[start..].iter().take_while(|c| !matches!(c, '\n' | '\r'));
        let fits = on_line.take_while(|c| {
            width(c) <= left && {
                left -= width(c);
                true
            }
        });
        start + fits.count()
    };
    let (a, b) = (place(&range["start"]), place(&range["end"]));
    places([a.min(b), a.max(b)])
}

/// The offsets of a range, in order, in a text of units.
fn places<T: Copy>(units: &[T], range: &Value, chars: impl Fn(&[T]) -> Vec<char>) -> [usize; 2] {
    let chars = chars(units);
    let starts = line_starts(&chars);
    let place = |at: &Value| {
        let Some(&start) = usize::try_from(number(at, "line")).ok().and_then(|line| starts.get(line)) else {
            return units.len();
        };
        let length = chars[start..].iter().take_while(|c| !matches!(c, '\n' | '\r')).count();
        start + length.min(usize::try_from(number(at, "character")).unwrap_or(usize::MAX))
    };
    let (a, b) = (place(&range["start"]), place(&range["end"]));
    [a.min(b), a.max(b)]
}

/// Lines end at LF, CRLF and CR.
pub fn line_starts(chars: &[char]) -> Vec<usize> {
    let ends = |i: &usize| chars[*i] == '\n' || (chars[*i] == '\r' && chars.get(i + 1) != Some(&'\n'));
    std::iter::once(0).chain((0..chars.len()).filter(ends).map(|i| i + 1)).collect()
}

fn number(at: &Value, key: &str) -> u64 {
    at[key].as_u64().unwrap_or_default()
}
