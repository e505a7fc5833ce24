//! The end of a game and its result.

use std::collections::BTreeMap;

use games::{EventView, Game, Viewer};

use super::Table;
use crate::info::{EndInfo, How, OutInfo};
use crate::record::{EarlyEnd, Phase};
use crate::replaying::Draws;
use crate::result::{GameResult, SeatResult, Speed, ranks};

impl Table {
    /// Returns the seats that lost before the end of the game.
    pub(super) fn out(&self) -> Vec<OutInfo> {
        self.changes.iter().filter_map(|change| Some(OutInfo { seat: change.seat, loss: change.loss? })).collect()
    }

    /// Returns how the game ended.
    pub(super) fn ending(&self) -> Option<EndInfo> {
        if self.phase == Phase::Finished { self.ending_of(&self.game, self.end) } else { None }
    }

    /// Returns how the game ended in this state, whether under its rules or by a seat's action. If it ended early, the winners are the
    /// seats that have not lost; if several are left, only those with the most points when the game is scored at that position. A team game
    /// that ended early has no winners.
    fn ending_of(&self, game: &Game, end: Option<EarlyEnd>) -> Option<EndInfo> {
        let (how, scores) = match end {
            None if game.is_over() => (How::Over, game.scores()),
            None if matches!(&self.draws, Draws::Recorded(claims) if claims.stopped) => (How::Stopped, Vec::new()),
            None => return None,
            Some(EarlyEnd::Resigned(_)) => (How::Resigned, game.scored_now().0),
            Some(EarlyEnd::TimedOut(_)) => (How::Time, game.scored_now().0),
            Some(EarlyEnd::Aborted(_) | EarlyEnd::Agreed(_)) => (How::Aborted, Vec::new()),
        };
        let seat = end.map(EarlyEnd::seat);
        let whole = how == How::Over && self.out().is_empty();
        let winners = if whole || self.is_team() {
            game.winners()
        } else {
            let in_play = |(other, _): &(u8, &i32)| Some(*other) != seat && !self.is_out(*other);
            let left: Vec<(u8, &i32)> = (0u8..).zip(&scores).filter(in_play).collect();
            let most = left.iter().map(|(_, points)| **points).max();
            left.into_iter().filter(|(_, points)| Some(**points) == most).map(|(other, _)| other).collect()
        };
        Some(EndInfo { how, seat, agreed: matches!(end, Some(EarlyEnd::Agreed(_))), winners })
    }

    /// Returns the points by seat; those of a game that a seat ended early as if it had ended there by its rules.
    pub fn points(&self) -> Vec<i32> {
        match self.end {
            Some(EarlyEnd::Resigned(_) | EarlyEnd::TimedOut(_)) => self.game.scored_now().0,
            Some(EarlyEnd::Aborted(_) | EarlyEnd::Agreed(_)) | None => self.game.scores(),
        }
    }

    /// Returns the result once the game has ended; `None` for an imported or transferred game, whose result does not count here.
    pub fn result(&self) -> Option<GameResult> {
        if self.phase == Phase::Finished { self.result_of(&self.game, self.end) } else { None }
    }

    /// Returns the result of the game if it ends in this state.
    pub(super) fn result_of(&self, game: &Game, end: Option<EarlyEnd>) -> Option<GameResult> {
        self.verifiable_deal()?;
        self.computed_result(game, end)
    }

    /// Returns the result of an imported game for the archive; `None` if the record has no end, or its game was broken off.
    pub fn recorded_result(&self) -> Option<GameResult> {
        let is_recorded = matches!(self.draws, Draws::Recorded(_));
        let result = self.computed_result(&self.game, self.end).filter(|_| is_recorded)?;
        matches!(result.how, How::Over | How::Resigned | How::Time).then_some(result)
    }

    fn computed_result(&self, game: &Game, end: Option<EarlyEnd>) -> Option<GameResult> {
        let EndInfo { how, seat, winners, .. } = self.ending_of(game, end)?;
        let mut by_kind: Vec<BTreeMap<&'static str, i32>> =
            game.view_for(Viewer::ALL).players.into_iter().map(|player| player.by_kind).collect();
        let scores = match how {
            How::Resigned | How::Time => {
                let (scores, events) = game.scored_now();
                for event in events {
                    if let EventView::Scored { seat, points, kind, .. } = event {
                        *by_kind[usize::from(seat)].entry(kind).or_default() += points;
                    }
                }
                scores
            }
            How::Over | How::Aborted | How::Stopped => game.scores(),
        };
        let lost: Vec<u8> = self.out().into_iter().map(|out| out.seat).chain(seat).collect();
        let ranks = if self.is_team() || how == How::Aborted { vec![1; scores.len()] } else { ranks(&scores, &lost) };
        let setup = game.setup();
        let shares = !self.is_team() && winners.len() > 1;
        let seats = (0u8..).zip(&self.initial_seats).zip(by_kind).map(|((seat, occupant), mut by_kind)| {
            by_kind.retain(|_, points| *points != 0);
            let (score, rank) = (scores[usize::from(seat)], ranks[usize::from(seat)]);
            let won = winners.contains(&seat);
            SeatResult { occupant: occupant.clone(), score, rank, won, shared: won && shares, by_kind }
        });
        Some(GameResult {
            how,
            game: setup.game.clone(),
            expansions: setup.expansions_in_order(),
            setup: setup.canonical(),
            team: self.is_team(),
            speed: Speed::of(self.terms.clock),
            rated: self.terms.rated,
            turns: game.turn(),
            answers: game.seq(),
            seats: seats.collect(),
        })
    }
}
