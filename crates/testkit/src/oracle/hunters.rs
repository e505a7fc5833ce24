//! Replays recorded games in our engine, using the recorded draws and choices, and compares every decision. These are complete games of the
//! later edition of Hunters & Gatherers, recorded by an independent engine.

use std::collections::BTreeSet;
use std::path::Path;

use bastide_core::tile::PILE_APART;
use bastide_core::{Actor, Answer, Event, Family, SegmentIndex, Subject};
use games::{Game, Setup};
use hunters::{Hunters, HuntersPosition, Pending, base};
use serde::{Deserialize, Serialize};

use super::compare::Difference;
use super::file;

/// Statistics of a comparison.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Number of games replayed.
    pub games: usize,
    /// Number of decisions compared.
    pub decisions: usize,
    /// Number of games in which no difference was found and the file explains none.
    pub agreed: usize,
    /// Number of games with a difference that the file explains.
    pub known: usize,
    /// Differences found, including those that the file explains.
    pub differences: Vec<Difference>,
}

impl Tally {
    /// Returns the number of differences that the file does not explain.
    pub fn unexplained(&self) -> usize {
        self.differences.iter().filter(|difference| difference.clause.is_none()).count()
    }
}

/// A recorded game.
#[derive(Debug, Deserialize)]
struct Recorded {
    policy: String,
    seed: u64,
    setup: String,
    /// Indices of the land tiles in draw order.
    land: Vec<u8>,
    /// Indices of the menhir tiles in draw order.
    menhir: Vec<u8>,
    discarded: Vec<u8>,
    /// Why the other engine's answers differ from ours, if they do.
    known: Option<String>,
    steps: Vec<Step>,
}

/// A decision: the legal answers, the choice, and the state after it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Step {
    /// `place`, the seat, the tile, the legal placements (x, y and the rotations as a bit set), then the choice and the state after it.
    Place(PlaceWord, u8, u8, Vec<i16>, String, Vec<i32>, Vec<u8>, Vec<Scoring>),
    /// `deploy` or `shaman`, the seat, the legal words, then the choice and the state after it.
    Choose(ChooseWord, u8, BTreeSet<String>, String, Vec<i32>, Vec<u8>, Vec<Scoring>),
}

/// First word of a placement.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlaceWord {
    Place,
}

/// First word of any other decision.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChooseWord {
    Deploy,
    Shaman,
}

impl Step {
    /// Returns the phase of the turn.
    fn phase(&self) -> &'static str {
        match self {
            Self::Place(..) => "place",
            Self::Choose(ChooseWord::Deploy, ..) => "deploy",
            Self::Choose(ChooseWord::Shaman, ..) => "shaman",
        }
    }

    /// Reports whether our pending decision expects the same type of answer.
    fn is_asked_by(&self, pending: Pending) -> bool {
        match self {
            Self::Place(PlaceWord::Place, ..) => matches!(pending, Pending::Place { .. }),
            Self::Choose(ChooseWord::Deploy, ..) => matches!(pending, Pending::Deploy { .. }),
            Self::Choose(ChooseWord::Shaman, ..) => pending == Pending::Shaman,
        }
    }

    fn seat(&self) -> u8 {
        match self {
            Self::Place(_, seat, ..) | Self::Choose(_, seat, ..) => *seat,
        }
    }

    /// Describes which seat must decide what.
    fn asked(&self) -> String {
        match self {
            Self::Place(what, seat, tile, ..) => format!("Seat({seat}) {what:?} {}", tile_word(*tile)),
            Self::Choose(what, seat, ..) => format!("Seat({seat}) {what:?}"),
        }
    }

    /// Returns every legal answer. Placements are written as `TILE@X,YrROTATION` and include rotations that look alike.
    fn legal(&self) -> BTreeSet<String> {
        match self {
            Self::Choose(_, _, legal, ..) => legal.clone(),
            Self::Place(_, _, tile, places, ..) => {
                let rotations = |place: &[i16]| (0..4u8).filter(|r| place[2] >> r & 1 == 1).collect::<Vec<_>>();
                let places = places.as_chunks::<3>().0.iter();
                places.flat_map(|p| rotations(p).into_iter().map(|r| placement(*tile, p[0], p[1], r))).collect()
            }
        }
    }

    fn after(&self) -> (&str, &[i32], &[u8], &[Scoring]) {
        match self {
            Self::Place(.., chosen, scores, supplies, scorings)
            | Self::Choose(.., chosen, scores, supplies, scorings) => (chosen, scores, supplies, scorings),
        }
    }
}

/// A score: what it was given for, its points, and the seats that got them.
type Scoring = (String, i32, Vec<u8>);

/// Entries that give no points: the winner, and a forest that earns a menhir tile, which is placed next.
const NO_POINTS: [&str; 2] = ["playersWon", "playerClosedForestWithMenhir"];

/// Distance from the middle to the edge of the other engine's board.
const ENGINE_BOARD_RADIUS: i16 = 12;
/// How the file's explanation of that limit begins.
const BOARD_LIMIT_EXPLANATION: &str = "board of 25 x 25";

fn placement(tile: u8, x: i16, y: i16, rotation: u8) -> String {
    format!("{}@{x},{y}r{}", tile_word(tile), 90 * u16::from(rotation))
}

fn tile_word(tile: u8) -> String {
    format!("e{tile:02}")
}

/// Reports whether a file contains games in this format, judging by its first line.
///
/// # Errors
/// The file cannot be read.
pub fn is_recorded_in(path: &Path) -> Result<bool, String> {
    let first = file::games::<serde_json::Value>(path)?.next().transpose()?;
    Ok(first.is_some_and(|game| game.get("menhir").is_some() && game.get("steps").is_some()))
}

/// Replays every game in a file and adds the results to the tally; `report` is called for each difference.
///
/// # Errors
/// The file cannot be read, or uses something that we do not support.
pub fn compare_file(path: &Path, tally: &mut Tally, mut report: impl FnMut(&Difference)) -> Result<(), String> {
    for recorded in file::games::<Recorded>(path)? {
        let recorded = recorded?;
        let mut replay =
            Replay::new(&recorded).map_err(|why| format!("{}, seed {}: {why}", path.display(), recorded.seed))?;
        replay.run();
        tally.games += 1;
        tally.decisions += replay.step;
        tally.known += usize::from(recorded.known.is_some());
        tally.agreed += usize::from(recorded.known.is_none() && replay.differences.is_empty());
        replay.differences.iter().for_each(&mut report);
        tally.differences.append(&mut replay.differences);
    }
    Ok(())
}

struct Replay<'a> {
    recorded: &'a Recorded,
    game: Game,
    /// Number of tiles drawn from each pile.
    drawn: [usize; 2],
    discarded: Vec<String>,
    /// Points by which the recorded scores exceed ours because of differences already reported.
    ahead: Vec<i32>,
    /// Number of decisions compared so far.
    step: usize,
    /// The last answer given by a player.
    chosen: Option<Answer>,
    /// Events from the last answer and the draws after it.
    events: Vec<Event>,
    differences: Vec<Difference>,
}

impl<'a> Replay<'a> {
    fn new(recorded: &'a Recorded) -> Result<Self, String> {
        let game =
            Game::new(&Setup::from_line(&recorded.setup).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
        if game.of::<Hunters>().is_none() {
            return Err(format!("{} is another game", recorded.setup));
        }
        Ok(Self {
            ahead: vec![0; usize::from(game.setup().seats)],
            recorded,
            game,
            drawn: [0; 2],
            discarded: Vec::new(),
            step: 0,
            chosen: None,
            events: Vec::new(),
            differences: Vec::new(),
        })
    }

    fn run(&mut self) {
        self.draw();
        for step in &self.recorded.steps {
            self.step += 1;
            if !self.decide(step) {
                return;
            }
        }
        if !self.game.is_over() {
            self.differ("over", vec!["the game is over".to_owned()], vec![]);
        }
        let theirs: Vec<_> = self.recorded.discarded.iter().map(|&tile| tile_word(tile)).collect();
        if theirs != self.discarded {
            self.differ("discarded", theirs, self.discarded.clone());
        }
    }

    /// Compares a decision and applies the recorded choice; returns whether our game can follow.
    fn decide(&mut self, step: &Step) -> bool {
        let (actor, pending) = (self.game.actor(), self.position().map(|position| position.pending()));
        if actor != Actor::Seat(step.seat()) || !pending.is_some_and(|pending| step.is_asked_by(pending)) {
            self.differ("actor", vec![step.asked()], vec![format!("{actor:?} {pending:?}")]);
            return false;
        }
        let (theirs, ours) = (step.legal(), self.legal());
        if theirs != ours {
            let only = |these: &BTreeSet<String>, those| these.difference(those).cloned().collect();
            self.differ("legal", only(&theirs, &ours), only(&ours, &theirs));
        }
        let (chosen, scores, supplies, scorings) = step.after();
        self.chosen = self.game.answer(chosen).ok();
        let Some(Ok(events)) = self.chosen.map(|answer| self.game.apply_raw(answer)) else {
            return false; // Already reported as listed only by them.
        };
        self.events = events;
        self.draw();
        let ours: Vec<_> = self.game.scores().iter().zip(&self.ahead).map(|(score, ahead)| score + ahead).collect();
        self.compare("scores", scores, &ours);
        // A difference in scores is reported once, not again at every step.
        self.ahead = scores.iter().zip(self.game.scores()).map(|(theirs, ours)| theirs - ours).collect();
        self.compare("figures", supplies, &self.supplies());
        let mut theirs: Vec<_> =
            scorings.iter().filter(|(what, ..)| !NO_POINTS.contains(&what.as_str())).cloned().collect();
        theirs.iter_mut().for_each(|(_, _, seats)| seats.sort_unstable());
        theirs.sort();
        self.compare("points", &theirs, &self.scorings());
        true
    }

    /// Answers for chance: draws the next tiles from the recorded piles until a player must decide.
    fn draw(&mut self) {
        while self.game.actor() == Actor::Chance {
            let menhir = self.position().is_some_and(|position| Hunters::pile(position) == PILE_APART);
            let pile = if menhir { &self.recorded.menhir } else { &self.recorded.land };
            let drawn = &mut self.drawn[usize::from(menhir)];
            let Some(tile) = pile.get(*drawn).map(|&tile| tile_word(tile)) else { return };
            *drawn += 1;
            let answer = self.game.answer(&format!("draw:{tile}"));
            let Ok(mut events) = answer.and_then(|answer| self.game.apply_raw(answer)) else { return };
            if events.iter().any(|event| matches!(event, Event::Discarded { .. })) {
                self.discarded.push(tile);
            }
            self.events.append(&mut events);
        }
    }

    fn position(&self) -> Option<&HuntersPosition> {
        self.game.of::<Hunters>().map(|(_, position)| position)
    }

    /// Returns our legal answers, including rotations that look alike.
    fn legal(&self) -> BTreeSet<String> {
        let Some((rules, position)) = self.game.of::<Hunters>() else { return BTreeSet::new() };
        let words = self.game.legal().into_iter().flat_map(|answer| match (position.pending(), answer) {
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                let alike = (rotation..4).step_by(usize::from(rules.kind(kind).rotations));
                alike.map(|rotation| self.game.word(Answer::Place { at, rotation })).collect()
            }
            _ => vec![self.game.word(answer)],
        });
        words.collect()
    }

    /// Returns the number of tribe members and huts in each seat's supply, without the gatherers and fishers that the other engine leaves
    /// on the map at the end of the game (HG-38).
    fn supplies(&self) -> Vec<u8> {
        let Some(position) = self.position() else { return Vec::new() };
        let of = |seat| [base::MEMBER, base::HUT].map(|figure| position.supply(seat, figure));
        let mut supplies: Vec<_> = (0..self.game.setup().seats).flat_map(of).collect();
        let called = if let Some(Answer::Return { figure }) = self.chosen { Some(figure) } else { None };
        for event in self.events.iter().filter(|_| self.game.is_over()) {
            if let &Event::Returned { figure, segment } = event
                && called != Some(figure)
                && position.board.features.open(position.board.features.root(segment)) > 0
            {
                supplies[2 * usize::from(position.board.features.figure(figure).seat)] -= 1;
            }
        }
        supplies
    }

    /// Returns the scores in our last events in the other engine's terms, sorted.
    fn scorings(&self) -> Vec<Scoring> {
        let mut all: Vec<(Option<SegmentIndex>, Scoring)> = Vec::new();
        for event in &self.events {
            let &Event::Scored { seat, subject, ref score, .. } = event else { continue };
            let root = if let Subject::Feature(root) = subject { Some(root) } else { None };
            for term in score.terms() {
                let (what, points) =
                    (self.engine_word(root, term.clause), i32::from(term.count) * i32::from(term.each));
                let same = |(of, (word, _, _)): &&mut (_, Scoring)| *of == root && *word == what;
                match all.iter_mut().find(same) {
                    // Each term of a score is repeated for every seat that gets it, so only one seat's terms are added up.
                    Some((_, (_, sum, seats))) => {
                        *sum += if seats[0] == seat { points } else { 0 };
                        seats.extend((!seats.contains(&seat)).then_some(seat));
                    }
                    None => all.push((root, (what.to_owned(), points, vec![seat]))),
                }
            }
        }
        let mut all: Vec<Scoring> = all.into_iter().map(|(_, scoring)| scoring).filter(|s| s.1 != 0).collect();
        all.sort();
        all
    }

    /// Returns the other engine's word for the points that a clause gives for a feature.
    fn engine_word(&self, root: Option<SegmentIndex>, clause: &str) -> &'static str {
        let kind = self.position().zip(root).map(|(position, root)| position.board.features.kind(root));
        match (clause, kind) {
            ("HG-31", _) => "playerScoredLogboat",
            ("HG-32", _) => "playerScoredHuntingTrap",
            ("HG-33", _) => "playersScoredPitTrap",
            ("HG-34", _) => "playersScoredRaft",
            (_, Some(base::FOREST)) => "playersScoredForest",
            (_, Some(base::RIVER)) => "playersScoredRiver",
            (_, Some(base::SYSTEM)) => "playersScoredRiverSystem",
            (_, Some(base::MEADOW)) => "playersScoredMeadow",
            _ => "something other than a feature",
        }
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &'static str, theirs: &[T], ours: &[T]) {
        if theirs != ours {
            self.differ(what, vec![format!("{theirs:?}")], vec![format!("{ours:?}")]);
        }
    }

    fn differ(&mut self, what: &'static str, theirs: Vec<String>, ours: Vec<String>) {
        let clause = self.recorded.known.clone().filter(|known| explains(known, what, &theirs, &ours));
        self.differences.push(Difference {
            game: format!("{} {}", self.recorded.policy, self.recorded.seed),
            turn: Some(self.game.turn().into()),
            decision: Some(self.step),
            phase: self
                .step
                .checked_sub(1)
                .and_then(|at| self.recorded.steps.get(at))
                .map_or("end", Step::phase)
                .to_owned(),
            what,
            theirs,
            ours,
            clause,
        });
    }
}

/// Reports whether the file's explanation covers a difference. It covers only places beyond the edge of the other engine's board, which
/// only our engine lists. Where a hunting trap meets a fire, our default for HG-32 agrees with the other engine.
fn explains(known: &str, what: &str, theirs: &[String], ours: &[String]) -> bool {
    let is_beyond = |word: &String| {
        let at = word.split_once('@').and_then(|(_, rest)| rest.split_once('r')).and_then(|(at, _)| at.split_once(','));
        at.is_some_and(|(x, y)| [x, y].iter().any(|c| c.parse().is_ok_and(|c: i16| c.abs() > ENGINE_BOARD_RADIUS)))
    };
    known.starts_with(BOARD_LIMIT_EXPLANATION) && what == "legal" && theirs.is_empty() && ours.iter().all(is_beyond)
}
