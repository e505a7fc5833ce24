//! Standings, computed from the matches.

use crate::PlayerNumber;
use crate::groups::groups_of;
use crate::matches::{Match, Outcome, Stage};
use crate::settings::{Format, TieBreak};
use crate::state::Tournament;
use std::cmp::Reverse;
use std::ops::Range;

/// Half a match point. A match gives two halves to its winner, and one to each player if it is drawn.
pub const HALF: i64 = 1;

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, counted from 1. Players whom nothing separates share it.
    pub place: usize,
    /// Number of the player.
    pub player: PlayerNumber,
    /// Match points in halves.
    pub points: i64,
    /// Matches won, drawn and lost, including those without a game.
    pub matches: [u16; 3],
    /// The tie-breaks, in the order of the settings. Points are in halves, products of points in quarters.
    pub tie_breaks: Vec<i64>,
}

/// Returns the match points of a player in a range of rounds, in halves.
pub fn points_in(tournament: &Tournament, player: PlayerNumber, rounds: Range<usize>) -> i64 {
    let matches = tournament.matches().iter().filter(|found| rounds.contains(&found.round));
    matches.filter_map(|found| Some(points_of(tournament.outcome(found)?, found.side_of(player)?))).sum()
}

const fn points_of(outcome: Outcome, side: usize) -> i64 {
    match (outcome, outcome.winner()) {
        (Outcome::Draw, _) => HALF,
        (_, Some(winner)) if winner == side => 2 * HALF,
        _ => 0,
    }
}

/// Returns the standings, the best first. In an elimination they are by the round in which players were beaten, whatever the points.
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    match tournament.settings().format {
        Format::Swiss { .. } | Format::RoundRobin { .. } => of_league(tournament, order_of_seeds(tournament)),
        Format::SingleElimination { .. } | Format::DoubleElimination => {
            by_elimination(tournament, of_league(tournament, order_of_seeds(tournament)))
        }
        Format::Groups { .. } => {
            let mut groups: Vec<_> = of_groups(tournament).into_iter().flatten().collect();
            groups.sort_by_key(|standing| standing.place);
            by_elimination(tournament, groups)
        }
    }
}

/// Returns the seeds, or before the start the players in the order in which they joined.
fn order_of_seeds(tournament: &Tournament) -> Vec<PlayerNumber> {
    let mut order = tournament.seeds().to_vec();
    let missing = (0..tournament.players().len() as PlayerNumber).filter(|player| !order.contains(player));
    order.extend(missing.collect::<Vec<_>>());
    order
}

/// Returns the standings of each group.
pub fn of_groups(tournament: &Tournament) -> Vec<Vec<Standing>> {
    let Format::Groups { groups, .. } = tournament.settings().format else { return Vec::new() };
    let dealt = groups_of(tournament.seeds(), groups);
    dealt.into_iter().map(|group| of_league(tournament, group)).collect()
}

/// Returns the matches of a player in the league part: the rounds of a Swiss tournament, a round robin or a group, or else all matches.
fn matches_of(tournament: &Tournament, player: PlayerNumber) -> impl Iterator<Item = (&Match, usize, Outcome)> {
    let groups = matches!(tournament.settings().format, Format::Groups { .. });
    let counted = move |found: &&Match| !groups || matches!(found.stage, Stage::Group(_));
    let matches = tournament.matches().iter().filter(counted);
    matches.filter_map(move |found| Some((found, found.side_of(player)?, tournament.outcome(found)?)))
}

fn league_points(tournament: &Tournament, player: PlayerNumber) -> i64 {
    matches_of(tournament, player).map(|(_, side, outcome)| points_of(outcome, side)).sum()
}

fn of_league(tournament: &Tournament, players: Vec<PlayerNumber>) -> Vec<Standing> {
    let mut standings: Vec<_> = players.into_iter().map(|player| standing(tournament, player)).collect();
    standings.sort_by_key(|standing| Reverse(standing.points));
    let ties = &tournament.settings().tie_breaks;
    let mut begin = 0;
    for group in standings.chunk_by_mut(|one, two| one.points == two.points) {
        let length = group.len();
        break_ties(tournament, group, ties, 0, begin + 1);
        begin += length;
    }
    standings
}

/// Orders players with equal points by the tie-breaks from number `at` on, and gives them their places.
fn break_ties(tournament: &Tournament, tied: &mut [Standing], ties: &[TieBreak], at: usize, place: usize) {
    let Some(tie) = ties.get(at).filter(|_| tied.len() > 1) else {
        tied.iter_mut().for_each(|standing| standing.place = place);
        return;
    };
    if *tie == TieBreak::Direct {
        let players: Vec<_> = tied.iter().map(|standing| standing.player).collect();
        let met = |one: PlayerNumber, two: PlayerNumber| {
            matches_of(tournament, one).any(|(found, side, _)| found.players[1 - side] == Some(two))
        };
        let all_met = players.iter().all(|&one| players.iter().all(|&two| one == two || met(one, two)));
        for standing in tied.iter_mut() {
            let direct = matches_of(tournament, standing.player)
                .filter(|(found, side, _)| found.players[1 - side].is_some_and(|other| players.contains(&other)))
                .map(|(_, side, outcome)| points_of(outcome, side));
            standing.tie_breaks[at] = if all_met { direct.sum() } else { 0 };
        }
    }
    tied.sort_by_key(|standing| Reverse(standing.tie_breaks[at]));
    let mut begin = place;
    for group in tied.chunk_by_mut(|one, two| one.tie_breaks[at] == two.tie_breaks[at]) {
        let length = group.len();
        break_ties(tournament, group, ties, at + 1, begin);
        begin += length;
    }
}

fn standing(tournament: &Tournament, player: PlayerNumber) -> Standing {
    let mut matches = [0; 3];
    for (_, side, outcome) in matches_of(tournament, player) {
        matches[2 - points_of(outcome, side) as usize] += 1;
    }
    let tie_breaks = tournament.settings().tie_breaks.iter().map(|&tie| tie_break(tournament, player, tie)).collect();
    Standing { place: 0, player, points: league_points(tournament, player), matches, tie_breaks }
}

/// Returns the value of a tie-break for a player; 0 for [`TieBreak::Direct`], which depends on who is tied.
fn tie_break(tournament: &Tournament, player: PlayerNumber, tie: TieBreak) -> i64 {
    let own = league_points(tournament, player);
    let opponents = || {
        let played = matches_of(tournament, player).filter(|(found, ..)| found.was_played());
        played.filter_map(|(found, side, outcome)| {
            Some((league_points(tournament, found.players[1 - side]?), points_of(outcome, side)))
        })
    };
    match tie {
        TieBreak::Direct => 0,
        TieBreak::Wins => opponents().filter(|&(_, points)| points == 2 * HALF).count() as i64,
        TieBreak::Buchholz => {
            let rounds = match tournament.settings().format {
                Format::Swiss { .. } => {
                    (0..tournament.rounds()).filter(|&round| is_finished(tournament, player, round)).count()
                }
                _ => opponents().count(),
            };
            let met: Vec<_> = opponents().map(|(points, _)| points).collect();
            met.iter().sum::<i64>() + own * rounds.saturating_sub(met.len()) as i64
        }
        TieBreak::SonnebornBerger => opponents().map(|(points, won)| points * won).sum(),
        TieBreak::PointsDifference => matches_of(tournament, player)
            .map(|(found, side, _)| found.points_of(side))
            .map(|(own, other)| i64::from(own - other))
            .sum(),
    }
}

/// Returns whether a player's match of a round is decided, or the player has none in it.
fn is_finished(tournament: &Tournament, player: PlayerNumber, round: usize) -> bool {
    let mut own = tournament.matches_of(round).filter(|(_, found)| found.side_of(player).is_some());
    own.all(|(_, found)| tournament.outcome(found).is_some())
}

/// Orders players by how far they came in the elimination. Those who did not reach it follow in the order given.
fn by_elimination(tournament: &Tournament, mut standings: Vec<Standing>) -> Vec<Standing> {
    standings.sort_by_key(|standing| Reverse(reached(tournament, standing.player)));
    let mut place = 1;
    let by_league = |standing: &Standing| standing.place;
    for group in standings.chunk_by_mut(|one, two| reached(tournament, one.player) == reached(tournament, two.player)) {
        let stayed_in_group = reached(tournament, group[0].player).0 == 0;
        let first = group.iter().map(by_league).min().unwrap_or(1);
        let length = group.len();
        for standing in group {
            standing.place = if stayed_in_group { place + standing.place - first } else { place };
        }
        place += length;
    }
    standings
}

/// Returns how far a player came: the last round of the elimination that the player played, and what became of its match.
fn reached(tournament: &Tournament, player: PlayerNumber) -> (usize, i64) {
    let mut knocked = tournament.matches().iter().filter(|found| found.stage.needs_winner());
    let last = knocked.rfind(|found| found.side_of(player).is_some());
    let Some((found, side)) = last.and_then(|found| Some((found, found.side_of(player)?))) else { return (0, 0) };
    let won = tournament.outcome(found).map_or(1, |outcome| points_of(outcome, side));
    // The match for the third place is played beside the final.
    match found.stage {
        Stage::ThirdPlace => (found.round + 1, won - 2 * 2 * HALF),
        _ => (found.round + 1, won),
    }
}
