//! Formats of times and durations.

use std::time::{Duration, SystemTime};

const DAY: u64 = 86_400;

/// ISO 8601 in UTC, to the millisecond: `2024-01-15T10:30:00.250Z`.
pub fn iso(at: SystemTime) -> String {
    let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (seconds, millis) = (since.as_secs(), since.subsec_millis());
    let (year, month, day) = date(seconds / DAY);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// A duration for people: `350ms`, `1.2s`, `2m5.3s`.
pub fn spoken(duration: Duration) -> String {
    let millis = duration.as_millis();
    if millis < 1000 {
        return format!("{millis}ms");
    }
    let tenths = (millis + 50) / 100;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    let seconds = match tenths % 10 {
        0 => format!("{}s", tenths / 10),
        tenth => format!("{}.{tenth}s", tenths / 10),
    };
    if minutes == 0 { seconds } else { format!("{minutes}m{seconds}") }
}

/// The date of an HTTP header: `Sun, 06 Nov 1994 08:49:37 GMT`.
pub fn from_http(text: &str) -> Option<SystemTime> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = text.split_once(", ")?.1.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64 + 1;
    let year: u64 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if words.next()? != "GMT" || !(1970..10_000).contains(&year) || !(1..=31).contains(&day) {
        return None;
    }
    let seconds = days(year, month, day)? * DAY + hour * 3600 + minute * 60 + second;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

/// The number of days from 1970 to a date. Here years begin in March, so that the leap day is the last day of a year.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let before = year * 365 + year / 4 - year / 100 + year / 400;
    (before + (month * 153 + 2) / 5 + day - 1).checked_sub(719_468)
}

/// The year, month and day after a number of days since 1970.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_match_for_two_centuries() {
        for day in 0..80_000 {
            let (year, month, of_month) = date(day);
            assert_eq!(days(year, month, of_month), Some(day));
        }
        assert_eq!(
            iso(SystemTime::UNIX_EPOCH + Duration::from_millis(1_709_210_096_250)),
            "2024-02-29T12:34:56.250Z"
        );
    }

    #[test]
    fn durations_are_short() {
        let spoken = |millis| super::spoken(Duration::from_millis(millis));
        assert_eq!([spoken(0), spoken(999), spoken(1000), spoken(1249)], ["0ms", "999ms", "1s", "1.2s"]);
        assert_eq!([spoken(59_960), spoken(125_300)], ["1m0s", "2m5.3s"]);
    }
}
