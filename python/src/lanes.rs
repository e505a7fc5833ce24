//! Many games of one set-up in parallel, each in its own lane, stepped by several threads. Chance acts automatically; a finished game
//! restarts.

use std::sync::Arc;

use bastide::engine::{Actor, Answer, AnswerList, Described, Position, Random, RulesOf, SmallRandom};
use bastide::{Game, with_family};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::observe::{ObservedPosition, Observer, PLANES, SPOTS, Shape};
use crate::space::Space;

/// Output arrays, one lane after another. An array that was not requested is `None`.
#[derive(Default)]
pub struct LaneOutputs<'a> {
    /// A legal action sampled for each lane.
    pub actions: Option<&'a mut [i64]>,
    /// 1 for each legal action, 0 for all others.
    pub mask: Option<&'a mut [u8]>,
    /// The seat that must act.
    pub seats: Option<&'a mut [i8]>,
    /// Each seat's reward for the step.
    pub rewards: Option<&'a mut [f32]>,
    /// True if the step ended the game; all outputs except rewards and scores are then those of a new game.
    pub done: Option<&'a mut [bool]>,
    /// Points by seat; if the step ended the game, its final scores.
    pub scores: Option<&'a mut [i32]>,
    /// Planes as seen by the seat that must act.
    pub planes: Option<&'a mut [u8]>,
    /// Number of the feature at each spot of each cell.
    pub ids: Option<&'a mut [u16]>,
    /// Numbers as seen by the seat that must act.
    pub numbers: Option<&'a mut [f32]>,
}

/// Sizes of the outputs of one lane.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Number of actions in the space.
    pub actions: usize,
    /// Number of seats in the game.
    pub seats: usize,
    /// Number of cells in the window.
    pub cells: usize,
    /// Length of the numbers array.
    pub numbers: usize,
}

/// Splits off the first `len` elements of an output.
fn split_first<'a, T>(whole: &mut Option<&'a mut [T]>, len: usize) -> Option<&'a mut [T]> {
    let (first, rest) = whole.take()?.split_at_mut(len);
    *whole = Some(rest);
    Some(first)
}

impl<'a> LaneOutputs<'a> {
    /// Splits off the outputs of the first lanes.
    fn split_lanes(&mut self, lanes: usize, sizes: Sizes) -> LaneOutputs<'a> {
        LaneOutputs {
            actions: split_first(&mut self.actions, lanes),
            mask: split_first(&mut self.mask, lanes * sizes.actions),
            seats: split_first(&mut self.seats, lanes),
            rewards: split_first(&mut self.rewards, lanes * sizes.seats),
            done: split_first(&mut self.done, lanes),
            scores: split_first(&mut self.scores, lanes * sizes.seats),
            planes: split_first(&mut self.planes, lanes * PLANES * sizes.cells),
            ids: split_first(&mut self.ids, lanes * SPOTS * sizes.cells),
            numbers: split_first(&mut self.numbers, lanes * sizes.numbers),
        }
    }
}

/// An illegal action.
#[derive(Clone, Copy, Debug)]
pub struct IllegalAction {
    /// Index of the lane.
    pub lane: usize,
    /// Index of the given action.
    pub action: i64,
    /// Number of legal actions in the lane.
    pub legal: usize,
}

/// Lanes of any family.
pub trait Lanes: Send {
    /// Restarts all games from a seed and writes their states.
    fn reset(&mut self, seed: u64, written: LaneOutputs<'_>, threads: usize);
    /// Takes an action in every lane, or in none if any of the actions is illegal.
    fn step(&mut self, actions: &[i64], written: LaneOutputs<'_>, threads: usize) -> Result<(), IllegalAction>;
    /// Samples a legal action in every lane uniformly.
    fn sample(&mut self, actions: &mut [i64], threads: usize);
    /// Returns the number of games that have ended so far.
    fn ended(&self) -> u64;
}

/// One running game of a batch.
struct Lane<F: Described> {
    position: Position<F>,
    legal: Vec<Answer>,
    /// Generates the draws.
    chance: SmallRandom,
    /// Generates sampled actions; separate from `chance`, so that draws do not depend on sampling.
    whim: SmallRandom,
    ended: u64,
}

/// Data shared by all lanes.
struct SharedData<F: Described> {
    rules: Arc<RulesOf<F>>,
    start: Position<F>,
    space: Space,
    sizes: Sizes,
}

/// Buffers of one thread, which are allocated once.
#[derive(Default)]
struct ThreadBuffers {
    observer: Observer,
    /// Buffer in which answers are listed first: faster than the lane's own list, but too large to have for every lane.
    listed: AnswerList,
}

/// Lanes of a family's games.
struct FamilyLanes<F: Described> {
    common: SharedData<F>,
    lanes: Vec<Lane<F>>,
    desks: Vec<ThreadBuffers>,
    /// Additional threads that wait between steps, since starting one takes longer than hundreds of steps.
    pool: Option<ThreadPool>,
}

/// Creates lanes for a game's set-up.
pub fn new(game: &Game, space: Space, sizes: Sizes, count: usize) -> Option<Box<dyn Lanes + Sync>> {
    let game = game.restarted();
    let made: Option<Option<Box<dyn Lanes + Sync>>> =
        with_family!(game.setup().game.as_str(), F => lanes_of::<F>(&game, space, sizes, count));
    made.flatten()
}

fn lanes_of<F: Described + Send + Sync>(
    game: &Game,
    space: Space,
    sizes: Sizes,
    count: usize,
) -> Option<Box<dyn Lanes + Sync>> {
    let (rules, start) = game.of::<F>()?;
    let common = SharedData { rules: rules.clone(), start: start.clone(), space, sizes };
    let lane = |_| Lane {
        position: start.clone(),
        legal: Vec::new(),
        chance: SmallRandom::new(0),
        whim: SmallRandom::new(0),
        ended: 0,
    };
    Some(Box::new(FamilyLanes { common, lanes: (0..count).map(lane).collect(), desks: Vec::new(), pool: None }))
}

/// Returns the sizes of the outputs of one lane.
pub fn sizes(space: &Space, shape: &Shape, seats: u8) -> Sizes {
    Sizes {
        actions: space.size(),
        seats: usize::from(seats),
        cells: space.window * space.window,
        numbers: shape.numbers(space),
    }
}

/// Passes each seat's result in a finished game to `tell`: 1 for a win, -1 for a loss, 0 for a shared win. A team wins or loses together.
pub fn outcome<F: Described>(scores: impl Fn(u8) -> i32, seats: u8, mut tell: impl FnMut(u8, f32)) {
    if let Some(goal) = F::TEAM_GOAL {
        let won = (0..seats).map(&scores).sum::<i32>() >= goal;
        (0..seats).for_each(|seat| tell(seat, if won { 1.0 } else { -1.0 }));
        return;
    }
    let most = (0..seats).map(&scores).max().unwrap_or(0);
    let shared = (0..seats).filter(|&seat| scores(seat) == most).count() > 1;
    for seat in 0..seats {
        tell(
            seat,
            if scores(seat) < most {
                -1.0
            } else if shared {
                0.0
            } else {
                1.0
            },
        );
    }
}

impl<F: Described> Lane<F> {
    fn begin(&mut self, common: &SharedData<F>, listed: &mut AnswerList) {
        self.position.clone_from(&common.start);
        self.resolve_chance(common, listed);
    }

    /// Lets chance act until a seat must act, and lists the seat's answers.
    fn resolve_chance(&mut self, common: &SharedData<F>, listed: &mut AnswerList) {
        let rules = &*common.rules;
        loop {
            listed.clear();
            self.position.list(rules, listed);
            if self.position.actor() != Actor::Chance {
                self.legal.clear();
                self.legal.extend(listed.iter());
                return;
            }
            let position = &self.position;
            let weigh = |answer: &Answer| match answer {
                Answer::Draw { kind } => u32::from(position.bag().count(*kind)),
                _ => 1,
            };
            let all = listed.iter().map(|answer| weigh(&answer)).sum::<u32>();
            let mut pick = self.chance.below(all.max(1));
            let drawn = listed.iter().find(|answer| match pick.checked_sub(weigh(answer)) {
                Some(rest) => {
                    pick = rest;
                    false
                }
                None => true,
            });
            let answer = drawn.unwrap_or(Answer::Pass);
            self.position.apply(rules, answer, &mut ());
        }
    }

    /// Applies a legal answer. Writes scores, rewards and whether the game ended, then restarts a finished game.
    fn take(&mut self, common: &SharedData<F>, answer: Answer, listed: &mut AnswerList, written: &mut LaneOutputs<'_>) {
        self.position.apply(&common.rules, answer, &mut ());
        self.resolve_chance(common, listed);
        let over = self.position.actor() == Actor::Nobody;
        let seats = common.rules.seats;
        if let Some(scores) = written.scores.as_deref_mut() {
            (0..seats).for_each(|seat| scores[usize::from(seat)] = self.position.score(seat));
        }
        if let Some(rewards) = written.rewards.as_deref_mut() {
            rewards.fill(0.0);
            if over {
                outcome::<F>(
                    |seat| self.position.score(seat),
                    seats,
                    |seat, reward| rewards[usize::from(seat)] = reward,
                );
            }
        }
        if let Some(done) = written.done.as_deref_mut() {
            done[0] = over;
        }
        if over {
            self.ended += 1;
            self.begin(common, listed);
        }
    }

    /// Samples a legal action.
    fn sample(&mut self, space: &Space, action: &mut i64) {
        *action = space.pick(&self.position, &self.legal, |count| self.whim.below(count)) as i64;
    }

    /// Writes the acting seat, the mask and the observations.
    fn write(&self, common: &SharedData<F>, observer: &mut Observer, written: &mut LaneOutputs<'_>) {
        let Actor::Seat(seat) = self.position.actor() else { return };
        if let Some(seats) = written.seats.as_deref_mut() {
            seats[0] = seat as i8;
        }
        if let Some(mask) = written.mask.as_deref_mut() {
            common.space.write_mask(&self.position, &self.legal, mask);
        }
        let (rules, position, legal) = (&*common.rules, &self.position, self.legal.as_slice());
        let frame = common.space.frame();
        let seen = ObservedPosition { space: &common.space, frame, rules, position, legal, seat };
        if let Some(planes) = written.planes.as_deref_mut() {
            seen.write_planes(observer, planes, written.ids.as_deref_mut());
        }
        if let Some(numbers) = written.numbers.as_deref_mut() {
            seen.write_numbers(numbers);
        }
    }
}

impl<F: Described + Send + Sync> FamilyLanes<F> {
    /// Distributes the lanes over the threads, and calls a function on each lane with its outputs.
    fn for_each_lane(
        &mut self,
        mut written: LaneOutputs<'_>,
        threads: usize,
        act: impl Fn(usize, &mut Lane<F>, &SharedData<F>, &mut ThreadBuffers, &mut LaneOutputs<'_>) + Sync,
    ) {
        let threads = threads.clamp(1, self.lanes.len().max(1));
        self.desks.resize_with(threads, ThreadBuffers::default);
        let others = threads - 1;
        if others > 0 && self.pool.as_ref().is_none_or(|pool| pool.current_num_threads() != others) {
            self.pool = ThreadPoolBuilder::new().num_threads(others).build().ok();
        }
        let (common, act) = (&self.common, &act);
        let share = self.lanes.len().div_ceil(threads).max(1);
        let run = move |first: usize, lanes: &mut [Lane<F>], desk: &mut ThreadBuffers, mut written: LaneOutputs<'_>| {
            for (number, lane) in lanes.iter_mut().enumerate() {
                act(first + number, lane, common, desk, &mut written.split_lanes(1, common.sizes));
            }
        };
        let lanes = self.lanes.chunks_mut(share).zip(&mut self.desks).enumerate();
        let mut shares: Vec<_> = lanes
            .map(|(number, (lanes, desk))| {
                let part = written.split_lanes(lanes.len(), common.sizes);
                (number * share, lanes, desk, part)
            })
            .collect();
        let Some(pool) = self.pool.as_ref().filter(|_| shares.len() > 1) else {
            shares.into_iter().for_each(|(first, lanes, desk, part)| run(first, lanes, desk, part));
            return;
        };
        pool.in_place_scope(|scope| {
            // The calling thread processes a share too.
            let mine = shares.pop();
            for (first, lanes, desk, part) in shares {
                scope.spawn(move |_| run(first, lanes, desk, part));
            }
            if let Some((first, lanes, desk, part)) = mine {
                run(first, lanes, desk, part);
            }
        });
    }
}

impl<F: Described + Send + Sync> Lanes for FamilyLanes<F> {
    fn reset(&mut self, seed: u64, written: LaneOutputs<'_>, threads: usize) {
        self.for_each_lane(written, threads, |number, lane, common, desk, written| {
            // Seeds come from a random stream, so that lanes with consecutive seeds are unrelated.
            let mut seeds = SmallRandom::new(SmallRandom::new(seed).next().wrapping_add(number as u64));
            (lane.chance, lane.whim) = (SmallRandom::new(seeds.next()), SmallRandom::new(seeds.next()));
            lane.ended = 0;
            lane.begin(common, &mut desk.listed);
            if let Some(scores) = written.scores.as_deref_mut() {
                scores.fill(0);
            }
            if let Some(rewards) = written.rewards.as_deref_mut() {
                rewards.fill(0.0);
            }
            if let Some(done) = written.done.as_deref_mut() {
                done.fill(false);
            }
            lane.write(common, &mut desk.observer, written);
        });
    }

    fn step(&mut self, actions: &[i64], written: LaneOutputs<'_>, threads: usize) -> Result<(), IllegalAction> {
        let mut answers = Vec::with_capacity(actions.len());
        for (number, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let refused = IllegalAction { lane: number, action, legal: lane.legal.len() };
            let index = usize::try_from(action).map_err(|_| refused)?;
            let answer = self.common.space.answer(&lane.position, &lane.legal, index);
            answers.push(answer.ok_or(refused)?);
        }
        let answers = answers.as_slice();
        self.for_each_lane(written, threads, |number, lane, common, desk, written| {
            lane.take(common, answers[number], &mut desk.listed, written);
            lane.write(common, &mut desk.observer, written);
        });
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64], threads: usize) {
        let written = LaneOutputs { actions: Some(actions), ..LaneOutputs::default() };
        self.for_each_lane(written, threads, |_, lane, common, _, written| {
            if let Some(actions) = written.actions.as_deref_mut() {
                lane.sample(&common.space, &mut actions[0]);
            }
        });
    }

    fn ended(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.ended).sum()
    }
}
