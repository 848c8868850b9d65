//! One value in a directive of a format, as Go's `fmt` writes it.

use serde_json::Value as Json;

use crate::render::quote;
use crate::render::value::{Val, integer};

/// The flags, the width and the precision of a directive.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spec {
    pub minus: bool,
    pub plus: bool,
    pub sharp: bool,
    pub space: bool,
    pub zero: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
}

impl Spec {
    /// A value in the format of a verb.
    pub fn written(mut self, verb: char, value: &Val<'_>) -> String {
        let mut quoted = false;
        if matches!(verb, 'v' | 'w') {
            // For `%v`, `#` and `+` select another notation of Go, which strings alone have here. `%w` is read like `%v`.
            quoted = self.sharp;
            self.sharp = false;
            self.plus = false;
        }
        if verb == 'v'
            && let (Json::Number(n), None) = (value.json(), self.precision)
            && integer(n).is_none()
        {
            let n = n.as_f64().unwrap_or_default();
            return self.signed(n, &value.text());
        }
        self.formatted(verb, value, quoted).unwrap_or_else(|| match value.json() {
            Json::Null => format!("%!{verb}(<nil>)"),
            _ => {
                let shown = self.formatted('v', value, quoted).unwrap_or_default();
                format!("%!{verb}({}={shown})", value.go_type())
            }
        })
    }

    /// `None` if the verb does not accept such a value.
    fn formatted(&self, verb: char, value: &Val<'_>, quoted: bool) -> Option<String> {
        let json = value.json();
        match (verb, json) {
            ('T', Json::Null) => Some(self.pad("<nil>")),
            ('T', _) => Some(self.text(value.go_type())),
            ('v', Json::Null | Json::Array(_) | Json::Object(_)) => Some(self.pad(&value.text())),
            ('s', Json::Array(_) | Json::Object(_)) => Some(self.text(&value.text())),
            ('v' | 't', Json::Bool(value)) => Some(self.pad(&value.to_string())),
            (_, Json::String(text)) => self.string(verb, text, quoted),
            (_, Json::Number(n)) => {
                let float = n.as_f64()?;
                match integer(n) {
                    Some(n) => self.integer(verb, n).or_else(|| self.float_of(verb, float)),
                    None if verb == 'v' => Some(self.float('g', float)),
                    None => self.float_of(verb, float),
                }
            }
            _ => None,
        }
    }

    fn string(&self, verb: char, text: &str, quoted: bool) -> Option<String> {
        match verb {
            'v' if quoted => Some(self.quoted(text)),
            'v' | 's' => Some(self.text(text)),
            'q' => Some(self.quoted(text)),
            'x' | 'X' => Some(self.hex(verb, text.as_bytes())),
            _ => None,
        }
    }

    /// A text, shortened to the precision.
    fn text(&self, text: &str) -> String {
        self.pad(self.cut(text))
    }

    fn cut<'t>(&self, text: &'t str) -> &'t str {
        let end = self.precision.and_then(|length| text.char_indices().nth(length));
        end.map_or(text, |(end, _)| &text[..end])
    }

    fn quoted(&self, text: &str) -> String {
        let text = self.cut(text);
        if self.sharp && quote::can_be_raw(text) {
            return self.pad(&format!("`{text}`"));
        }
        self.pad(&quote::string(text, self.plus))
    }

    fn hex(&self, verb: char, bytes: &[u8]) -> String {
        let bytes = bytes.get(..self.precision.unwrap_or(bytes.len())).unwrap_or(bytes);
        let prefix = match (self.sharp && !bytes.is_empty(), verb) {
            (false, _) => "",
            (true, 'x') => "0x",
            (true, _) => "0X",
        };
        let digits =
            bytes.iter().map(|byte| if verb == 'x' { format!("{byte:02x}") } else { format!("{byte:02X}") });
        let text = match self.space {
            true => digits.map(|two| format!("{prefix}{two}")).collect::<Vec<_>>().join(" "),
            false => prefix.to_owned() + &digits.collect::<String>(),
        };
        self.pad(&text)
    }

    fn integer(&self, verb: char, n: i64) -> Option<String> {
        let c = || u32::try_from(n).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
        Some(match verb {
            'd' | 'v' => self.digits(n, 10, ""),
            'b' => self.digits(n, 2, if self.sharp { "0b" } else { "" }),
            'o' => self.digits(n, 8, if self.sharp { "0" } else { "" }),
            'O' => self.digits(n, 8, if self.sharp { "0o0" } else { "0o" }),
            'x' => self.digits(n, 16, if self.sharp { "0x" } else { "" }),
            'X' => self.digits(n, 16, if self.sharp { "0X" } else { "" }).to_uppercase(),
            'c' => self.pad(c().encode_utf8(&mut [0; 4])),
            'q' => self.pad(&quote::character(c(), self.plus)),
            'U' => {
                let digits = format!("{:X}", n.cast_unsigned());
                let missing = self.precision.unwrap_or(4).max(4).saturating_sub(digits.len());
                let mut text = format!("U+{}{digits}", "0".repeat(missing));
                let shown =
                    u32::try_from(n).ok().and_then(char::from_u32).filter(|c| quote::is_printable(*c));
                if let Some(c) = shown.filter(|_| self.sharp) {
                    text.push_str(&format!(" '{c}'"));
                }
                Self { zero: false, ..*self }.pad(&text)
            }
            _ => return None,
        })
    }

    fn digits(&self, n: i64, base: u32, prefix: &str) -> String {
        let blank = Self { zero: false, ..*self };
        let sign = self.sign(n < 0);
        let least = match (self.precision, self.width) {
            (Some(0), _) if n == 0 => return blank.pad(""),
            (Some(precision), _) => precision,
            // The width is filled with zeros before the number.
            (None, Some(width)) if self.zero && !self.minus => width.saturating_sub(sign.len()),
            _ => 1,
        };
        let mut rest = n.unsigned_abs();
        let mut digits = Vec::new();
        while rest > 0 || digits.len() < least.max(1) {
            digits.push(char::from_digit((rest % u64::from(base)) as u32, base).unwrap_or('0'));
            rest /= u64::from(base);
        }
        let digits: String = digits.into_iter().rev().collect();
        // An octal number that starts with a zero needs no other prefix.
        let octal = prefix.strip_suffix('0').filter(|_| base == 8 && digits.starts_with('0'));
        let prefix = octal.unwrap_or(prefix);
        blank.pad(&format!("{sign}{prefix}{digits}"))
    }

    fn float_of(&self, verb: char, n: f64) -> Option<String> {
        "feEFgGbxX".contains(verb).then(|| self.float(verb, n))
    }

    fn float(&self, verb: char, n: f64) -> String {
        let size = n.abs();
        let mut digits = match verb {
            'f' | 'F' => fixed(size, self.precision.unwrap_or(6)),
            'e' | 'E' => exponent(&scientific(size, self.precision.unwrap_or(6))),
            'b' => mantissa_and_power(size),
            'x' | 'X' => hexadecimal(size, self.precision),
            _ => general(size, self.precision),
        };
        if self.sharp && verb != 'b' {
            digits = with_point(&digits, verb, self.precision);
        }
        if matches!(verb, 'E' | 'G' | 'X') {
            digits = digits.to_uppercase();
        }
        self.signed(n, &digits)
    }

    /// A number with its sign, and zeros between the sign and the digits.
    fn signed(&self, n: f64, digits: &str) -> String {
        let digits = digits.trim_start_matches('-');
        let sign = self.sign(n.is_sign_negative());
        match self.width.map(|width| width.saturating_sub(sign.len() + digits.len())) {
            Some(missing) if self.zero && !self.minus && !sign.is_empty() => {
                format!("{sign}{}{digits}", "0".repeat(missing))
            }
            _ => self.pad(&format!("{sign}{digits}")),
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// A text, padded to the width.
    fn pad(&self, text: &str) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        match (self.minus, self.zero) {
            _ if missing == 0 => text.to_owned(),
            (true, _) => format!("{text}{}", " ".repeat(missing)),
            (false, true) => format!("{}{text}", "0".repeat(missing)),
            (false, false) => format!("{}{text}", " ".repeat(missing)),
        }
    }
}

/// No number has more digits: the rest are zeros. Rust's formats accept no larger precision.
const MOST_DIGITS: usize = 1100;

/// A number with `digits` digits after the point.
fn fixed(n: f64, digits: usize) -> String {
    let zeros = "0".repeat(digits.saturating_sub(MOST_DIGITS));
    format!("{n:.*}{zeros}", digits.min(MOST_DIGITS))
}

/// `1.25e3`, with `digits` digits after the point.
fn scientific(n: f64, digits: usize) -> String {
    let text = format!("{n:.*e}", digits.min(MOST_DIGITS));
    match text.split_once('e') {
        Some((mantissa, power)) if digits > MOST_DIGITS => {
            format!("{mantissa}{}e{power}", "0".repeat(digits - MOST_DIGITS))
        }
        _ => text,
    }
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

/// `%g`: the shorter of both notations. Without a precision, the fewest digits that give the number.
fn general(n: f64, precision: Option<usize>) -> String {
    let shortest = match precision {
        Some(digits) => scientific(n, digits.max(1) - 1),
        None => format!("{n:e}"),
    };
    let power: i32 = shortest.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    // Without a precision, the limit is six digits.
    let limit = precision.map_or(6, |p| i32::try_from(p.max(1)).unwrap_or(i32::MAX));
    let (mantissa, rest) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    if power < -4 || power >= limit {
        return exponent(&format!("{}e{rest}", without_zeros(mantissa)));
    }
    match precision {
        Some(digits) => {
            let decimals = i32::try_from(digits.max(1)).unwrap_or(21) - 1 - power;
            without_zeros(&fixed(n, usize::try_from(decimals).unwrap_or(0))).to_owned()
        }
        None => format!("{n}"),
    }
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// The mantissa and the power of two of a number.
fn parts(n: f64) -> (u64, i32) {
    let bits = n.to_bits();
    let (power, fraction) = (((bits >> 52) & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if power == 0 { (fraction, -1074) } else { (fraction | 1 << 52, power - 1075) }
}

/// `%b`: `5629499534213120p-51`.
fn mantissa_and_power(n: f64) -> String {
    let (mantissa, power) = parts(n);
    format!("{mantissa}p{power:+}")
}

/// `%x`: `0x1.8p+00`.
fn hexadecimal(n: f64, precision: Option<usize>) -> String {
    let (mut mantissa, mut power) = parts(n);
    if mantissa == 0 {
        power = 0;
    } else {
        let shift = mantissa.leading_zeros();
        // One digit before the point, 60 bits after it.
        mantissa = mantissa << shift >> 3;
        power += 60 + 3 - i32::try_from(shift).unwrap_or(0);
    }
    if let Some(digits) = precision.filter(|digits| *digits < 15) {
        let shift = 60 - 4 * digits as u32;
        let (kept, rest, half) = (mantissa >> shift, mantissa & ((1 << shift) - 1), 1_u64 << (shift - 1));
        let up = rest > half || (rest == half && kept & 1 == 1);
        mantissa = (kept + u64::from(up)) << shift;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            power += 1;
        }
    }
    let fraction = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let fraction = match precision {
        Some(digits) => match fraction.get(..digits) {
            Some(some) => some.to_owned(),
            None => format!("{fraction}{}", "0".repeat(digits - fraction.len())),
        },
        None => fraction.trim_end_matches('0').to_owned(),
    };
    let point = if fraction.is_empty() { "" } else { "." };
    let sign = if power < 0 { '-' } else { '+' };
    format!("0x{}{point}{fraction}p{sign}{:02}", mantissa >> 60, power.unsigned_abs())
}

/// `#`: a number with a point, and with the zeros that `%g` leaves out.
fn with_point(digits: &str, verb: char, precision: Option<usize>) -> String {
    let hex = matches!(verb, 'x' | 'X');
    let at = digits.find(|c| c == 'p' || (c == 'e' && !hex)).unwrap_or(digits.len());
    let (number, tail) = digits.split_at(at);
    let mut missing = match verb {
        'g' | 'G' | 'x' | 'v' => precision.unwrap_or(6),
        _ => 0,
    };
    let significant = number.trim_start_matches(['0', '.']).chars().filter(|c| *c != '.').count();
    missing = missing.saturating_sub(significant);
    let mut number = number.to_owned();
    if !number.contains('.') {
        if number == "0" {
            missing = missing.saturating_sub(1);
        }
        number.push('.');
    }
    format!("{number}{}{tail}", "0".repeat(missing))
}
