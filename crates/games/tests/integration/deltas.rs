//! Tests that a view updated by deltas equals the full view.

use games::view::ViewDelta;
use games::{Actor, Game, Setup, View, Viewer};
use serde_json::{Value, json};

use crate::{families, kept};

/// A client's view, updated by deltas.
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

    /// Updates the view with a delta and returns the delta's size in bytes.
    fn follow(&mut self, game: &Game) -> usize {
        let new = game.view_for(self.viewer);
        let text = serde_json::to_string(&ViewDelta::between(&self.view, &new)).unwrap();
        kept::apply(&mut self.text, &serde_json::from_str(&text).unwrap());
        // Compared byte for byte, because hashes depend on the order of the fields.
        assert_eq!(self.text.to_string(), serde_json::to_string(&new).unwrap(), "{game:?}\n{text}");
        self.hash = new.hash_after(Some((&self.view, self.hash)));
        assert_eq!(self.hash, new.hash(), "an updated hash equals the full hash");
        self.view = new;
        text.len()
    }
}

/// Plays a random game. Returns the total size of all deltas and how many there were. An answer and the draw that follows it share a delta.
fn play(setup: &Setup, numbers: &mut families::Numbers) -> (usize, usize) {
    let mut game = Game::new(setup).unwrap();
    let mut kept = vec![Kept::of(&game, Viewer::ALL)];
    if setup.options.get("hand").is_some_and(|hand| hand.ends_with("hidden")) {
        kept.extend([Viewer::NONE, Viewer::of([0]), Viewer::of([1])].map(|viewer| Kept::of(&game, viewer)));
    }
    let (mut bytes, mut deltas) = (0, 0);
    while !game.is_over() {
        let legal = game.legal();
        let chance = game.actor() == Actor::Chance;
        game.apply_raw(legal[numbers.below(legal.len())]).unwrap();
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
fn view_updated_by_deltas_equals_the_full_view() {
    let mut numbers = families::Numbers(7);
    for line in families::SETUPS {
        let setup = Setup::from_line(line).unwrap();
        for _ in 0..3 {
            let (bytes, deltas) = play(&setup, &mut numbers);
            println!("{line}: {} bytes per delta, {deltas} deltas", bytes / deltas);
            assert!(deltas > 5, "{line}");
        }
    }
}

/// The file of recorded deltas that the client's tests read.
const RECORDED: &str = "../../web/tests/recorded-changes.json";

/// Returns part of a game of each set-up, as sent to a client without a seat.
fn recorded() -> String {
    let mut numbers = families::Numbers(11);
    let games = families::SETUPS.iter().map(|line| {
        let mut game = Game::new(&Setup::from_line(line).unwrap()).unwrap();
        let mut answer = |game: &mut Game| {
            let legal = game.legal();
            game.apply_raw(legal[numbers.below(legal.len())]).unwrap();
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
fn recorded_deltas_for_the_client_are_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORDED);
    if std::env::var_os("BASTIDE_WRITE_RECORDED").is_some() {
        std::fs::write(&path, recorded()).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == recorded(),
        "{} is out of date; update it with BASTIDE_WRITE_RECORDED=1 cargo test -p bastide-games --test integration deltas",
        path.display()
    );
}
