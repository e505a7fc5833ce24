//! The TV: the best running public game of each family of games and each kind of clock, by the ratings of its players.

use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use table::{Clock, SeatInfo, TableLine, TableSummary};

use super::service::stored;
use super::store::{ClockKind, WantedTables};
use super::types::TvGame;
use crate::app::App;
use crate::http::refusal::Refusal;
use crate::storage::now;

/// Time for which the games are cached.
const CACHE_TIME: Duration = Duration::from_secs(5);
/// Number of tables considered, most recently changed first.
const MAX_CANDIDATES: u32 = 300;
/// Highest rating as which a provisional one counts: that with which everyone begins.
const PROVISIONAL_RATING: i32 = 1500;
/// Time without a move after which a game is shown only if no other game is left, in milliseconds: an hour, or two days without a
/// real-time clock.
const QUIET_LIVE_MS: i64 = 60 * 60 * 1000;
const QUIET_MS: i64 = 48 * 60 * 60 * 1000;

/// Returns the games as JSON, the best one first.
pub async fn games(app: &App) -> Result<Bytes, Refusal> {
    let known = app.matchmaking.tv.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, bytes)) = known.filter(|(since, _)| since.elapsed() < CACHE_TIME) {
        return Ok(bytes);
    }
    let wanted = WantedTables { open: Some(false), limit: MAX_CANDIDATES, ..WantedTables::default() };
    let lines = stored(app.matchmaking.store.lobby(wanted).await)?;
    let bytes = Bytes::from(table::messages::text(&best(&lines, now())));
    *app.matchmaking.tv.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), bytes.clone()));
    Ok(bytes)
}

/// Returns the best game of each family and kind of clock at a time, the best one first.
fn best(lines: &[TableLine], now: i64) -> Vec<TvGame> {
    let mut channels: BTreeMap<(String, &str), (bool, TvGame)> = BTreeMap::new();
    // A paused game has no turn.
    let running = |line: &&TableLine| line.access.spectators && !line.access.invited && line.standing.turn.is_some();
    for line in lines.iter().filter(running) {
        let table = TableSummary::of(line);
        let Some(game) = table.setup.as_ref().map(|setup| setup.game.clone()) else { continue };
        let clock = ClockKind::of(line.clock);
        let quiet = if clock == ClockKind::Live { QUIET_LIVE_MS } else { QUIET_MS };
        let moves = now - line.updated < quiet;
        let one = TvGame { game: game.clone(), clock: clock.word(), rating: strength(&table.seats), table };
        let better = |known: &(bool, TvGame)| (moves, one.rating) > (known.0, known.1.rating);
        // Ties go to the most recently changed table, which comes first.
        let channel = (game, clock.word());
        if channels.get(&channel).is_none_or(better) {
            channels.insert(channel, (moves, one));
        }
    }
    let mut games: Vec<_> = channels.into_values().map(|(_, game)| game).collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.rating));
    games
}

/// Returns the average rating of the players; those without a rating count as 0.
fn strength(seats: &[SeatInfo]) -> i32 {
    let rating = |seat: &SeatInfo| {
        seat.rating.map_or(0, |one| if one.provisional { one.value.min(PROVISIONAL_RATING) } else { one.value })
    };
    let sum: i32 = seats.iter().map(rating).sum();
    sum / i32::try_from(seats.len()).unwrap_or(i32::MAX).max(1)
}

impl ClockKind {
    fn of(clock: Option<Clock>) -> ClockKind {
        match clock {
            Some(Clock::Game { .. } | Clock::Turn { .. }) => ClockKind::Live,
            Some(Clock::Days { .. }) => ClockKind::Days,
            None => ClockKind::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{Access, Phase, SeatOccupant, SeatRating, Standing};

    use super::*;

    const NOW: i64 = 1_000_000_000_000;

    fn person(value: i32, provisional: bool) -> SeatOccupant {
        let rating = (value > 0).then_some(SeatRating { value, provisional });
        SeatOccupant::Human { name: "Anna".into(), account: Some(7), rating, colour: None }
    }

    fn line(name: &str, game: &str, clock: Option<Clock>, ratings: [i32; 2]) -> TableLine {
        TableLine {
            name: name.to_owned(),
            setup: format!(r#"{{"game":"{game}","seats":2}}"#),
            rules_version: 4,
            standing: Standing { phase: Phase::Playing, turn: Some(0) },
            seats: ratings.map(|rating| person(rating, false)).to_vec(),
            updated: NOW - 1000,
            imported: false,
            transferred: false,
            plain: false,
            rated: false,
            clock,
            access: Access::default(),
        }
    }

    fn shown(lines: &[TableLine]) -> Vec<(String, &'static str, i32)> {
        best(lines, NOW).into_iter().map(|one| (one.table.table, one.clock, one.rating)).collect()
    }

    const LIVE: Option<Clock> = Some(Clock::Turn { seconds: 30 });
    const DAYS: Option<Clock> = Some(Clock::Days { days: 3 });

    #[test]
    fn each_game_and_kind_of_clock_shows_the_best_players() {
        let lines = [
            line("a", "carcassonne", LIVE, [1600, 1700]),
            line("b", "carcassonne", LIVE, [1650, 1652]),
            line("c", "carcassonne", LIVE, [2000, 0]),
            line("d", "carcassonne", DAYS, [1400, 1500]),
            line("e", "hunters", LIVE, [1700, 1800]),
            line("f", "carcassonne", None, [0, 0]),
        ];
        let expected = [("e", "live", 1750), ("b", "live", 1651), ("d", "days", 1450), ("f", "none", 0)];
        assert_eq!(shown(&lines), expected.map(|(name, clock, rating)| (name.to_owned(), clock, rating)));
        assert_eq!(shown(&lines[..1])[0].0, "a");
    }

    #[test]
    fn provisional_ratings_count_for_no_more_than_the_first_rating() {
        let mut new = line("a", "carcassonne", LIVE, [0, 0]);
        new.seats = vec![person(1900, true), person(1400, true)];
        assert_eq!(shown(&[new, line("b", "carcassonne", LIVE, [1460, 1460])])[0], ("b".to_owned(), "live", 1460));
    }

    #[test]
    fn games_that_cannot_be_watched_or_are_paused_are_not_shown() {
        let with = |access: Access| TableLine { access, ..line("a", "carcassonne", LIVE, [1600, 1600]) };
        let mut paused = line("b", "carcassonne", LIVE, [1600, 1600]);
        paused.standing.turn = None;
        let unwatched = with(Access { spectators: false, invited: false });
        let invited = with(Access { spectators: true, invited: true });
        assert!(shown(&[unwatched, invited, paused]).is_empty());
    }

    #[test]
    fn a_game_without_moves_for_long_is_shown_only_if_there_is_no_other() {
        let mut quiet = line("a", "carcassonne", LIVE, [1900, 1900]);
        quiet.updated = NOW - QUIET_LIVE_MS;
        assert_eq!(shown(&[line("b", "carcassonne", LIVE, [0, 0]), quiet.clone()])[0].0, "b");
        assert_eq!(shown(std::slice::from_ref(&quiet))[0].0, "a");
        quiet.clock = DAYS;
        assert_eq!(shown(&[line("b", "carcassonne", DAYS, [0, 0]), quiet])[0].0, "a");
    }
}
