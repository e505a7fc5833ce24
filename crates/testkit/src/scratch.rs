//! Temporary copies of the sources that can be modified and compiled.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder, deleted on drop.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Copies a workspace with only some of its crates.
    ///
    /// # Errors
    /// A file cannot be copied.
    pub fn workspace(root: &Path, crates: &[&str]) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("bastide-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let scratch = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(&scratch.0)?;
        let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
        let members: Vec<_> = crates.iter().map(|name| format!("\"crates/{name}\"")).collect();
        let members = format!("members = [{}]", members.join(", "));
        // Without the profiles, which optimise the engine even in test builds.
        let lines = manifest.lines().take_while(|line| !line.starts_with("[profile"));
        let lines = lines.filter(|line| !line.starts_with("default-members"));
        let lines = lines.map(|line| if line.starts_with("members") { &members } else { line });
        fs::write(scratch.0.join("Cargo.toml"), lines.collect::<Vec<_>>().join("\n"))?;
        fs::copy(root.join("Cargo.lock"), scratch.0.join("Cargo.lock"))?;
        // The test kit includes this document at compile time.
        fs::create_dir_all(scratch.0.join("docs"))?;
        fs::copy(root.join("docs/differences.md"), scratch.0.join("docs/differences.md"))?;
        for name in crates {
            copy_folder(&root.join("crates").join(name), &scratch.0.join("crates").join(name))?;
        }
        Ok(scratch)
    }

    /// Returns a cargo command for this folder that works offline and is optimised for compile time.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments).current_dir(&self.0);
        command.env("CARGO_NET_OFFLINE", "true").env("CARGO_TARGET_DIR", self.0.join("target"));
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
        command
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If this fails, the leftovers are in the system's folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies a folder recursively.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
