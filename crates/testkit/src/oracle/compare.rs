//! Replays a recorded game in our engine, using the recorded draws and choices, and compares every decision.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bastide_core::{Actor, Answer, Event, Subject};
use classic::{ClassicPosition, ClassicRules, Pending};
use games::{Setup, jcz, notation};
use serde::Serialize;

use super::file::{self, Recorded, RecordedDecision, RecordedTurn};
use super::items::{Item, phase_word};
use super::read::{self, GameState};
use crate::differences::{ExplainedDifference, UnmatchedItem};

/// Text of a recorded score or figure, and the result of parsing it: key and segment, or the reason why it cannot be parsed.
type ReadKey = (String, Result<(String, u16), String>);

/// Statistics of a comparison.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Number of games replayed.
    pub games: usize,
    /// Number of decisions compared.
    pub decisions: usize,
    /// Differences found, including those that a clause explains.
    pub differences: Vec<Difference>,
    /// Number of differences that each row of the table has excused.
    pub excused: BTreeMap<usize, usize>,
}

impl Tally {
    /// Returns the number of differences that no clause explains.
    pub fn unexplained(&self) -> usize {
        self.differences.iter().filter(|difference| difference.clause.is_none()).count()
    }
}

/// A difference between the two engines.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Name and seed of the recorded game.
    pub game: String,
    /// The turn; `None` in the final scoring.
    pub turn: Option<u32>,
    /// The decision within the turn, counted from 1; `None` after the turn's decisions.
    pub decision: Option<usize>,
    /// Phase of the turn: `place`, `deploy`, ..., `scoring`, or `final`.
    pub phase: String,
    /// Type of difference: `actor`, `legal`, `drawn`, `discarded`, `points`, `gained`, `scores`, `pack`, `figures`, `over`.
    pub what: &'static str,
    /// Entries that only the other engine has.
    pub theirs: Vec<String>,
    /// Entries that only our engine has.
    pub ours: Vec<String>,
    /// The clause that explains the difference, if any.
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
        write!(f, "{} in {}: they list {}; we list {}", self.what, self.phase, list(&self.theirs), list(&self.ours))?;
        match &self.clause {
            Some(clause) => write!(f, " (explained by {clause})"),
            None => Ok(()),
        }
    }
}

/// Replays every game in a file and adds the results to the tally; `report` is called for each difference.
///
/// # Errors
/// The file cannot be read, or uses something that we do not support.
pub fn compare_file(
    path: &Path,
    explained: &[ExplainedDifference],
    tally: &mut Tally,
    mut report: impl FnMut(&Difference),
) -> Result<(), String> {
    for recorded in file::games::<Recorded>(path)? {
        let recorded = recorded?;
        let fault = |why: String| format!("{}, {} {}: {why}", path.display(), recorded.name, recorded.seed);
        let mut replay = Replay::new(&recorded, explained).map_err(fault)?;
        replay.run().map_err(fault)?;
        tally.games += 1;
        tally.decisions += replay.decisions;
        replay.differences.iter().for_each(&mut report);
        tally.differences.append(&mut replay.differences);
        for (row, times) in replay.excused {
            *tally.excused.entry(row).or_default() += times;
        }
    }
    Ok(())
}

/// Whether a replay can continue.
#[derive(PartialEq)]
enum Progress {
    On,
    /// Our game can no longer follow the recorded game.
    Stop,
}

pub(super) struct Replay<'a> {
    recorded: &'a Recorded,
    explained: &'a [ExplainedDifference],
    pub(super) setup: Setup,
    rules: Arc<ClassicRules>,
    position: Box<ClassicPosition>,
    /// Answers applied so far. If there are no differences, they are the whole game.
    pub(super) answers: Vec<Answer>,
    /// Events of the current part of the turn.
    events: Vec<Event>,
    turn: Option<u32>,
    /// Seat whose turn it is.
    player: u8,
    decision: Option<usize>,
    decisions: usize,
    /// Whether the other engine has already discarded the extra tile that only it has.
    phantom_gone: bool,
    /// Points by which the recorded scores exceed ours because of differences already reported.
    ahead: Vec<i32>,
    /// True if the points just compared differ.
    points_differ: bool,
    pub(super) differences: Vec<Difference>,
    excused: BTreeMap<usize, usize>,
    /// The parts in play.
    parts: Vec<&'static str>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(recorded: &'a Recorded, explained: &'a [ExplainedDifference]) -> Result<Self, String> {
        let first = recorded.turns.first().map_or(0, |turn| turn.player);
        let asked = "the set-up uses something that we do not support";
        let setup = jcz::map_setup(&recorded.setup.saved, recorded.setup.players);
        let mut setup: Setup =
            setup.map_err(|unmet| format!("{asked}: {}", unmet.join(", ")))?.option("first_player", "host_seat");
        setup.first_seat = first;
        let rules = games::compile::compile::<classic::Classic>(&setup).map_err(|e| e.to_string())?;
        let position = Box::new(ClassicPosition::new(&rules, &mut ()));
        let parts = rules.options.parts().map(|part| part.id).collect();
        Ok(Self {
            recorded,
            explained,
            setup,
            rules,
            position,
            answers: Vec::new(),
            events: Vec::new(),
            turn: None,
            player: first,
            decision: None,
            decisions: 0,
            phantom_gone: false,
            ahead: vec![0; recorded.setup.players],
            points_differ: false,
            differences: Vec::new(),
            excused: BTreeMap::new(),
            parts,
        })
    }

    pub(super) fn run(&mut self) -> Result<(), String> {
        // If there is no tile for the second half of a double turn, the recording contains an empty turn for it.
        let empty = |turn: &&RecordedTurn| turn.decisions.is_empty() && turn.events.is_empty();
        let turns = self.recorded.turns.len() - self.recorded.turns.iter().rev().take_while(empty).count();
        for (i, turn) in self.recorded.turns[..turns].iter().enumerate() {
            (self.turn, self.player, self.decision) = (Some(turn.n), turn.player, None);
            if self.play_turn(turn)? == Progress::Stop {
                return Ok(());
            }
            if let Some(pack) = turn.pack {
                // The other engine counts its pack after the next turn's discards, as if the tile drawn after them were still in it.
                let gone = self.recorded.turns.get(i + 1).map_or(0, |next| next.discarded.len());
                let bag = self.position.bag();
                let left = usize::from(bag.left() + bag.left_in_first_pile()).saturating_sub(gone);
                // In games with The River II, the other engine's pack includes a second lake, with a volcano, until it is discarded.
                let phantom =
                    usize::from(self.recorded.setup.saved.sets.contains_key("river/2:1") && !self.phantom_gone);
                self.compare_lists("pack", &[i32::from(pack)], &[(left + phantom) as i32]);
            }
            // The other engine counts the events that begin the next turn as part of that turn; the final scoring follows the last turn.
            if i + 1 < turns {
                self.events.drain(..self.next_turn_event());
            }
        }
        (self.turn, self.decision) = (None, None);
        for (i, decision) in self.recorded.last.decisions.iter().enumerate() {
            self.decision = Some(i + 1);
            self.decisions += 1;
            if self.decide(decision) == Progress::Stop {
                return Ok(());
            }
        }
        self.decision = None;
        self.pass_extra_decisions(None);
        if self.position.actor() != Actor::Nobody {
            self.differ("over", "over", vec![Item::plain("over", "the game is over".to_owned())], vec![]);
            return Ok(());
        }
        let last = &self.recorded.last;
        self.compare_points(&last.events, true);
        self.compare_gained(&last.gained, true);
        let scores = self.with_reported_differences(self.scores());
        self.compare_lists("scores", &last.scores, &scores);
        self.compare_lists("scores", &self.recorded.scores, &scores);
        Ok(())
    }

    fn play_turn(&mut self, turn: &RecordedTurn) -> Result<Progress, String> {
        let mut discarded = Some(&turn.discarded);
        for (i, decision) in turn.decisions.iter().enumerate() {
            self.decision = Some(i + 1);
            self.decisions += 1;
            if decision.phase == "TilePhase"
                && let Some(discarded) = discarded.take()
            {
                self.pass_extra_decisions(Some("AbbeyPhase"));
                for name in discarded {
                    if self.discard(name)? == Progress::Stop {
                        return Ok(Progress::Stop);
                    }
                }
            }
            if let (Some(name), Actor::Chance) = (&decision.drawn, self.position.actor())
                && (self.draw(name)? == Progress::Stop || !self.discarded_last("drawn", name, false))
            {
                return Ok(Progress::Stop);
            }
            if self.decide(decision) == Progress::Stop {
                return Ok(Progress::Stop);
            }
        }
        self.decision = None;
        for name in discarded.into_iter().flatten() {
            if self.discard(name)? == Progress::Stop {
                return Ok(Progress::Stop);
            }
        }
        if self.continues_turn(turn) {
            self.pass_extra_decisions(None);
        }
        self.compare_points(&turn.events, false);
        self.compare_gained(&turn.gained, false);
        // The final scoring follows the last turn directly, so our game has no state in between to compare.
        if let Some(state) = turn.state.as_ref().filter(|_| self.position.actor() != Actor::Nobody) {
            let scores: Vec<i32> = self.scores();
            let begun = self.with_reported_differences(self.scores_before_next_turn(&scores));
            self.compare_lists("scores", &turn.scores, &begun);
            self.compare_figures(&state.meeples);
            self.compare_state(state);
        }
        Ok(Progress::On)
    }

    /// Reports whether our game still asks for a decision in a turn whose recorded decisions have all been replayed.
    fn continues_turn(&self, turn: &RecordedTurn) -> bool {
        let of_turn = match self.position.pending() {
            Pending::Abbey | Pending::Place { .. } | Pending::Draw | Pending::Over | Pending::Begin => false,
            Pending::Enter(enter) => !enter.last,
            _ => true,
        };
        of_turn && self.position.seat() == turn.player
    }

    /// Returns the index at which the events of the next turn begin. A turn event at index 0 is the beginning of the current turn.
    fn next_turn_event(&self) -> usize {
        let begins = self.events.iter().rposition(|event| matches!(event, Event::Turn { .. }));
        begins.filter(|&begins| begins > 0).unwrap_or(self.events.len())
    }

    /// Returns the scores without the points gained at the beginning of the next turn.
    fn scores_before_next_turn(&self, scores: &[i32]) -> Vec<i32> {
        let mut scores = scores.to_vec();
        for event in &self.events[self.next_turn_event()..] {
            if let Event::Scored { seat, score, last: false, .. } = event {
                scores[usize::from(*seat)] -= score.points();
            }
        }
        scores
    }

    /// Passes at every decision that only our game asks for, up to the next recorded phase, and reports those decisions.
    fn pass_extra_decisions(&mut self, theirs: Option<&str>) {
        for _ in 0..64 {
            if theirs.is_some_and(|theirs| theirs != "AbbeyPhase") && self.position.seat() != self.player {
                return; // Our game is already in the next turn.
            }
            let (Actor::Seat(_), ours) = (self.position.actor(), phase(self.position.pending())) else { return };
            if Some(ours) == theirs || theirs.is_some() && theirs != Some("AbbeyPhase") && !precedes(ours, theirs) {
                return;
            }
            if theirs == Some("AbbeyPhase") && ours != "AbbeyPhase" {
                return;
            }
            let legal = self.legal();
            if !legal.contains(&Answer::Pass) {
                return;
            }
            let others = legal.iter().filter(|&&answer| answer != Answer::Pass);
            let ours = others.map(|&answer| self.format_answer(answer)).collect();
            self.differ("legal", phase_word(phase(self.position.pending())), vec![], ours);
            if self.take(Answer::Pass) == Progress::Stop {
                return;
            }
        }
    }

    /// Draws the recorded tile, even if our rules would draw another one first.
    fn draw(&mut self, name: &str) -> Result<Progress, String> {
        let kind = jcz::tile(&self.rules.texts, name).map_err(|why| why.to_string())?;
        if self.take(Answer::Draw { kind }) == Progress::On {
            return Ok(Progress::On);
        }
        let ours = self.legal().iter().map(|&answer| Item::plain("drawn", self.word(answer))).collect();
        self.differ("drawn", "draw", vec![self.tile_item("drawn", name, name)], ours);
        let asked = matches!(self.position.pending(), Pending::Draw) && self.position.bag().count(kind) > 0;
        if asked {
            self.apply(Answer::Draw { kind });
        }
        Ok(if asked { Progress::On } else { Progress::Stop })
    }

    /// Draws a tile that was discarded in the recorded game.
    fn discard(&mut self, name: &str) -> Result<Progress, String> {
        let kind = jcz::tile(&self.rules.texts, name).map_err(|why| why.to_string())?;
        if self.position.bag().count(kind) == 0 {
            self.phantom_gone = true;
            return Ok(Progress::On);
        }
        Ok(if self.draw(name)? == Progress::Stop || !self.discarded_last("discarded", name, true) {
            Progress::Stop
        } else {
            Progress::On
        })
    }

    /// Checks whether the tile just drawn was discarded exactly when it `should` have been. Reports a difference; returns whether both
    /// agree.
    fn discarded_last(&mut self, what: &'static str, name: &str, should: bool) -> bool {
        let did = matches!(
            self.events.iter().rev().find(|event| {
                matches!(event, Event::Discarded { .. } | Event::Drawn { .. } | Event::SetAside { .. })
            }),
            Some(Event::Discarded { .. })
        );
        if did != should {
            let ours = if did { "it fits nowhere" } else { "it fits somewhere" };
            self.differ(what, "draw", vec![self.tile_item(what, name, name)], vec![self.tile_item(what, name, ours)]);
        }
        did == should
    }

    fn decide(&mut self, decision: &RecordedDecision) -> Progress {
        let chosen = &decision.legal[decision.chosen];
        let theirs = if decision.phase == "CocFinalScoringPhase" { "CocScoringPhase" } else { &decision.phase };
        if phase(self.position.pending()) != theirs {
            self.pass_extra_decisions(Some(theirs));
        }
        if phase(self.position.pending()) != theirs {
            let others = decision.legal.iter().filter(|action| *action != "PASS");
            let others = others.map(|action| self.at().item_of_theirs(action, decision.player, theirs)).collect();
            self.differ("legal", phase_word(theirs), others, vec![]);
            return if chosen == "PASS" { Progress::On } else { self.follow(chosen, decision.player) };
        }
        let actor = self.position.actor();
        if actor != Actor::Seat(decision.player) {
            let seat = format!("Seat({})", decision.player);
            let (theirs, ours) = (Item::plain("actor", seat), Item::plain("actor", format!("{actor:?}")));
            self.differ("actor", phase_word(&decision.phase), vec![theirs], vec![ours]);
        }
        let legal = self.legal();
        let ours: Vec<(String, Answer)> = legal.iter().map(|&answer| (self.at().key(answer), answer)).collect();
        let theirs: Vec<Option<String>> =
            decision.legal.iter().map(|action| Some(self.at().key(self.at().answer(action).ok()?))).collect();
        let listed = |key: &String| ours.iter().any(|(own, _)| own == key);
        let only_theirs = decision.legal.iter().zip(&theirs);
        let only_theirs = only_theirs.filter(|(_, key)| !key.as_ref().is_some_and(listed));
        let told = |action: &String| self.at().item_of_theirs(action, decision.player, &decision.phase);
        let only_theirs: Vec<_> = only_theirs.map(|(action, _)| told(action)).collect();
        let only_ours = ours.iter().filter(|(key, _)| !theirs.contains(&Some(key.clone())));
        let only_ours: Vec<_> = only_ours.map(|(_, answer)| self.format_answer(*answer)).collect();
        if !only_theirs.is_empty() || !only_ours.is_empty() {
            self.differ("legal", phase_word(phase(self.position.pending())), only_theirs, only_ours);
        }
        let answer = theirs[decision.chosen].as_ref().and_then(|key| ours.iter().find(|(own, _)| own == key));
        match answer {
            Some(&(_, answer)) => self.take(answer),
            None => self.follow(chosen, decision.player),
        }
    }

    /// Applies a recorded choice that our rules do not allow, without checking it, so that the rest of the game can be compared. The other
    /// engine lets players capture their own followers, which then return to the supply; here they return to the supply as well.
    fn follow(&mut self, chosen: &str, player: u8) -> Progress {
        let Ok(answer) = self.at().answer(chosen) else { return Progress::Stop };
        let (pending, events) = (self.position.pending(), &mut self.events);
        match (pending, answer) {
            (_, Answer::Capture { figure }) if self.position.board.features.figure(figure).seat == player => {
                classic::send_home(&mut self.position, &self.rules, figure, events);
            }
            (Pending::Capture(_), Answer::Capture { .. }) => {
                self.apply(answer);
                return Progress::On;
            }
            // A capture that our game did not ask for is applied directly.
            (_, Answer::Capture { figure }) => {
                let owner = self.position.board.features.figure(figure).seat;
                self.position.capture(figure, player, events);
                let mut figures = self.position.board.features.figures().iter();
                if let Some(mine) = figures.position(|f| f.seat == player && f.captor() == Some(owner)) {
                    self.position.redeem(mine as u8, events);
                    self.position.redeem(figure, events);
                }
            }
            (_, Answer::Deploy { figure, .. } | Answer::DeployCorner { figure, .. })
                if self.position.supply(player, figure) == 0 =>
            {
                return Progress::Stop;
            }
            (_, Answer::Deploy { figure, segment }) if chosen.contains(" Quarter ") => {
                self.position.deploy(&self.rules, player, figure, segment, events);
            }
            (_, Answer::Lead { piece: classic::count::COUNT, to }) => {
                self.position.lead(classic::count::COUNT, to, events);
            }
            (Pending::Deploy { .. }, Answer::Deploy { .. } | Answer::DeployCorner { .. } | Answer::Return { .. })
            | (Pending::Dragon(_), Answer::Lead { piece: classic::princess_dragon::DRAGON, .. }) => {
                self.apply(answer);
                return Progress::On;
            }
            _ => return Progress::Stop,
        }
        if matches!(pending, Pending::Capture(_)) { self.take(Answer::Pass) } else { Progress::On }
    }

    /// Formats an answer from our game.
    fn format_answer(&self, answer: Answer) -> Item {
        let seat = if let Actor::Seat(seat) = self.position.actor() { seat } else { self.player };
        self.at().item(self.word(answer), answer, seat)
    }

    /// Describes the tile that the other engine calls `name`.
    fn tile_item(&self, what: &'static str, name: &str, text: &str) -> Item {
        Item { of: self.at().named_tile(name), ..Item::plain(what, text.to_owned()) }
    }

    fn take(&mut self, answer: Answer) -> Progress {
        if !self.legal().contains(&answer) {
            return Progress::Stop;
        }
        self.apply(answer);
        Progress::On
    }

    fn apply(&mut self, answer: Answer) {
        self.answers.push(answer);
        self.position.apply(&self.rules, answer, &mut self.events);
    }

    fn legal(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        self.position.list(&self.rules, &mut answers);
        answers
    }

    fn word(&self, answer: Answer) -> String {
        notation::word(&self.position, &self.rules, answer)
    }

    fn scores(&self) -> Vec<i32> {
        (0..self.rules.seats).map(|seat| self.position.score(seat)).collect()
    }

    /// Returns the scores in the current part of the game: from the final scoring if `last` is true, otherwise from the turn, without the
    /// scores at the beginning of the next turn.
    fn scored(&self, last: bool) -> impl Iterator<Item = (u8, Subject, bastide_core::Score, bool)> {
        let end = if last { self.events.len() } else { self.next_turn_event() };
        self.events[..end].iter().filter_map(move |event| match *event {
            Event::Scored { seat, subject, score, finished, last: this } if this == last => {
                Some((seat, subject, score, finished))
            }
            _ => None,
        })
    }

    /// Compares each seat's points. A difference is reported once; from then on `ahead` accounts for it.
    fn compare_gained(&mut self, theirs: &[i32], last: bool) {
        let ours = self.points_gained(last);
        if !self.points_differ {
            self.compare_lists("gained", theirs, &ours);
        }
        for (ahead, (theirs, ours)) in self.ahead.iter_mut().zip(theirs.iter().zip(ours)) {
            *ahead += theirs - ours;
        }
    }

    /// Returns our scores adjusted by the differences already reported.
    fn with_reported_differences(&self, scores: Vec<i32>) -> Vec<i32> {
        scores.iter().zip(&self.ahead).map(|(score, ahead)| score + ahead).collect()
    }

    /// Returns each seat's points in the current part of the game: in the final scoring if `last` is true, otherwise in the turn.
    fn points_gained(&self, last: bool) -> Vec<i32> {
        let mut gained = vec![0; usize::from(self.rules.seats)];
        for (seat, _, score, _) in self.scored(last) {
            gained[usize::from(seat)] += score.points();
        }
        gained
    }

    /// Compares each seat's points and what they were given for. Events worth 0 points are ignored.
    fn compare_points(&mut self, theirs: &[String], last: bool) {
        let mut ours = Vec::new();
        for (seat, subject, score, finished) in self.scored(last).filter(|(_, _, score, _)| score.points() != 0) {
            let points = score.points();
            ours.push(match subject {
                Subject::Feature(root) => {
                    let root = self.position.board.features.root(root);
                    (format!("{seat} {points} {}", self.at().expression(root, finished, &score)), root)
                }
                Subject::Named(word) => (format!("{seat} {points} {}", read::source(word, &score, last)), NO_FEATURE),
            });
        }
        let ours = merge(ours);
        let root = |segment| self.position.board.features.root(segment);
        let mut keys = Vec::new();
        for event in theirs {
            let words: Vec<&str> = event.split(' ').collect();
            if words.get(1) == Some(&"0") {
                continue;
            }
            let named = words.len() < 7
                || ["fairy", "ransom", "watchtower", "wind-rose"].iter().any(|word| words[2].starts_with(word));
            let place = if named { Ok(NO_FEATURE) } else { self.at().segment(&words[3..]).map(root) };
            keys.push((event.clone(), place.map(|place| (words[..3].join(" "), place))));
        }
        let before = self.differences.len();
        self.compare_keys("points", keys, ours);
        self.points_differ = self.differences.len() > before;
    }

    /// Compares the players' figures on the table.
    fn compare_figures(&mut self, theirs: &[String]) {
        let features = &self.position.board.features;
        let place =
            |kind: u8, segment| if kind == classic::abbey_mayor::BARN { features.root(segment) } else { segment };
        let ours = features.figures().iter().filter_map(|figure| {
            Some((format!("{} {}", figure.seat, figure.kind), place(figure.kind, figure.segment()?)))
        });
        let ours = ours.collect();
        let mut keys = Vec::new();
        for text in theirs {
            let words: Vec<&str> = text.split(' ').collect();
            let [seat, kind, ref at @ ..] = words[..] else { continue };
            let key = read::figure(kind).and_then(|kind| {
                let segment = self.at().segment(at)?;
                Ok((format!("{seat} {kind}"), place(kind, segment)))
            });
            keys.push((text.clone(), key));
        }
        self.compare_keys("figures", keys, ours);
        self.send_watchmen_home(theirs);
    }

    /// Returns followers to their owners from towers that are empty in the recorded game, in which the dragon can take watchmen. The
    /// difference has already been reported.
    fn send_watchmen_home(&mut self, theirs: &[String]) {
        let towers: Vec<u16> = theirs
            .iter()
            .filter(|text| text.ends_with(" Tower I"))
            .filter_map(|text| self.at().segment(&text.split(' ').skip(2).collect::<Vec<_>>()).ok())
            .collect();
        for figure in 0..self.position.board.features.figures().len() {
            let segment = self.position.board.features.figures()[figure].segment();
            let on_tower = |segment| self.position.board.features.kind(segment) == classic::tower::FOUNDATION;
            if segment.is_some_and(|segment| on_tower(segment) && !towers.contains(&segment)) {
                self.position.return_figure(figure as u8, &mut ());
            }
        }
    }

    /// Compares neutral pieces, tokens and prisoners.
    fn compare_state(&mut self, state: &file::RecordedState) {
        let mut ours = read::describe_state(self.at());
        let mut theirs: Vec<String> = state.neutral.iter().filter_map(|text| read::neutral(self.at(), text)).collect();
        theirs.extend(state.tokens.iter().cloned());
        theirs.extend(state.prisoners.iter().map(|text| format!("prisoner {text}")));
        ours.sort();
        theirs.sort();
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            let mut rest = those.to_vec();
            let gone = |item: &&String| match rest.iter().position(|other| other == *item) {
                Some(at) => {
                    rest.swap_remove(at);
                    false
                }
                None => true,
            };
            these.iter().filter(gone).cloned().collect()
        };
        if ours != theirs {
            let items = |these: Vec<String>| -> Vec<Item> {
                let of = |text: &String| text.split(' ').map(str::to_lowercase).collect();
                these.into_iter().map(|text| Item { of: of(&text), ..Item::plain("state", text) }).collect()
            };
            self.differ("state", self.outcome(), items(only(&theirs, &ours)), items(only(&ours, &theirs)));
        }
    }

    /// Compares two lists of scores or figures, regardless of their order.
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
        if !only_theirs.is_empty() || !ours.is_empty() {
            let theirs = only_theirs.into_iter().map(|text| self.outcome_of_theirs(what, text)).collect();
            let ours = ours.into_iter().map(|(text, segment)| self.outcome_of_ours(what, &text, segment)).collect();
            self.differ(what, self.outcome(), theirs, ours);
        }
    }

    /// Describes a segment: the tile's place, the kind, and the segment's name on its tile.
    fn describe_segment(&self, segment: u16) -> String {
        if segment == NO_FEATURE {
            return "-".to_owned();
        }
        let board = &self.position.board;
        let (at, kind) = (board.place_of(segment), board.features.kind(segment));
        let location = notation::location(&self.position, &self.rules, segment);
        format!("{} {} {} {location}", at.x, at.y, classic::KIND_WORDS[usize::from(kind)])
    }

    /// Returns the phase to report for the outcome of a turn or game.
    fn outcome(&self) -> &'static str {
        if self.turn.is_some() { "scoring" } else { "final" }
    }

    /// Describes a recorded score or figure, classified for the table of differences.
    fn outcome_of_theirs(&self, what: &'static str, text: String) -> Item {
        let of = match what {
            "points" => {
                let words: Vec<&str> = text.split(' ').collect();
                let place = words.get(3..).and_then(|place| self.at().segment(place).ok());
                self.at().points_words(words.get(2).unwrap_or(&""), place)
            }
            _ => self.at().standing_words(&text),
        };
        Item { of, ..Item::plain(what, text) }
    }

    /// Describes a score (`seat points word`) or figure (`seat kind`) in our game and its place, classified for the table of differences.
    fn outcome_of_ours(&self, what: &'static str, text: &str, segment: u16) -> Item {
        let words: Vec<&str> = text.split(' ').collect();
        let of = match (what, &words[..]) {
            ("points", [_, _, word, ..]) => {
                self.at().points_words(word, Some(segment).filter(|&place| place != NO_FEATURE))
            }
            (_, [_, kind]) => {
                let figure = kind.parse().ok().and_then(|kind: usize| classic::FIGURE_WORDS.get(kind).copied());
                figure.into_iter().chain(self.at().place(segment)).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        Item { of, ..Item::plain(what, format!("{text} {}", self.describe_segment(segment))) }
    }

    fn compare_lists(&mut self, what: &'static str, theirs: &[i32], ours: &[i32]) {
        if theirs != ours {
            let text = |list: &[i32]| list.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
            let shown = |list: &[i32]| vec![Item::plain(what, text(list))];
            self.differ(what, self.outcome(), shown(theirs), shown(ours));
        }
    }

    fn differ(&mut self, what: &'static str, phase: &str, theirs: Vec<Item>, ours: Vec<Item>) {
        let row = |item: &Item, theirs| {
            let told = UnmatchedItem { parts: &self.parts, phase, what: item.what, of: &item.of, theirs };
            self.explained.iter().position(|row| row.explains(told))
        };
        let rows = theirs.iter().map(|item| row(item, true)).chain(ours.iter().map(|item| row(item, false)));
        let rows: Vec<_> = rows.collect();
        let clause = rows.iter().copied().collect::<Option<Vec<_>>>().and_then(|rows| rows.first().copied());
        let clause = clause.map(|row| self.explained[row].clause.clone());
        for row in rows.into_iter().flatten() {
            *self.excused.entry(row).or_default() += 1;
        }
        let shown = |items: &[Item]| items.iter().map(Item::display_text).collect();
        self.differences.push(Difference {
            game: format!("{} {}", self.recorded.name, self.recorded.seed),
            turn: self.turn,
            decision: self.decision,
            what,
            phase: phase.to_owned(),
            theirs: shown(&theirs),
            ours: shown(&ours),
            clause,
        });
    }

    fn at(&self) -> GameState<'_> {
        GameState { rules: &self.rules, position: &self.position }
    }
}

/// Placeholder segment for points that were not given for a feature.
const NO_FEATURE: u16 = u16::MAX;

/// Returns the other engine's name for our pending decision.
fn phase(pending: Pending) -> &'static str {
    match pending {
        Pending::Over => "GameOverPhase",
        Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill => "chance",
        Pending::Place { .. } | Pending::PlaceHeld => "TilePhase",
        Pending::Deploy { .. } => "ActionPhase",
        Pending::Abbey => "AbbeyPhase",
        Pending::Phantom(_) => "PhantomPhase",
        Pending::MageWitch => "MageAndWitchPhase",
        Pending::Wagon(_) => "WagonPhase",
        Pending::Capture(_) | Pending::Exchange(_) => "TowerCapturePhase",
        Pending::Dragon(_) => "DragonMovePhase",
        Pending::Enter(_) => "CocScoringPhase",
        Pending::Courtier => "CocFollowerPhase",
        Pending::Count => "CocCountPhase",
        Pending::Escape => "EscapePhase",
        Pending::Ransom => "a ransom after scoring",
        Pending::Haunt(_) | Pending::Double => "no phase of theirs",
    }
}

/// Reports whether one phase precedes another in a turn; both are named as in the other engine.
fn precedes(ours: &str, theirs: Option<&str>) -> bool {
    const ORDER: [&str; 13] = [
        "AbbeyPhase",
        "TilePhase",
        "MageAndWitchPhase",
        "ActionPhase",
        "TowerCapturePhase",
        "PhantomPhase",
        "DragonMovePhase",
        "CocScoringPhase",
        "WagonPhase",
        "a ransom after scoring",
        "CocFollowerPhase",
        "CocCountPhase",
        "EscapePhase",
    ];
    let place = |phase: &str| ORDER.iter().position(|known| *known == phase);
    theirs.is_some_and(|theirs| place(ours) < place(theirs))
}

/// Adds up each seat's points for the king and for the robber baron, as the other engine does.
fn merge(scores: Vec<(String, u16)>) -> Vec<(String, u16)> {
    let both = scores.iter().filter(|(text, _)| text.ends_with(" king") || text.ends_with(" robber"));
    let mut sums: Vec<(String, i32, String)> = Vec::new();
    for (text, _) in both {
        let words: Vec<&str> = text.split(' ').collect();
        let points = words[1].parse().unwrap_or(0);
        match sums.iter_mut().find(|(seat, _, word)| *seat == words[0] && *word == words[2]) {
            Some((_, sum, _)) => *sum += points,
            None => sums.push((words[0].to_owned(), points, words[2].to_owned())),
        }
    }
    // If one player has both cards, the other engine records their points as one sum.
    for i in 0..sums.len() {
        let both =
            sums[i].1 == 20 && sums.iter().filter(|(seat, sum, _)| *seat == sums[i].0 && *sum == 20).count() == 2;
        if both && sums[i].2 == "king" {
            let seat = sums[i].0.clone();
            sums.retain(|(other, ..)| *other != seat);
            sums.push((seat, 40, "king+robber".to_owned()));
            break;
        }
    }
    let rest = scores.into_iter().filter(|(text, _)| !text.ends_with(" king") && !text.ends_with(" robber"));
    rest.chain(sums.into_iter().map(|(seat, sum, word)| (format!("{seat} {sum} {word}"), NO_FEATURE))).collect()
}
