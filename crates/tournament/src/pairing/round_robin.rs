//! Everyone against everyone.

use crate::PlayerNumber;

/// Returns the number of rounds in which every two of these players meet once.
pub const fn rounds(players: usize) -> usize {
    players + players % 2 - 1
}

/// Returns the pairs of a round: of the two players, the first begins. The last player stays in place while the others rotate; who begins
/// alternates as evenly as possible (the Berger tables). After all pairs have met, the rounds repeat with the other player beginning.
pub fn pairs(players: &[PlayerNumber], round: usize) -> impl Iterator<Item = [Option<PlayerNumber>; 2]> {
    let even = players.len() + players.len() % 2;
    let turn = even - 1;
    let (cycle, round) = (round / turn, round % turn);
    let player = move |at: usize| players.get(at).copied();
    let alone = round * (even / 2) % turn;
    (0..even / 2).map(move |table| {
        // In round r, players a and b meet if a + b = r modulo the number of rounds. A player who would meet themselves meets the
        // last player.
        let (one, two) = match table {
            0 if round.is_multiple_of(2) => (alone, turn),
            0 => (turn, alone),
            _ => ((alone + table) % turn, (alone + turn - table) % turn),
        };
        let pair = if cycle.is_multiple_of(2) { [player(one), player(two)] } else { [player(two), player(one)] };
        match pair {
            [None, alone] => [alone, None],
            pair => pair,
        }
    })
}
