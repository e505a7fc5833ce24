//! Quiet hours, in the account's local time, during which no notifications are sent.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::preferences::{Preferences, Quiet};

/// A minute in milliseconds.
const MINUTE_MS: i64 = 60_000;

/// Returns whether the tz database has this time zone.
pub fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// Returns the end of the quiet hours that contain `moment`, both in milliseconds since 1970; `None` if `moment` is not in quiet hours.
pub fn ends(choices: &Preferences, moment: i64) -> Option<i64> {
    let Quiet { from, to } = choices.quiet?;
    // A zone no longer in the tz database counts as UTC.
    let zone = TimeZone::get(&choices.zone).unwrap_or(TimeZone::UTC);
    let here = Timestamp::from_millisecond(moment).ok()?.to_zoned_datetime(zone.clone());
    let minute = u16::try_from(here.hour()).ok()? * 60 + u16::try_from(here.minute()).ok()?;
    let over_midnight = from > to;
    let inside = if over_midnight { minute >= from || minute < to } else { (from..to).contains(&minute) };
    if !inside {
        return None;
    }
    let day = if over_midnight && minute >= from { here.date().tomorrow().ok()? } else { here.date() };
    let (hour, minute) = (i8::try_from(to / 60).ok()?, i8::try_from(to % 60).ok()?);
    let end = day.at(hour, minute, 0, 0).to_zoned_datetime(zone).ok()?.timestamp().as_millisecond();
    // When clocks go back, an hour occurs twice, and the computed end may be in the past.
    Some(if end > moment { end } else { moment + MINUTE_MS })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(quiet: (u16, u16), zone: &str, moment: &str) -> Option<String> {
        let choices = Preferences {
            quiet: Some(Quiet { from: quiet.0, to: quiet.1 }),
            zone: zone.to_owned(),
            ..Preferences::default()
        };
        let moment = moment.parse::<Timestamp>().unwrap().as_millisecond();
        ends(&choices, moment).map(|end| Timestamp::from_millisecond(end).unwrap().to_string())
    }

    #[test]
    fn quiet_hours_follow_local_time() {
        let night = (22 * 60, 7 * 60 + 30);
        for (zone, moment, end) in [
            ("Europe/Kyiv", "2026-07-01T18:59:00Z", None),
            ("Europe/Kyiv", "2026-07-01T19:00:00Z", Some("2026-07-02T04:30:00Z")),
            ("Europe/Kyiv", "2026-07-01T23:00:00Z", Some("2026-07-02T04:30:00Z")),
            ("Europe/Kyiv", "2026-07-02T04:30:00Z", None),
            // In winter, the same local hours have different UTC times.
            ("Europe/Kyiv", "2026-12-01T20:00:00Z", Some("2026-12-02T05:30:00Z")),
            ("Asia/Kathmandu", "2026-07-01T16:15:00Z", Some("2026-07-02T01:45:00Z")),
            ("America/New_York", "2026-07-01T11:29:59Z", Some("2026-07-01T11:30:00Z")),
        ] {
            assert_eq!(end_of(night, zone, moment).as_deref(), end, "{zone} {moment}");
        }
        let noon = (12 * 60, 14 * 60);
        assert_eq!(end_of(noon, "UTC", "2026-07-01T13:00:00Z").as_deref(), Some("2026-07-01T14:00:00Z"));
        assert_eq!(end_of(noon, "UTC", "2026-07-01T14:00:00Z"), None);
        assert_eq!(end_of((60, 60), "UTC", "2026-07-01T01:00:00Z"), None, "an empty interval");
    }

    #[test]
    fn quiet_hours_survive_clock_changes() {
        // New York skips 2:00 to 3:00 on that day, and repeats 1:00 to 2:00 in November.
        let quiet = (60, 2 * 60 + 30);
        let end = end_of(quiet, "America/New_York", "2026-03-08T06:30:00Z");
        assert_eq!(end.as_deref(), Some("2026-03-08T07:30:00Z"));
        let end = end_of(quiet, "America/New_York", "2026-11-01T06:10:00Z");
        assert_eq!(end.as_deref(), Some("2026-11-01T07:30:00Z"));
        assert_eq!(ends(&Preferences::default(), 0), None);
    }

    #[test]
    fn unknown_time_zones_count_as_utc() {
        assert!(is_zone("Europe/Kyiv") && is_zone("UTC"));
        assert!(!is_zone("Europe/Atlantis") && !is_zone(""));
        let nowhere = Some(end_of((0, 60), "Europe/Atlantis", "2026-07-01T00:30:00Z"));
        assert_eq!(nowhere, Some(Some("2026-07-01T01:00:00Z".to_owned())), "counts as UTC");
    }
}
