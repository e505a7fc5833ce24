//! Points, figures, tiles and tokens are conserved: views match the events.

use std::collections::BTreeMap;

use bastide_core::Event;
use games::view::TileName;
use games::{Game, View};
use proptest::prelude::*;

use crate::properties::config;
use crate::properties::courses::{courses, set_ups};

/// Interval, in answers, between checked views; the last view is always checked.
const CHECK_INTERVAL: usize = 7;

type Counts<K> = BTreeMap<K, i64>;

fn add<K: Ord>(counts: &mut Counts<K>, what: K, count: impl Into<i64>) {
    *counts.entry(what).or_default() += count.into();
}

/// Counts figures by seat and kind: in supply, on the table, captive, and in reserve.
fn figures(view: &View) -> Counts<(u8, &'static str)> {
    let mut counts = Counts::new();
    for player in &view.players {
        player.supply.iter().for_each(|(kind, count)| add(&mut counts, (player.seat, *kind), *count));
        let reserve = player.tokens.iter().filter(|(token, _)| player.supply.contains_key(*token));
        reserve.for_each(|(kind, count)| add(&mut counts, (player.seat, *kind), *count));
    }
    view.figures.iter().for_each(|figure| add(&mut counts, (figure.seat, figure.figure), 1));
    view.captives.iter().for_each(|figure| add(&mut counts, (figure.seat, figure.figure), 1));
    counts
}

/// Counts tokens by kind: unowned, held by players, with figures, on tiles, and built. Omits tokens without a stock, such as the king's
/// card.
fn tokens(view: &View) -> Counts<&'static str> {
    let mut counts = Counts::new();
    view.stock.iter().for_each(|(token, count)| add(&mut counts, *token, *count));
    view.figures.iter().for_each(|figure| add(&mut counts, "ghost", figure.ghosts));
    view.tiles.iter().for_each(|tile| add(&mut counts, "ghost", tile.ghosts));
    view.buildings.iter().for_each(|building| add(&mut counts, "tower", building.height));
    let held = view.players.iter().flat_map(|player| &player.tokens);
    held.filter(|(token, _)| **token == "tower" || view.stock.contains_key(*token))
        .for_each(|(token, count)| add(&mut counts, *token, *count));
    counts.retain(|_, count| *count > 0);
    counts
}

/// Counts tiles by kind, wherever they are.
fn tiles(view: &View) -> Counts<String> {
    let mut counts = Counts::new();
    view.bag.tiles.iter().for_each(|tile| add(&mut counts, name(&tile.name), tile.count));
    let named = [&view.discarded, &view.taken_out, &view.aside].into_iter().flatten();
    let named = named.chain(view.tiles.iter().map(|tile| &tile.name));
    let named = named.chain(view.players.iter().flat_map(|player| player.hand.iter().flatten()));
    let in_hand = view.decision.tile.iter().filter(|_| view.decision.kind == "place");
    named.chain(in_hand).for_each(|tile| add(&mut counts, name(tile), 1));
    counts
}

fn name(tile: &TileName) -> String {
    format!("{}/{}", tile.set, tile.kind)
}

/// Quantities that may change only as the events report.
struct ConservedQuantities {
    scores: Vec<i32>,
    figures: Counts<(u8, &'static str)>,
    tokens: Counts<&'static str>,
    tiles: Counts<String>,
}

impl ConservedQuantities {
    fn open(game: &Game) -> Self {
        let view = game.view();
        Self { scores: game.scores(), figures: figures(&view), tokens: tokens(&view), tiles: tiles(&view) }
    }

    /// Applies events to the expected quantities. Scores never fall below 0, and tiles left out of the game are no longer shown.
    fn enter(&mut self, before: &Game, events: &[Event]) {
        for event in events {
            match *event {
                Event::Scored { seat, score, .. } => {
                    let sum = &mut self.scores[usize::from(seat)];
                    *sum = (*sum + score.points()).max(0);
                }
                Event::LeftOut { kind } => {
                    let text = &before.tiles()[usize::from(kind)];
                    let tile = name(&TileName { set: text.set.clone(), kind: text.id.clone() });
                    add(&mut self.tiles, tile, -i64::from(before.in_bag(kind)));
                }
                _ => {}
            }
        }
        self.tiles.retain(|_, count| *count != 0);
    }

    fn check(&self, game: &Game) -> Result<(), TestCaseError> {
        let view = game.view();
        prop_assert_eq!(&figures(&view), &self.figures);
        prop_assert_eq!(&tokens(&view), &self.tokens);
        let mut now = tiles(&view);
        // Tiles that players own from the start are not counted until they are placed, so they are ignored here.
        now.retain(|tile, _| self.tiles.contains_key(tile));
        prop_assert_eq!(&now, &self.tiles);
        Ok(())
    }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn points_figures_tokens_and_tiles_are_conserved(course in courses(set_ups())) {
        let mut account = ConservedQuantities::open(&Game::new(&course.setup).unwrap());
        let game = course.follow(|before, _, events, game| {
            account.enter(before, events);
            prop_assert_eq!(&game.scores(), &account.scores);
            if game.seq() % CHECK_INTERVAL == 0 { account.check(game) } else { Ok(()) }
        })?;
        account.check(&game)?;
    }
}
