//! `bastide lessons check`: replays every step of lessons, and checks what they claim about their turns.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use art::{Board, board_svg};
use bots::review::LineWords;
use bots::{AnalysisRequest, Budget};
use games::{Game, reference};

use super::lesson::{Hint, Lesson, READER, Step, Turn, turns};
use crate::files;

/// Check lesson files: every position must be possible, every accepted turn legal, worth what the lesson says, and among the best
///
/// Each problem is reported; the exit code is then 1.
#[derive(clap::Args)]
pub struct Args {
    /// Lesson files (JSON)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Evaluations of the search that looks for the best turn
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    evaluations: u64,
    /// Seed for the sampled draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the best lines of every step
    #[arg(long)]
    lines: bool,
    /// Draw every position as a PNG picture in this folder
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,
}

/// Checks lesson files and prints their problems.
///
/// # Errors
/// A file cannot be read or written, or a lesson is wrong.
pub fn run(args: &Args) -> Result<()> {
    let (mut steps, mut problems) = (0, 0);
    for path in &args.files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let lesson = Lesson::parse(&files::read(path)?).with_context(|| path.display().to_string())?;
        for (index, step) in lesson.steps.iter().enumerate() {
            let title = format!("{name} {}", index + 1);
            steps += 1;
            for problem in check_step(&lesson, step, &title, args)? {
                problems += 1;
                eprintln!("{title}: {problem}");
            }
        }
    }
    println!("{} lessons, {steps} steps, {problems} problems", args.files.len());
    if problems > 0 {
        bail!("lessons have {problems} problems; see above");
    }
    Ok(())
}

/// Returns the problems of a step.
fn check_step(lesson: &Lesson, step: &Step, title: &str, args: &Args) -> Result<Vec<String>> {
    let position = match lesson.position(step) {
        Ok(position) => position,
        Err(problem) => return Ok(vec![problem.to_string()]),
    };
    if let Some(folder) = &args.png {
        draw(&position, &folder.join(format!("{}.png", title.replace(' ', "-"))))?;
    }
    let turns = turns(&position)?;
    let mut problems = check_marks(&position, step);
    problems.extend(check_clauses(step));
    problems.extend(check_patterns(step, &turns));
    for turn in turns.iter().filter(|turn| accepts(step, &turn.words)) {
        problems.extend(check_result(step, turn, &position));
    }
    problems.extend(check_value(step, &turns, &position, args));
    Ok(problems)
}

fn accepts(step: &Step, words: &[String]) -> bool {
    step.accept.iter().any(|pattern| pattern.matches(words))
}

fn draw(position: &Game, path: &Path) -> Result<()> {
    let svg = board_svg(&Board::of(position.tiles(), &position.view()));
    files::write_png(path, &svg, 900)
}

/// Checks that marks are on the board, or on a place beside it.
fn check_marks(position: &Game, step: &Step) -> Vec<String> {
    let tiles: Vec<(i32, i32)> = position.view().tiles.iter().map(|tile| (tile.x.into(), tile.y.into())).collect();
    let wrong = |mark: &&String| {
        let place = mark.split_once('@').and_then(|(spot, place)| {
            let (x, y) = place.split_once(',')?;
            Some((spot, (x.parse::<i32>().ok()?, y.parse::<i32>().ok()?)))
        });
        let beside = |(x, y): (i32, i32)| tiles.iter().any(|&(a, b)| (a - x).abs() + (b - y).abs() <= 1);
        match place {
            Some(("", place)) => !beside(place),
            Some((_, place)) => !tiles.contains(&place),
            None => true,
        }
    };
    step.show.iter().filter(wrong).map(|mark| format!("the mark {mark} is not on the board")).collect()
}

/// Checks that the clauses exist.
fn check_clauses(step: &Step) -> Vec<String> {
    let known = reference::clauses("en").unwrap_or_default();
    let missing = step.clauses.iter().filter(|id| !known.iter().any(|clause| clause.id == **id));
    missing.map(|id| format!("there is no clause {id}")).collect()
}

/// Checks that every pattern matches a turn, and that hints are about turns that are not accepted.
fn check_patterns(step: &Step, turns: &[Turn]) -> Vec<String> {
    let mut problems = Vec::new();
    for pattern in &step.accept {
        if !turns.iter().any(|turn| pattern.matches(&turn.words)) {
            problems.push(format!("no turn matches {pattern}"));
        }
    }
    for (index, Hint { id, when }) in step.wrong.iter().enumerate() {
        for pattern in when {
            let first = |turn: &&Turn| {
                pattern.matches(&turn.words)
                    && !accepts(step, &turn.words)
                    && !step.wrong[..index].iter().any(|hint| hint.when.iter().any(|one| one.matches(&turn.words)))
            };
            if !turns.iter().any(|turn| first(&turn)) {
                problems.push(format!("no turn gets the hint {id} by {pattern}"));
            }
        }
    }
    problems
}

/// Checks the points of an accepted turn.
fn check_result(step: &Step, Turn { words, after }: &Turn, position: &Game) -> Vec<String> {
    let (mut problems, words) = (Vec::new(), words.join(" "));
    let points = after.score(READER) - position.score(READER);
    if points != step.points {
        problems.push(format!("{words} scores {points} points, not {}", step.points));
    }
    if let Some(ends) = &step.ends {
        let (scores, _) = after.scored_now();
        if scores != *ends {
            problems.push(format!("the game would end {scores:?} after {words}, not {ends:?}"));
        }
    }
    problems
}

/// Checks that the best accepted turn is the best one, or almost. A line of the search can end before the turn does.
fn check_value(step: &Step, turns: &[Turn], position: &Game, args: &Args) -> Option<String> {
    let request =
        AnalysisRequest { wide: true, ..AnalysisRequest::new(Budget::Evaluations(args.evaluations), args.seed) };
    let found = bots::analyse(position, &request)?;
    let lines: Vec<(Vec<String>, f32)> =
        found.lines.iter().map(|line| (LineWords::of(position, line).answers, line.margin)).collect();
    let right: Vec<&Turn> = turns.iter().filter(|turn| accepts(step, &turn.words)).collect();
    let is_right = |words: &[String]| right.iter().any(|turn| turn.words.starts_with(words));
    if args.lines {
        for (words, margin) in &lines {
            println!("  {margin:+.1}  {}{}", words.join(" "), if is_right(words) { "  *" } else { "" });
        }
    }
    let tolerance = step.tolerance?;
    let best = lines.first()?;
    match lines.iter().find(|(words, _)| is_right(words)) {
        None => Some(format!("no accepted turn is among the best ones; {} is", best.0.join(" "))),
        Some((words, margin)) if best.1 - margin > tolerance => {
            let (words, best_words) = (words.join(" "), best.0.join(" "));
            Some(format!("{words} is {:.1} points behind {best_words}", best.1 - margin))
        }
        Some(_) => None,
    }
}
