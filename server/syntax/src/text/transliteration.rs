//! Converts letters of other languages to ASCII, for names that are made from a text.

use std::borrow::Cow;

/// Small letters with marks and their ASCII letters.
const LETTERS: &[(&str, &str)] = &[
    ("àáâãåāăąªạảấầẩẫậắằẳẵặ", "a"),
    ("äæ", "ae"),
    ("çćĉċč", "c"),
    ("ðďđ", "d"),
    ("èéêëēĕėęěẹẻẽếềểễệ", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįıỉị", "i"),
    ("ĳ", "ij"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŉŋ", "n"),
    ("òóôõōŏőºơọỏốồổỗộớờởỡợ", "o"),
    ("öøœ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûũūŭůűųưụủứừửữự", "u"),
    ("ü", "ue"),
    ("ŵ", "w"),
    ("ýÿŷỳỵỷỹ", "y"),
    ("źżž", "z"),
];

/// Small letters of Greek (ISO 843) and Cyrillic (ICAO 9303, as in passports) and their ASCII letters.
const OTHER_SCRIPTS: &[(&str, &str)] = &[
    ("αά", "a"),
    ("β", "v"),
    ("γ", "g"),
    ("δ", "d"),
    ("εέ", "e"),
    ("ζ", "z"),
    ("ηήιίϊΐ", "i"),
    ("θ", "th"),
    ("κ", "k"),
    ("λ", "l"),
    ("μ", "m"),
    ("ν", "n"),
    ("ξ", "x"),
    ("οόωώ", "o"),
    ("π", "p"),
    ("ρ", "r"),
    ("σς", "s"),
    ("τ", "t"),
    ("υύϋΰ", "y"),
    ("φ", "f"),
    ("χ", "ch"),
    ("ψ", "ps"),
    ("а", "a"),
    ("б", "b"),
    ("в", "v"),
    ("гґ", "g"),
    ("д", "d"),
    ("еёэѐ", "e"),
    ("є", "ie"),
    ("ж", "zh"),
    ("з", "z"),
    ("ийіїѝ", "i"),
    ("ј", "j"),
    ("кќ", "k"),
    ("л", "l"),
    ("љ", "lj"),
    ("м", "m"),
    ("н", "n"),
    ("њ", "nj"),
    ("о", "o"),
    ("п", "p"),
    ("р", "r"),
    ("с", "s"),
    ("т", "t"),
    ("ћ", "c"),
    ("ђ", "dj"),
    ("уў", "u"),
    ("ф", "f"),
    ("х", "kh"),
    ("ц", "ts"),
    ("ч", "ch"),
    ("џ", "dz"),
    ("ш", "sh"),
    ("щ", "shch"),
    ("ъ", "ie"),
    ("ы", "y"),
    ("ь", ""),
    ("ю", "iu"),
    ("я", "ia"),
];

/// A letter or digit as small ASCII letters; `None` for letters of other scripts and all other characters.
pub fn ascii(c: char) -> Option<String> {
    if c.is_ascii_alphanumeric() {
        return Some(c.to_ascii_lowercase().to_string());
    }
    let lower = c.to_lowercase().next()?;
    if lower.is_ascii_alphanumeric() {
        return Some(lower.to_string());
    }
    LETTERS.iter().find(|(letters, _)| letters.contains(lower)).map(|(_, ascii)| (*ascii).to_owned())
}

/// A Greek or Cyrillic letter as small ASCII letters; `None` for all other characters.
pub fn romanized(c: char) -> Option<String> {
    let lower = c.to_lowercase().next()?;
    let found = OTHER_SCRIPTS.iter().find(|(letters, _)| letters.contains(lower));
    found.map(|(_, ascii)| (*ascii).to_owned())
}

/// Whether a character is a mark of the letter before it (Unicode's combining diacritical marks).
pub fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// A text with its Latin letters in ASCII: `Größe` becomes `Groesse`. Capitals stay capitals. All other characters are
/// kept.
pub fn transliterated(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut letters = text.chars().map(half_width).peekable();
    while let Some(c) = letters.next() {
        if c.is_ascii() {
            out.push(c);
            // Some systems write `ö` as two characters.
            if letters.peek() == Some(&'\u{308}') && matches!(c.to_ascii_lowercase(), 'a' | 'o' | 'u') {
                out.push(if c.is_ascii_uppercase() { 'E' } else { 'e' });
            }
            continue;
        }
        if is_mark(c) {
            continue;
        }
        let Some(ascii) = ascii(c) else {
            out.push(c);
            continue;
        };
        let next = letters.peek().copied().unwrap_or(' ');
        let shouts = next.is_uppercase() || out.ends_with(|before: char| before.is_ascii_uppercase());
        match c.is_uppercase() {
            true if shouts => out.push_str(&ascii.to_ascii_uppercase()),
            true => {
                let (first, rest) = ascii.split_at(1);
                out.push_str(&first.to_ascii_uppercase());
                out.push_str(rest);
            }
            false => out.push_str(&ascii),
        }
    }
    Cow::Owned(out)
}

/// The usual form of a full-width letter or digit.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_letters_become_ascii() {
        for (text, expected) in [
            ("plain", "plain"),
            ("Größe", "Groesse"),
            ("ÜBERSICHT", "UEBERSICHT"),
            ("Übersicht", "Uebersicht"),
            ("größeÄndern", "groesseAendern"),
            ("o\u{308}ffnen, e\u{301}te\u{301}", "oeffnen, ete"),
            ("İptal", "Iptal"),
            ("Xóa đơn hủy", "Xoa don huy"),
            ("Ｎａｍｅ１", "Name1"),
            ("価格 Å", "価格 A"),
            ("Ça — voilà!", "Ca — voila!"),
            ("Łódź ẞ", "Lodz Ss"),
        ] {
            assert_eq!(transliterated(text), expected, "{text}");
        }
    }
}
