//! Scenarios: small games as data, each of which proves a clause. `README.md` describes the file format.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::tile::{PILE_APART, PILE_HELD};
use bastide_core::{Actor, Answer, Event, KindIndex, Position, Rules, Spot, Subject};
use games::described::Asked;
use games::families::{Classic, Playable};
use games::{Setup, compile, notation, view, with_family};

use crate::corpus::score_line;

/// Result of a scenario; the error says what failed.
pub type Outcome = Result<(), String>;

/// Runs every scenario under a folder. Returns names and outcomes, sorted by name.
///
/// # Errors
/// A folder or a file cannot be read.
pub fn run_all(sources: &Path) -> Result<Vec<(String, Outcome)>, String> {
    find(sources)?.iter().map(|path| Ok((name_of(path), run_file(path)?))).collect()
}

/// Runs the scenario in a file.
///
/// # Errors
/// The file cannot be read.
pub fn run_file(path: &Path) -> Result<Outcome, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))?;
    Ok(run(&name_of(path), &text))
}

/// Returns the name of the scenario in a file.
pub fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reports whether the scenario in a file proves a clause, which means that its name begins with that clause.
pub fn proves_clause(path: &Path, clause: &str) -> bool {
    name_of(path).strip_prefix(clause).is_some_and(|rest| rest.starts_with('-'))
}

/// Returns the paths of the scenarios under a folder.
///
/// # Errors
/// A folder cannot be read.
pub fn find(sources: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut folders, mut files) = (vec![sources.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let fault = |e: std::io::Error| format!("{} cannot be read: {e}", folder.display());
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scenario") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Runs a scenario. Its name begins with the clause that it proves.
///
/// # Errors
/// The first failure, with its line number.
pub fn run(name: &str, text: &str) -> Outcome {
    let setup = text.lines().find_map(|line| line.trim_start().strip_prefix("setup "));
    let game = setup.and_then(|line| line.trim_start().split([' ', '+']).next()).unwrap_or_default();
    // If the game is unknown, any family rejects it.
    with_family!(game, F => run_in_family::<F>(name, text)).unwrap_or_else(|| run_in_family::<Classic>(name, text))
}

/// Runs a scenario in the given family.
fn run_in_family<F: Playable>(name: &str, text: &str) -> Outcome {
    let here = |line: usize, why: String| format!("{name}, line {line}: {why}");
    let mut stage: Option<RunningScenario<F>> = None;
    let mut script = Script::default();
    for (i, line) in text.lines().enumerate() {
        let line_number = i + 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [comment, ..] if comment.starts_with('#') => {}
            ["clause", ref clauses @ ..] => script.clauses.extend(clauses.iter().map(|clause| (*clause).to_owned())),
            ["setup", ..] => script.setup = line.trim_start()["setup".len()..].trim().to_owned(),
            ["bag", "drawn"] => script.bag_of_drawn = true,
            ["refused", ..] => {
                let refusal = script
                    .rules::<F>(text)
                    .err()
                    .ok_or_else(|| here(line_number, "the set-up is not refused".to_owned()))?;
                let expected = line.trim_start()["refused".len()..].trim();
                if !refusal.contains(expected) {
                    return Err(here(line_number, format!("the set-up is refused, but for this reason: {refusal}")));
                }
                script.refused = true;
            }
            _ => {
                if stage.is_none() {
                    stage = Some(RunningScenario::new(script.rules::<F>(text).map_err(|why| here(line_number, why))?));
                }
                if let Some(stage) = &mut stage {
                    stage.line(&words).map_err(|why| here(line_number, why))?;
                }
            }
        }
    }
    if !script.clauses.iter().any(|clause| name.starts_with(&format!("{clause}-"))) {
        return Err(format!("{name}: its name does not begin with one of its clauses ({})", script.clauses.join(", ")));
    }
    let end = text.lines().count();
    match stage {
        Some(stage) => stage.check_all_mentioned().map_err(|why| here(end, why)),
        None if script.refused => Ok(()),
        None => Err(here(end, "the scenario plays nothing".to_owned())),
    }
}

/// The head of a scenario.
#[derive(Default)]
struct Script {
    clauses: Vec<String>,
    setup: String,
    bag_of_drawn: bool,
    refused: bool,
}

impl Script {
    /// Returns the rules of the set-up. With `bag drawn`, the bag contains exactly the tiles that the scenario draws, so that drawing the
    /// last one ends the game.
    fn rules<F: Playable>(&self, text: &str) -> Result<Rules<F::Options>, String> {
        let setup = Setup::from_line(&self.setup).map_err(|e| e.to_string())?;
        let rules = compile::compile::<F>(&setup).map_err(|e| e.to_string())?;
        let mut rules = Arc::unwrap_or_clone(rules);
        if self.bag_of_drawn {
            let mut copies = vec![0; rules.kinds.len()];
            for &(kind, ..) in &rules.start {
                copies[usize::from(kind)] += 1;
            }
            for word in text.lines().filter_map(|line| line.split_once("> ")).flat_map(|(_, words)| words.split(' ')) {
                // A tile placed from a hand was drawn earlier, by a separate word.
                let placed = placed_tile(word).filter(|_| !self.setup.contains(" hand="));
                let tile = word.strip_prefix("draw:").or(placed);
                if let Some(tile) = tile {
                    let kind = notation::tile_of_word(&rules, tile).ok_or_else(|| format!("unknown tile {tile}"))?;
                    copies[usize::from(kind)] += 1;
                }
            }
            // A tile that was put aside may be drawn again later.
            for tile in text.lines().filter_map(|line| line.strip_prefix("aside ")).flat_map(str::split_whitespace) {
                let kind = notation::tile_of_word(&rules, tile).ok_or_else(|| format!("unknown tile {tile}"))?;
                copies[usize::from(kind)] = copies[usize::from(kind)].min(rules.kinds[usize::from(kind)].copies);
            }
            let drawn = |kind: &usize| rules.kinds[*kind].pile != PILE_HELD;
            let drawn: Vec<_> = (0..rules.kinds.len()).filter(drawn).map(|kind| (kind, copies[kind])).collect();
            for (kind, copies) in drawn {
                let (printed, id) = (rules.kinds[kind].copies, &rules.texts[kind].id);
                if copies > printed {
                    return Err(format!("{copies} tiles {id} are used, but there are only {printed}"));
                }
                rules.kinds[kind].copies = copies;
            }
        }
        Ok(rules)
    }
}

/// A scenario that is being run.
struct RunningScenario<F: Playable> {
    rules: Rules<F::Options>,
    position: Box<Position<F>>,
    /// Events from the last line of answers.
    events: Vec<Event>,
    /// Scores among these events that no line has mentioned yet.
    scores: Vec<String>,
    /// Tiles discarded in these events that no line has mentioned yet.
    gone: String,
}

impl<F: Playable> RunningScenario<F> {
    fn new(rules: Rules<F::Options>) -> Self {
        let mut events = Vec::new();
        let position = Box::new(Position::new(&rules, &mut events));
        Self { rules, position, events, scores: Vec::new(), gone: String::new() }
    }

    /// Runs one line: answers, or an assertion.
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let (head, rest) = (words[0], &words[1..]);
        if let Some(who) = head.strip_suffix('>') {
            self.check_all_mentioned()?;
            if who.is_empty() {
                return Err("missing seat: write 0> or *>".to_owned());
            }
            return self.play(who, rest);
        }
        if let Some(seat) = head.strip_prefix('+') {
            return self.scored(&format!("+{seat} {}", rest.join(" ")));
        }
        let sorted = |list: &[&str]| {
            let mut list: Vec<String> = list.iter().map(|&word| word.to_owned()).collect();
            list.sort();
            list
        };
        match head {
            "asks" => expect(head, &rest.join(" "), &self.asks()),
            "legal" => rest.iter().try_for_each(|word| self.legal(word, true)),
            "illegal" => rest.iter().try_for_each(|word| self.legal(word, false)),
            "answers" => expect(head, &sorted(rest).join(" "), &self.answers().join(" ")),
            "scores" => {
                expect(head, &rest.join(" "), &join((0..self.rules.seats).map(|seat| self.position.score(seat))))
            }
            "supply" => self.supply(rest),
            "tokens" => self.tokens(rest),
            "stock" => self.stock(rest),
            "piece" => self.piece(rest),
            "tower" => self.tower(rest),
            "captives" => expect(head, &sorted(rest).join(" "), &self.captives().join(" ")),
            "aside" => {
                let words = self.position.bag().aside().iter().map(|&kind| notation::tile_word(&self.rules, kind));
                expect(head, &rest.join(" "), &words.collect::<Vec<_>>().join(" "))
            }
            "returned" => expect(head, &sorted(rest).join(" "), &self.returned().join(" ")),
            "worth" => self.worth(rest),
            "standing" => expect(head, &sorted(rest).join(" "), &self.standing().join(" ")),
            "shown" => expect(
                head,
                &rest.join(" "),
                &self.tiles(|event| match event {
                    Event::Drawn { kind } => Some(*kind),
                    _ => None,
                }),
            ),
            "discarded" => {
                self.gone.clear();
                expect(head, &rest.join(" "), &self.discarded())
            }
            "hand" => self.hand(rest),
            "taken-out" => expect(
                head,
                &rest.join(" "),
                &self.tiles(|event| match event {
                    Event::TakenOut { kind } => Some(*kind),
                    _ => None,
                }),
            ),
            "apart" => expect(head, &rest.join(" "), &self.position.bag().left_in(PILE_APART).to_string()),
            "bag" => expect(head, &rest.join(" "), &self.position.bag().left().to_string()),
            "turn" => expect(head, &rest.join(" "), &self.position.turn().to_string()),
            "tiles" => expect(head, &rest.join(" "), &self.laid()),
            "ghosts" => expect(head, &sorted(rest).join(" "), &self.ghosts().join(" ")),
            "reward" => {
                let points = F::reward(&self.position, &self.rules).map(|(_, score)| score.points().to_string());
                expect(head, &rest.join(" "), &points.unwrap_or_default())
            }
            "lost" => expect(head, &rest.join(" "), F::team_loss(&self.position, &self.rules)),
            "winners" => {
                let over = self.position.actor() == Actor::Nobody;
                let winners = if over { view::winners(&self.position, self.rules.seats) } else { Vec::new() };
                expect(head, &rest.join(" "), &join(winners))
            }
            _ => Err(format!("unknown line \"{head}\"")),
        }
    }

    /// Plays answers from one seat (`0>`), or from chance alone (`*>`). If a tile must be drawn, the word that places it also draws it.
    fn play(&mut self, who: &str, words: &[&str]) -> Result<(), String> {
        self.events.clear();
        for word in words {
            if let (Actor::Chance, Some(tile)) = (self.position.actor(), placed_tile(word)) {
                self.answer(&format!("draw:{tile}"))?;
                if self.position.actor() == Actor::Chance {
                    return Err(format!("{tile} was drawn, but cannot be placed"));
                }
            }
            let actor = match self.position.actor() {
                Actor::Chance => "*".to_owned(),
                Actor::Seat(seat) => seat.to_string(),
                Actor::Nobody => "nobody".to_owned(),
            };
            if actor != who {
                return Err(format!("\"{word}\" must be answered by {actor}, not by {who}"));
            }
            self.answer(word)?;
        }
        self.scores = self.events.iter().filter_map(|event| self.score_line(event)).collect();
        self.gone = self.discarded();
        Ok(())
    }

    fn answer(&mut self, word: &str) -> Result<(), String> {
        let answer = notation::parse(&self.position, &self.rules, word).map_err(|e| e.to_string())?;
        let answered = self.position.answer(&self.rules, answer, &mut self.events);
        answered.map_err(|_| format!("\"{word}\" is not legal; legal answers: {}", self.answers().join(" ")))
    }

    /// Asserts the next score.
    fn scored(&mut self, line: &str) -> Result<(), String> {
        let next = if self.scores.is_empty() { "no score".to_owned() } else { self.scores.remove(0) };
        expect("score", line, &next)
    }

    /// Formats a score as `+0 8 city: 3 tiles x 2 BASE-12, 1 pennants x 2 BASE-12`; `None` if it gives no points.
    fn score_line(&self, event: &Event) -> Option<String> {
        let Event::Scored { seat, subject, score, last, .. } = event else { return None };
        let kind = match *subject {
            Subject::Feature(root) => F::KIND_WORDS[usize::from(self.position.board.features.kind(root))],
            Subject::Named(word) => word,
        };
        let terms = score.terms().iter().map(|term| (term.count, term.of, term.each, term.clause));
        (score.points() != 0).then(|| score_line(*seat, score.points(), kind, *last, terms))
    }

    /// Asserts that all scores and discards of the last answers have been mentioned.
    fn check_all_mentioned(&self) -> Result<(), String> {
        match self.scores.first() {
            Some(score) => Err(format!("missing line before this one: {score}")),
            None if !self.gone.is_empty() => Err(format!("missing line before this one: discarded {}", self.gone)),
            None => Ok(()),
        }
    }

    fn asks(&self) -> String {
        let what = match F::asked(&self.position) {
            Asked::Over => "nothing",
            Asked::Chance if self.position.turn() == 0 => "who begins",
            Asked::Chance => "a tile",
            Asked::Place(_) | Asked::PlaceHeld => "place",
            Asked::Deploy => "deploy",
            Asked::Other(word, _) => word,
        };
        match self.position.actor() {
            Actor::Seat(seat) => format!("{seat} {what}"),
            Actor::Chance | Actor::Nobody => what.to_owned(),
        }
    }

    fn listed(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        self.position.list(&self.rules, &mut answers);
        answers
    }

    fn answers(&self) -> Vec<String> {
        let words = self.listed().into_iter().map(|answer| notation::word(&self.position, &self.rules, answer));
        let mut words: Vec<_> = words.collect();
        words.sort();
        words
    }

    fn legal(&self, word: &str, should: bool) -> Result<(), String> {
        let answer = notation::parse(&self.position, &self.rules, word);
        let is = answer.as_ref().is_ok_and(|answer| self.listed().contains(answer));
        match (is, should) {
            (true, false) => Err(format!("\"{word}\" is legal")),
            (false, true) => Err(format!("\"{word}\" is not legal; legal answers: {}", self.answers().join(" "))),
            _ => Ok(()),
        }
    }

    /// Asserts how many figures of the named kinds a seat has in supply: `supply 0 follower 7 large 1`.
    fn supply(&self, words: &[&str]) -> Result<(), String> {
        let seat: u8 = words.first().and_then(|seat| seat.parse().ok()).ok_or("missing seat after supply")?;
        if seat >= self.rules.seats {
            return Err(format!("unknown seat {seat}"));
        }
        for pair in words[1..].chunks(2) {
            if pair.len() < 2 {
                return Err(format!("missing count of {}", pair[0]));
            }
            let kind = F::FIGURE_WORDS.iter().position(|word| *word == pair[0]).ok_or("unknown kind of figure")?;
            let count = self.position.supply(seat, kind as u8);
            expect("supply", &pair.join(" "), &format!("{} {count}", pair[0]))?;
        }
        Ok(())
    }

    /// Asserts which tiles a seat has in hand: `hand 0 gmgg ssmm`.
    fn hand(&self, words: &[&str]) -> Result<(), String> {
        let seat: u8 = words.first().and_then(|seat| seat.parse().ok()).ok_or("missing seat after hand")?;
        if seat >= self.rules.seats {
            return Err(format!("unknown seat {seat}"));
        }
        let held = self.position.hand(seat).iter().map(|&kind| notation::tile_word(&self.rules, kind));
        expect("hand", &words[1..].join(" "), &held.collect::<Vec<_>>().join(" "))
    }

    /// Asserts how many tokens of the named kinds a seat has: `tokens 0 wine 2 tower 9`.
    fn tokens(&self, words: &[&str]) -> Result<(), String> {
        let seat: u8 = words.first().and_then(|seat| seat.parse().ok()).ok_or("missing seat after tokens")?;
        counted("tokens", &words[1..], |each| F::tokens(&self.position, &self.rules, seat, each))
    }

    /// Asserts how many tokens of the named kinds are held by no seat: `stock wine 9 ghost 15`.
    fn stock(&self, words: &[&str]) -> Result<(), String> {
        counted("stock", words, |each| F::stock(&self.position, &self.rules, each))
    }

    /// Returns the tiles with ghosts and the number of ghosts on each: `@3,1:2`.
    fn ghosts(&self) -> Vec<String> {
        let tiles = self.position.board.tiles().iter().enumerate();
        let words = tiles.filter_map(|(number, tile)| {
            let ghosts = F::tile_tokens(&self.position, number as u16);
            (ghosts > 0).then(|| format!("@{},{}:{ghosts}", tile.at.x, tile.at.y))
        });
        let mut words: Vec<_> = words.collect();
        words.sort();
        words
    }

    /// Asserts where a piece is: `piece dragon @3,1`, `piece fairy 0:knight:n@3,1`, `piece count castle`, `piece fairy nowhere`.
    fn piece(&self, words: &[&str]) -> Result<(), String> {
        let &[word, place] = words else { return Err("piece takes a piece and a place".to_owned()) };
        let piece = F::PIECE_WORDS.iter().position(|known| *known == word).ok_or("unknown piece")?;
        let at = match self.position.piece(piece as u8) {
            None => "nowhere".to_owned(),
            Some(Spot::Tile(tile)) => {
                let at = self.position.board.tiles()[usize::from(tile)].at;
                format!("@{},{}", at.x, at.y)
            }
            Some(Spot::Figure(figure)) => notation::figure_name(&self.position, &self.rules, figure),
            Some(Spot::Segment(segment)) => notation::place_name(&self.position, &self.rules, segment),
        };
        expect("piece", place, &at)
    }

    /// Asserts the height of the tower on a tile: `tower @3,1 2`.
    fn tower(&self, words: &[&str]) -> Result<(), String> {
        let &[place, _] = words else { return Err("tower takes a place and a height".to_owned()) };
        let mut found = None;
        F::buildings(&self.position, |segment, height| {
            let at = self.position.board.place_of(segment);
            if format!("@{},{}", at.x, at.y) == place {
                found = Some(height);
            }
        });
        let height = found.ok_or_else(|| format!("no foundation at {place}"))?;
        expect("tower", &words.join(" "), &format!("{place} {height}"))
    }

    /// Returns the captives with their holders: `1:0:follower`.
    fn captives(&self) -> Vec<String> {
        let figures = self.position.board.features.figures().iter();
        let words = figures.filter_map(|figure| {
            let word = F::FIGURE_WORDS[usize::from(figure.kind)];
            Some(format!("{}:{}:{word}", figure.captor()?, figure.seat))
        });
        let mut words: Vec<_> = words.collect();
        words.sort();
        words
    }

    /// Returns the figures that the last answers sent back: `0:follower`.
    fn returned(&self) -> Vec<String> {
        let figures = self.events.iter().filter_map(|event| match event {
            Event::Returned { figure, .. } => Some(self.position.board.features.figure(*figure)),
            _ => None,
        });
        let words = figures.map(|figure| format!("{}:{}", figure.seat, F::FIGURE_WORDS[usize::from(figure.kind)]));
        let mut words: Vec<_> = words.collect();
        words.sort();
        words
    }

    /// Returns the figures on the table: `0:large-knight:n@0,1`.
    fn standing(&self) -> Vec<String> {
        let figures = self.position.board.features.figures();
        let standing = (0..figures.len()).filter(|&number| figures[number].segment().is_some());
        let mut words: Vec<_> =
            standing.map(|number| notation::figure_name(&self.position, &self.rules, number as u8)).collect();
        words.sort();
        words
    }

    /// Asserts the points that a view shows for the feature under a figure: `worth SEAT:ROLE:WHERE@X,Y POINTS`.
    fn worth(&self, words: &[&str]) -> Outcome {
        let &[figure, _] = words else { return Err("worth takes a figure and points".to_owned()) };
        let features = &self.position.board.features;
        let mut standing = (0..features.figures().len()).filter_map(|number| {
            let segment = features.figures()[number].segment()?;
            (notation::figure_name(&self.position, &self.rules, number as u8) == figure).then_some(segment)
        });
        let segment = standing.next().ok_or_else(|| format!("{figure} is not on the table"))?;
        let points = F::worth(&self.position, &self.rules, features.root(segment)).points();
        expect("worth", &words.join(" "), &format!("{figure} {points}"))
    }

    fn tiles(&self, which: impl Fn(&Event) -> Option<KindIndex>) -> String {
        let words = self.events.iter().filter_map(which).map(|kind| notation::tile_word(&self.rules, kind));
        words.collect::<Vec<_>>().join(" ")
    }

    fn discarded(&self) -> String {
        self.tiles(|event| match event {
            Event::Discarded { kind } => Some(*kind),
            _ => None,
        })
    }

    /// Returns the tiles on the table in placement order: `crfr@0,0r0`.
    fn laid(&self) -> String {
        let word = |tile: &bastide_core::PlacedTile| {
            let degrees = 90 * u16::from(tile.rotation);
            format!("{}@{},{}r{degrees}", notation::tile_word(&self.rules, tile.kind), tile.at.x, tile.at.y)
        };
        self.position.board.tiles().iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

fn placed_tile(word: &str) -> Option<&str> {
    word.split_once('@').map(|(tile, _)| tile).filter(|tile| !tile.contains(':'))
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Asserts the count of each named kind of token.
fn counted(what: &str, words: &[&str], tell: impl FnOnce(&mut dyn FnMut(&'static str, u8))) -> Result<(), String> {
    let mut tokens = Vec::new();
    tell(&mut |word, count| tokens.push((word, count)));
    for pair in words.chunks(2) {
        let count = tokens.iter().find(|(word, _)| *word == pair[0]).ok_or_else(|| format!("no token {}", pair[0]))?.1;
        expect(what, &pair.join(" "), &format!("{} {count}", pair[0]))?;
    }
    Ok(())
}

fn expect(what: &str, expected: &str, actual: &str) -> Result<(), String> {
    if expected == actual { Ok(()) } else { Err(format!("{what}: expected \"{expected}\", found \"{actual}\"")) }
}
