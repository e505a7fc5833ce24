//! Which games are due, and at which tables.

use std::collections::BTreeSet;

use tournament::Tournament;

use super::step::GameNumber;
use super::store::{MatchTable, Status};
use crate::common::secrets;

/// Returns the games that are due: the current game of each undecided match.
pub fn games_due(state: &Tournament) -> BTreeSet<GameNumber> {
    let Some(round) = state.rounds().checked_sub(1) else { return BTreeSet::new() };
    let open = state.matches_of(round).filter(|(_, found)| !found.is_bye() && state.outcome(found).is_none());
    open.map(|(number, found)| (number, u16::try_from(found.current_game()).unwrap_or(u16::MAX))).collect()
}

/// Returns the table at which a game is to be played, or was played if it has a result.
pub fn table_of(tables: &[MatchTable], game: GameNumber) -> Option<&MatchTable> {
    tables.iter().find(|table| table.game == game && table.status != Status::Replaced)
}

/// Adapts the tables to a new state: every game that is due has one, others are closed. A table that was closed is used again if its game
/// is due after all, but a game whose result was taken back gets a new one.
pub fn adapt_tables(state: &Tournament, tables: &mut Vec<MatchTable>) {
    let due = games_due(state);
    for table in tables.iter_mut() {
        table.status = match (table.status, due.contains(&table.game)) {
            (Status::Open | Status::Aborted, false) => Status::Closed,
            (Status::Closed, true) => Status::Open,
            (Status::Entered, true) => Status::Replaced,
            (status, _) => status,
        };
    }
    for game in due {
        if table_of(tables, game).is_none() {
            let attempt = tables.iter().filter(|table| table.game == game).count();
            let attempt = u16::try_from(attempt).unwrap_or(u16::MAX);
            tables.push(MatchTable { game, attempt, table: secrets::table_name(), status: Status::Open });
        }
    }
}

#[cfg(test)]
mod tests {
    use tournament::{Command, Format, Outcome, Seeding, Settings, Ties};

    use super::*;

    fn final_of_two(best_of: u8) -> Tournament {
        let format = Format::SingleElimination { third_place: false };
        let (ties, seeding) = (Ties::Draw, Seeding::Joined);
        let settings =
            Settings { name: "Cup".to_owned(), format, best_of, ties, tie_breaks: Vec::new(), seeding, seed: 1 };
        let mut state = Tournament::new(settings).unwrap();
        for name in ["Anna", "Boris"] {
            state.apply(&Command::Join { name: name.to_owned(), rating: None }).unwrap();
        }
        state.apply(&Command::Pair).unwrap();
        state
    }

    fn statuses(tables: &[MatchTable]) -> Vec<(GameNumber, u16, Status)> {
        tables.iter().map(|table| (table.game, table.attempt, table.status)).collect()
    }

    #[test]
    fn tables_follow_the_games_that_are_due() {
        let mut state = final_of_two(3);
        let mut tables = Vec::new();
        adapt_tables(&state, &mut tables);
        adapt_tables(&state, &mut tables);
        assert_eq!(statuses(&tables), [((0, 0), 0, Status::Open)]);
        state.apply(&Command::Enter { number: 0, points: [9, 1], winner: None }).unwrap();
        tables[0].status = Status::Entered;
        adapt_tables(&state, &mut tables);
        assert_eq!(statuses(&tables), [((0, 0), 0, Status::Entered), ((0, 1), 0, Status::Open)]);
        // A ruling closes the table, and its game continues if the ruling is taken back.
        let rule = Command::Rule { number: 0, outcome: Outcome::SecondWins, reason: "late".to_owned() };
        state.apply(&rule).unwrap();
        adapt_tables(&state, &mut tables);
        assert_eq!(tables[1].status, Status::Closed);
        state.apply(&Command::Reopen { number: 0 }).unwrap();
        adapt_tables(&state, &mut tables);
        assert_eq!(tables[1].status, Status::Open);
        // The result of the first game is taken back: the game is played again at another table.
        state.apply(&Command::Reopen { number: 0 }).unwrap();
        adapt_tables(&state, &mut tables);
        let again = [((0, 0), 0, Status::Replaced), ((0, 1), 0, Status::Closed), ((0, 0), 1, Status::Open)];
        assert_eq!(statuses(&tables), again);
    }
}
