//! Who seeks others to play with. Those who fit are taken out together, so that nobody comes into two games; when their table cannot be
//! made they are put back.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Setup;
use table::{Clock, Hash};

use super::person::Person;
use super::shapes::SeekInfo;
use crate::door::caller::Household;
use crate::refusal::{Code, Refusal};
use crate::storage::people::AccountId;

/// Seeks that there are at once.
const MOST: usize = 1000;
/// Of these, those of one household.
const OF_ONE: usize = 20;
/// Seeks that are listed.
const LISTED: usize = 100;
/// How long a seek is kept of somebody whose event stream has ended: a page may be loaded anew.
const GRACE: Duration = Duration::from_secs(10);

/// What somebody wants to play.
#[derive(Clone)]
pub struct Wish {
    /// What, and with how many.
    pub setup: Setup,
    /// By which clock.
    pub clock: Option<Clock>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The ratings that the others may have.
    pub range: Option<(u32, u32)>,
}

/// Somebody who seeks.
#[derive(Clone)]
pub struct Seeker {
    /// Who.
    pub person: Person,
    /// What the others call them.
    pub name: String,
    /// The hash under which they take seats.
    pub hash: Hash,
    /// Their rating at what they want to play.
    pub rating: Option<f64>,
    /// Whether it is a program, which plays no rated game with people.
    pub program: bool,
    /// Accounts that they have blocked: they play no game with them.
    pub avoids: Vec<AccountId>,
    /// Whence they ask.
    pub household: Household,
}

/// A seek.
#[derive(Clone)]
pub struct Seek {
    /// Its number.
    pub id: u64,
    /// Who seeks.
    pub seeker: Seeker,
    /// What.
    pub wish: Wish,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// Since when nobody listens for it.
    away: Option<Instant>,
}

/// What became of a wish to play.
pub enum Entered {
    /// Somebody is still missing.
    Waits(Box<Seek>),
    /// All who are needed are there: they are to play, and nobody seeks any more.
    Meet(Vec<Seek>),
}

/// All seeks.
#[derive(Default)]
pub struct Seeks(Mutex<State>);

#[derive(Default)]
struct State {
    last: u64,
    /// Those who have sought longest first.
    waiting: Vec<Seek>,
    /// People for whom a table is being made.
    making: HashSet<Person>,
}

impl Seek {
    /// As it is told.
    pub fn info(&self) -> SeekInfo {
        let rating = self.seeker.rating.map(|rating| rating.round().max(0.0) as u32);
        SeekInfo {
            seek: self.id,
            name: self.seeker.name.clone(),
            account: self.seeker.person.account().is_some(),
            rating,
            setup: self.wish.setup.clone(),
            clock: self.wish.clock,
            rated: self.wish.rated,
            range: self.wish.range,
            since: self.since,
        }
    }

    /// Whether both want the same, and to play with one another.
    fn fits(&self, other: &Seek) -> bool {
        let same =
            |a: &Wish, b: &Wish| (a.clock, a.rated) == (b.clock, b.rated) && a.setup.canonical() == b.setup.canonical();
        self.seeker.person != other.seeker.person
            && self.takes(&other.seeker)
            && other.takes(&self.seeker)
            && same(&self.wish, &other.wish)
            && (!self.wish.rated || self.seeker.program == other.seeker.program)
    }

    fn takes(&self, other: &Seeker) -> bool {
        let within = |(least, most): (u32, u32)| {
            other.rating.is_some_and(|rating| (f64::from(least)..=f64::from(most)).contains(&rating))
        };
        let avoided = other.person.account().is_some_and(|account| self.seeker.avoids.contains(&account));
        !avoided && self.wish.range.is_none_or(within)
    }
}

impl Seeks {
    /// Somebody seeks from now on, and nothing else any more. Only those are met who are `here`, and first of all the seek `with` which
    /// they would play. Gives the number of what they sought before, too.
    ///
    /// # Errors
    /// A game is being made for them, or too many seek.
    pub fn enter(
        &self,
        (seeker, wish): (Seeker, Wish),
        since: i64,
        with: Option<u64>,
        here: impl Fn(Person) -> bool,
    ) -> Result<(Option<u64>, Entered), Refusal> {
        let mut state = self.state();
        if state.making.contains(&seeker.person) {
            return Err(Refusal::new(Code::Busy, "a game is being made for you just now; look at your tables"));
        }
        let before = state.remove(seeker.person).map(|seek| seek.id);
        let of_one = state.waiting.iter().filter(|seek| seek.seeker.household == seeker.household).count();
        if state.waiting.len() >= MOST || of_one >= OF_ONE {
            return Err(Refusal::new(Code::Busy, "as many people seek as the server takes; try again in a while"));
        }
        state.last += 1;
        let seek = Seek { id: state.last, seeker, wish, since, away: None };
        state.waiting.push(seek.clone());
        Ok((before, state.meet(seek, with, here)))
    }

    /// Somebody who sought has come back: perhaps those who fit are there now.
    pub fn again(&self, person: Person, here: impl Fn(Person) -> bool) -> Option<Vec<Seek>> {
        let mut state = self.state();
        let seek = state.waiting.iter().find(|seek| seek.seeker.person == person)?.clone();
        match state.meet(seek, None, here) {
            Entered::Meet(all) => Some(all),
            Entered::Waits(_) => None,
        }
    }

    /// The table was made for whom it was to be made.
    pub fn met(&self, all: &[Seek]) {
        let mut state = self.state();
        for seek in all {
            state.making.remove(&seek.seeker.person);
        }
    }

    /// The table could not be made: they seek again as before.
    pub fn put_back(&self, all: Vec<Seek>) {
        let mut state = self.state();
        for seek in all {
            state.making.remove(&seek.seeker.person);
            state.waiting.push(seek);
        }
        state.waiting.sort_by_key(|seek| seek.id);
    }

    /// Somebody seeks no more; what they sought.
    pub fn leave(&self, person: Person) -> Option<Seek> {
        self.state().remove(person)
    }

    /// Takes out somebody for whom a table is to be made as they are.
    pub fn take(&self, person: Person) -> Option<Seek> {
        let mut state = self.state();
        let seek = state.remove(person)?;
        state.making.insert(person);
        Some(seek)
    }

    /// What somebody seeks.
    pub fn of(&self, person: Person) -> Option<Seek> {
        self.state().waiting.iter().find(|seek| seek.seeker.person == person).cloned()
    }

    /// The seek of a number.
    pub fn get(&self, id: u64) -> Option<Seek> {
        self.state().waiting.iter().find(|seek| seek.id == id).cloned()
    }

    /// The newest seeks.
    pub fn list(&self) -> Vec<SeekInfo> {
        self.state().waiting.iter().rev().take(LISTED).map(Seek::info).collect()
    }

    /// Takes away the seeks of those who have gone.
    pub fn sweep(&self, here: impl Fn(Person) -> bool) -> Vec<Seek> {
        let mut state = self.state();
        let mut gone = Vec::new();
        state.waiting.retain_mut(|seek| {
            if here(seek.seeker.person) {
                seek.away = None;
                return true;
            }
            let stays = seek.away.get_or_insert_with(Instant::now).elapsed() < GRACE;
            if !stays {
                gone.push(seek.clone());
            }
            stays
        });
        gone
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, person: Person) -> Option<Seek> {
        let at = self.waiting.iter().position(|seek| seek.seeker.person == person)?;
        Some(self.waiting.remove(at))
    }

    /// Takes out a seek together with as many that fit as it needs, if they are there.
    fn meet(&mut self, seek: Seek, with: Option<u64>, here: impl Fn(Person) -> bool) -> Entered {
        let mut all = vec![seek];
        let first = |other: &&Seek| Some(other.id) == with;
        let (first, rest): (Vec<_>, Vec<_>) = self.waiting.iter().partition(first);
        for other in first.into_iter().chain(rest) {
            if all.len() == usize::from(all[0].wish.setup.seats) {
                break;
            }
            if all.iter().all(|one| one.fits(other)) && here(other.seeker.person) {
                all.push(other.clone());
            }
        }
        if all.len() < usize::from(all[0].wish.setup.seats) {
            return Entered::Waits(Box::new(all.swap_remove(0)));
        }
        for seek in &all {
            self.remove(seek.seeker.person);
            self.making.insert(seek.seeker.person);
        }
        Entered::Meet(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker(number: u8, rating: Option<f64>) -> Seeker {
        let household = Household::of(std::net::IpAddr::from([192, 0, 2, number]));
        let person = Person::Account(number.into());
        Seeker {
            person,
            name: format!("{number}"),
            hash: [number; 32],
            rating,
            program: false,
            avoids: Vec::new(),
            household,
        }
    }

    fn wish(seats: u8) -> Wish {
        Wish { setup: Setup::base(seats), clock: Some(Clock::Turn { seconds: 60 }), rated: false, range: None }
    }

    fn enter(seeks: &Seeks, seeker: Seeker, wish: Wish) -> Vec<u8> {
        match seeks.enter((seeker, wish), 0, None, |_| true).unwrap().1 {
            Entered::Waits(_) => Vec::new(),
            Entered::Meet(all) => all.iter().map(|seek| seek.seeker.hash[0]).collect(),
        }
    }

    #[test]
    fn those_who_fit_meet_and_nobody_comes_into_two_games() {
        let seeks = Seeks::default();
        assert!(enter(&seeks, seeker(1, None), wish(2)).is_empty());
        assert!(enter(&seeks, seeker(1, None), wish(3)).is_empty(), "who seeks anew seeks nothing else");
        assert!(enter(&seeks, seeker(2, None), wish(2)).is_empty());
        assert_eq!(enter(&seeks, seeker(3, None), wish(2)), [3, 2]);
        assert!(seeks.enter((seeker(3, None), wish(2)), 0, None, |_| true).is_err(), "a table is being made");
        assert!(enter(&seeks, seeker(4, None), wish(3)).is_empty());
        assert_eq!(enter(&seeks, seeker(5, None), wish(3)), [5, 1, 4]);
        assert!(seeks.list().is_empty());
    }

    #[test]
    fn they_are_put_back_where_the_table_is_not_made() {
        let seeks = Seeks::default();
        enter(&seeks, seeker(1, None), wish(2));
        let Entered::Meet(all) = seeks.enter((seeker(2, None), wish(2)), 0, None, |_| true).unwrap().1 else {
            panic!()
        };
        seeks.put_back(all);
        assert_eq!(seeks.list().iter().map(|seek| seek.seek).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(enter(&seeks, seeker(3, None), wish(2)), [3, 1], "who has sought longest is met first");
        seeks.met(&seeks.again(Person::Account(2), |_| true).unwrap_or_default());
    }

    #[test]
    fn ratings_clocks_and_those_who_avoid_one_another_keep_people_apart() {
        let seeks = Seeks::default();
        let choosy = Wish { range: Some((1400, 1600)), ..wish(2) };
        assert!(enter(&seeks, seeker(1, Some(1500.0)), choosy).is_empty());
        assert!(enter(&seeks, seeker(2, None), wish(2)).is_empty(), "without a rating");
        assert!(enter(&seeks, seeker(2, Some(1700.0)), wish(2)).is_empty());
        let unlike = Wish { range: Some((1000, 1499)), ..wish(2) };
        assert!(enter(&seeks, seeker(2, Some(1500.0)), unlike).is_empty(), "both have to want it");
        let days = Wish { clock: Some(Clock::Days { days: 1 }), ..wish(2) };
        assert!(enter(&seeks, seeker(2, Some(1500.0)), days).is_empty());
        assert!(enter(&seeks, seeker(2, Some(1500.0)), Wish { rated: true, ..wish(2) }).is_empty());
        let avoiding = Seeker { avoids: vec![1], ..seeker(2, Some(1500.0)) };
        assert!(enter(&seeks, avoiding, wish(2)).is_empty());
        assert_eq!(enter(&seeks, seeker(2, Some(1500.0)), wish(2)), [2, 1]);
    }

    #[test]
    fn nobody_is_met_who_has_gone_and_their_seek_goes_after_a_while() {
        let seeks = Seeks::default();
        enter(&seeks, seeker(1, None), wish(2));
        let alone = |person| person != Person::Account(1);
        assert!(matches!(seeks.enter((seeker(2, None), wish(2)), 0, None, alone).unwrap().1, Entered::Waits(_)));
        assert!(seeks.sweep(alone).is_empty());
        seeks.state().waiting[0].away = Instant::now().checked_sub(GRACE);
        assert_eq!(seeks.sweep(alone).len(), 1);
        assert!(seeks.of(Person::Account(1)).is_none());
        enter(&seeks, seeker(3, None), wish(3));
        assert!(seeks.again(Person::Account(2), |_| true).is_none());
    }

    #[test]
    fn one_household_does_not_fill_the_list() {
        let seeks = Seeks::default();
        let of_one = |number: u16| Seeker { person: Person::Account(number.into()), ..seeker(1, None) };
        let made =
            (0..100).take_while(|&number| seeks.enter((of_one(number), wish(5)), 0, None, |_| false).is_ok()).count();
        assert_eq!(made, OF_ONE);
        assert!(seeks.enter((seeker(2, None), wish(5)), 0, None, |_| false).is_ok());
    }
}
