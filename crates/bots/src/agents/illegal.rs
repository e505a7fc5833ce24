//! Handles illegal choices by computer players. These are bugs: debug builds panic; other builds log and count them, then continue with a
//! legal answer.

use std::sync::atomic::{AtomicU64, Ordering};

use games::{Answer, Game};

use super::player::Player;

static CHOICES: AtomicU64 = AtomicU64::new(0);

/// Returns the number of illegal choices that computer players have made in this process so far.
pub fn illegal_choices() -> u64 {
    CHOICES.load(Ordering::Relaxed)
}

/// Counts and logs an illegal choice, and panics in debug builds. `None` means that the player made no choice.
pub(crate) fn report_illegal_choice(game: &Game, player: Player, choice: Option<Answer>) {
    let count = CHOICES.fetch_add(1, Ordering::Relaxed) + 1;
    let (setup, seq) = (game.setup().canonical(), game.seq());
    let chosen = choice.map_or_else(|| "nothing".to_owned(), |answer| format!("{answer:?}"));
    let what = format!("{player} chose {chosen}, which is not legal, after {seq} answers of {setup}");
    tracing::error!("{what}; illegal choices of computer players so far: {count}");
    debug_assert!(false, "{what}; {:?}", game.answers());
}

/// Returns the choice if it is legal, and otherwise the first legal answer.
pub(crate) fn legal_or_first(game: &Game, player: Player, choice: Option<Answer>) -> Answer {
    let legal = game.legal();
    match choice {
        Some(answer) if legal.contains(&answer) => answer,
        _ => {
            report_illegal_choice(game, player, choice);
            legal.first().copied().unwrap_or(Answer::Pass)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use games::Setup;

    use super::*;

    #[test]
    fn illegal_choices_are_counted_and_panic_in_debug_builds() {
        let game = Game::new(&Setup::base(2).option("first_player", "host_seat")).unwrap();
        let (legal, player) = (game.legal(), Player::Greedy);
        let before = illegal_choices();
        assert_eq!(legal_or_first(&game, player, Some(legal[1])), legal[1]);
        assert_eq!(illegal_choices(), before);
        for (times, choice) in [(1, Some(Answer::Clear { tile: 7 })), (2, None)] {
            let given = catch_unwind(AssertUnwindSafe(|| legal_or_first(&game, player, choice)));
            assert_eq!(given.ok(), (!cfg!(debug_assertions)).then_some(legal[0]));
            assert_eq!(illegal_choices(), before + times);
        }
    }
}
