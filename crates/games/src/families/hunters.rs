//! Hunters & Gatherers, as programs see it.

use bastide_core::option::PartInfo;
use bastide_core::tile_text::TileSyntax;
use bastide_core::{Event, FigureKind, MAX_SEATS, Score, SegmentIndex, TileIndex, TileKind, TileText};
use hunters::{Hunters, HuntersPosition, HuntersRules, Options, Pending, base, describe, scoring};

use super::{HUNTERS, Playable};
use crate::described::{Asked, Described};

impl Playable for Hunters {
    const GAME: &'static str = HUNTERS;
    const FAMILY: &'static str = "hunters";
    const PARTS: &'static [PartInfo] = hunters::PARTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = hunters::reference::RULES;
    const SYNTAX: TileSyntax = hunters::SYNTAX;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        hunters::compile_tile(text, options)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        hunters::check_own_tile(text)
    }

    fn check_size(rules: &HuntersRules) -> Result<(), String> {
        hunters::check_size(rules)
    }
}

impl Described for Hunters {
    const KIND_WORDS: &'static [&'static str] = &hunters::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &hunters::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &hunters::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &hunters::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = describe::SOURCE_WORDS;

    fn asked(position: &HuntersPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::Deploy { .. } => Asked::Deploy,
            pending => describe::asked(pending).map_or(Asked::Chance, |(word, may)| Asked::Other(word, may)),
        }
    }

    fn has_roles(kind: FigureKind) -> bool {
        kind == base::MEMBER
    }

    fn is_complete(position: &HuntersPosition, _: &HuntersRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root)
    }

    fn tally(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, rules, root)
    }

    fn scored_with(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Vec<SegmentIndex> {
        let mut others = Vec::new();
        describe::scored_with(position, rules, root, |other| others.push(other));
        others.sort_unstable();
        others
    }

    fn counted(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Vec<(TileIndex, u8, bool)> {
        let mut things = Vec::new();
        describe::counted(position, rules, root, |tile, number, counts| things.push((tile, number, counts)));
        things
    }

    fn marks(position: &HuntersPosition, rules: &HuntersRules, root: SegmentIndex) -> Vec<&'static str> {
        let mut marks = Vec::new();
        describe::marks(position, rules, root, |mark| marks.push(mark));
        marks
    }

    fn more_text(position: &HuntersPosition, rules: &HuntersRules) -> Vec<String> {
        let mut lines = Vec::new();
        describe::remembered(position, rules, |word, [a, b, c]| lines.push(format!("{word} {a} {b} {c}")));
        lines
    }

    fn end(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut Vec<Event>) {
        hunters::end_game(position, rules, events);
    }
}
