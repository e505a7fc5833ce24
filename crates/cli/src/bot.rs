//! `bastide bot`: a computer player as an external program, in the protocol of `docs/bot-protocol.md`.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use bots::{Agent, AgentFamily, Budget, Player};
use games::{Game, Setup, SetupError, with_family};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::{Allowance, VERSION};

/// Play as an external program in an arena, over standard input and output (docs/bot-protocol.md)
///
/// Compares a version of this program with another one. Tiles in hidden hands are not supported.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide arena --a hard --b 'cmd:../older/bastide bot hard' --games 200")]
pub struct Args {
    /// Computer player; an unknown name prints the list
    player: Player,
    /// Number of search threads
    #[arg(long, default_value = "1", value_name = "THREADS")]
    search_threads: NonZeroUsize,
}

/// A message from the arena.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Message {
    Hello {
        v: u32,
    },
    Game(Box<Start>),
    Update {
        answer: String,
    },
    Choose {
        seq: usize,
    },
    Over,
    Error {
        message: String,
    },
    Quit,
    #[serde(other)]
    Unknown,
}

/// Start of a game.
#[derive(Deserialize)]
struct Start {
    setup: Setup,
    budget: Allowance,
    seed: u64,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let mut arena = Arena { lines: std::io::stdin().lock(), replies: std::io::stdout().lock() };
    while let Some(message) = arena.receive()? {
        match message {
            Message::Hello { v } => {
                ensure!(v == VERSION, "the arena uses version {v} of the protocol, not version {VERSION}");
                arena.send(&json!({ "type": "hello", "v": VERSION, "name": args.player.to_string() }))?;
            }
            Message::Game(start) => args.play(*start, &mut arena)?,
            Message::Error { message } => bail!("the arena reports a fault: {message}"),
            Message::Quit => break,
            Message::Update { .. } | Message::Choose { .. } | Message::Over | Message::Unknown => {}
        }
    }
    Ok(())
}

/// The arena at the other end of standard input and output.
struct Arena<I, O> {
    lines: I,
    replies: O,
}

impl<I: BufRead, O: Write> Arena<I, O> {
    /// Returns the next message, or `None` after the last one.
    fn receive(&mut self) -> Result<Option<Message>> {
        let mut line = String::new();
        self.lines.read_line(&mut line).context("the arena cannot be read")?;
        if line.is_empty() {
            return Ok(None);
        }
        serde_json::from_str(&line)
            .map(Some)
            .with_context(|| format!("not a message of the arena: {}", line.trim_end()))
    }

    fn send(&mut self, reply: &Value) -> Result<()> {
        writeln!(self.replies, "{reply}").and_then(|()| self.replies.flush()).context("the arena cannot be written to")
    }
}

impl Args {
    /// Plays a game until it is over.
    fn play<I: BufRead, O: Write>(&self, start: Start, arena: &mut Arena<I, O>) -> Result<()> {
        let Start { setup, budget, seed } = start;
        let budget = Budget::from(budget);
        let game = Game::new(&setup)?;
        ensure!(!game.has_secrets(), "a program cannot follow games with hidden hands: {}", setup.canonical());
        arena.send(&json!({ "type": "ready" }))?;
        with_family!(setup.game.as_str(), F => self.play_family::<F, _, _>(game, budget, seed, arena))
            .unwrap_or_else(|| Err(SetupError::UnknownGame(setup.game.clone()).into()))
    }

    fn play_family<F: AgentFamily, I: BufRead, O: Write>(
        &self,
        mut game: Game,
        budget: Budget,
        seed: u64,
        arena: &mut Arena<I, O>,
    ) -> Result<()> {
        let (rules, position) = game.of::<F>().context("the game has another family")?;
        let rules = Arc::clone(rules);
        let mut agent = Agent::<F>::new(&rules, position);
        agent.config.threads = self.search_threads.get();
        while let Some(message) = arena.receive()? {
            match message {
                Message::Update { answer } => {
                    let answer = game.answer(&answer)?;
                    game.apply_raw(answer)?;
                }
                Message::Choose { seq } => {
                    ensure!(seq == game.seq(), "the arena asks about position {seq}, but this is {}", game.seq());
                    let (_, position) = game.of::<F>().context("the game has another family")?;
                    let word = game.word(agent.answer(self.player, position, budget, seed));
                    arena.send(&json!({ "type": "answer", "seq": seq, "word": word }))?;
                }
                Message::Over | Message::Quit => return Ok(()),
                Message::Error { message } => bail!("the arena reports a fault: {message}"),
                Message::Hello { .. } | Message::Game(_) => bail!("the game is not over"),
                Message::Unknown => {}
            }
        }
        Ok(())
    }
}
