//! Single and double elimination.

use crate::PlayerNumber;
use crate::matches::{Match, Outcome, Stage};
use crate::state::Tournament;

type Slot = Option<PlayerNumber>;

/// Puts the seeds into the slots of the first round, so that the best two can only meet in the final, the best four in the semifinals, and
/// so on. The best seeds have byes if the number of players is not a power of two.
fn slots(seeds: &[PlayerNumber]) -> Vec<Slot> {
    seeds_by_slot(seeds.len()).into_iter().map(|seed| seeds.get(seed).copied()).collect()
}

fn seeds_by_slot(count: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < count {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

/// Returns the slot of each seed in the first round.
pub fn slot_of_each_seed(count: usize) -> Vec<usize> {
    let order = seeds_by_slot(count);
    (0..count).filter_map(|seed| order.iter().position(|&other| other == seed)).collect()
}

/// Returns the player who left a match of a stage as its winner or its loser; `None` if there was none.
fn from_match(tournament: &Tournament, stage: Stage, slot: usize, won: bool) -> Slot {
    let found = tournament.matches().iter().find(|found| found.stage == stage && found.slot == slot)?;
    match (tournament.outcome(found)?, won) {
        (Outcome::FirstWins, true) | (Outcome::SecondWins, false) => found.players[0],
        (Outcome::SecondWins, true) | (Outcome::FirstWins, false) => found.players[1],
        (Outcome::Draw | Outcome::BothLose, _) => None,
    }
}

/// Returns the matches of neighbouring slots. A player alone has a bye; two empty slots give no match.
fn pair(round: usize, stage: Stage, slots: &[Slot]) -> Vec<Match> {
    let mut matches = Vec::new();
    for (slot, pair) in slots.chunks(2).enumerate() {
        let players = match (pair[0], pair.get(1).copied().flatten()) {
            (None, None) => continue,
            (None, alone) => [alone, None],
            (one, other) => [one, other],
        };
        matches.push(Match::new(round, stage, slot, players));
    }
    matches
}

/// Returns the next round of a single elimination that begins in round `start`, or `None` after the final.
pub fn single(tournament: &Tournament, seeds: &[PlayerNumber], start: usize, third_place: bool) -> Option<Vec<Match>> {
    let first = slots(seeds);
    let (round, number) = (tournament.rounds(), tournament.rounds() - start);
    if number == 0 {
        return Some(pair(round, Stage::Winners(0), &first));
    }
    if first.len() >> number <= 1 {
        return None;
    }
    let mut matches = advance(tournament, round, number as u8, first.len() >> number);
    if third_place && first.len() >> number == 2 {
        let losers: Vec<_> =
            (0..2).map(|slot| from_match(tournament, Stage::Winners(number as u8 - 1), slot, false)).collect();
        matches.extend(pair(round, Stage::ThirdPlace, &losers));
    }
    Some(matches)
}

/// Returns the round of the winners after the one before it; `count` players are left.
fn advance(tournament: &Tournament, round: usize, number: u8, count: usize) -> Vec<Match> {
    let winners: Vec<_> =
        (0..count).map(|slot| from_match(tournament, Stage::Winners(number - 1), slot, true)).collect();
    pair(round, Stage::Winners(number), &winners)
}

/// Returns the next round of a double elimination, or `None` after the final.
///
/// Losers of the first winners' round meet. From then on, two losers' rounds follow each winners' round but the first. In the odd ones,
/// those who are left meet the latest losers, in opposite order, so that players who have met meet again as late as possible. In the even
/// ones, they meet each other, at the same time as the next winners' round is played. The last of them plays the final against the winner
/// of all winners' rounds, and a second one if the latter loses it.
pub fn double(tournament: &Tournament) -> Option<Vec<Match>> {
    let first = slots(tournament.seeds());
    let depth = first.len().trailing_zeros() as usize;
    let round = tournament.rounds();
    let last_winner = || from_match(tournament, Stage::Winners(depth as u8 - 1), 0, true);
    let of_losers = |slots: &[Slot]| pair(round, Stage::Losers(round as u8 - 1), slots);
    let level = round.div_ceil(2);
    Some(match round {
        0 => pair(round, Stage::Winners(0), &first),
        _ if round < 2 * depth - 1 && round % 2 == 1 => {
            let count = first.len() >> level;
            let mut matches = advance(tournament, round, level as u8, count);
            matches.extend(of_losers(&survivors(tournament, level, count)));
            matches
        }
        _ if round < 2 * depth - 1 => {
            let count = first.len() >> (level + 1);
            let slots = (0..count).flat_map(|slot| {
                let survivor = from_match(tournament, Stage::Losers(round as u8 - 2), slot, true);
                [from_match(tournament, Stage::Winners(level as u8), count - 1 - slot, false), survivor]
            });
            of_losers(&slots.collect::<Vec<_>>())
        }
        _ if round == 2 * depth - 1 => {
            let challenger = match depth {
                1 => from_match(tournament, Stage::Winners(0), 0, false),
                _ => from_match(tournament, Stage::Losers(2 * depth as u8 - 3), 0, true),
            };
            pair(round, Stage::Final, &[last_winner(), challenger])
        }
        _ => {
            let (unbeaten, winner) = (last_winner(), from_match(tournament, Stage::Final, 0, true));
            if round > 2 * depth || unbeaten.is_none() || winner.is_none() || winner == unbeaten {
                return None;
            }
            // The other player begins now.
            pair(round, Stage::SecondFinal, &[winner, unbeaten])
        }
    })
}

/// Returns those who play the even losers' round beside winners' round `level`.
fn survivors(tournament: &Tournament, level: usize, count: usize) -> Vec<Slot> {
    let (stage, won) = match level {
        1 => (Stage::Winners(0), false),
        _ => (Stage::Losers(2 * level as u8 - 3), true),
    };
    (0..count).map(|slot| from_match(tournament, stage, slot, won)).collect()
}
