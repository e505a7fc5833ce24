//! The Festival; its rules are in `rules.md` next to this file.

use crate::family::{ClassicPosition, ClassicRules};
use crate::figures::{figures_of, first_to_leave, has_earlier_twin, is_on_tower, send_home};
use crate::kinds::{self, is_follower};
use crate::next::{Next, Stage};
use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{Answer, Answers, Events, FigureIndex};

/// Element: the tiles of the festival return figures.
pub const FESTIVALS: u64 = kinds::element("festivals");

/// Mark of a tile with the festival, in tile files and as the name of the way in which a figure is returned.
pub const FESTIVAL_WORD: &str = "festival";
/// Mark of a tile with the festival.
pub const FESTIVAL_MARK: u32 = 1 << 21;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo {
    id: "festival",
    max_seats: 5,
    options: &[
        OptionInfo::new("festival", &["figures", "followers"], "FEST-03"),
        OptionInfo::new("festival_tower", &["no", "yes"], "FEST-06"),
    ],
    tiles: &[("festival", include_str!("tiles.toml"))], // FEST-01
};

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether only followers are returned (FEST-03).
    pub followers_only: bool,
    /// Whether followers on top of towers are returned too (FEST-06).
    pub from_towers: bool,
}

impl Options {
    pub(crate) fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("festival", "figures" | "followers") => self.followers_only = value == "followers",
            ("festival_tower", "no" | "yes") => self.from_towers = value == "yes",
            _ => return false,
        }
        true
    }
}

/// Returns whether the newest tile has the festival.
#[inline]
pub(crate) fn is_celebrated(position: &ClassicPosition) -> bool {
    position.board.newest_marks() & FESTIVAL_MARK != 0
}

/// Lists the seat's own figures on the map that it may return instead of placing one (FEST-02). Captives are not on the map (FEST-05). Of
/// several that are alike in one quarter, only one is listed; those that are `taken` are listed elsewhere.
pub(crate) fn list_returns(
    position: &ClassicPosition,
    rules: &ClassicRules,
    taken: impl Fn(FigureIndex) -> bool,
    answers: &mut impl Answers,
) {
    let options = &rules.options.festival;
    for (number, figure) in figures_of(position, rules, position.seat()) {
        let Some(segment) = figure.segment() else { continue };
        let stays = options.followers_only && !is_follower(figure.kind) // FEST-03
            || !options.from_towers && is_on_tower(position, segment) // FEST-06
            || taken(number);
        if !stays && !has_earlier_twin(position, usize::from(number)) {
            answers.add(Answer::Return { figure: first_to_leave(position, number) });
            if answers.has_enough() {
                return;
            }
        }
    }
}

/// Returns a figure, which is the seat's action (FEST-07, FEST-08). Its feature scores nothing, and a companion that is left alone there
/// goes home too (FEST-04).
pub(crate) fn take_back(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    events: &mut impl Events,
) -> Next {
    send_home(position, rules, figure, events);
    Next::After(Stage::Act)
}
