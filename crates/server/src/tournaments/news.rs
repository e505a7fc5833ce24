//! News of a tournament for its channels.

use tournament::{HALF, Match, MatchNumber, PlayerNumber};

use super::due::table_of;
use super::service::Current;
use super::store::TournamentPhase;
use crate::notifications::news::{MAX_PLACES, News, NewsKind, NewsPairing, NewsPlace, NewsResult};

/// Returns the news of a change. A tournament that a moderator hid has none.
pub fn news(before: &Current, after: &Current) -> Vec<News> {
    if after.line.closed.is_some() {
        return Vec::new();
    }
    let of = |what| News { tournament: after.line.id.clone(), name: after.line.settings.name.clone(), what };
    let over = after.line.phase == TournamentPhase::Over && before.line.phase != TournamentPhase::Over;
    let over = over.then(|| NewsKind::Over { places: places(after) });
    results(before, after).chain(new_rounds(before, after)).chain(over).map(of).collect()
}

fn new_rounds<'a>(before: &Current, after: &'a Current) -> impl Iterator<Item = NewsKind> + use<'a> {
    (before.state.rounds()..after.state.rounds()).map(|round| {
        let matches = after.state.matches_of(round).map(|(number, found)| pairing(after, number, found));
        NewsKind::Round { round: round + 1, matches: matches.collect() }
    })
}

fn pairing(after: &Current, number: MatchNumber, found: &Match) -> NewsPairing {
    let [first, second] = found.players;
    let table = table_of(&after.tables, (number, 0)).map(|table| table.table.clone());
    NewsPairing { r#match: number + 1, players: (name(after, first), second.map(|_| name(after, second))), table }
}

/// Returns the matches of earlier rounds, and of the current one, that the change decided. Those of a new round are byes.
fn results<'a>(before: &'a Current, after: &'a Current) -> impl Iterator<Item = NewsKind> + use<'a> {
    let known = (0usize..).zip(before.state.matches());
    known.filter_map(|(number, old)| {
        let found = after.state.matches().get(number)?;
        let outcome = after.state.outcome(found)?;
        if found.is_bye() || before.state.outcome(old).is_some() {
            return None;
        }
        let winner = outcome.winner().and_then(|side| u8::try_from(side + 1).ok());
        Some(NewsKind::Result(NewsResult {
            round: found.round + 1,
            r#match: MatchNumber::try_from(number + 1).unwrap_or(MatchNumber::MAX),
            players: found.players.map(|player| name(after, player)),
            games: found.games.iter().filter_map(|game| game.points).collect(),
            winner,
        }))
    })
}

fn places(after: &Current) -> Vec<NewsPlace> {
    let lines = after.standings.iter().take(MAX_PLACES);
    let place = lines.map(|line| NewsPlace {
        place: line.place,
        player: name(after, Some(line.player)),
        points: line.points as f64 / (2 * HALF) as f64,
    });
    place.collect()
}

fn name(after: &Current, player: Option<PlayerNumber>) -> String {
    let found = player.and_then(|player| after.state.players().get(usize::from(player)));
    found.map(|player| player.name.clone()).unwrap_or_default()
}
