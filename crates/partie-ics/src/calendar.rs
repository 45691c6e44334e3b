//! Days and dates of the proleptic Gregorian calendar (H. Hinnant, "chrono-compatible
//! low-level date algorithms"). Days are counted from 1970-01-01.

/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;
/// Days in 400 years.
const ERA: i64 = 146_097;

/// The day of a date. Months and days out of range run on into the next ones.
pub(crate) const fn day(year: i64, month: i64, day: i64) -> i64 {
    // The year begins in March, so that the leap day is its last.
    let months = year * 12 + month - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * ERA + day_of_era - EPOCH
}

/// The year, month (1 to 12) and day (1 to 31) of a day.
pub(crate) const fn date(day: i64) -> (i64, u8, u8) {
    let shifted = day + EPOCH;
    let (era, day_of_era) = (shifted.div_euclid(ERA), shifted.rem_euclid(ERA));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + if month <= 2 { 1 } else { 0 }, month as u8, day as u8)
}

/// The day of the week: 0 (Sunday) to 6.
pub(crate) const fn weekday(day: i64) -> u8 {
    (day + 4).rem_euclid(7) as u8
}

/// The first Sunday on or after a day.
pub(crate) const fn sunday_from(day: i64) -> i64 {
    day + (7 - weekday(day) as i64) % 7
}
