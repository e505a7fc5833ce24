//! An in-memory storage that simulates the disk. Like the server's, it rejects an entry number that is already taken, and writes
//! atomically.

use table::{ClockState, Hash, LogEntry, Logged, Loss, Phase, Right, SeatOccupant, TableRecord, Write};

/// An answer that has not been undone.
#[derive(Clone, Debug)]
pub struct Given {
    pub seat: Option<u8>,
    pub word: String,
}

#[derive(Clone, Debug, Default)]
pub struct Disk {
    pub record: Option<TableRecord>,
    pub log: Vec<LogEntry>,
    /// The answers that have not been undone.
    pub answers: Vec<Given>,
    /// Number of undos.
    pub undone: usize,
    /// Current occupants, by seat.
    pub seats: Vec<SeatOccupant>,
    /// True while the game is paused.
    pub paused: bool,
    /// Number of pauses.
    pub pauses: usize,
}

impl Disk {
    pub fn write(&mut self, write: &Write) -> Result<(), String> {
        match (write, &mut self.record) {
            (Write::Create { record, log, .. }, none @ None) => {
                assert!(log.is_empty(), "a game that is played here starts without answers");
                self.seats = record.seats.clone();
                *none = Some(record.clone());
            }
            (Write::Create { .. }, Some(_)) => return Err("the table already exists".to_owned()),
            (_, None) => return Err("no such table".to_owned()),
            (Write::Seats { seats, phase, keys }, Some(record)) => {
                record.seats = seats.clone();
                self.seats = seats.clone();
                record.phase = *phase;
                record.keys.extend(keys);
            }
            (Write::Keys(keys), Some(record)) => record.keys.extend(keys),
            (Write::ReplaceKeys { new, old }, Some(record)) => {
                record.keys.retain(|key| !old.contains(key));
                record.keys.extend(new);
            }
            (Write::Append { entries, standing, clocks, result, .. }, Some(record)) => {
                if entries.first().is_none_or(|entry| entry.number != self.log.len()) {
                    return Err("the number is taken".to_owned());
                }
                assert_eq!(clocks.is_some(), record.terms.clock.is_some(), "clocks are written with every entry");
                assert_eq!(result.is_some(), standing.phase == Phase::Finished, "a finished game has a result");
                record.phase = standing.phase;
                let before = std::mem::replace(&mut record.clocks, clocks.clone());
                let was_paused = self.paused;
                for entry in entries {
                    assert_eq!(entry.number, self.log.len(), "numbers are consecutive");
                    self.take(entry);
                }
                let (before, after) = (before.as_ref(), clocks.as_ref());
                let left = |clocks: Option<&ClockState>| clocks.map(|clocks| clocks.left.clone());
                assert!(!was_paused || left(before) == left(after), "a clock changed during a pause: {entries:?}");
                assert!(
                    !self.paused || after.is_none_or(|clocks| clocks.running.is_none()),
                    "a clock runs: {entries:?}"
                );
                assert!(!self.paused || standing.turn.is_none(), "no one has to act during a pause");
            }
        }
        Ok(())
    }

    fn take(&mut self, entry: &LogEntry) {
        assert!(!self.ended(), "nothing follows the end: {entry:?}");
        let in_pause = match &entry.what {
            Logged::Resumed { .. } => {
                assert!(self.paused, "only a paused game is resumed");
                true
            }
            Logged::Resigned { .. } | Logged::Aborted { .. } | Logged::Ended { .. } => true,
            Logged::Out { loss, .. } => *loss == Loss::Resigned,
            Logged::Answer { .. } | Logged::Undo { .. } | Logged::TimedOut { .. } => false,
            Logged::TakenOver { .. } | Logged::Paused { .. } | Logged::Transferred => false,
        };
        assert!(in_pause || !self.paused, "this happened during a pause: {entry:?}");
        match &entry.what {
            Logged::Answer { seat, word } => self.answers.push(Given { seat: *seat, word: word.clone() }),
            Logged::Transferred => {}
            Logged::Undo { to } => {
                self.answers.truncate(*to);
                self.undone += 1;
            }
            Logged::TakenOver { seat, by } | Logged::Out { seat, by, .. } => {
                self.seats[usize::from(*seat)] = by.clone();
            }
            Logged::Paused { .. } => {
                self.paused = true;
                self.pauses += 1;
            }
            Logged::Resigned { .. }
            | Logged::TimedOut { .. }
            | Logged::Aborted { .. }
            | Logged::Ended { .. }
            | Logged::Resumed { .. } => {
                self.paused = false;
            }
        }
        self.log.push(entry.clone());
    }

    /// Returns the number of answers ever stored. No one can know more, though a process whose storage failed may not know about an undo.
    pub fn ever(&self) -> usize {
        self.log.iter().filter(|entry| matches!(entry.what, Logged::Answer { .. })).count()
    }

    /// Returns the seats that these secrets open.
    pub fn seats_of(&self, hashes: &[Hash]) -> Vec<u8> {
        let keys = self.record.iter().flat_map(|record| &record.keys);
        let mut seats: Vec<u8> = keys
            .filter(|key| hashes.contains(&key.hash))
            .filter_map(|key| match key.right {
                Right::Seat(seat) => Some(seat),
                Right::Host | Right::Look => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Returns whether the game ended early.
    pub fn ended(&self) -> bool {
        let last = self.log.last().map(|entry| &entry.what);
        let early = matches!(last, Some(Logged::Resigned { .. } | Logged::TimedOut { .. } | Logged::Aborted { .. }));
        early || self.agreed_to_end()
    }

    /// Returns whether the players agreed to end the game.
    pub fn agreed_to_end(&self) -> bool {
        matches!(self.log.last().map(|entry| &entry.what), Some(Logged::Ended { .. }))
    }

    pub fn load(&self, from: usize) -> (TableRecord, Vec<LogEntry>) {
        (self.record.clone().expect("a loaded table exists"), self.log[from..].to_vec())
    }
}
