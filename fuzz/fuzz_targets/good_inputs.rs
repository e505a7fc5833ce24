//! Writes good inputs into a folder, from which the fuzzer makes its own.

use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "corpus/feed".to_owned()));
    fs::create_dir_all(&folder)?;
    for (i, example) in testkit::chaos::examples().iter().enumerate() {
        fs::write(folder.join(format!("example-{i}")), example)?;
    }
    Ok(())
}
