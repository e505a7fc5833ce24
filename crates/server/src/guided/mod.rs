//! Guided games: recorded games that teach the rules. The reader replays one at a table with the same set-up and seed.
//!
//! Only the tokens in the response give access to the seats, so the table never appears among the reader's tables and is not counted for
//! any account.

pub mod routes;

use games::deal::Seed;
use games::record::Record;
use serde::Serialize;
use utoipa::ToSchema;

/// Recorded games, by game id.
const RECORDS: [(&str, &str); 4] = [
    ("carcassonne", include_str!("games/carcassonne.record")),
    ("hunters", include_str!("games/hunters.record")),
    ("discovery", include_str!("games/discovery.record")),
    ("coop", include_str!("games/coop.record")),
];

/// The answers of one seat in one turn of a guided game.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GuidedTurn {
    /// The seat whose turn it is.
    pub seat: u8,
    /// The seat's answers as words.
    pub words: Vec<String>,
}

pub struct GuidedGame {
    pub record: Record,
    pub seed: Seed,
}

/// Returns the guided game for a game id, if one exists.
///
/// # Panics
/// Never: a test parses every guided game.
pub fn of(game: &str) -> Option<GuidedGame> {
    let (_, text) = RECORDS.iter().find(|(id, _)| *id == game)?;
    let record = Record::parse(text).expect("a test parses every guided game");
    Some(GuidedGame { seed: record.seed.expect("a test checks that it has a seed"), record })
}

/// Returns the recorded turns, without the draws. The seats take turns in order.
pub fn turns(record: &Record) -> Vec<GuidedTurn> {
    let turns = record.turns.iter().filter(|turn| turn.turn > 0);
    turns
        .zip((0..record.setup.seats).cycle())
        .map(|(turn, seat)| {
            let words = turn.answers.iter().filter(|word| !word.starts_with("draw:"));
            GuidedTurn { seat, words: words.cloned().collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guided_games_are_legal_and_dealt_by_their_seed() {
        for (game, _) in RECORDS {
            let guided = of(game).unwrap();
            assert_eq!(guided.record.setup.game, game);
            assert!(guided.record.seed.is_some(), "{game} has no seed");
            let verdict = guided.record.verify();
            assert!(verdict.holds(), "{game}: {verdict:?}");
            // Clients match these words against those of the legal answers.
            let played = Record::of(&guided.record.replay().unwrap(), &[], None);
            assert_eq!(turns(&played), turns(&guided.record), "{game}");
        }
    }

    #[test]
    fn turns_alternate_between_the_seats_and_leave_out_the_draws() {
        let guided = of("carcassonne").unwrap();
        let turns = turns(&guided.record);
        assert_eq!(turns.len(), 8);
        assert_eq!(turns[0], GuidedTurn { seat: 0, words: vec!["ffrr@1,0r0".into(), "highwayman:s".into()] });
        assert_eq!(turns[1].seat, 1);
        assert!(of("chess").is_none());
    }
}
