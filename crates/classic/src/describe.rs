//! Describes positions in words: decisions, what players hold, and where everything is.

use crate::abbey_mayor;
use crate::base;
use crate::cathars;
use crate::count;
use crate::cult;
use crate::darmstadt;
use crate::family::{Classic, ClassicPosition, ClassicRules};
use crate::figures::is_ordinary;
use crate::inns_cathedrals;
use crate::kinds;
use crate::king_robber;
use crate::mage_witch;
use crate::mists;
use crate::pairs;
use crate::pending::Pending;
use crate::princess_dragon;
use crate::river;
use crate::scoring;
use crate::tower;
use crate::traders_builders;
use crate::turn;
use crate::watchtowers;
use crate::wind_roses;
use bastide_core::described::{Asked, Described, Remembered, usual_mode};
use bastide_core::{
    Answer, Answers, Events, FigureKind, KindIndex, MAX_SEATS, PieceKind, Score, SegmentIndex, TileIndex,
};

impl Described for Classic {
    const KIND_WORDS: &'static [&'static str] = &kinds::KIND_WORDS;
    const ROLE_WORDS: &'static [&'static str] = &kinds::ROLE_WORDS;
    const FIGURE_WORDS: &'static [&'static str] = &kinds::FIGURE_WORDS;
    const PIECE_WORDS: &'static [&'static str] = &kinds::PIECE_WORDS;
    const SOURCE_WORDS: &'static [&'static str] = &[
        princess_dragon::FAIRY_WORD,
        king_robber::KING_WORD,
        king_robber::ROBBER_WORD,
        traders_builders::GOODS[0],
        traders_builders::GOODS[1],
        traders_builders::GOODS[2],
        tower::RANSOM_WORD,
        mists::GHOST_WORD,
        watchtowers::WATCHTOWER_WORD,
        darmstadt::CHURCH_WORD,
        wind_roses::WIND_ROSE_WORD,
    ];

    fn asked(position: &ClassicPosition) -> Asked {
        match position.pending() {
            Pending::Over => Asked::Over,
            Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill => Asked::Chance,
            Pending::Place { kind } => Asked::Place(kind),
            Pending::PlaceHeld => Asked::PlaceHeld,
            Pending::Deploy { .. } => Asked::Deploy,
            pending => asked(pending).map_or(Asked::Deploy, |(word, may)| Asked::Other(word, may)),
        }
    }

    fn mode(position: &ClassicPosition, answer: Answer) -> Option<&'static str> {
        tower::mode(position, answer)
            .or_else(|| pairs::mode_of_return(position, answer))
            .or_else(|| princess_dragon::mode(position, answer))
            .or_else(|| usual_mode(position, answer))
    }

    fn has_roles(kind: FigureKind) -> bool {
        is_ordinary(kind)
    }

    fn stands_on_corner(kind: FigureKind) -> bool {
        kind == abbey_mayor::BARN
    }

    fn is_complete(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> bool {
        scoring::is_complete(position, root)
    }

    fn worth(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex) -> Score {
        scoring::worth(position, rules, root, scoring::is_complete(position, root))
    }

    fn tally(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex) -> [u16; MAX_SEATS] {
        scoring::tally(position, root)
    }

    fn awarded_score(position: &ClassicPosition, rules: &ClassicRules, root: SegmentIndex, seat: u8) -> Option<Score> {
        scoring::awarded_score(position, rules, root, seat)
    }

    fn list_next_kinds(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
        turn::list_next_kinds(position, rules, answers);
    }

    fn list_if_drawn(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex, answers: &mut impl Answers) {
        turn::list_if_drawn(position, rules, kind, answers);
    }

    fn is_put_aside(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        turn::is_put_aside(position, rules, kind)
    }

    fn scored_with(
        position: &ClassicPosition,
        rules: &ClassicRules,
        root: SegmentIndex,
        each: impl FnMut(SegmentIndex),
    ) {
        if position.board.features.kind(root) == base::FIELD {
            base::complete_cities(position, rules, root, each);
        }
    }

    fn end_now(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
        turn::end_game(position, rules, events);
    }

    fn named_segments(
        position: &ClassicPosition,
        rules: &ClassicRules,
        mut each: impl FnMut(SegmentIndex, &'static str),
    ) {
        for (segment, served) in count::quarters(position, rules) {
            let name = count::QUARTERS.iter().find(|(_, kind)| *kind == served).map_or("", |(name, _)| *name);
            each(segment, name);
        }
    }

    fn tokens(position: &ClassicPosition, rules: &ClassicRules, seat: u8, mut each: impl FnMut(&'static str, u8)) {
        let (extra, options, at) = (&position.extra, &rules.options, usize::from(seat));
        if options.has(abbey_mayor::ABBEYS) {
            each(abbey_mayor::ABBEY_WORD, u8::from(extra.abbey_mayor.abbeys[at]));
        }
        if options.has(tower::TOWERS) {
            each(tower::PIECES, extra.tower.pieces[at]);
        }
        if options.has(traders_builders::TRADE) {
            for (word, count) in traders_builders::GOODS.into_iter().zip(extra.traders_builders.goods[at]) {
                each(word, count);
            }
        }
        if options.has(mists::GUARDS) {
            each(mists::GUARD_WORD, position.reserve(seat, mists::GUARD));
        }
        if options.has(king_robber::KING) {
            each(king_robber::KING_WORD, u8::from(extra.king_robber.king.holder() == Some(seat)));
        }
        if options.has(king_robber::ROBBER) {
            each(king_robber::ROBBER_WORD, u8::from(extra.king_robber.robber.holder() == Some(seat)));
        }
    }

    fn stock(position: &ClassicPosition, rules: &ClassicRules, mut each: impl FnMut(&'static str, u8)) {
        if rules.options.has(traders_builders::TRADE) {
            let goods = &position.extra.traders_builders.goods;
            for (good, word) in traders_builders::GOODS.into_iter().enumerate() {
                let taken: u8 = goods.iter().map(|of_seat| of_seat[good]).sum();
                each(word, traders_builders::TOKENS[good].saturating_sub(taken));
            }
        }
        if rules.options.has(mists::GHOSTS) {
            each(mists::GHOST_WORD, mists::ghosts_left(position));
        }
    }

    fn buildings(position: &ClassicPosition, mut each: impl FnMut(SegmentIndex, u8)) {
        position.extra.tower.towers().for_each(|(segment, height)| each(segment, height));
    }

    fn marks(position: &ClassicPosition, _: &ClassicRules, root: SegmentIndex, mut each: impl FnMut(&'static str)) {
        const MARKS: &[(u8, &str)] = &[
            (inns_cathedrals::INN, "inn"),
            (inns_cathedrals::CATHEDRAL, "cathedral"),
            (cathars::BESIEGED_MARK, "besieged"),
            (count::CARCASSONNE, "carcassonne"),
            (darmstadt::DARMSTADTIUM, darmstadt::DARMSTADTIUM_WORD),
            (cult::SHRINE, cult::SHRINE_WORD),
        ];
        let features = &position.board.features;
        if matches!(features.kind(root), base::CITY | base::ROAD | base::MONASTERY) {
            let bits = features.counter(root, base::MARK_COUNTER);
            MARKS.iter().filter(|(bit, _)| bits & bit != 0).for_each(|(_, word)| each(word));
        }
        for (piece, word) in [(mage_witch::MAGE, mage_witch::MAGE_WORD), (mage_witch::WITCH, mage_witch::WITCH_WORD)] {
            if mage_witch::feature_of(position, piece) == Some(root) {
                each(word);
            }
        }
    }

    fn reach(position: &ClassicPosition, mut each: impl FnMut(TileIndex)) {
        if let Pending::Capture(tower) = position.pending() {
            tower::tiles_in_reach(position, tower).for_each(&mut each); // TOW-04
        }
    }

    fn walk(position: &ClassicPosition) -> Option<(PieceKind, &[TileIndex], u8)> {
        let step = princess_dragon::pending_step(position)?;
        let visited = &position.extra.princess_dragon.visited;
        let been = &visited[..=usize::from(step.taken).min(visited.len() - 1)];
        Some((princess_dragon::DRAGON, been, princess_dragon::STEPS.saturating_sub(step.taken)))
    }

    fn turn_half(position: &ClassicPosition) -> (u8, bool) {
        (1 + u8::from(position.extra.turn.second), position.extra.turn.doubled)
    }

    fn places_without_drawing(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
        position.pending() == Pending::Abbey && abbey_mayor::abbey_kind(rules) == Some(kind)
    }

    fn remembered(position: &ClassicPosition, rules: &ClassicRules, mut each: impl FnMut(&'static str, Remembered)) {
        use Remembered::Numbers;
        let (extra, options) = (&position.extra, &rules.options);
        match position.pending() {
            Pending::Deal => each("deals", Numbers([0; 3])),
            Pending::Refill => each("refills", Numbers([0; 3])),
            Pending::Phantom(portal) => each("phantom", Numbers([u16::from(portal), 0, 0])),
            _ => {}
        }
        if options.has(traders_builders::BUILDERS) {
            each("turn half", Numbers([u16::from(extra.turn.second), u16::from(extra.turn.doubled), 0]));
        }
        if options.has(tower::TOWERS) {
            each("turn ransomed", Numbers([u16::from(extra.tower.ransomed), u16::from(extra.tower.too_poor), 0]));
        }
        if options.has(count::COUNTS) {
            let count::Extra { scored, own_scored, own_moved, own_placed, entered, placer, .. } = extra.count;
            each("turn scored", Numbers([u16::from(scored), u16::from(own_scored), u16::from(own_moved)]));
            if !options.is_before_version_3() {
                each("turn placed", Numbers([u16::from(own_placed), u16::from(entered), u16::from(placer)]));
            }
        }
        if options.has(river::RIVER) && extra.turn.acted {
            each("turn acted", Numbers([1, 0, 0]));
        }
        if options.has(abbey_mayor::ABBEYS) {
            each("turn last", Numbers([u16::from(extra.abbey_mayor.last_round), 0, 0]));
        }
        if options.has(king_robber::KING | king_robber::ROBBER) {
            let king_robber::Extra { king, robber } = extra.king_robber;
            each("largest", Numbers([king.tiles, king.complete, 0]));
            each("longest", Numbers([robber.tiles, robber.complete, 0]));
        }
    }
}

/// Returns the word for an expansion's decision and the possible answers, or `None` for decisions that occur in every game.
fn asked(pending: Pending) -> Option<(&'static str, &'static str)> {
    Some(match pending {
        Pending::Abbey => ("abbey", "the abbey may be placed where tiles lie on all four sides, or pass"),
        Pending::Wagon(_) => ("wagon", "the wagon may move to a free unfinished feature that is connected, or pass"),
        Pending::Capture(_) => ("capture", "an opponent's follower within reach of the tower may be captured, or pass"),
        Pending::Exchange(_) => ("exchange", "one of the prisoners must come back in the exchange"),
        Pending::Dragon(_) => ("dragon", "the dragon must go to a neighbouring tile that is open to it"),
        Pending::Enter(_) => ("enter", "a follower may leave its quarter for a feature of its kind, or pass"),
        Pending::Courtier => ("courtier", "a follower in supply may go into a quarter, or pass"),
        Pending::Count => ("count", "the count may go to another quarter, or pass"),
        Pending::Haunt(mists::Haunt { own: false, .. }) => {
            ("haunt", "a ghost must go beside an ordinary follower of another player")
        }
        Pending::Haunt(_) => ("haunt", "a ghost must go beside one of your own ordinary followers"),
        Pending::Phantom(_) => ("phantom", "the phantom may be placed on a free segment of the newest tile, or pass"),
        Pending::Double => ("double", "another tile may be placed, or pass"),
        Pending::Ransom => ("ransom", "a prisoner may be bought back, or pass"),
        Pending::Escape => ("escape", "a knight may escape from a besieged city, or pass"),
        Pending::MageWitch => ("mage-witch", "the mage or the witch must go to another unfinished road or city"),
        _ => return None,
    })
}
