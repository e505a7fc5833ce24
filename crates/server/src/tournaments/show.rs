//! A tournament as a client sees it.

use tournament::{HALF, Match, MatchNumber, Standing};

use super::changes::{arbiter_role, own_player};
use super::due::table_of;
use super::service::Current;
use super::store::{ArbiterLine, PlayerLine, Status};
use super::types::{
    ArbiterInfo, MatchGame, MatchInfo, StandingInfo, TournamentInfo, TournamentPlayer, TournamentSummary,
};
use crate::accounts::store::SignedIn;
use crate::http::refusal::{Code, Refusal};

/// Returns a tournament as a client sees it, with the matches of a round, or of the current one.
///
/// # Errors
/// `bad_range`: the round is not paired.
pub fn info(current: &Current, who: Option<&SignedIn>, round: Option<usize>) -> Result<TournamentInfo, Refusal> {
    let (state, rounds) = (&current.state, current.state.rounds());
    if round.is_some_and(|round| !(1..=rounds).contains(&round)) {
        return Err(Refusal::new(Code::BadRange, format!("the rounds 1 to {rounds} are paired")));
    }
    let round = round.or((rounds > 0).then_some(rounds));
    let matches = round.into_iter().flat_map(|round| state.matches_of(round - 1));
    let players = (0u16..).zip(&current.players).map(|(number, line)| player(current, number, line));
    Ok(TournamentInfo {
        summary: TournamentSummary::from(current.line.clone()),
        steps: current.line.steps,
        yours: who.is_some_and(|who| current.line.organiser == Some(who.account)),
        arbiter: who.is_some_and(|who| arbiter_role(current, who).is_some()),
        arbiters: (1..).zip(&current.arbiters).map(arbiter).collect(),
        closed: current.line.closed.clone(),
        you: who.and_then(|who| own_player(current, who.account)).map(|number| number + 1),
        players: players.collect(),
        rounds,
        round,
        matches: matches.map(|(number, found)| match_info(current, number, found)).collect(),
        standings: current.standings.iter().map(standing).collect(),
    })
}

fn arbiter((number, line): (u16, &ArbiterLine)) -> ArbiterInfo {
    ArbiterInfo { number, name: line.name.clone(), active: line.active }
}

fn player(current: &Current, number: u16, line: &PlayerLine) -> TournamentPlayer {
    let state = current.state.players().get(usize::from(number));
    TournamentPlayer {
        number: number + 1,
        name: line.name.clone(),
        account: line.account.is_some(),
        rating: state.and_then(|player| player.rating),
        withdrawn: state.is_some_and(|player| player.withdrawn),
    }
}

fn match_info(current: &Current, number: MatchNumber, found: &Match) -> MatchInfo {
    let [first, second] = found.players.map(|player| player.map(|player| player + 1));
    let games = (0u16..).zip(&found.games).map(|(nth, game)| {
        let table = table_of(&current.tables, (number, nth));
        MatchGame {
            points: game.points,
            winner: game.winner.map(|side| side + 1),
            reports: game.reports,
            table: table.map(|table| table.table.clone()),
            aborted: table.is_some_and(|table| table.status == Status::Aborted),
        }
    });
    MatchInfo {
        number: number + 1,
        stage: found.stage,
        first,
        second,
        games: if found.is_bye() { Vec::new() } else { games.collect() },
        outcome: current.state.outcome(found),
        reason: found.ruling.as_ref().map(|ruling| ruling.reason.clone()),
        adjourned: found.adjourned,
    }
}

fn standing(line: &Standing) -> StandingInfo {
    let [won, drawn, lost] = line.matches;
    let points = line.points as f64 / (2 * HALF) as f64;
    StandingInfo {
        place: line.place,
        player: line.player + 1,
        points,
        won,
        drawn,
        lost,
        tie_breaks: line.tie_breaks.clone(),
    }
}
