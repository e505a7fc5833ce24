//! Views that are kept by their changes are the views themselves.

use games::view::ViewDelta;
use games::{Actor, Game, Setup, View, Viewer};
use serde_json::{Value, json};

use crate::{families, kept};

/// A view as one client keeps it.
struct Kept {
    viewer: Viewer,
    view: View,
    hash: u32,
    text: Value,
}

impl Kept {
    fn of(game: &Game, viewer: Viewer) -> Kept {
        let view = game.view_for(viewer);
        Kept { viewer, hash: view.hash(), text: serde_json::to_value(&view).unwrap(), view }
    }

    /// Follows the game by a delta; its bytes.
    fn follow(&mut self, game: &Game) -> usize {
        let new = game.view_for(self.viewer);
        let text = serde_json::to_string(&ViewDelta::between(&self.view, &new)).unwrap();
        kept::apply(&mut self.text, &serde_json::from_str(&text).unwrap());
        // To the byte: the order of the fields counts where views are hashed.
        assert_eq!(self.text.to_string(), serde_json::to_string(&new).unwrap(), "{game:?}\n{text}");
        self.hash = new.hash_after(Some((&self.view, self.hash)));
        assert_eq!(self.hash, new.hash(), "a hash by its changes is the hash");
        self.view = new;
        text.len()
    }
}

/// Plays a game at random; the bytes of all deltas, and how many there were. Of some answers nobody is told apart, as where draws follow.
fn play(setup: &Setup, numbers: &mut families::Numbers) -> (usize, usize) {
    let mut game = Game::new(setup).unwrap();
    let mut kept = vec![Kept::of(&game, Viewer::ALL)];
    if setup.options.get("hand").is_some_and(|hand| hand == "two_hidden") {
        kept.extend([Viewer::NONE, Viewer::of([0]), Viewer::of([1])].map(|viewer| Kept::of(&game, viewer)));
    }
    let (mut bytes, mut deltas) = (0, 0);
    while !game.is_over() {
        let legal = game.legal();
        let chance = game.actor() == Actor::Chance;
        game.apply_quietly(legal[numbers.below(legal.len())]).unwrap();
        if game.actor() == Actor::Chance && !chance {
            continue;
        }
        for kept in &mut kept {
            bytes += kept.follow(&game);
            deltas += 1;
        }
    }
    (bytes, deltas)
}

#[test]
fn a_view_that_is_kept_by_its_changes_is_the_view() {
    let mut numbers = families::Numbers(7);
    for line in families::SETUPS {
        let setup = Setup::from_line(line).unwrap();
        for _ in 0..3 {
            let (bytes, deltas) = play(&setup, &mut numbers);
            println!("{line}: {} bytes a delta, {deltas} deltas", bytes / deltas);
            assert!(deltas > 5, "{line}");
        }
    }
}

/// Where the client's tests find recorded deltas.
const RECORDED: &str = "../../web/tests/recorded-changes.json";

/// A piece of a game of every set-up as a client without a seat is told of it.
fn recorded() -> String {
    let mut numbers = families::Numbers(11);
    let games = families::SETUPS.iter().map(|line| {
        let mut game = Game::new(&Setup::from_line(line).unwrap()).unwrap();
        let mut answer = |game: &mut Game| {
            let legal = game.legal();
            game.apply_quietly(legal[numbers.below(legal.len())]).unwrap();
        };
        while game.seq() < 30 && !game.is_over() {
            answer(&mut game);
        }
        let mut kept = Kept::of(&game, Viewer::NONE);
        let first = kept.text.clone();
        let mut changes = Vec::new();
        while changes.len() < 12 && !game.is_over() {
            answer(&mut game);
            let new = game.view_for(Viewer::NONE);
            let delta = serde_json::to_value(ViewDelta::between(&kept.view, &new)).unwrap();
            kept.follow(&game);
            changes.push(json!({"delta": delta, "hash": kept.hash}));
        }
        json!({"setup": line, "view": first, "changes": changes, "last": kept.text})
    });
    let lines: Vec<String> = games.map(|game| game.to_string()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

#[test]
fn the_clients_recorded_changes_are_those_that_are_told() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORDED);
    if std::env::var_os("BASTIDE_WRITE_RECORDED").is_some() {
        std::fs::write(&path, recorded()).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == recorded(),
        "{} is not what is told: BASTIDE_WRITE_RECORDED=1 cargo test -p bastide-games --test integration deltas writes it",
        path.display()
    );
}
