//! Generates pictures for the client: a landscape of each game, and the table textures.
//!
//! `cargo run -p bastide-art --example pictures -- web/public` writes the files.

mod landscapes;

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("missing output folder; use web/public")?;
    for (path, text) in landscapes::files() {
        let file = Path::new(&folder).join(path);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&file, text)?;
    }
    Ok(())
}
