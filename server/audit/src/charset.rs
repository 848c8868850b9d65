//! Decodes a page as browsers do: by its byte order mark, then by the header, then by its `meta` element. UTF-8, UTF-16
//! and the Latin encodings are supported. In all other encodings annotations are ASCII, so that only other letters are
//! lost.

/// Bytes of a page that are searched for its encoding (HTML, 13.2.3.2).
const PRESCAN_BYTES: usize = 1024;

/// The characters of the bytes 0x80 to 0x9f in windows-1252. Most pages that name ISO-8859-1 use it.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The differences between ISO-8859-15 and ISO-8859-1.
const LATIN_9: [(u8, char); 8] =
    [(0xa4, '€'), (0xa6, 'Š'), (0xa8, 'š'), (0xb4, 'Ž'), (0xb8, 'ž'), (0xbc, 'Œ'), (0xbd, 'œ'), (0xbe, 'Ÿ')];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
    Latin9,
    /// Any other encoding.
    Other,
}

/// Decodes a page; `stated` is the value of the header `Content-Type`, if there is one.
pub fn decode(bytes: &[u8], stated: Option<&str>) -> String {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => return String::from_utf8_lossy(rest).into_owned(),
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    let by_server =
        stated.and_then(|stated| parameter(&stated.to_ascii_lowercase()).and_then(|label| named(&label)));
    let by_page = || match written(bytes) {
        // A page whose `meta` element can be read as ASCII is not UTF-16.
        Some(Encoding::Utf16Le | Encoding::Utf16Be) => Some(Encoding::Utf8),
        found => found,
    };
    match by_server.or_else(by_page) {
        Some(Encoding::Utf16Le) => utf16(bytes, u16::from_le_bytes),
        Some(Encoding::Utf16Be) => utf16(bytes, u16::from_be_bytes),
        Some(Encoding::Windows1252) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
        Some(Encoding::Latin9) => bytes.iter().map(|byte| latin_9(*byte)).collect(),
        Some(Encoding::Utf8 | Encoding::Other) => String::from_utf8_lossy(bytes).into_owned(),
        // No encoding is named: UTF-8 if it is valid, else the default of browsers.
        None => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
        },
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let mut text: String = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if !odd.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS.get(usize::from(byte - 0x80)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
        byte => char::from(byte),
    }
}

fn latin_9(byte: u8) -> char {
    LATIN_9.iter().find(|(other, _)| *other == byte).map_or_else(|| char::from(byte), |(_, letter)| *letter)
}

/// The encoding of a label, as in `charset=…`.
fn named(label: &str) -> Option<Encoding> {
    Some(match label {
        "" => return None,
        "utf-8" | "utf8" | "unicode-1-1-utf-8" => Encoding::Utf8,
        "utf-16" | "utf-16le" => Encoding::Utf16Le,
        "utf-16be" => Encoding::Utf16Be,
        "iso-8859-1" | "iso8859-1" | "latin1" | "l1" | "ascii" | "us-ascii" | "windows-1252" | "cp1252"
        | "x-cp1252" => Encoding::Windows1252,
        "iso-8859-15" | "iso8859-15" | "latin9" | "l9" => Encoding::Latin9,
        _ => Encoding::Other,
    })
}

/// The value of `charset` in a header or a `meta` element, in lowercase.
fn parameter(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("charset")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let end = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '>' | '/'))
        .unwrap_or(rest.len());
    rest.get(..end).map(str::to_owned)
}

/// The encoding in the `meta` element of a page.
fn written(bytes: &[u8]) -> Option<Encoding> {
    let head = bytes.get(..PRESCAN_BYTES.min(bytes.len())).unwrap_or_default();
    let head: String = head.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    head.split("<meta").skip(1).find_map(|rest| named(&parameter(rest.split('>').next().unwrap_or(""))?))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_encoding_is_found() {
        let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let big = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        let html = |stated: &str| Some(format!("text/html; charset={stated}"));
        for (bytes, stated, expected) in [
            ("é€".as_bytes().to_vec(), None, "é€"),
            ([b"\xef\xbb\xbf".as_slice(), "é".as_bytes()].concat(), html("iso-8859-1"), "é"),
            ([b"\xff\xfe".to_vec(), utf16("é<p>")].concat(), None, "é<p>"),
            ([b"\xfe\xff".to_vec(), big("é<p>")].concat(), None, "é<p>"),
            (utf16("<p>"), html("UTF-16LE"), "<p>"),
            (b"caf\xe9 \x80".to_vec(), html("ISO-8859-1"), "café €"),
            (b"caf\xe9 \xa4".to_vec(), html("\"iso-8859-15\""), "café €"),
            (b"caf\xe9".to_vec(), None, "café"),
            (b"<META charset='latin1'>caf\xe9".to_vec(), None, "<META charset='latin1'>café"),
            (
                b"<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>\x93".to_vec(),
                None,
                "<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>“",
            ),
            // The header has priority, and UTF-16 in a page that can be read as ASCII is UTF-8.
            ("<meta charset=latin1>é".as_bytes().to_vec(), html("utf-8"), "<meta charset=latin1>é"),
            ("<meta charset=utf-16>é".as_bytes().to_vec(), None, "<meta charset=utf-16>é"),
            (
                b"<p data-agent-kind=item>\x82\xa0".to_vec(),
                html("shift_jis"),
                "<p data-agent-kind=item>\u{fffd}\u{fffd}",
            ),
            (vec![0xff, 0xfe, b'a', 0, b'b'], None, "a\u{fffd}"),
        ] {
            assert_eq!(decode(&bytes, stated.as_deref()), expected, "{bytes:?} {stated:?}");
        }
    }
}
