//! Printing to standard output and standard error. When the reader has gone (`bastide presets | head -1`), the program ends quietly, as
//! other programs do by SIGPIPE. It doesn't take that signal, which would also end it when a player in the arena closes its input.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::process::exit;

/// The exit code that shells report for a program that SIGPIPE ended.
const BROKEN_PIPE: i32 = 128 + 13;

pub fn print(to: &mut dyn Write, text: Arguments<'_>) {
    if let Err(why) = to.write_fmt(text).and_then(|()| to.flush()) {
        if why.kind() == ErrorKind::BrokenPipe {
            exit(BROKEN_PIPE);
        }
        // Standard error may be what can't be written.
        let _ = writeln!(std::io::stderr(), "bastide: the output cannot be written: {why}");
        exit(1);
    }
}

macro_rules! print {
    ($($text:tt)*) => { $crate::output::print(&mut std::io::stdout(), format_args!($($text)*)) };
}

macro_rules! println {
    () => { print!("\n") };
    ($($text:tt)*) => { print!("{}\n", format_args!($($text)*)) };
}

macro_rules! eprint {
    ($($text:tt)*) => { $crate::output::print(&mut std::io::stderr(), format_args!($($text)*)) };
}

macro_rules! eprintln {
    ($($text:tt)*) => { eprint!("{}\n", format_args!($($text)*)) };
}
