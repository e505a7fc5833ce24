//! Files and folders that only the server's own user can read: databases, their journals, and backups.

use std::fs::{DirBuilder, File};
use std::io;
use std::path::Path;

/// Creates a private folder and its parents. An existing folder is made private if it contains only the server's files.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return make_own_folder_private(folder);
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file for writing that only the server's user can read, creating it if necessary.
pub fn make_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    make_private(path);
    Ok(file)
}

/// Opens a file for appending. A new file is private; an existing one keeps its mode.
pub fn append(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes an existing file private. SQLite creates journals with the mode of their database.
pub fn make_private(path: &Path) {
    set_mode(path, 0o600);
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = std::fs::metadata(path) else { return };
    if found.permissions().mode() & 0o777 & !mode == 0 {
        return;
    }
    if let Err(why) = std::fs::set_permissions(path, PermissionsExt::from_mode(mode)) {
        tracing::warn!("other users can read {} ({why}); change its mode to {mode:o}", path.display());
    }
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) {}

/// Makes an existing folder private, unless it contains other files: it may be a home folder.
fn make_own_folder_private(folder: &Path) -> io::Result<()> {
    let own = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy();
        ["bastide.", "before-restore-"].iter().any(|start| name.starts_with(start)) || name == "lost+found"
    };
    for entry in std::fs::read_dir(folder)? {
        if !own(&entry?.file_name()) {
            return Ok(());
        }
    }
    set_mode(folder, 0o700);
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn open_to_all(path: &Path, mode: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    #[test]
    fn new_and_existing_files_become_private() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("a/b");
        make_folder(&data).unwrap();
        let file = data.join("bastide.sqlite");
        make_file(&file).unwrap();
        assert_eq!((mode(&data), mode(&file)), (0o700, 0o600));
        open_to_all(&data, 0o755);
        open_to_all(&file, 0o644);
        make_folder(&data).unwrap();
        make_file(&file).unwrap();
        assert_eq!((mode(&data), mode(&file)), (0o700, 0o600));
    }

    #[test]
    fn a_folder_with_other_files_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("letter.txt"), "Dear Anna").unwrap();
        open_to_all(folder.path(), 0o755);
        make_folder(folder.path()).unwrap();
        assert_eq!(mode(folder.path()), 0o755);
    }
}
