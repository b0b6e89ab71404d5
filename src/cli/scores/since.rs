//! Moments on the command line and days in the user's time zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ZonedDateTime};

/// A moment in milliseconds since 1970 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Since(pub i64);

/// Reads a day, a moment or an age.
pub fn parse(text: &str) -> Result<Since, String> {
    parse_at(text, &ZonedDateTime::now()).ok_or_else(|| {
        format!(
            "'{text}' is no time; give 2026-01-31, 2026-01-31T20:15, or an age such as 7d or 12h"
        )
    })
}

fn parse_at(text: &str, now: &ZonedDateTime) -> Option<Since> {
    let zone = || now.time_zone().clone();
    let moment = |zoned: ZonedDateTime| Some(Since(zoned.timestamp().as_millisecond()));
    if let Ok(timestamp) = text.parse::<Timestamp>() {
        return Some(Since(timestamp.as_millisecond()));
    }
    if let Ok(date) = text.parse::<Date>()
        && text.len() <= "2026-01-31".len()
    {
        return moment(date.to_zoned_datetime(zone()).ok()?);
    }
    if let Ok(time) = text.parse::<DateTime>() {
        return moment(time.to_zoned_datetime(zone()).ok()?);
    }
    let age = text.parse::<Span>().ok().filter(|age| !age.is_negative() && !age.is_zero())?;
    moment(now.checked_sub(age).ok()?)
}

/// The day of a moment as YYYY-MM-DD in the user's time zone.
pub fn day(ms: i64) -> String {
    local(ms).map_or_else(|| "?".into(), |time| time.date().to_string())
}

/// A moment as YYYY-MM-DD HH:MM in the user's time zone.
pub fn minute(ms: i64) -> String {
    local(ms).map_or_else(|| "?".into(), |time| time.strftime("%Y-%m-%d %H:%M").to_string())
}

fn local(ms: i64) -> Option<ZonedDateTime> {
    Some(Timestamp::from_millisecond(ms).ok()?.to_zoned_datetime(TimeZone::system()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_moments_and_ages_are_understood_and_nothing_else() {
        let now: ZonedDateTime = "2026-03-10T12:00:00+00:00[UTC]".parse().expect("a time");
        let ms = |text: &str| parse_at(text, &now).map(|since| since.0);
        let end = now.timestamp().as_millisecond();
        let hour = 3_600_000;
        assert_eq!(ms("12h"), Some(end - 12 * hour));
        assert_eq!(ms("7d"), Some(end - 7 * 24 * hour));
        assert_eq!(ms("2026-03-10"), Some(end - 12 * hour));
        assert_eq!(ms("2026-03-10T11:00"), Some(end - hour));
        assert_eq!(ms("2026-03-10T11:00:00Z"), Some(end - hour));
        for wrong in ["", "yesterdayish", "-7d", "0d", "2026-02-30", "7"] {
            assert_eq!(ms(wrong), None, "{wrong}");
        }
    }
}
