//! Timestamps in responses and logs.

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Formats a timestamp, given in milliseconds since 1970, as a date and time such as `2026-11-23 13:25 UTC`.
pub fn utc(moment: i64) -> String {
    let (year, month, day) = date(moment.div_euclid(DAY_MS));
    let minutes = moment.rem_euclid(DAY_MS) / 60_000;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// Formats a timestamp as RFC 3339 in UTC, to the second.
pub fn rfc3339(moment: i64) -> String {
    let (year, month, day) = date(moment.div_euclid(DAY_MS));
    let seconds = moment.rem_euclid(DAY_MS) / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{:02}Z", seconds % 60)
}

/// Returns the Gregorian date (year, month, day) that is `days` days after 1 January 1970.
fn date(days: i64) -> (i64, i64, i64) {
    // Years are counted from 1 March of the year 0, so that a leap day is the last day of its year. 400 such years have 146,097 days.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = year_of_era + era * 400 + i64::from(month >= 10);
    (year, if month < 10 { month + 3 } else { month - 9 }, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_formatted_as_dates() {
        for (moment, told) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399_999, "2000-02-28 23:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_709_251_199_000, "2024-02-29 23:59 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
            (1_795_440_300_000, "2026-11-23 13:25 UTC"),
        ] {
            assert_eq!(utc(moment), told);
        }
    }
}
