//! Prints to standard output and standard error. When the reader is gone (`bastide presets | head -1`), the program exits quietly, as other
//! programs do on SIGPIPE. It doesn't enable that signal, which would also end the program when a player in the arena closes its input.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::process::exit;

/// Exit code that shells report for a program killed by SIGPIPE.
const BROKEN_PIPE: i32 = 128 + 13;

pub fn print(to: &mut dyn Write, text: Arguments<'_>) {
    if let Err(why) = to.write_fmt(text).and_then(|()| to.flush()) {
        if why.kind() == ErrorKind::BrokenPipe {
            exit(BROKEN_PIPE);
        }
        // It may be impossible to write to standard error, too.
        let _ = writeln!(std::io::stderr(), "bastide: cannot write output: {why}");
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
