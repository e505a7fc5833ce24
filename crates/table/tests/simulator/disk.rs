//! A storage in memory: what is in it has reached the disk. Like the server's, it refuses a number that is taken, and writes all or
//! nothing.

use table::{LogEntry, Logged, StoredAnswer, TableRecord, Write};

#[derive(Clone, Debug, Default)]
pub struct Disk {
    pub record: Option<TableRecord>,
    pub answers: Vec<StoredAnswer>,
}

impl Disk {
    pub fn write(&mut self, write: &Write) -> Result<(), String> {
        match (write, &mut self.record) {
            (Write::Create { record, log }, none @ None) => {
                *none = Some(record.clone());
                self.answers = log.iter().map(answer).collect();
            }
            (Write::Create { .. }, Some(_)) => return Err("the table is there already".to_owned()),
            (_, None) => return Err("there is no such table".to_owned()),
            (Write::Seats { seats, phase, keys }, Some(record)) => {
                record.seats = seats.clone();
                record.phase = *phase;
                record.keys.extend(keys);
            }
            (Write::Keys(keys), Some(record)) => record.keys.extend(keys),
            (Write::Append { answers, standing }, Some(record)) => {
                if answers.first().is_none_or(|answer| answer.seq != self.answers.len()) {
                    return Err("the number is taken".to_owned());
                }
                self.answers.extend(answers.iter().cloned());
                assert!(
                    self.answers.iter().enumerate().all(|(i, answer)| answer.seq == i),
                    "numbers follow one another"
                );
                record.phase = standing.phase;
            }
        }
        Ok(())
    }

    pub fn load(&self, from: usize) -> (TableRecord, Vec<LogEntry>) {
        let log = self.answers[from..].iter().cloned().map(LogEntry::from);
        (self.record.clone().expect("a table that is loaded was made"), log.collect())
    }
}

/// What a table of the simulator writes down: answers alone.
fn answer(entry: &LogEntry) -> StoredAnswer {
    match &entry.what {
        Logged::Answer { seat, word } => StoredAnswer { seq: entry.number, seat: *seat, word: word.clone() },
        other => panic!("nothing but answers is written: {other:?}"),
    }
}
