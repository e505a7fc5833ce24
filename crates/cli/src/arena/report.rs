//! Results of a match, as text and as JSON.

use bots::arena::pairs::elo;
use bots::arena::{Estimate, FaultKind, Finding, Played, Report, Sequence, Sprt, Times};
use games::Setup;
use serde_json::{Value, json};

use super::results::{Allowance, Games, Header, PLAYER_LETTERS, millis};

/// A match, its games, and the sequential test if one was requested.
pub struct MatchReport {
    header: Header,
    seeds: Vec<u64>,
    report: Report,
    sequence: Option<Sequence>,
    /// Games whose partner with the same draw order is missing; they are not counted.
    alone: usize,
}

impl MatchReport {
    /// Combines the games of one match, or of several that differ only in their seeds. Once a sequential test has decided, pairs played
    /// later are ignored. Returns `None` if `parts` is empty.
    pub fn new(parts: &[(Header, Games)], sprt: Option<Sprt>) -> Option<Self> {
        let (header, _) = parts.first()?;
        let mut sequence = sprt.map(Sequence::new);
        let (mut report, mut alone) = (Report::default(), 0);
        for (_, games) in parts {
            let pair = |(&number, played): (&u32, &Played)| {
                let twin = (number % 2 == 0).then(|| games.get(&(number + 1)))??;
                Some([played.clone(), twin.clone()])
            };
            let pairs: Vec<_> = games.iter().filter_map(pair).collect();
            alone += games.len() - 2 * pairs.len();
            report.games.extend(pairs.into_iter().flatten());
        }
        if let Some(sequence) = &mut sequence {
            let mut results = report.games.iter().map(Played::result).zip(0..);
            results.any(|(result, number)| sequence.add_result(number, result) != Finding::Open);
            if sequence.finding() != Finding::Open {
                report.games.truncate(2 * sequence.pairs().len() as usize);
            }
        }
        let seeds = parts.iter().map(|(header, _)| header.seed).collect();
        Some(Self { header: header.clone(), seeds, report, sequence, alone })
    }

    pub fn is_team(&self) -> bool {
        Setup::from_line(&self.header.setup).is_ok_and(|setup| setup.is_team())
    }

    /// Prints the results as text.
    pub fn print(&self) {
        let Header { a, b, setup, budget, .. } = &self.header;
        let seeds: Vec<_> = self.seeds.iter().map(u64::to_string).collect();
        let (games, seeds) = (self.report.games.len(), seeds.join(", "));
        println!("{a} against {b}: {setup}, {games} games, seed {seeds}, {}", budget_words(*budget));
        if self.alone > 0 {
            println!("  not counted: {} games whose partner with the same draw order is missing", self.alone);
        }
        if self.is_team() {
            let (rate, [low, high]) = self.report.team_rate();
            println!("  the team wins {:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high);
        } else {
            self.print_wins();
        }
        for player in 0..2 {
            self.print_player(player);
        }
    }

    fn print_wins(&self) {
        let [wins, draws, losses] = self.report.wins_draws_losses();
        let (rate, [low, high]) = self.report.win_rate();
        let [zero, one, two, three, four] = self.report.pairs().counts();
        println!("  {} wins {wins}, draws {draws}, loses {losses}", self.header.a);
        println!("  pairs     lost {zero}, {one}, even {two}, {three}, won {four}");
        println!("  win rate  {:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * low, 100.0 * high);
        println!("  elo       {} ({} to {})", elo_words(rate), elo_words(low), elo_words(high));
        println!("  margin    {}", estimate(self.report.margin()));
        if let Some(sequence) = &self.sequence {
            let (sprt, pairs) = (sequence.sprt(), sequence.pairs());
            let ([low, high], llr) = (sprt.bounds(), sprt.llr(pairs));
            let found = match sequence.finding() {
                Finding::Open => "not decided yet".to_owned(),
                Finding::Elo0 => format!("accepted: {} Elo or less", sprt.elo0),
                Finding::Elo1 => format!("accepted: {} Elo or more", sprt.elo1),
            };
            println!("  sprt      {found} ({sprt}; llr {llr:.2}, {low:.2} to {high:.2}, after {} pairs)", pairs.len());
        }
    }

    fn print_player(&self, player: usize) {
        let times = self.report.times(player);
        println!(
            "  {:9} {} points; {:.1} ms per decision, at most {:.1} ms",
            self.name(player),
            estimate(self.report.score(player)),
            millis(times.mean()),
            millis(times.longest)
        );
        let forfeits: Vec<_> = self.report.forfeits(player).collect();
        let kinds = FaultKind::ALL.map(|kind| (kind.word(), forfeits.iter().filter(|f| f.fault.kind == kind).count()));
        let kinds: Vec<_> = kinds.iter().filter(|(_, n)| *n > 0).map(|(word, n)| format!("{word} {n}")).collect();
        if let Some(last) = forfeits.last() {
            println!("            forfeited {}: {}; last fault: {}", forfeits.len(), kinds.join(", "), last.fault);
        }
    }

    /// Returns the names of both players.
    pub fn players(&self) -> [&str; 2] {
        [&self.header.a, &self.header.b]
    }

    /// Returns the wins of the first player in each pair of games: 0, ½, 1, 1½ or 2.
    pub fn wins_by_pair(&self) -> Vec<f64> {
        self.report.games.chunks_exact(2).map(|pair| pair.iter().map(Played::result).sum()).collect()
    }

    /// Returns the first condition under which another match was played differently, or nothing if the results can be compared.
    pub fn condition_that_differs(&self, other: &Self) -> Option<&'static str> {
        let [here, there] = [&self.header, &other.header];
        let conditions = [
            ("the set-up", here.setup == there.setup),
            ("the version of the rules", here.rules_version == there.rules_version),
            ("the budget", here.budget == there.budget),
        ];
        conditions.into_iter().find(|(_, equal)| !equal).map(|(name, _)| name)
    }

    fn name(&self, player: usize) -> &str {
        if player == 0 { &self.header.a } else { &self.header.b }
    }

    /// Returns the results as JSON.
    pub fn to_json(&self) -> Value {
        let team = self.is_team();
        let [wins, draws, losses] = self.report.wins_draws_losses();
        let (rate, interval) = self.report.win_rate();
        let mut json = json!({
            "setup": self.header.setup,
            "games": self.report.games.len(),
            "alone": self.alone,
            "seed": if let [seed] = self.seeds[..] { json!(seed) } else { json!(self.seeds) },
            "budget": self.header.budget,
        });
        for (player, letter) in PLAYER_LETTERS.into_iter().enumerate() {
            json[letter.to_string()] = self.player_json(player);
        }
        json["wins"] = json!(wins);
        json["draws"] = json!(draws);
        json["losses"] = json!(losses);
        json["pairs"] = json!(self.report.pairs().counts());
        json["win_rate"] = json!({ "mean": rate, "interval": interval });
        json["elo"] =
            if team { Value::Null } else { json!({ "mean": elo_json(rate), "interval": interval.map(elo_json) }) };
        let (rate, interval) = self.report.team_rate();
        json["team_rate"] = if team { json!({ "mean": rate, "interval": interval }) } else { Value::Null };
        json["margin"] = estimate_json(self.report.margin());
        json["sprt"] = self.sequence.as_ref().map_or(Value::Null, sprt_json);
        json
    }

    fn player_json(&self, player: usize) -> Value {
        let forfeits =
            |kind: FaultKind| self.report.forfeits(player).filter(|forfeit| forfeit.fault.kind == kind).count();
        let forfeits: serde_json::Map<String, Value> =
            FaultKind::ALL.into_iter().map(|kind| (kind.word().to_owned(), json!(forfeits(kind)))).collect();
        json!({
            "player": self.name(player),
            "score": estimate_json(self.report.score(player)),
            "times": times_json(self.report.times(player)),
            "forfeits": forfeits,
        })
    }
}

fn sprt_json(sequence: &Sequence) -> Value {
    let (sprt, pairs) = (sequence.sprt(), sequence.pairs());
    json!({
        "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
        "llr": sprt.llr(pairs), "bounds": sprt.bounds(), "pairs": pairs.len(),
        "accepted": match sequence.finding() {
            Finding::Open => Value::Null,
            Finding::Elo0 => json!("elo0"),
            Finding::Elo1 => json!("elo1"),
        },
    })
}

fn budget_words(budget: Allowance) -> String {
    match budget {
        Allowance::Millis(time) => format!("{time} ms per decision"),
        Allowance::Evaluations(count) => format!("{count} evaluations per decision"),
    }
}

fn elo_words(rate: f64) -> String {
    match elo(rate) {
        elo if elo.is_infinite() => if elo > 0.0 { "+∞" } else { "-∞" }.to_owned(),
        elo => format!("{elo:+.1}"),
    }
}

/// Returns the Elo difference for a win rate, or `None` if it is infinite, which JSON cannot represent.
fn elo_json(rate: f64) -> Option<f64> {
    Some(elo(rate)).filter(|elo| elo.is_finite())
}

fn estimate(estimate: Estimate) -> String {
    format!("{:.1} ± {:.1}", estimate.mean, estimate.error)
}

fn estimate_json(estimate: Estimate) -> Value {
    json!({ "mean": estimate.mean, "interval": [estimate.mean - estimate.error, estimate.mean + estimate.error] })
}

fn times_json(times: Times) -> Value {
    json!({ "decisions": times.decisions, "mean_ms": millis(times.mean()), "max_ms": millis(times.longest) })
}
