//! `bastide show`: a board in the terminal or as a picture.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use art::{Board, board_svg};
use games::presets;
use games::view::View;

use crate::setup_args::basis_words;
use crate::{board_text, files};

/// Show the board of a recorded game in the terminal, or draw it as SVG or PNG
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide show game.bastide                    the board at the end of the record
  bastide show game.bastide --at 40            the board after 40 answers
  bastide show game.jcz --png board.png        a picture, from a saved game of JCloisterZone
  bastide show game.bastide --svg board.svg")]
pub struct Args {
    /// Record (text or JSON) or .jcz file; - reads standard input
    game: PathBuf,
    /// Show the position after N answers, including those of chance
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Write an SVG picture
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Width of the PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1600)]
    width: u32,
    /// Print the view of the position as JSON
    #[arg(long)]
    json: bool,
}

/// Shows a game.
///
/// # Errors
/// The game cannot be read or replayed, or the picture cannot be written.
pub fn run(args: &Args) -> Result<()> {
    let record = files::record(&args.game)?;
    let answers = args.at.unwrap_or(record.len());
    ensure!(answers <= record.len(), "--at {answers} is past the end: the record has {} answers", record.len());
    let game = record.replay_to(answers)?;
    let view = game.view();
    if args.svg.is_some() || args.png.is_some() {
        let svg = board_svg(&Board::of(game.tiles(), &view));
        if let Some(path) = &args.svg {
            files::write(path, &svg)?;
        }
        if let Some(path) = &args.png {
            files::write_png(path, &svg, args.width)?;
        }
    }
    if args.json {
        println!("{:#}", serde_json::to_value(&view)?);
    } else if args.svg.is_none() && args.png.is_none() {
        print!("{}\n{}", board_text::draw(&game, &view), legend(&view, &record.players));
    }
    Ok(())
}

/// Formats whose turn it is, the scores and the supplies.
fn legend(view: &View, names: &[String]) -> String {
    let mut lines = vec![match (view.over, view.decision.seat) {
        (true, _) => format!("over after {} answers", view.seq),
        (false, Some(seat)) => {
            let letter = board_text::seat_letter(seat);
            let tile = view.decision.tile.as_ref().map_or(String::new(), |tile| format!(" {}", tile.kind));
            format!(
                "turn {}, {letter} to {}{tile}, {} answers, {} tiles left",
                view.turn, view.decision.kind, view.seq, view.bag.left
            )
        }
        (false, None) => {
            format!("turn {}, a draw is due, {} answers, {} tiles left", view.turn, view.seq, view.bag.left)
        }
    }];
    for player in &view.players {
        let name = names.get(usize::from(player.seat)).filter(|name| !name.is_empty());
        let name = name.cloned().unwrap_or_else(|| format!("seat {}", player.seat));
        let supply: Vec<_> = player.supply.iter().map(|(figure, count)| format!("{count} {figure}")).collect();
        let projected = player.projected.filter(|_| !view.over);
        let projected = projected.map_or_else(String::new, |points| format!(" ({points} if it ended now)"));
        let letter = board_text::seat_letter(player.seat);
        let won = if view.winners.contains(&player.seat) { ", won" } else { "" };
        lines.push(format!("{letter}  {name}: {}{projected}, supply {}{won}", player.score, supply.join(" and ")));
    }
    lines.extend(presets::basis(&view.setup).map(|basis| format!("rules: {}", basis_words(&basis))));
    lines.join("\n") + "\n"
}
