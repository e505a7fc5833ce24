//! Pairs the next round.

mod elimination;
mod round_robin;
mod swiss;

use crate::PlayerNumber;
use crate::groups::groups_of;
use crate::lot::mix;
use crate::matches::{Match, Stage};
use crate::settings::{Format, Seeding, Settings};
use crate::state::{Player, Tournament};

/// Returns the players who have not left, the best first.
pub fn seeds(players: &[Player], settings: &Settings) -> Vec<PlayerNumber> {
    let mut seeds: Vec<_> = (0..).zip(players).filter(|(_, player)| !player.withdrawn).map(|(seat, _)| seat).collect();
    match settings.seeding {
        Seeding::Joined => {}
        Seeding::Rating => seeds.sort_by_key(|&seed| std::cmp::Reverse(players[usize::from(seed)].rating)),
        Seeding::Drawn => seeds.sort_by_key(|&seed| mix(settings.seed, u64::from(seed))),
    }
    seeds
}

/// Returns whether all rounds are played.
pub fn is_over(tournament: &Tournament) -> bool {
    match tournament.settings().format {
        Format::Swiss { rounds } => tournament.rounds() >= usize::from(rounds),
        _ => next_round(tournament).is_none(),
    }
}

/// Returns the matches of the next round, or `None` if all rounds are played. A round can be empty if all of its players are out.
pub fn next_round(tournament: &Tournament) -> Option<Vec<Match>> {
    let round = tournament.rounds();
    match tournament.settings().format {
        Format::Swiss { .. } => (!is_over(tournament)).then(|| swiss::round(tournament)),
        Format::RoundRobin { cycles } => {
            let rounds = round_robin::rounds(tournament.seeds().len()) * usize::from(cycles);
            let pairs = || round_robin::pairs(tournament.seeds(), round);
            (round < rounds).then(|| pairs().map(|pair| Match::new(round, Stage::League, 0, pair)).collect())
        }
        Format::SingleElimination { third_place } => {
            elimination::single(tournament, tournament.seeds(), 0, third_place)
        }
        Format::DoubleElimination => elimination::double(tournament),
        Format::Groups { groups, advance } => match group_rounds(tournament, groups) {
            before if round < before => Some(group_round(tournament, groups, round)),
            before => elimination::single(tournament, &qualified(tournament, advance), before, false),
        },
    }
}

fn group_rounds(tournament: &Tournament, groups: u8) -> usize {
    let sizes = groups_of(tournament.seeds(), groups).into_iter().map(|group| round_robin::rounds(group.len()));
    sizes.max().unwrap_or(0)
}

fn group_round(tournament: &Tournament, groups: u8, round: usize) -> Vec<Match> {
    let mut matches = Vec::new();
    for (number, group) in (0..).zip(groups_of(tournament.seeds(), groups)) {
        if round < round_robin::rounds(group.len()) {
            let pairs = round_robin::pairs(&group, round);
            matches.extend(pairs.map(|pair| Match::new(round, Stage::Group(number), 0, pair)));
        }
    }
    matches
}

/// Returns the players of the groups who reach the elimination, as seeds: all winners, then all seconds, and so on. Each place is listed
/// from the group on with which players of the same group meet as late as possible.
fn qualified(tournament: &Tournament, advance: u8) -> Vec<PlayerNumber> {
    let groups = crate::standings::of_groups(tournament);
    let slots = elimination::slot_of_each_seed(groups.len() * usize::from(advance));
    let mut order: Vec<usize> = (0..groups.len()).collect();
    for place in 1..usize::from(advance) {
        // The higher the highest bit in which two slots differ, the later they meet.
        let meets = |shift: usize| {
            let group_of = |at: usize| (at + shift) % groups.len();
            let placed = (0..groups.len()).map(|at| (group_of(at), slots[place * groups.len() + at]));
            let rounds = placed.flat_map(|(group, slot)| {
                let same = order.iter().enumerate().filter(move |&(_, &other)| other == group);
                same.map(|(seed, _)| (slot ^ slots[seed]).checked_ilog2()).collect::<Vec<_>>()
            });
            rounds.min()
        };
        let best = (0..groups.len()).rev().max_by_key(|&shift| meets(shift)).unwrap_or(0);
        order.extend((0..groups.len()).map(|at| (at + best) % groups.len()));
    }
    let seeded = order.iter().enumerate();
    seeded.filter_map(|(seed, &group)| Some(groups[group].get(seed / groups.len())?.player)).collect()
}
