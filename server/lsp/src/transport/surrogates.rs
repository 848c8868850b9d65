//! Replaces lone surrogates. An editor that counts in UTF-16 may send one half of an emoji, which JSON can contain but
//! a Rust string cannot. Each half becomes U+FFFD, which is also one UTF-16 unit, so that positions do not change.

/// Replaces each lone surrogate in a JSON text in place: an escape with an escape, and three raw bytes (which are not
/// valid UTF-8) with three others.
pub fn replace(json: &mut [u8]) {
    if std::str::from_utf8(json).is_err() {
        raw(json);
    }
    let escaped = |high: &u8| matches!(high, b'd' | b'D');
    let finder = memchr::memmem::find_iter(json, b"\\u");
    let mut any = false;
    for at in finder {
        any |= json.get(at + 2).is_some_and(escaped);
    }
    if any {
        escapes(json);
    }
}

fn raw(bytes: &mut [u8]) {
    let mut from = 0;
    while let Some(found) = memchr::memchr(0xed, bytes.get(from..).unwrap_or_default()) {
        let at = from + found;
        if let Some([_, 0xa0..=0xbf, 0x80..=0xbf]) = bytes.get(at..at + 3) {
            bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
        from = at + 1;
    }
}

fn escapes(json: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', json.get(at..).unwrap_or_default()) {
        at += found;
        let Some(unit) = unit(json, at) else {
            // Another escape: skip the character after the backslash.
            at += 2;
            continue;
        };
        let low = |unit: Option<u16>| unit.is_some_and(|u| (0xdc00..0xe000).contains(&u));
        if (0xd800..0xdc00).contains(&unit) && low(self::unit(json, at + 6)) {
            at += 12;
            continue;
        }
        if (0xd800..0xe000).contains(&unit) {
            json[at + 2..at + 6].copy_from_slice(b"fffd");
        }
        at += 6;
    }
}

/// The unit of the escape `\uXXXX` at `at`.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = json.get(at..at + 6)? else { return None };
    let digits = std::str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(json: &str, want: &str) {
        let mut bytes = json.as_bytes().to_vec();
        super::replace(&mut bytes);
        assert_eq!(String::from_utf8(bytes).as_deref(), Ok(want));
        assert!(serde_json::from_str::<String>(want).is_ok(), "{want}");
    }

    #[test]
    fn a_half_character_becomes_a_replacement_character() {
        check(r#""\ud83d""#, r#""\ufffd""#);
        check(r#""\uDE00x""#, r#""\ufffdx""#);
        check(r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#);
        check(r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#);
        check(r#""\ud83d\u0041""#, r#""\ufffd\u0041""#);
        check(r#""\ud83d\\ude00""#, r#""\ufffd\\ude00""#);
        check(r#""\ud83d\n""#, r#""\ufffd\n""#);
    }

    #[test]
    fn what_is_no_half_character_stays() {
        for json in
            [r#""\ud83d\ude00""#, r#""\\ud83d""#, r#""\\\\ud83d""#, r#""\ud7ff\ue000""#, r#""é🎉\u0000""#]
        {
            check(json, json);
        }
        check(r#""\\\ud83d""#, r#""\\\ufffd""#);
    }

    #[test]
    fn raw_halves_are_replaced_too() {
        let mut bytes = b"\"\xed\xa0\xbd\xed\xb8\x80 \xed\x9f\xbf\"".to_vec();
        super::replace(&mut bytes);
        assert_eq!(String::from_utf8(bytes).as_deref(), Ok("\"\u{fffd}\u{fffd} \u{d7ff}\""));
    }

    #[test]
    fn nothing_is_read_beyond_the_end() {
        for json in ["\\", "\\u", "\\ud8", "\\ud83", "\"\\ud83d\\", "\"\\ud83d\\ude0", "\u{ed}", ""] {
            let mut bytes = json.as_bytes().to_vec();
            super::replace(&mut bytes);
            assert_eq!(bytes.len(), json.len());
        }
        let mut cut = b"\xed\xa0".to_vec();
        super::replace(&mut cut);
    }
}
