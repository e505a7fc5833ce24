//! Mists over Carcassonne, as programs see it.

use bastide_core::option::PartInfo;
use bastide_core::{
    Event, FigureKind, KindIndex, MAX_SEATS, Place, Rules, Score, SegmentIndex, TileIndex, TileKind, TileText,
};
use mists::{Mists, MistsPosition, MistsRules, Options, Pending, base, describe, ghosts, scoring};

use super::{Blocks, MISTS, Playable};
use crate::described::{Asked, Described};
use crate::notation::place_name;

impl Playable for Mists {
    const GAME: &'static str = MISTS;
    // Its tiles are in the words of the Carcassonne family, so that a file of them serves either game.
    const FAMILY: &'static str = "classic";
    // Its box has the tiles of the expansion.
    const PARTS: &'static [PartInfo] = &[PartInfo { tiles: classic::mists::PART.tiles, ..base::PART }];
    const RULES: &'static [(&'static str, &'static str, &'static str)] = mists::reference::RULES;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        mists::compile_tile(text, options)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        mists::check_own_tile(text)
    }

    fn uses_tile(text: &TileText, options: &Options) -> bool {
        mists::uses_tile(text, options)
    }

    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        blocks: Blocks<'_>,
        _: &Options,
    ) -> Result<Vec<(KindIndex, Place, u8)>, String> {
        mists::compile_start(texts, kinds, blocks.start_blocks)
    }

    fn check_size(rules: &MistsRules) -> Result<(), String> {
        mists::check_size(rules)
    }
}

impl Described for Mists {
    const KIND_WORDS: &'static [&'static str] = &base::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &base::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &base::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &[];
    const SOURCE_WORDS: &'static [&'static str] = describe::SOURCE_WORDS;
    const TEAM_GOAL: Option<i32> = Some(base::GOAL);

    fn asked(position: &MistsPosition) -> Asked {
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
        base::FIGURE_WORDS[usize::from(kind)].trim_end_matches(base::FIGURE_WORDS[0]).to_owned()
    }

    fn is_complete(position: &MistsPosition, rules: &MistsRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, rules, root)
    }

    /// What the feature gives the team when it is finished as it stands: nothing is scored before.
    fn worth(position: &MistsPosition, _: &MistsRules, root: SegmentIndex) -> Score {
        scoring::worth(position, root)
    }

    fn tally(position: &MistsPosition, _: &MistsRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn stock(position: &MistsPosition, _: &MistsRules) -> Vec<(&'static str, u8)> {
        vec![(base::GHOST_WORD, ghosts::reserve(position))]
    }

    fn tile_tokens(position: &MistsPosition, tile: TileIndex) -> u8 {
        position.extra.on(tile)
    }

    fn reward(position: &MistsPosition, _: &MistsRules) -> Option<(SegmentIndex, Score)> {
        describe::reward(position)
    }

    fn marks(position: &MistsPosition, rules: &MistsRules, root: SegmentIndex) -> Vec<&'static str> {
        if describe::is_limited(position, rules, root) { vec![describe::LIMITED] } else { Vec::new() }
    }

    fn more_text(position: &MistsPosition, rules: &Rules<Options>) -> Vec<String> {
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

    fn end(position: &mut MistsPosition, _: &MistsRules, events: &mut Vec<Event>) {
        mists::end_game(position, events);
    }
}
