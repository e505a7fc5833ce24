//! Builds the web client into this crate, when the client's sources have changed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, io};

/// What the client is made from; what else lies in its folder is made by the build.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "vite.config.ts",
    "tsconfig.json",
    ".npmrc",
];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Cargo shows lines of this form even when it hides the rest of a build script's output.
            println!("cargo::error={why}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=BASTIDE_WEB_DIST");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; this is cargo's build script")?);
    let target = out.join("web");
    if let Some(ready) = env::var_os("BASTIDE_WEB_DIST") {
        let named = |why: String| format!("BASTIDE_WEB_DIST is {}, but {why}", Path::new(&ready).display());
        return take_ready(Path::new(&ready), &target).map_err(named);
    }
    let here =
        env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set; this is cargo's build script")?;
    let web = Path::new(&here).join("../../web");
    if !web.join("package.json").is_file() {
        // As it is published, the crate has no sources of the client, but the client itself (`scripts/release packages`).
        let packed = Path::new(&here).join("client");
        return take_ready(&packed, &target).map_err(|why| {
            format!(
                "the web client's sources are missing from {}, and as for {}, {why}; set BASTIDE_WEB_DIST to a folder with a client \
                 that is built already",
                web.display(),
                packed.display()
            )
        });
    }
    // A path that does not exist would count as changed each time.
    for source in SOURCES.map(|source| web.join(source)).iter().filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    // Two builds at once (of a program and of its tests, say) must not install packages over each other.
    let lock = File::create(env::temp_dir().join("bastide-web-build.lock")).map_err(|e| said("a lock file", &e))?;
    lock.lock().map_err(|e| said("a lock file", &e))?;
    if !is_installed(&web) {
        npm(&web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let target = target.to_str().ok_or("the build folder's path is not Unicode; build in another folder")?.to_owned();
    npm(&web, &["run", "build", "--", "--outDir", &target, "--emptyOutDir"])
}

/// Takes a bundle that somebody has built already.
fn take_ready(ready: &Path, target: &Path) -> Result<(), String> {
    if !ready.join("index.html").is_file() {
        return Err("there is no index.html in it".to_owned());
    }
    println!("cargo::rerun-if-changed={}", ready.display());
    if target.exists() {
        fs::remove_dir_all(target).map_err(|e| said("the old bundle", &e))?;
    }
    copy(ready, target).map_err(|e| said("the bundle", &e))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Whether the packages of the lock file are installed: npm writes down what it installed when it is done.
fn is_installed(web: &Path) -> bool {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(asked)) => installed >= asked,
        _ => false,
    }
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    // Cargo says DEBUG to its build scripts, which programs of Node.js take for a wish to hear more.
    let output = Command::new(program).args(arguments).current_dir(web).env_remove("DEBUG").output();
    let output = output.map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => {
            "the web client is built with Node.js, which was not found: install Node.js 20.19 or \
            newer with npm, or set BASTIDE_WEB_DIST to a folder with a client that is built already"
                .to_owned()
        }
        _ => said("npm", &why),
    })?;
    if output.status.success() {
        return Ok(());
    }
    for text in [&output.stdout, &output.stderr] {
        eprint!("{}", String::from_utf8_lossy(text));
    }
    Err(format!("npm {} failed in {}; what it said stands below", arguments.join(" "), web.display()))
}

fn said(what: &str, why: &io::Error) -> String {
    format!("the web client cannot be built, because of {what}: {why}")
}
