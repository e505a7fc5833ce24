//! The configuration file for OpenID Connect providers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;
use server::{Provider, ProviderSecret};

/// Content of the providers file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Providers {
    #[serde(default)]
    provider: Vec<ProviderEntry>,
}

/// One provider, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProviderEntry {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    /// Environment variable that holds the client secret.
    client_secret_env: Option<String>,
    /// File that holds the client secret; a relative path is resolved against the folder of the providers file.
    client_secret_file: Option<PathBuf>,
    /// Whether to allow a provider on this machine without https, for tests.
    #[serde(default)]
    loopback: bool,
}

/// Reads the providers from a file.
///
/// # Errors
/// The file cannot be read or is invalid, or a client secret is missing.
pub fn read(file: &Path) -> anyhow::Result<Vec<Provider>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read the providers file {}", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    parse(&text, folder).with_context(|| format!("invalid providers file {}", file.display()))
}

fn parse(text: &str, folder: &Path) -> anyhow::Result<Vec<Provider>> {
    let providers: Providers = toml::from_str(text)?;
    providers.provider.into_iter().map(|written| provider(written, folder)).collect()
}

fn provider(written: ProviderEntry, folder: &Path) -> anyhow::Result<Provider> {
    let ProviderEntry { id, name, issuer, client_id, client_secret_env, client_secret_file, loopback } = written;
    let secret = match (client_secret_env, client_secret_file) {
        (Some(_), Some(_)) => {
            bail!("provider {id:?} has both client_secret_env and client_secret_file; remove one of them")
        }
        (Some(variable), None) => Some(std::env::var(&variable).with_context(|| {
            format!("provider {id:?} reads its secret from the environment variable {variable}, which is not set")
        })?),
        (None, Some(path)) => {
            let path = folder.join(path);
            let why = || format!("provider {id:?} reads its secret from {}, which cannot be read", path.display());
            Some(fs::read_to_string(&path).with_context(why)?)
        }
        (None, None) => None,
    };
    let secret = secret.map(|secret| secret.trim().to_owned());
    if secret.as_deref() == Some("") {
        bail!("the secret of provider {id:?} is empty");
    }
    Ok(Provider { id, name, issuer, client_id, client_secret: secret.map(ProviderSecret::new), loopback })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "[[provider]]\nid = \"one\"\nname = \"One\"\nissuer = \"https://one.example\"\nclient_id = \"us\"\n";

    #[test]
    fn provider_secrets_are_read_from_files_and_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret"), "hush\n").unwrap();
        let read =
            parse(&format!("{ONE}client_secret_file = \"secret\"\n{}", ONE.replace("one", "two")), folder.path())
                .unwrap();
        assert_eq!(read.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert!(read[0].client_secret.is_some() && read[1].client_secret.is_none() && !read[0].loopback);
        assert!(!format!("{read:?}").contains("hush"), "no secret is shown");
        assert!(parse("", folder.path()).unwrap().is_empty());
    }

    #[test]
    fn invalid_providers_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("empty"), "\n").unwrap();
        for (more, said) in [
            ("client_secret = \"hush\"", "unknown field `client_secret`"),
            ("client_secret_file = \"nowhere\"", "cannot be read"),
            ("client_secret_file = \"empty\"", "is empty"),
            ("client_secret_env = \"BASTIDE_TEST_NEVER_SET\"", "not set"),
            ("client_secret_env = \"A\"\nclient_secret_file = \"b\"", "remove one of them"),
        ] {
            let why = format!("{:#}", parse(&format!("{ONE}{more}\n"), folder.path()).unwrap_err());
            assert!(why.contains(said), "{more}: {why}");
        }
        let missing = format!("{:#}", parse(&ONE.replace("issuer", "address"), folder.path()).unwrap_err());
        assert!(missing.contains("address"), "{missing}");
    }
}
