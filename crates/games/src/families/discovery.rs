//! The Discovery, as programs see it.

use bastide_core::option::PartInfo;
use bastide_core::tile_text::TileSyntax;
use bastide_core::{Event, FigureKind, MAX_SEATS, Score, SegmentIndex, TileIndex, TileKind, TileText};
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Options, Pending, describe, scoring};

use super::{DISCOVERY, Playable};
use crate::described::{Asked, Described};

impl Playable for Discovery {
    const GAME: &'static str = DISCOVERY;
    const FAMILY: &'static str = "discovery";
    const PARTS: &'static [PartInfo] = discovery::PARTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = discovery::reference::RULES;
    const SYNTAX: TileSyntax = discovery::SYNTAX;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        discovery::compile_tile(text, options)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        discovery::check_own_tile(text)
    }

    fn check_size(rules: &DiscoveryRules) -> Result<(), String> {
        discovery::check_size(rules)
    }
}

impl Described for Discovery {
    const KIND_WORDS: &'static [&'static str] = &discovery::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &discovery::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &discovery::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &discovery::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = describe::SOURCE_WORDS;

    fn asked(position: &DiscoveryPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::PlaceHeld => Asked::PlaceHeld,
            Pending::Deploy { .. } => Asked::Deploy,
            _ => Asked::Chance,
        }
    }

    fn has_roles(_: FigureKind) -> bool {
        true
    }

    fn is_complete(position: &DiscoveryPosition, _: &DiscoveryRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex) -> Score {
        scoring::worth_now(position, rules, root)
    }

    fn tally(position: &DiscoveryPosition, _: &DiscoveryRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn scored_with(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex) -> Vec<SegmentIndex> {
        let mut others = Vec::new();
        describe::scored_with(position, rules, root, |other| others.push(other));
        others.sort_unstable();
        others
    }

    fn counted(position: &DiscoveryPosition, rules: &DiscoveryRules, root: SegmentIndex) -> Vec<(TileIndex, u8, bool)> {
        let mut things = Vec::new();
        describe::counted(position, rules, root, |tile, number, counts| things.push((tile, number, counts)));
        things
    }

    fn more_text(position: &DiscoveryPosition, _: &DiscoveryRules) -> Vec<String> {
        let mut lines = Vec::new();
        describe::remembered(position, |word, [a, b, c]| lines.push(format!("{word} {a} {b} {c}")));
        lines
    }

    fn end(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut Vec<Event>) {
        discovery::end_game(position, rules, events);
    }
}
