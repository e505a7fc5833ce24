//! The Carcassonne family, as programs see it.

mod mist;

use bastide_core::option::PartInfo;
use bastide_core::tile_text::TileSyntax;
use bastide_core::{
    Answer, Event, FigureKind, KindIndex, MAX_SEATS, PieceKind, Place, Score, SegmentIndex, TileIndex, TileKind,
    TileText,
};
use classic::{Classic, ClassicPosition, ClassicRules, Options, Pending, base, describe, scoring};

use toml::Table;

use super::{Blocks, CARCASSONNE, Playable};
use crate::described::{Asked, Described, usual_mode};

impl Playable for Classic {
    const GAME: &'static str = CARCASSONNE;
    const FAMILY: &'static str = "classic";
    const PARTS: &'static [PartInfo] = classic::PARTS;
    const ELEMENTS: &'static [(&'static str, &'static str, u32)] = classic::ELEMENTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = classic::reference::RULES;
    const SYNTAX: TileSyntax = classic::SYNTAX;

    fn spread(entry: &Table) -> Result<Option<Table>, String> {
        mist::spread(entry)
    }

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        classic::compile_tile(text, options)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        classic::check_own_tile(text)
    }

    fn uses_tile(text: &TileText, options: &Options) -> bool {
        classic::uses_tile(text, options)
    }

    fn is_held(text: &TileText) -> bool {
        classic::is_held(text)
    }

    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        blocks: Blocks<'_>,
        options: &Options,
    ) -> Result<Vec<(KindIndex, Place, u8)>, String> {
        classic::compile_start(texts, kinds, blocks.block, blocks.start_blocks, options)
    }

    fn check_size(rules: &ClassicRules) -> Result<(), String> {
        classic::check_size(rules)
    }
}

impl Described for Classic {
    const KIND_WORDS: &'static [&'static str] = &classic::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &classic::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &classic::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &classic::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = classic::describe::SOURCE_WORDS;

    fn asked(position: &ClassicPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Begin | Pending::Draw => Asked::Chance,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::Deploy { .. } => Asked::Deploy,
            pending => describe::asked(pending).map_or(Asked::Deploy, |(word, may)| Asked::Other(word, may)),
        }
    }

    fn mode(position: &ClassicPosition, answer: Answer) -> Option<&'static str> {
        describe::mode(position, answer).or_else(|| usual_mode(position, answer))
    }

    fn has_roles(kind: FigureKind) -> bool {
        classic::is_ordinary(kind)
    }

    fn on_corner(kind: FigureKind) -> bool {
        describe::on_corner(kind)
    }

    fn named_segment(position: &ClassicPosition, rules: &ClassicRules, segment: SegmentIndex) -> Option<&'static str> {
        let mut found = None;
        describe::named_segments(position, rules, |named, name| {
            if named == segment {
                found = Some(name);
            }
        });
        found
    }

    fn named_segments(position: &ClassicPosition, rules: &ClassicRules) -> Vec<SegmentIndex> {
        let mut segments = Vec::new();
        describe::named_segments(position, rules, |segment, _| segments.push(segment));
        segments
    }

    fn tokens(position: &ClassicPosition, rules: &ClassicRules, seat: u8) -> Vec<(&'static str, u8)> {
        let mut tokens = Vec::new();
        describe::tokens(position, rules, seat, |word, count| tokens.push((word, count)));
        tokens
    }

    fn stock(position: &ClassicPosition, rules: &ClassicRules) -> Vec<(&'static str, u8)> {
        let mut stock = Vec::new();
        describe::stock(position, rules, |word, count| stock.push((word, count)));
        stock
    }

    fn buildings(position: &ClassicPosition) -> Vec<(SegmentIndex, u8)> {
        let mut buildings = Vec::new();
        describe::buildings(position, |segment, height| buildings.push((segment, height)));
        buildings
    }

    fn marks(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> Vec<&'static str> {
        let mut marks = Vec::new();
        describe::marks(position, root, |mark| marks.push(mark));
        marks
    }

    fn walk(position: &ClassicPosition) -> Option<(PieceKind, Vec<TileIndex>, u8)> {
        describe::walk(position).map(|(piece, been, left)| (piece, been.to_vec(), left))
    }

    fn reach(position: &ClassicPosition) -> Vec<TileIndex> {
        let mut tiles = Vec::new();
        describe::reach(position, |tile| tiles.push(tile));
        tiles
    }

    fn half(position: &ClassicPosition) -> (u8, bool) {
        (1 + u8::from(position.extra.turn.second), position.extra.turn.doubled)
    }

    fn places_without_drawing(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        describe::places_without_drawing(position, rules, kind)
    }

    fn more_text(position: &ClassicPosition, rules: &ClassicRules) -> Vec<String> {
        let mut lines = Vec::new();
        describe::remembered(position, rules, |word, [a, b, c]| lines.push(format!("{word} {a} {b} {c}")));
        if let Some((_, been, left)) = Self::walk(position) {
            for tile in been {
                let at = position.board.tiles()[usize::from(tile)].at;
                lines.push(format!("walked {},{}", at.x, at.y));
            }
            lines.push(format!("steps {left}"));
        }
        lines
    }

    fn is_complete(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root, Self::is_complete(position, rules, root))
    }

    fn tally(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn scored_with(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Vec<SegmentIndex> {
        let mut cities = Vec::new();
        if position.board.features.kind(root) == base::FIELD {
            base::complete_cities(position, rules, root, |city| cities.push(city));
        }
        cities.sort_unstable();
        cities
    }

    fn end(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut Vec<Event>) {
        classic::end_game(position, rules, events);
    }
}
