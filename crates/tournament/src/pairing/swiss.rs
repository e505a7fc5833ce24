//! Swiss rounds after the Dutch system of the International Chess Federation, with *begins* in the place of *plays white*.
//!
//! Score groups are paired from the top. Each is solved as a matching of least cost over everyone who is not paired yet, so that what a
//! group takes never leaves the groups below without a pairing. The cost is a list of criteria, the most important first ([`CRITERIA`]);
//! the last is how far a pairing is from the upper half of the group meeting the lower half in order, as a sum of squares. The Dutch system
//! settles that last point by a fixed list of exchanges instead, and looks one group further ahead when it chooses who drops to the next
//! group; so the pairings can differ from those of other programs where several are equally good.

use crate::PlayerNumber;
use crate::lot::mix;
use crate::matches::{Match, Stage};
use crate::standings::points_in;
use crate::state::Tournament;
use integer_blossom::min_weight_perfect_matching;
use std::cmp::Reverse;

/// Facts about a player's former rounds that the next pairing depends on.
struct Entry {
    /// The player; `None` for the bye.
    player: Option<PlayerNumber>,
    /// Match points in halves.
    score: i64,
    opponents: Vec<PlayerNumber>,
    had_bye: bool,
    /// Rounds in which the player began, less those in which the opponent did.
    balance: i32,
    /// Whether the player began, in each round with an opponent.
    began: Vec<bool>,
    /// The last two rounds, the latest first: 1 if the opponent had fewer points, -1 if more.
    floats: [i8; 2],
}

/// Returns whether a player should begin (positive) or not (negative): 0 does not matter, 1 to alternate, 2 to even out, 3 must.
fn preference(entry: &Entry) -> i32 {
    let last_two = entry.began.iter().rev().take(2).collect::<Vec<_>>();
    let strength = match (entry.balance.abs(), last_two.as_slice()) {
        (_, []) => return 0,
        (2.., _) => 3,
        (_, [one, other]) if one == other => 3,
        (1, _) => 2,
        _ => 1,
    };
    let begins_less = entry.balance > 0 || entry.balance == 0 && *last_two[0];
    if begins_less { -strength } else { strength }
}

/// Returns the matches of the next round.
pub fn round(tournament: &Tournament) -> Vec<Match> {
    let number = tournament.rounds();
    let mut entries = entries(tournament);
    if entries.len() % 2 == 1 {
        let bye = Entry {
            player: None,
            score: 0,
            opponents: Vec::new(),
            had_bye: false,
            balance: 0,
            began: Vec::new(),
            floats: [0; 2],
        };
        entries.push(bye);
    }
    let pairs = pair_groups(&entries);
    let mut matches: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(table, (one, two))| {
            let (first, second) = in_order(tournament, table, &entries[one], &entries[two]);
            Match::new(number, Stage::League, table, [first.player, second.player])
        })
        .collect();
    matches.sort_by_key(Match::is_bye);
    matches.iter_mut().enumerate().for_each(|(table, found)| found.slot = table);
    matches
}

/// Returns the players to be paired, by score and then by seed.
fn entries(tournament: &Tournament) -> Vec<Entry> {
    let here = tournament.seeds().iter().filter(|&&seed| !tournament.players()[usize::from(seed)].withdrawn);
    let mut entries: Vec<_> = here.map(|&seed| entry(tournament, seed)).collect();
    entries.sort_by_key(|entry| Reverse(entry.score));
    entries
}

fn entry(tournament: &Tournament, player: PlayerNumber) -> Entry {
    let mut entry = Entry {
        player: Some(player),
        score: points_in(tournament, player, 0..tournament.rounds()),
        opponents: Vec::new(),
        had_bye: false,
        balance: 0,
        began: Vec::new(),
        floats: [0; 2],
    };
    for found in tournament.matches() {
        let Some(side) = found.side_of(player) else { continue };
        let ago = tournament.rounds() - 1 - found.round;
        let Some(opponent) = found.players[1 - side] else {
            entry.had_bye = true;
            if let Some(float) = entry.floats.get_mut(ago) {
                *float = 1;
            }
            continue;
        };
        // Players who did not meet over the board can be paired again, but not at once a win without a game and a bye.
        entry.opponents.push(opponent);
        if !found.was_played() {
            entry.had_bye |= tournament.outcome(found).and_then(|outcome| outcome.winner()) == Some(side);
            continue;
        }
        entry.began.push(side == 0);
        entry.balance += if side == 0 { 1 } else { -1 };
        if let Some(float) = entry.floats.get_mut(ago) {
            let own = points_in(tournament, player, 0..found.round);
            *float = (own - points_in(tournament, opponent, 0..found.round)).signum() as i8;
        }
    }
    entry
}

/// Pairs the score groups from the top. Returns pairs of indices into `entries`, the one with the higher score first.
fn pair_groups(entries: &[Entry]) -> Vec<(usize, usize)> {
    let mut left: Vec<usize> = (0..entries.len()).collect();
    let mut pairs = Vec::new();
    // Players who found no opponent in their own group come first in `left`.
    let mut floated = 0;
    while !left.is_empty() {
        let score = entries[left[floated.min(left.len() - 1)]].score;
        let in_group = |&&at: &&usize| entries[at].player.is_some() && entries[at].score >= score;
        let mut group = left.iter().take_while(in_group).count();
        if left[group..].iter().all(|&at| entries[at].player.is_none()) {
            group = left.len();
        }
        let mates = min_weight_perfect_matching(&costs(entries, &left, floated, group), left.len());
        let mut rest = Vec::new();
        floated = 0;
        for (at, &mate) in mates.iter().enumerate() {
            match (at < group && mate < group, at < mate) {
                (true, true) => pairs.push((left[at], left[mate])),
                (true, false) => {}
                (false, _) => {
                    floated += usize::from(at < group);
                    rest.push(left[at]);
                }
            }
        }
        left = rest;
    }
    pairs
}

/// The criteria by which pairs are compared, the most important first, each with the greatest value that a pair can have.
const CRITERIA: [i128; 12] = [
    1,       // They have met, or it would be a second bye.
    60,      // The points of the player with the bye, in halves.
    1,       // Both must begin, or neither may.
    1,       // A player of the group finds no opponent in it.
    1,       // That player comes from a higher group.
    60,      // The difference of their points, in halves.
    1,       // Both want to begin, or neither wants to, to even out.
    1,       // The same, to alternate.
    2,       // Players who met someone of another score in the same direction in the last round.
    2,       // The same in the round before it.
    1,       // Both are in the upper half of the group, or both in the lower.
    1 << 16, // The distance from the usual order, squared.
];

/// Returns the cost of each pair of the players who are left. The first `group` players make up the score group; the first `floated` of
/// these come from higher groups.
fn costs(entries: &[Entry], left: &[usize], floated: usize, group: usize) -> Vec<i128> {
    let pairs = left.len() as i128 / 2;
    let players = left[..group].iter().filter(|&&at| entries[at].player.is_some()).count();
    let mut costs = vec![0; left.len() * left.len()];
    for i in 0..left.len() {
        for j in i + 1..left.len() {
            let values = judge(&entries[left[i]], &entries[left[j]], (i, j), floated, players);
            let cost = values.iter().zip(CRITERIA).fold(0, |sum, (&value, most)| sum * (most * pairs + 1) + value);
            costs[i * left.len() + j] = cost;
        }
    }
    costs
}

fn judge(one: &Entry, two: &Entry, (i, j): (usize, usize), floated: usize, group: usize) -> [i128; CRITERIA.len()] {
    let mut values = [0; CRITERIA.len()];
    let Some(opponent) = two.player else {
        values[0] = i128::from(one.had_bye);
        values[1] = i128::from(one.score).min(CRITERIA[1]);
        values[3] = i128::from(i < group && j >= group);
        values[11] = ((j - 1 - i) * (j - 1 - i)) as i128;
        return values;
    };
    values[0] = i128::from(one.opponents.contains(&opponent));
    let (inside, leaves) = (j < group, i < group && j >= group);
    values[3] = i128::from(leaves);
    values[4] = i128::from(leaves && i < floated);
    values[5] = i128::from((one.score - two.score).abs()).min(CRITERIA[5]);
    if inside {
        let (wish, other) = (preference(one), preference(two));
        if wish * other > 0 {
            match wish.abs().min(other.abs()) {
                3 => values[2] = 1,
                2 => values[6] = 1,
                _ => values[7] = 1,
            }
        }
    }
    if (inside || leaves) && one.score != two.score {
        for ago in 0..2 {
            values[8 + ago] = i128::from(one.floats[ago] == 1) + i128::from(inside && two.floats[ago] == -1);
        }
    }
    // Players of higher groups meet the best of this one; the upper half of the others meets the lower.
    let half = (group.saturating_sub(2 * floated) / 2).max(1);
    let distance = match (inside, leaves) {
        (true, _) if j < floated => group,
        (true, _) if i < floated => j.abs_diff(floated + i),
        (true, _) => (j - i).abs_diff(half),
        (_, true) => group - 1 - i,
        _ => 0,
    };
    let lower = 2 * floated + half;
    values[10] = i128::from(inside && i >= 2 * floated && (i < lower) == (j < lower));
    values[11] = (distance * distance) as i128;
    values
}

/// Returns the two in the order in which they begin. The first of them has the higher score or seed.
fn in_order<'a>(tournament: &Tournament, table: usize, one: &'a Entry, two: &'a Entry) -> (&'a Entry, &'a Entry) {
    if two.player.is_none() {
        return (one, two);
    }
    let (wish, other) = (preference(one), preference(two));
    let drawn = mix(tournament.settings().seed, tournament.rounds() as u64);
    let lot = drawn.wrapping_add(table as u64).is_multiple_of(2);
    let latest_difference = || {
        let rounds = one.began.iter().rev().zip(two.began.iter().rev());
        rounds.filter(|(one, two)| one != two).map(|(one, _)| !one).next()
    };
    let begins = match (wish, other) {
        (0, 0) => lot,
        _ if wish.signum() != other.signum() => wish > other,
        _ if wish.abs() != other.abs() => (wish.abs() > other.abs()) == (wish > 0),
        _ if one.balance != two.balance => one.balance < two.balance,
        _ => latest_difference().unwrap_or(wish > 0),
    };
    if begins { (one, two) } else { (two, one) }
}
