//! What a search asks of a family's players.

use bastide_core::{Family, Position, Rules};

use crate::evaluation::Totals;
use crate::judge::Judge;
use crate::lines::{Line, Lines, decider};

/// A line of the seat that must act, and what everybody can expect after it.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The answers, and how the seat that gives them would stand.
    pub line: Line,
    /// What every seat can expect in the end.
    pub totals: Totals,
}

/// Leads a search through the positions of one set-up: says what they are worth, and what is worth trying there.
pub trait Guide<'r, F: Family>: Clone + Send {
    /// The set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options>;

    /// Takes in which tiles are left in a position. Until it is told anew, the guide reckons with them.
    fn refill(&mut self, position: &Position<F>);

    /// What every seat can expect in the end.
    fn totals(&mut self, position: &Position<F>) -> Totals;

    /// How a seat stands, given everybody's totals.
    fn standing(&self, totals: &Totals, seat: u8) -> f32;

    /// Weighs the lines of the seat that must act, each carried out: all of them, but those of expansions that have too many.
    fn weigh(&mut self, position: &Position<F>, lines: &mut Vec<Line>);

    /// Adds what is worth trying, quickly estimated, in any order: at least one line wherever a seat must act.
    fn replies(&mut self, position: &Position<F>, replies: &mut Vec<Reply>);

    /// Whether what follows can be left to the evaluation: nothing is pending but a tile to place, and what the seat does then.
    fn is_quiet(&self, position: &Position<F>) -> bool;

    /// Positions evaluated so far: the measure of work done.
    fn count(&self) -> u64;
}

/// First answers from which lines are followed to their end where a game is played on.
const FIRSTS: usize = 5;

/// What leads a search through positions of any family: a judge, and what follows lines.
#[derive(Clone, Debug)]
pub struct GeneralGuide<F: Family, J> {
    /// Says what positions are worth.
    pub judge: J,
    /// Follows lines.
    pub lines: Lines<F>,
    firsts: Vec<Line>,
}

impl<F: Family, J> GeneralGuide<F, J> {
    /// A guide with a judge, for positions like this one.
    pub fn new(judge: J, position: &Position<F>) -> Self {
        Self { judge, lines: Lines::new(position), firsts: Vec::new() }
    }
}

impl<'r, F: Family, J: Judge<'r, F>> Guide<'r, F> for GeneralGuide<F, J> {
    fn rules(&self) -> &'r Rules<F::Options> {
        self.judge.rules()
    }

    fn refill(&mut self, position: &Position<F>) {
        self.judge.refill(position);
    }

    fn totals(&mut self, position: &Position<F>) -> Totals {
        self.judge.refill(position);
        self.judge.totals(position)
    }

    fn standing(&self, totals: &Totals, seat: u8) -> f32 {
        self.judge.standing(totals, seat)
    }

    fn weigh(&mut self, position: &Position<F>, weighed: &mut Vec<Line>) {
        let (rules, seat) = (self.judge.rules(), decider(position));
        let judge = &mut self.judge;
        weighed.clear();
        self.lines.each(position, rules, |line, after| {
            let totals = judge.totals(after);
            weighed.push(line.worth(judge.standing(&totals, seat)));
        });
    }

    /// The lines that begin with one of the first answers which look best by themselves.
    fn replies(&mut self, position: &Position<F>, replies: &mut Vec<Reply>) {
        let (rules, seat) = (self.judge.rules(), decider(position));
        let judge = &mut self.judge;
        self.firsts.clear();
        let firsts = &mut self.firsts;
        self.lines.each_first(position, rules, |line, after| {
            let totals = judge.totals(after);
            firsts.push(line.worth(judge.standing(&totals, seat)));
        });
        firsts.sort_by(|a, b| b.value.total_cmp(&a.value));
        for first in firsts.iter().take(FIRSTS) {
            self.lines.each_after(position, rules, first.first(), |line, after| {
                let totals = judge.totals(after);
                replies.push(Reply { line: line.worth(judge.standing(&totals, seat)), totals });
            });
        }
    }

    /// A line goes on until its seat is not asked any more, so that nothing else is ever pending.
    fn is_quiet(&self, _: &Position<F>) -> bool {
        true
    }

    fn count(&self) -> u64 {
        self.judge.count()
    }
}
