//! Mists over Carcassonne, as programs see it.

use bastide_core::option::PartInfo;
use bastide_core::{
    Event, FigureKind, KindIndex, MAX_SEATS, Place, Rules, Score, SegmentIndex, TileIndex, TileKind, TileText,
};
use coop::{Coop, CoopPosition, CoopRules, Options, Pending, base, describe, ghosts, scoring};

use super::{Blocks, COOP, Playable};
use crate::described::{Asked, Described};
use crate::notation::place_name;

impl Playable for Coop {
    const GAME: &'static str = COOP;
    // Its tiles are in the words of the Carcassonne family, so that a file of them serves either game.
    const FAMILY: &'static str = "classic";
    // Its box has the tiles of the expansion.
    const PARTS: &'static [PartInfo] = &[PartInfo { tiles: classic::mists::PART.tiles, ..base::PART }];
    const RULES: &'static [(&'static str, &'static str, &'static str)] = coop::reference::RULES;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        coop::compile_tile(text, options)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        coop::check_own_tile(text)
    }

    fn uses_tile(text: &TileText, options: &Options) -> bool {
        coop::uses_tile(text, options)
    }

    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        blocks: Blocks<'_>,
        _: &Options,
    ) -> Result<Vec<(KindIndex, Place, u8)>, String> {
        coop::compile_start(texts, kinds, blocks.start_blocks)
    }

    fn check_size(rules: &CoopRules) -> Result<(), String> {
        coop::check_size(rules)
    }
}

impl Described for Coop {
    const KIND_WORDS: &'static [&'static str] = &coop::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &coop::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &coop::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &coop::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = describe::SOURCE_WORDS;
    const TEAM_GOAL: Option<i32> = Some(base::GOAL);

    fn asked(position: &CoopPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Begin | Pending::Draw => Asked::Chance,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::Deploy { .. } => Asked::Deploy,
            Pending::Reward { .. } => Asked::Other(describe::REWARD.0, describe::REWARD.1),
        }
    }

    fn has_roles(_: FigureKind) -> bool {
        true
    }

    /// `second-` for a guard of the seat's second colour.
    fn figure_prefix(kind: FigureKind) -> String {
        coop::FIGURE_WORDS[usize::from(kind)].trim_end_matches(coop::FIGURE_WORDS[0]).to_owned()
    }

    fn is_complete(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, rules, root)
    }

    /// What the feature gives the team when it is finished as it stands: nothing is scored before.
    fn worth(position: &CoopPosition, _: &CoopRules, root: SegmentIndex) -> Score {
        scoring::worth(position, root)
    }

    fn tally(position: &CoopPosition, _: &CoopRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn stock(position: &CoopPosition, _: &CoopRules) -> Vec<(&'static str, u8)> {
        vec![(base::GHOST_WORD, ghosts::reserve(position))]
    }

    fn tile_tokens(position: &CoopPosition, tile: TileIndex) -> u8 {
        position.extra.on(tile)
    }

    fn reward(position: &CoopPosition, _: &CoopRules) -> Option<(SegmentIndex, Score)> {
        describe::reward(position)
    }

    fn marks(position: &CoopPosition, rules: &CoopRules, root: SegmentIndex) -> Vec<&'static str> {
        if describe::is_limited(position, rules, root) { vec![describe::LIMITED] } else { Vec::new() }
    }

    fn more_text(position: &CoopPosition, rules: &Rules<Options>) -> Vec<String> {
        let mut lines = Vec::new();
        for tile in position.extra.haunted() {
            let at = position.board.tiles()[usize::from(tile)].at;
            lines.push(format!("ghosts {},{} {}", at.x, at.y, position.extra.on(tile)));
        }
        describe::pending(position, |segment| {
            lines.push(format!("reward {}", place_name(position, rules, segment)));
        });
        lines
    }

    fn end(position: &mut CoopPosition, _: &CoopRules, events: &mut Vec<Event>) {
        coop::end_game(position, events);
    }
}
