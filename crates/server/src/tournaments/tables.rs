//! The tables of tournaments: creates those that are missing, and enters the results of their games.

use std::time::Duration;

use games::Setup;
use table::{InitialState, Key, Right, SeatOccupant, Terms, TimeoutPolicy};
use tournament::{Command, Refused};

use super::changes::{Plan, change, current, stored};
use super::service::Current;
use super::store::{FinishedGame, MatchTable, NewStep, Status, StepRole};
use super::terms::GameTerms;
use crate::app::App;
use crate::http::refusal::{Code, Refusal};
use crate::matchmaking::person::Person;
use crate::matchmaking::types::PersonEvent;
use crate::results::seat_ratings;

/// Interval between checks for work.
const INTERVAL: Duration = Duration::from_secs(1);
/// Interval after a check in which something failed.
const INTERVAL_AFTER_FAILURE: Duration = Duration::from_secs(15);
/// Maximum number of points that are entered, in either direction.
const MAX_POINTS: i32 = 10_000;

/// Does what is due until the server stops. What an earlier run of the server left undone is due as well.
pub async fn run(app: &App) {
    loop {
        let pause = match work_once(app).await {
            Ok(()) => INTERVAL,
            Err(why) => {
                tracing::error!("a tournament cannot continue now; will try again: {why}");
                INTERVAL_AFTER_FAILURE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Does everything that is due. One failure does not keep other tournaments waiting.
async fn work_once(app: &App) -> Result<(), Refusal> {
    let work = stored(app.store.tournament_work().await)?;
    let mut outcome = Ok(());
    let mut note = |done: Result<(), Refusal>| {
        if outcome.is_ok() {
            outcome = done;
        }
    };
    for (id, player) in work.departed {
        note(withdraw_deleted(app, &id, player).await);
    }
    for id in work.orphans {
        note(stored(app.store.delete_orphan(id).await));
    }
    for game in work.finished {
        note(enter(app, &game).await);
    }
    for id in work.lacking {
        note(create_tables(app, &id).await);
    }
    outcome
}

/// Withdraws a player whose account was deleted.
async fn withdraw_deleted(app: &App, id: &str, player: u16) -> Result<(), Refusal> {
    let plan = |current: &Current| {
        let playing = current.state.players().get(usize::from(player)).is_some_and(|player| !player.withdrawn);
        let over = current.state.phase() == tournament::Phase::Over;
        let step = Command::Withdraw { player }.into();
        let step = NewStep { step, account: None, role: StepRole::Server, reason: None };
        Ok(Plan {
            steps: (playing && !over).then_some(step).into_iter().collect(),
            gone: vec![player],
            ..Plan::default()
        })
    };
    change(app, None, id, plan).await.map(drop)
}

/// Enters the result of a finished game, and creates the table of the next one. An adjourned match takes it once it is resumed.
async fn enter(app: &App, game: &FinishedGame) -> Result<(), Refusal> {
    let after = change(app, None, &game.tournament, |current| Ok(plan_result(current, game))).await?;
    create_tables(app, &after.line.id).await
}

/// Returns the plan for a finished game, without content if it is not due.
fn plan_result(current: &Current, game: &FinishedGame) -> Plan {
    let table = current.tables.iter().find(|table| table.table == game.table && table.status == Status::Open);
    let Some(MatchTable { game: (number, nth), .. }) = table else { return Plan::default() };
    if game.aborted {
        return Plan { aborted: Some(game.table.clone()), ..Plan::default() };
    }
    let adjourned = current.state.matches().get(*number as usize).is_none_or(|found| found.adjourned);
    if adjourned {
        return Plan::default();
    }
    let (points, winner) = in_order_of_match(game, *nth);
    let step = Command::Enter { number: *number, points, winner }.into();
    let steps = vec![NewStep { step, account: None, role: StepRole::Server, reason: None }];
    Plan { steps, entered: Some(game.table.clone()), ..Plan::default() }
}

/// Returns the points of the first and second player of the match in its game `nth`, and the winner if the points do not decide it. The
/// second player has the first seat in games with odd numbers.
fn in_order_of_match(game: &FinishedGame, nth: u16) -> ([i32; 2], Option<u8>) {
    let (mut points, mut winner) = (game.points.map(|points| points.clamp(-MAX_POINTS, MAX_POINTS)), game.winner);
    if nth % 2 == 1 {
        points.reverse();
        winner = winner.map(|seat| 1 - seat);
    }
    let told = |side: u8| points[usize::from(side)] > points[usize::from(1 - side)];
    (points, winner.filter(|&side| !told(side)))
}

/// Creates the tables of a tournament that do not exist yet, under the names that are stored for them.
///
/// # Errors
/// A table cannot be created, or storage failed.
pub async fn create_tables(app: &App, id: &str) -> Result<(), Refusal> {
    let _creating = app.tournaments.creating.lock().await;
    let current = current(app, None, id).await?;
    let Some(terms) = &current.line.game else { return Ok(()) };
    let open: Vec<&MatchTable> = current.tables.iter().filter(|table| table.status == Status::Open).collect();
    let names = open.iter().map(|table| table.table.clone()).collect();
    let existing = stored(app.store.existing_tables(names).await)?;
    for table in open.into_iter().filter(|table| !existing.contains(&table.table)) {
        if let Err(why) = create_table(app, &current, terms, table).await {
            // Another node may have created it.
            let made = stored(app.store.existing_tables(vec![table.table.clone()]).await)?;
            if made.is_empty() {
                return Err(why);
            }
        }
    }
    Ok(())
}

async fn create_table(app: &App, current: &Current, terms: &GameTerms, table: &MatchTable) -> Result<(), Refusal> {
    let (number, nth) = table.game;
    let no_match = || Refusal::new(Code::TournamentRefused, Refused::NoMatch(number).to_string());
    let mut players = current.state.matches().get(number as usize).ok_or_else(no_match)?.players;
    if nth % 2 == 1 {
        players.reverse();
    }
    let (mut seats, mut keys, mut accounts) = (Vec::new(), Vec::new(), Vec::new());
    for (seat, player) in (0u8..).zip(players) {
        let line = player.and_then(|player| current.players.get(usize::from(player)));
        // A deleted account is about to be withdrawn.
        let Some((line, account)) = line.and_then(|line| Some((line, line.account?))) else { return Ok(()) };
        let rating = seat_ratings::rating_for(app, account, &terms.setup, terms.clock).await?;
        let name = line.name.clone().unwrap_or_default();
        seats.push(SeatOccupant::Human { name, account: Some(account), rating, colour: None });
        keys.extend(line.key.map(|hash| Key { hash, right: Right::Seat(seat) }));
        accounts.push(account);
    }
    let GameTerms { clock, rated, plain, .. } = *terms;
    let initial = InitialState {
        setup: setup_of_game(&terms.setup),
        seats,
        terms: Terms { clock, on_timeout: TimeoutPolicy::Loses, undo: false, rated },
        public: true,
        plain,
        access: Default::default(),
        keys,
        after: None,
    };
    app.hub.create_named(table.table.clone(), initial).await?;
    let event = PersonEvent::Tournament { tournament: current.line.id.clone() };
    for account in accounts {
        app.matchmaking.streams.send_to_person(Person::Account(account), &event);
    }
    Ok(())
}

/// Returns the set-up with which a game is played: the first seat begins.
pub fn setup_of_game(setup: &Setup) -> Setup {
    let mut setup = setup.clone().option("first_player", "host_seat");
    setup.first_seat = 0;
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_in_the_order_of_the_match() {
        let game = |points, winner| FinishedGame {
            tournament: "t".to_owned(),
            table: "a".to_owned(),
            aborted: false,
            points,
            winner,
        };
        assert_eq!(in_order_of_match(&game([70, 60], Some(0)), 0), ([70, 60], None));
        assert_eq!(in_order_of_match(&game([70, 60], Some(0)), 1), ([60, 70], None));
        // The player with more points resigned.
        assert_eq!(in_order_of_match(&game([70, 60], Some(1)), 0), ([70, 60], Some(1)));
        assert_eq!(in_order_of_match(&game([70, 60], Some(1)), 1), ([60, 70], Some(0)));
        assert_eq!(in_order_of_match(&game([70, 70], None), 1), ([70, 70], None));
        assert_eq!(in_order_of_match(&game([70, 70], Some(1)), 2), ([70, 70], Some(1)));
    }
}
