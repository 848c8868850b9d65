//! `printf`: formats of Go's `fmt`. [`verbs`] writes one value.
//!
//! It differs from Go for values of JSON: `%v` prints what `{{ }}` prints, integers accept the verbs of floats, and lists and
//! objects print as JSON.

mod verbs;

use serde_json::Value as Json;

use super::value::{Val, integer};
use verbs::Spec;

/// The largest width and precision.
const MAX_WIDTH: usize = 1_000_000;

/// `values` in a format.
pub(crate) fn printf(format: &str, values: &[Val<'_>]) -> String {
    let mut reader = FormatReader { rest: format, values, next: 0, reordered: false, is_index_valid: true };
    let mut out = String::new();
    while let Some(at) = reader.rest.find('%') {
        out.push_str(&reader.rest[..at]);
        reader.rest = &reader.rest[at + 1..];
        reader.directive(&mut out);
    }
    out.push_str(reader.rest);
    if let Some(extra) = values.get(reader.next..).filter(|extra| !extra.is_empty() && !reader.reordered) {
        let extra: Vec<String> = extra
            .iter()
            .map(|value| match value.json() {
                Json::Null => "<nil>".to_owned(),
                _ => format!("{}={}", value.go_type(), Spec::default().written('v', value)),
            })
            .collect();
        out.push_str(&format!("%!(EXTRA {})", extra.join(", ")));
    }
    out
}

/// A format that is being read.
struct FormatReader<'f, 'v, 'a> {
    rest: &'f str,
    values: &'v [Val<'a>],
    /// The argument that is next.
    next: usize,
    /// Whether the format has an index. Then unused arguments are not reported.
    reordered: bool,
    /// Whether the index of this directive is valid.
    is_index_valid: bool,
}

impl FormatReader<'_, '_, '_> {
    /// Reads the directive after a `%` and writes its value.
    fn directive(&mut self, out: &mut String) {
        self.is_index_valid = true;
        let mut spec = Spec::default();
        while let Some(flag) = self.take(|c| "-+# 0".contains(c)) {
            match flag {
                '-' => spec.minus = true,
                '+' => spec.plus = true,
                '#' => spec.sharp = true,
                ' ' => spec.space = true,
                _ => spec.zero = true,
            }
        }
        let mut indexed = self.index();
        if self.take(|c| c == '*').is_some() {
            match self.argument() {
                Some(width) => {
                    spec.minus |= width < 0;
                    spec.zero &= width >= 0;
                    spec.width = Some(usize::try_from(width.unsigned_abs()).unwrap_or(0));
                }
                None => out.push_str("%!(BADWIDTH)"),
            }
            indexed = false;
        } else {
            spec.width = self.digits();
            self.is_index_valid &= !(indexed && spec.width.is_some());
        }
        if self.take(|c| c == '.').is_some() {
            self.is_index_valid &= !indexed;
            indexed = self.index();
            if self.take(|c| c == '*').is_some() {
                spec.precision = self.argument().and_then(|precision| usize::try_from(precision).ok());
                if spec.precision.is_none() {
                    out.push_str("%!(BADPREC)");
                }
                indexed = false;
            } else {
                spec.precision = Some(self.digits().unwrap_or(0));
            }
        }
        if !indexed {
            self.index();
        }
        let Some(verb) = self.take(|_| true) else { return out.push_str("%!(NOVERB)") };
        match self.values.get(self.next) {
            _ if verb == '%' => out.push('%'),
            _ if !self.is_index_valid => out.push_str(&format!("%!{verb}(BADINDEX)")),
            None => out.push_str(&format!("%!{verb}(MISSING)")),
            Some(value) => {
                self.next += 1;
                out.push_str(&spec.written(verb, value));
            }
        }
    }

    /// The next character, if `wanted` accepts it.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.rest.chars().next().filter(|c| wanted(*c))?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// A number, if there is one.
    fn digits(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit) = self.take(|c| c.is_ascii_digit()) {
            let digit = digit.to_digit(10).unwrap_or(0) as usize;
            number = Some((number.unwrap_or(0) * 10 + digit).min(MAX_WIDTH));
        }
        number
    }

    /// Reads an index (`[3]`: the next argument, from 1) and returns whether it is well-formed.
    fn index(&mut self) -> bool {
        if !self.rest.starts_with('[') {
            return false;
        }
        self.reordered = true;
        let Some(end) = self.rest.find(']').filter(|end| *end > 1) else {
            self.is_index_valid = false;
            // Go looks for a closing bracket only if there are enough characters.
            let skipped = if self.rest.starts_with("[]") && self.rest.len() > 2 { 2 } else { 1 };
            self.rest = &self.rest[skipped..];
            return false;
        };
        let written = &self.rest[1..end];
        self.rest = &self.rest[end + 1..];
        let is_number = written.bytes().all(|byte| byte.is_ascii_digit());
        let index = written.parse::<usize>().ok().filter(|_| is_number);
        match index.and_then(|index| index.checked_sub(1)).filter(|index| *index < self.values.len()) {
            Some(index) => self.next = index,
            None => self.is_index_valid = false,
        }
        index.is_some()
    }

    /// The next argument as a width or a precision.
    fn argument(&mut self) -> Option<i64> {
        let value = self.values.get(self.next)?;
        self.next += 1;
        let Json::Number(number) = value.json() else { return None };
        integer(number).filter(|number| number.unsigned_abs() <= MAX_WIDTH as u64)
    }
}
