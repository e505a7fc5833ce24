//! `bastide analyse`: the strongest player's evaluation of a position.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use bots::analysis::analyse::MAX_LINES;
use bots::analysis::info::AnalysisInfo;
use bots::review::{self, LineWords, Loss};
use bots::{Analysis, AnalysisLine, AnalysisRequest, Budget};
use games::deal::{Deal, Seed};
use games::{Actor, Answer, Game, Setup};

use crate::setup_args::PresetArg;
use crate::{board_text, files};

/// Show the best answers in a position, their expected margins and the likely continuation
///
/// A line is the sequence of answers that the acting seat gives in the rest of its turn. The margin is the number of points by which that
/// seat can expect to lead the other seats at the end (for a team: the team's points), with the standard error of the estimate. The final
/// points are the forecast of every seat's points at the end, and win % is its chance to win (docs/forecast.md).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide analyse game.bastide                     the last decision of the record
  bastide analyse game.bastide --at 40 --board     the position after 40 answers, with its board
  bastide analyse game.jcz --at 40 --millis 10000  a saved game of JCloisterZone
  bastide analyse --setup 'hunters seats=2' --evaluations 50000 --json")]
pub struct Args {
    /// Record (text or JSON) or .jcz file; - reads standard input
    #[arg(required_unless_present = "setup")]
    game: Option<PathBuf>,
    /// Analyse the position after N answers, including those of chance; default: the last decision of a seat
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Analyse the first position of a set-up, given as JSON or as a set-up line, instead of a game; --seed decides the draws
    #[arg(long, value_name = "SET-UP", conflicts_with_all = ["game", "at"])]
    setup: Option<String>,
    #[command(flatten)]
    preset: PresetArg,
    /// Search time
    #[arg(long, default_value_t = 1000)]
    millis: u64,
    /// Evaluate exactly this many positions instead of searching for a fixed time, so that every machine does the same work
    #[arg(long, value_name = "N", conflicts_with = "millis")]
    evaluations: Option<u64>,
    /// Seed for the sampled draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Independent search threads, whose results are combined
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Maximum number of lines to show, best first; the line for the given answer is always shown
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=MAX_LINES as i64))]
    lines: u8,
    /// Print the board first
    #[arg(long, conflicts_with = "json")]
    board: bool,
    /// Print JSON, in the format of `POST /api/analyse`
    #[arg(long)]
    json: bool,
}

/// Analyses a position.
///
/// # Errors
/// The game cannot be read or replayed, or the position has no decision for a seat.
pub fn run(args: &Args) -> Result<()> {
    let (position, given, names) = asked(args)?;
    let budget = budget(args.evaluations, args.millis);
    let request =
        AnalysisRequest { threads: args.threads.get(), ..AnalysisRequest::new(budget, args.seed).about(given) };
    let analysis = bots::analyse(&position, &request).context("no seat must act in this position")?;
    let analysis = keep_lines(analysis, usize::from(args.lines), given);
    if args.json {
        println!("{:#}", serde_json::json!(AnalysisInfo::of(&position, &analysis, given)));
        return Ok(());
    }
    if args.board {
        println!("{}", board_text::draw(&position, &position.view()));
    }
    print!("{}", text(&position, &analysis, given, &names));
    Ok(())
}

/// Returns the search budget set by `--evaluations`, or otherwise by `--millis`.
pub fn budget(evaluations: Option<u64>, millis: u64) -> Budget {
    evaluations.map_or(Budget::Time(Duration::from_millis(millis)), Budget::Evaluations)
}

/// Returns the requested position, the answer that was given there, and the players' names.
fn asked(args: &Args) -> Result<(Game, Option<Answer>, Vec<String>)> {
    if let Some(setup) = &args.setup {
        let setup = args.preset.applied(files::setup(setup)?)?;
        return Ok((first_decision(&setup, args.seed)?, None, Vec::new()));
    }
    ensure!(!args.preset.is_given(), "--preset requires --setup; a recorded game has its own options");
    let path = args.game.as_deref().context("name a game file, or a set-up with --setup")?;
    let record = files::record(path)?;
    let game = record.replay().with_context(|| path.display().to_string())?;
    let position = review::decision(&game, args.at).with_context(|| path.display().to_string())?;
    let given = game.answers().get(position.seq()).copied();
    Ok((position, given, record.players))
}

/// Returns the first position of a set-up in which a seat must act.
fn first_decision(setup: &Setup, seed: u64) -> Result<Game> {
    let wrong = |why: games::SetupError| anyhow!("--setup: {why}");
    let mut game = Game::new(setup).map_err(wrong)?;
    let deal = Deal::new(Seed::from_number(seed), setup).map_err(wrong)?;
    while game.actor() == Actor::Chance {
        let answer = deal.answer(&game).context("--setup: the game ends before any seat must act")?;
        game.apply_raw(answer)?;
    }
    Ok(game)
}

/// Keeps the first `most` lines, plus the line for the given answer.
fn keep_lines(mut analysis: Analysis, most: usize, given: Option<Answer>) -> Analysis {
    let begins = |line: &&AnalysisLine| given.is_some() && line.answers.first() == given.as_ref();
    let beyond = if analysis.lines.iter().take(most).any(|line| begins(&line)) {
        None
    } else {
        analysis.lines.iter().find(begins).cloned()
    };
    analysis.lines.truncate(most);
    analysis.lines.extend(beyond);
    analysis
}

/// Formats the analysis for the terminal.
fn text(position: &Game, analysis: &Analysis, given: Option<Answer>, names: &[String]) -> String {
    let team = position.setup().is_team();
    let mut text = heading(position, analysis, names);
    let expected = if team { "team" } else { "margin" };
    text.push_str(&format!("\n      {expected:>6}  error  samples  {:<15}  {:<9}  line\n", "final points", "win %"));
    let played = given.and_then(|given| analysis.lines.iter().position(|line| line.answers.first() == Some(&given)));
    for (i, line) in analysis.lines.iter().enumerate() {
        let words = LineWords::of(position, line);
        let mark = if played == Some(i) { '*' } else { ' ' };
        let margin = if team { format!("{:.1}", line.margin) } else { format!("{:+.1}", line.margin) };
        let counted = if team { 1 } else { usize::from(position.setup().seats) };
        let joined = |values: Vec<String>| values.join(" : ");
        let points = joined(line.forecast.points[..counted].iter().map(|points| format!("{points:.1}")).collect());
        let wins = joined(line.forecast.wins[..counted].iter().map(|wins| format!("{:.0}", 100.0 * wins)).collect());
        text.push_str(&format!(
            "{:>3} {mark} {margin:>6}  {:>5.1}  {:>7}  {points:<15}  {wins:<9}  {}\n",
            i + 1,
            line.error,
            line.samples,
            words.answers.join(" ")
        ));
        if !words.main.is_empty() {
            text.push_str(&format!("{:49}  then {}\n", "", main_line(&words.main)));
        }
    }
    if let (Some(given), Some(lost)) = (given, given.and_then(|given| Loss::of(analysis, given))) {
        let word = position.word(given);
        text.push_str(&match lost.is_nothing() {
            false => format!(
                "\n* given was {word}, which gave away {:.1} ± {:.1} points and {:.1} % of the chance to win\n",
                lost.points,
                lost.error,
                100.0 * lost.wins
            ),
            true => format!("\n* given was {word}, the best answer\n"),
        });
    }
    text
}

/// Formats the heading: who must act, what the decision is, and how the position was searched.
fn heading(position: &Game, analysis: &Analysis, names: &[String]) -> String {
    let view = position.view();
    let tile = view.decision.tile.as_ref().map_or(String::new(), |tile| format!(" {}", tile.kind));
    let how = match analysis.lines.iter().any(|line| line.samples > 0) {
        _ if analysis.exact => "searched exhaustively",
        true => "random draws",
        false => "no draws",
    };
    format!(
        "turn {}, after {} answers: {} to {}{tile}, {} tiles left\n{} positions evaluated, {how}\n",
        view.turn,
        view.seq,
        seat_name(analysis.seat, names),
        view.decision.kind,
        view.bag.left,
        analysis.evaluations,
    )
}

/// Returns a seat's name with its letter, or the letter alone.
pub fn seat_name(seat: u8, names: &[String]) -> String {
    let letter = board_text::seat_letter(seat);
    match names.get(usize::from(seat)).filter(|name| !name.is_empty()) {
        Some(name) => format!("{letter} {name}"),
        None => letter.to_string(),
    }
}

/// Formats a main line. A seat's letter precedes its answers; chance's answers have no letter.
fn main_line(main: &[(Actor, String)]) -> String {
    let mut text = String::new();
    let mut last = None;
    for (actor, word) in main {
        if let Actor::Seat(seat) = actor
            && last != Some(*actor)
        {
            text.push_str(&format!(" {}:", board_text::seat_letter(*seat)));
        }
        text.push_str(&format!(" {word}"));
        last = Some(*actor);
    }
    text.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_line_names_the_seat_that_answers() {
        let words = [(Actor::Chance, "draw:crrf"), (Actor::Seat(1), "crrf@1,1r270"), (Actor::Seat(1), "pass")];
        let more = [(Actor::Chance, "draw:ffrr"), (Actor::Seat(0), "ffrr@2,0r0")];
        let main: Vec<_> = words.into_iter().chain(more).map(|(actor, word)| (actor, word.to_owned())).collect();
        assert_eq!(main_line(&main), "draw:crrf B: crrf@1,1r270 pass draw:ffrr A: ffrr@2,0r0");
    }

    #[test]
    fn line_of_the_given_answer_is_always_kept() {
        let line = |kind: u16| AnalysisLine { answers: vec![Answer::Draw { kind }], ..AnalysisLine::default() };
        let analysis = Analysis { lines: (0..8).map(line).collect(), ..Analysis::default() };
        let left = |most: usize, given: Option<u16>| {
            let given = given.map(|kind| Answer::Draw { kind });
            let lines = keep_lines(analysis.clone(), most, given).lines;
            lines.iter().map(|line| analysis.lines.iter().position(|one| one == line).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(left(3, None), [0, 1, 2]);
        assert_eq!(left(3, Some(1)), [0, 1, 2]);
        assert_eq!(left(3, Some(6)), [0, 1, 2, 6]);
        assert_eq!(left(3, Some(9)), [0, 1, 2]);
    }
}
