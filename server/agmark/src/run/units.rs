//! Durations, sizes and switches, as people write them.

use std::time::Duration;

/// `90` (seconds), `500ms`, `30s`, `10m`, `1h`.
///
/// # Errors
/// When it is none; says how to write one.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().unwrap_or(f64::NAN) * scale;
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|duration| !duration.is_zero());
    // Longer ones overflow the clock when they are added to it.
    let duration = duration.filter(|duration| duration.as_secs() < 100 * 365 * 86_400);
    duration.ok_or_else(|| format!("invalid duration `{text}`: write it like 90s, 500ms, 10m or 1h"))
}

/// `128` (MiB), `64KiB`, `128MiB`, `1GiB`; `K`, `M` and `G` mean the same. In bytes.
///
/// # Errors
/// When it is none; says how to write one.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "k" | "kib" | "kb" => Some(10),
        "" | "m" | "mib" | "mb" => Some(20),
        "g" | "gib" | "gb" => Some(30),
        _ => None,
    };
    let bytes = shift.and_then(|shift| number.parse::<u64>().ok()?.checked_mul(1 << shift));
    let bytes = bytes.filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| format!("invalid size `{text}`: write it like 128MiB, 64KiB or 1GiB"))
}

/// `true` or `false`, also `1`, `t`, `0`, `f` and in capitals, as Go's flags take them.
///
/// # Errors
/// When it is neither; says how to write one.
pub fn truth(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(format!("`{text}` is not a switch: write true or false")),
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    (number.trim_end(), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_are_read() {
        let read = |text| duration(text).unwrap().as_millis();
        assert_eq!(
            [read("90"), read("500ms"), read("1.5 s"), read("10m"), read("1h")],
            [90_000, 500, 1500, 600_000, 3_600_000]
        );
        for wrong in ["", "s", "-1s", "0", "1d", "1e300h", "1 2s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            [size("1").unwrap(), size("64KiB").unwrap(), size("1g").unwrap()],
            [1 << 20, 64 << 10, 1 << 30]
        );
        assert_eq!((truth("T"), truth("0"), truth("yes").is_err()), (Ok(true), Ok(false), true));
        for wrong in ["", "0", "1.5g", "99999999999g", "1t"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
