//! Formats of Go's `fmt`.

use serde_json::Value as Json;

use super::Val;
use super::value::integer;

/// What stands between `%` and the verb.
#[derive(Default)]
struct Spec {
    minus: bool,
    plus: bool,
    sharp: bool,
    space: bool,
    zero: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

/// Widths and precisions above this are taken for mistakes, as in Go.
const MAX_WIDTH: usize = 1_000_000;

/// Writes `values` in a format.
pub(crate) fn printf(format: &str, values: &[Val<'_>]) -> String {
    let mut out = String::new();
    let mut chars = format.chars().peekable();
    let mut next = 0;
    let mut reordered = false;
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut spec = Spec::default();
        while let Some(flag) = chars.next_if(|c| "-+# 0".contains(*c)) {
            match flag {
                '-' => spec.minus = true,
                '+' => spec.plus = true,
                '#' => spec.sharp = true,
                ' ' => spec.space = true,
                _ => spec.zero = true,
            }
        }
        reordered |= argument_index(&mut chars, &mut next);
        spec.width = number(&mut chars, values, &mut next, &mut spec.minus);
        if chars.next_if_eq(&'.').is_some() {
            reordered |= argument_index(&mut chars, &mut next);
            spec.precision = Some(number(&mut chars, values, &mut next, &mut false).unwrap_or(0));
        }
        reordered |= argument_index(&mut chars, &mut next);
        match chars.next() {
            None => out.push_str("%!(NOVERB)"),
            Some('%') => out.push('%'),
            Some(verb) => match values.get(next) {
                None => out.push_str(&format!("%!{verb}(MISSING)")),
                Some(value) => {
                    next += 1;
                    out.push_str(&one(&spec, verb, value));
                }
            },
        }
    }
    if let Some(extra) = values.get(next..).filter(|extra| !extra.is_empty() && !reordered) {
        let extra: Vec<String> = extra.iter().map(|v| format!("{}={}", go_type(v), v.text())).collect();
        out.push_str(&format!("%!(EXTRA {})", extra.join(", ")));
    }
    out
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// `[3]`: which argument is next, from 1.
fn argument_index(chars: &mut Chars<'_>, next: &mut usize) -> bool {
    if chars.next_if_eq(&'[').is_none() {
        return false;
    }
    let mut index = 0usize;
    for c in chars.by_ref() {
        match c.to_digit(10) {
            Some(digit) => index = index.saturating_mul(10).saturating_add(digit as usize),
            None => break,
        }
    }
    *next = index.saturating_sub(1);
    true
}

/// A width or a precision: digits, or `*` for an argument.
fn number(chars: &mut Chars<'_>, values: &[Val<'_>], next: &mut usize, minus: &mut bool) -> Option<usize> {
    if chars.next_if_eq(&'*').is_some() {
        let value = values.get(*next).and_then(|v| v.json().as_i64());
        *next += 1;
        *minus |= value.is_some_and(|v| v < 0);
        return value.map(|v| usize::try_from(v.unsigned_abs()).unwrap_or(0).min(MAX_WIDTH));
    }
    let mut number = None;
    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
        chars.next();
        number = Some((number.unwrap_or(0) * 10 + digit as usize).min(MAX_WIDTH));
    }
    number
}

fn one(spec: &Spec, verb: char, value: &Val<'_>) -> String {
    let json = value.json();
    let written = match (verb, json) {
        ('T', _) => Some(go_type(value).to_owned()),
        ('v', Json::String(text)) if spec.sharp => Some(quoted(text)),
        ('v', Json::Number(n)) if integer(n).is_some() => integer(n).map(|n| signed(spec, n, 10)),
        ('v', _) => Some(value.text()),
        ('t', Json::Bool(value)) => Some(value.to_string()),
        ('s', Json::Bool(_) | Json::Number(_) | Json::Null) => None,
        ('s', _) => Some(cut(spec, &value.text())),
        ('q', Json::String(text)) => Some(if spec.sharp && !text.contains('`') {
            format!("`{text}`")
        } else {
            quoted(&cut(spec, text))
        }),
        ('x' | 'X', Json::String(text)) => {
            let hex: String = text.bytes().map(|b| format!("{b:02x}")).collect();
            Some(if verb == 'X' { hex.to_uppercase() } else { hex })
        }
        (_, Json::Number(n)) => match integer(n) {
            Some(n) if "dboxXcqU".contains(verb) => whole(spec, verb, n),
            _ => n.as_f64().and_then(|n| float(spec, verb, n)),
        },
        _ => None,
    };
    match written {
        Some(text) => pad(spec, &text, json.is_number() && !"cqUTs".contains(verb)),
        None if value.is_nil() => format!("%!{verb}(<nil>)"),
        None => format!("%!{verb}({}={})", go_type(value), value.text()),
    }
}

fn go_type(value: &Val<'_>) -> &'static str {
    match value.json() {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Number(n) if integer(n).is_some() => "int",
        Json::Number(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

fn whole(spec: &Spec, verb: char, n: i64) -> Option<String> {
    let prefix = |base: &str| if spec.sharp { base.to_owned() } else { String::new() };
    let c = || u32::try_from(n).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
    Some(match verb {
        'd' => signed(spec, n, 10),
        'b' => with_prefix(&signed(spec, n, 2), &prefix("0b")),
        'o' => with_prefix(&signed(spec, n, 8), &prefix("0")),
        'x' => with_prefix(&signed(spec, n, 16), &prefix("0x")),
        'X' => with_prefix(&signed(spec, n, 16).to_uppercase(), &prefix("0X")),
        'c' => c().to_string(),
        'q' => format!("'{}'", c().escape_default()),
        'U' => format!("U+{n:04X}"),
        _ => return None,
    })
}

/// Puts a base's prefix after the sign.
fn with_prefix(digits: &str, prefix: &str) -> String {
    match digits.strip_prefix(['-', '+']) {
        Some(rest) => format!("{}{prefix}{rest}", &digits[..1]),
        None => format!("{prefix}{digits}"),
    }
}

fn signed(spec: &Spec, n: i64, base: u32) -> String {
    let mut rest = n.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 || digits.is_empty() {
        digits.push(char::from_digit((rest % u64::from(base)) as u32, base).unwrap_or('0'));
        rest /= u64::from(base);
    }
    while spec.precision.is_some_and(|p| digits.len() < p) {
        digits.push('0');
    }
    let digits: String = digits.into_iter().rev().collect();
    format!("{}{digits}", sign(spec, n < 0))
}

fn sign(spec: &Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

fn float(spec: &Spec, verb: char, n: f64) -> Option<String> {
    let sign = sign(spec, n.is_sign_negative());
    let n = n.abs();
    let digits = match verb {
        'f' | 'F' => format!("{n:.*}", spec.precision.unwrap_or(6)),
        'e' | 'E' => exponent(&format!("{n:.*e}", spec.precision.unwrap_or(6))),
        'g' | 'G' => general(n, spec.precision),
        _ => return None,
    };
    Some(format!("{sign}{}", if verb.is_uppercase() { digits.to_uppercase() } else { digits }))
}

/// An exponent with its sign and at least two digits: `1e6` becomes `1e+06`.
fn exponent(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else { return text.to_owned() };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// `%g`: the shorter of both notations; without a precision as many digits as the number needs.
fn general(n: f64, precision: Option<usize>) -> String {
    let shortest = match precision {
        Some(digits) => format!("{n:.*e}", digits.max(1) - 1),
        None => format!("{n:e}"),
    };
    let power: i32 = shortest.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let limit = precision.map_or(21, |p| i32::try_from(p.max(1)).unwrap_or(21));
    if power < -4 || power >= limit {
        let (mantissa, rest) = shortest.split_once('e').unwrap_or((&shortest, "0"));
        return exponent(&format!("{}e{rest}", without_zeros(mantissa)));
    }
    match precision {
        Some(digits) => {
            let decimals = i32::try_from(digits.max(1)).unwrap_or(21) - 1 - power;
            without_zeros(&format!("{n:.*}", usize::try_from(decimals).unwrap_or(0))).to_owned()
        }
        None => format!("{n}"),
    }
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn cut(spec: &Spec, text: &str) -> String {
    match spec.precision {
        Some(length) => text.chars().take(length).collect(),
        None => text.to_owned(),
    }
}

/// Quoted as Go does it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Brings a text to the width.
fn pad(spec: &Spec, text: &str, number: bool) -> String {
    let missing = spec.width.unwrap_or(0).saturating_sub(text.chars().count());
    if missing == 0 {
        return text.to_owned();
    }
    if spec.minus {
        return format!("{text}{}", " ".repeat(missing));
    }
    if spec.zero && (!number || spec.precision.is_none() || text.contains('.')) {
        let zeros = "0".repeat(missing);
        return match text.strip_prefix(['-', '+', ' ']) {
            Some(rest) if number => format!("{}{zeros}{rest}", &text[..1]),
            _ => format!("{zeros}{text}"),
        };
    }
    format!("{}{text}", " ".repeat(missing))
}
