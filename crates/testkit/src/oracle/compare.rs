//! Replays a recorded game in our engine, with their draws and choices, and compares at every decision.

use std::fmt;
use std::path::Path;

use bastide_core::{Actor, Answer, Event, Subject};
use classic::{ClassicPosition, ClassicRules, base};
use games::jcz::{self, Pointer};
use games::{Game, notation};
use serde::Serialize;

use super::file::{self, Recorded, RecordedDecision, RecordedTurn};
use crate::differences::Explained;

/// Something that lies somewhere, as they wrote it, and what it reads as: its key and segment, or why it cannot be read.
type ReadKey = (String, Result<(String, u16), String>);

/// What was compared and what came of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Games replayed.
    pub games: usize,
    /// Decisions compared.
    pub decisions: usize,
    /// Differences found, those that a clause explains included.
    pub differences: Vec<Difference>,
}

impl Tally {
    /// Differences that no clause explains.
    pub fn unexplained(&self) -> usize {
        self.differences.iter().filter(|difference| difference.clause.is_none()).count()
    }
}

/// Something that the two engines do not say alike.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The recorded game: name and seed.
    pub game: String,
    /// The turn; none in the final scoring.
    pub turn: Option<u32>,
    /// The decision within the turn, counted from 1; none for what follows the turn's decisions.
    pub decision: Option<usize>,
    /// What differs: `actor`, `legal`, `drawn`, `discarded`, `points`, `gained`, `scores`, `pack`, `figures`, `over`.
    pub what: &'static str,
    /// What only they list.
    pub theirs: Vec<String>,
    /// What only we list.
    pub ours: Vec<String>,
    /// The clause that explains it, if one does.
    pub clause: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", self.game)?;
        match self.turn {
            Some(turn) => write!(f, "turn {turn}, ")?,
            None => write!(f, "final scoring, ")?,
        }
        if let Some(decision) = self.decision {
            write!(f, "decision {decision}, ")?;
        }
        let list = |items: &[String]| if items.is_empty() { "nothing else".to_owned() } else { items.join("; ") };
        write!(f, "{}: they list {}; we list {}", self.what, list(&self.theirs), list(&self.ours))?;
        match &self.clause {
            Some(clause) => write!(f, " (explained by {clause})"),
            None => Ok(()),
        }
    }
}

/// Replays every game of a file and adds what comes of it to the tally; `report` hears of each difference.
///
/// # Errors
/// The file cannot be read, or asks for what we do not have.
pub fn compare_file(
    path: &Path,
    explained: &[Explained],
    tally: &mut Tally,
    mut report: impl FnMut(&Difference),
) -> Result<(), String> {
    for recorded in file::games(path)? {
        let recorded = recorded?;
        let fault = |why: String| format!("{}, {} {}: {why}", path.display(), recorded.name, recorded.seed);
        let mut replay = Replay::new(&recorded, explained).map_err(fault)?;
        replay.run().map_err(fault)?;
        tally.games += 1;
        tally.decisions += replay.decisions;
        replay.differences.iter().for_each(&mut report);
        tally.differences.append(&mut replay.differences);
    }
    Ok(())
}

/// Whether a replay can go on.
#[derive(PartialEq)]
enum Go {
    On,
    /// Our game cannot follow theirs any further.
    Stop,
}

struct Replay<'a> {
    recorded: &'a Recorded,
    explained: &'a [Explained],
    game: Game,
    /// Events of the turn's part under way.
    events: Vec<Event>,
    turn: Option<u32>,
    decision: Option<usize>,
    decisions: usize,
    differences: Vec<Difference>,
}

impl<'a> Replay<'a> {
    fn new(recorded: &'a Recorded, explained: &'a [Explained]) -> Result<Self, String> {
        let first = recorded.turns.first().map_or(0, |turn| turn.player);
        let asked = "the set-up asks for what we do not have";
        let setup = jcz::map_setup(&recorded.setup.saved, recorded.setup.players);
        let mut setup =
            setup.map_err(|unmet| format!("{asked}: {}", unmet.join(", ")))?.option("first_player", "host_seat");
        setup.first_seat = first;
        let game = Game::new(&setup).map_err(|e| e.to_string())?;
        Ok(Self {
            recorded,
            explained,
            game,
            events: Vec::new(),
            turn: None,
            decision: None,
            decisions: 0,
            differences: Vec::new(),
        })
    }

    fn run(&mut self) -> Result<(), String> {
        for (i, turn) in self.recorded.turns.iter().enumerate() {
            (self.turn, self.decision) = (Some(turn.n), None);
            self.events.clear();
            if self.play_turn(turn)? == Go::Stop {
                return Ok(());
            }
            if let Some(pack) = turn.pack {
                // They count when the next tile is in hand and put it back: what was discarded before it is gone.
                let gone = self.recorded.turns.get(i + 1).map_or(0, |next| next.discarded.len());
                let left = usize::from(self.position().bag().left()).saturating_sub(gone);
                self.compare_lists("pack", &[i32::from(pack)], &[left as i32]);
            }
        }
        (self.turn, self.decision) = (None, None);
        if !self.game.is_over() {
            self.differ("over", vec!["the game is over".to_owned()], vec![]);
            return Ok(());
        }
        let last = &self.recorded.last;
        self.compare_points(&last.events, true);
        self.compare_lists("gained", &last.gained, &self.gained(true));
        self.compare_lists("scores", &last.scores, &self.game.scores());
        self.compare_lists("scores", &self.recorded.scores, &self.game.scores());
        Ok(())
    }

    fn play_turn(&mut self, turn: &RecordedTurn) -> Result<Go, String> {
        for name in &turn.discarded {
            if self.draw(name)? == Go::Stop || !self.discarded_last("discarded", name, true) {
                return Ok(Go::Stop);
            }
        }
        for (i, decision) in turn.decisions.iter().enumerate() {
            self.decision = Some(i + 1);
            self.decisions += 1;
            if let Some(name) = &decision.drawn
                && (self.draw(name)? == Go::Stop || !self.discarded_last("drawn", name, false))
            {
                return Ok(Go::Stop);
            }
            if self.decide(decision) == Go::Stop {
                return Ok(Go::Stop);
            }
        }
        self.decision = None;
        if let Actor::Seat(_) = self.game.actor() {
            let ours = self.game.legal().iter().map(|&answer| self.game.word(answer)).collect();
            self.differ("legal", vec![], ours);
            if self.take(Answer::Pass) == Go::Stop {
                return Ok(Go::Stop);
            }
        }
        self.compare_points(&turn.events, false);
        self.compare_lists("gained", &turn.gained, &self.gained(false));
        if let Some(state) = &turn.state {
            // The last turn is followed by the final scoring, so that ours has no scores in between to show.
            self.compare_lists("scores", &turn.scores, &self.game.scores());
            self.compare_figures(&state.meeples);
        }
        Ok(Go::On)
    }

    /// Draws the tile that they drew.
    fn draw(&mut self, name: &str) -> Result<Go, String> {
        let kind = jcz::tile(self.game.tiles(), name)?;
        if self.take(Answer::Draw { kind }) == Go::On {
            return Ok(Go::On);
        }
        let ours = self.game.legal().iter().map(|&answer| self.game.word(answer)).collect();
        self.differ("drawn", vec![name.to_owned()], ours);
        Ok(Go::Stop)
    }

    /// Whether the tile just drawn left the game or not, as they say.
    fn discarded_last(&mut self, what: &'static str, name: &str, should: bool) -> bool {
        let did = matches!(
            self.events.iter().rev().find(|event| !matches!(event, Event::Over | Event::Scored { last: true, .. })),
            Some(Event::Discarded { .. })
        );
        if did != should {
            let ours = if did { "it fits nowhere" } else { "it fits somewhere" };
            self.differ(what, vec![name.to_owned()], vec![ours.to_owned()]);
        }
        did == should
    }

    fn decide(&mut self, decision: &RecordedDecision) -> Go {
        let actor = self.game.actor();
        if actor != Actor::Seat(decision.player) {
            self.differ("actor", vec![format!("Seat({})", decision.player)], vec![format!("{actor:?}")]);
        }
        let legal = self.game.legal();
        let mut theirs: Vec<Result<Answer, &str>> = Vec::new();
        for action in &decision.legal {
            theirs.push(self.answer(action).map_err(|_| action.as_str()));
        }
        let only_theirs = decision.legal.iter().zip(&theirs);
        let only_theirs = only_theirs.filter(|(_, answer)| !answer.is_ok_and(|answer| legal.contains(&answer)));
        let only_theirs: Vec<_> = only_theirs.map(|(action, _)| action.clone()).collect();
        let only_ours = legal.iter().filter(|&&answer| !theirs.contains(&Ok(answer)));
        let only_ours: Vec<_> = only_ours.map(|&answer| self.game.word(answer)).collect();
        if !only_theirs.is_empty() || !only_ours.is_empty() {
            self.differ("legal", only_theirs, only_ours);
        }
        match theirs.get(decision.chosen) {
            Some(&Ok(answer)) => self.take(answer),
            _ => Go::Stop,
        }
    }

    /// One of their actions as an answer of ours. Rotations that look alike are one answer.
    fn answer(&self, action: &str) -> Result<Answer, String> {
        let words: Vec<&str> = action.split(' ').collect();
        match words[..] {
            ["PASS"] => Ok(Answer::Pass),
            ["TILE", name, x, y, degrees] => {
                let rotations = self.rules().kind(jcz::tile(self.game.tiles(), name)?).rotations;
                let number = |text: &str| text.parse::<i16>().map_err(|e| format!("{action}: {e}"));
                let at = bastide_core::Place::new(number(x)?, number(y)?);
                Ok(Answer::Place { at, rotation: (number(degrees)? / 90) as u8 % rotations })
            }
            ["MEEPLE", figure, ref place @ ..] => Ok(Answer::Deploy {
                figure: jcz::figure(figure).ok_or_else(|| format!("we have no figure {figure}"))?,
                segment: self.segment(place)?,
            }),
            _ => Err(format!("we have no action {action}")),
        }
    }

    fn take(&mut self, answer: Answer) -> Go {
        match self.game.apply_quietly(answer) {
            Ok(events) => {
                self.events.extend(events);
                Go::On
            }
            Err(_) => Go::Stop,
        }
    }

    /// Points of each seat in the part under way, in the final scoring or before it.
    fn gained(&self, last: bool) -> Vec<i32> {
        let mut gained = vec![0; usize::from(self.game.setup().seats)];
        for event in &self.events {
            if let Event::Scored { seat, score, last: this, .. } = event
                && *this == last
            {
                gained[usize::from(*seat)] += score.points();
            }
        }
        gained
    }

    /// Compares who got points for what. Events of no points mean nothing.
    fn compare_points(&mut self, theirs: &[String], last: bool) {
        let mut ours = Vec::new();
        for event in &self.events {
            if let Event::Scored { seat, subject: Subject::Feature(feature), score, finished, last: this } = *event
                && this == last
                && score.points() != 0
            {
                let kind = self.position().board.features.kind(feature);
                let terms = score.terms();
                let tiny =
                    kind == base::CITY && terms[0].of == base::TILES && terms[0].count == 2 && terms[0].each == 1;
                let expression = match base::KIND_WORDS[usize::from(kind)] {
                    kind if finished && tiny => format!("{kind}.tiny"),
                    kind if finished => kind.to_owned(),
                    kind => format!("{kind}.incomplete"),
                };
                ours.push((format!("{seat} {} {expression}", score.points()), feature));
            }
        }
        let root = |segment| self.position().board.features.root(segment);
        let mut keys = Vec::new();
        for event in theirs {
            let words: Vec<&str> = event.split(' ').collect();
            if words.get(1) == Some(&"0") {
                continue;
            }
            let place = self.segment(words.get(3..).unwrap_or_default());
            keys.push((event.clone(), place.map(|place| (words[..3].join(" "), root(place)))));
        }
        self.compare_keys("points", keys, ours);
    }

    /// Compares the players' figures on the table.
    fn compare_figures(&mut self, theirs: &[String]) {
        let figures = self.position().board.features.figures().iter();
        let ours = figures.filter_map(|figure| Some((format!("{} {}", figure.seat, figure.kind), figure.segment()?)));
        let ours = ours.collect();
        let mut keys = Vec::new();
        for text in theirs {
            let words: Vec<&str> = text.split(' ').collect();
            let [seat, kind, ref place @ ..] = words[..] else { continue };
            let kind = jcz::figure(kind).ok_or_else(|| format!("we have no figure {kind}"));
            let segment = self.segment(place);
            keys.push((text.clone(), kind.and_then(|kind| Ok((format!("{seat} {kind}"), segment?)))));
        }
        self.compare_keys("figures", keys, ours);
    }

    /// Compares two lists of things that lie somewhere, in any order.
    fn compare_keys(&mut self, what: &'static str, theirs: Vec<ReadKey>, mut ours: Vec<(String, u16)>) {
        let mut only_theirs = Vec::new();
        for (text, key) in theirs {
            match key.ok().and_then(|key| ours.iter().position(|own| *own == key)) {
                Some(index) => {
                    ours.swap_remove(index);
                }
                None => only_theirs.push(text),
            }
        }
        let only_ours: Vec<_> =
            ours.into_iter().map(|(text, segment)| format!("{text} {}", self.shown(segment))).collect();
        if !only_theirs.is_empty() || !only_ours.is_empty() {
            self.differ(what, only_theirs, only_ours);
        }
    }

    /// The segment that `x y Feature Location` means.
    fn segment(&self, words: &[&str]) -> Result<u16, String> {
        let &[x, y, feature, location] = words else { return Err(format!("{} is no place", words.join(" "))) };
        let number = |text: &str| text.parse().map_err(|e| format!("{text}: {e}"));
        let position = [number(x)?, number(y)?];
        let pointer = Pointer { position, feature: feature.to_owned(), location: location.to_owned() };
        jcz::segment(self.rules(), self.position(), &pointer)
    }

    /// A segment for people: the tile's place, the kind, and the segment's name on its tile.
    fn shown(&self, segment: u16) -> String {
        let board = &self.position().board;
        let (at, kind) = (board.place_of(segment), board.features.kind(segment));
        let location = notation::location(self.position(), self.rules(), segment);
        format!("{} {} {} {location}", at.x, at.y, base::KIND_WORDS[usize::from(kind)])
    }

    fn compare_lists(&mut self, what: &'static str, theirs: &[i32], ours: &[i32]) {
        if theirs != ours {
            let shown = |list: &[i32]| vec![list.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")];
            self.differ(what, shown(theirs), shown(ours));
        }
    }

    fn differ(&mut self, what: &'static str, theirs: Vec<String>, ours: Vec<String>) {
        let setup = &self.recorded.name;
        let row = |item: &str, theirs| self.explained.iter().find(|row| row.explains(setup, what, item, theirs));
        let rows = theirs.iter().map(|item| row(item, true)).chain(ours.iter().map(|item| row(item, false)));
        let rows: Option<Vec<_>> = rows.collect();
        let clause = rows.and_then(|rows| rows.first().map(|row| row.clause.clone()));
        let game = format!("{setup} {}", self.recorded.seed);
        self.differences.push(Difference {
            game,
            turn: self.turn,
            decision: self.decision,
            what,
            theirs,
            ours,
            clause,
        });
    }

    fn rules(&self) -> &ClassicRules {
        self.classic().0
    }

    fn position(&self) -> &ClassicPosition {
        self.classic().1
    }

    fn classic(&self) -> (&ClassicRules, &ClassicPosition) {
        let (rules, position) = self.game.classic().expect("recorded games are of the Carcassonne family");
        (rules, position)
    }
}
