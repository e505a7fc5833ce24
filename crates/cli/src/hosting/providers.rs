//! The file that says by which providers of OpenID Connect people may sign in.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;
use server::{Provider, ProviderSecret};

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Providers {
    #[serde(default)]
    provider: Vec<Written>,
}

/// A provider as it stands there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    /// The name of a variable of the environment that has the secret.
    client_secret_env: Option<String>,
    /// The name of a file that has it; from the folder of this file on, where it is no whole path.
    client_secret_file: Option<PathBuf>,
    /// Whether it may be on this machine without https, for tests.
    #[serde(default)]
    loopback: bool,
}

/// The providers of a file.
///
/// # Errors
/// It cannot be read, or a secret is not where it says.
pub fn read(file: &Path) -> anyhow::Result<Vec<Provider>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("the file of providers {} cannot be read", file.display()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    parse(&text, folder).with_context(|| format!("the file of providers {} cannot be used", file.display()))
}

fn parse(text: &str, folder: &Path) -> anyhow::Result<Vec<Provider>> {
    let providers: Providers = toml::from_str(text)?;
    providers.provider.into_iter().map(|written| provider(written, folder)).collect()
}

fn provider(written: Written, folder: &Path) -> anyhow::Result<Provider> {
    let Written { id, name, issuer, client_id, client_secret_env, client_secret_file, loopback } = written;
    let secret = match (client_secret_env, client_secret_file) {
        (Some(_), Some(_)) => {
            bail!("the provider {id:?} has client_secret_env and client_secret_file; leave one of them out")
        }
        (Some(variable), None) => Some(std::env::var(&variable).with_context(|| {
            format!("the provider {id:?} has its secret in the variable {variable}, which is not set")
        })?),
        (None, Some(path)) => {
            let path = folder.join(path);
            let why = || format!("the provider {id:?} has its secret in {}, which cannot be read", path.display());
            Some(fs::read_to_string(&path).with_context(why)?)
        }
        (None, None) => None,
    };
    let secret = secret.map(|secret| secret.trim().to_owned());
    if secret.as_deref() == Some("") {
        bail!("the secret of the provider {id:?} is empty");
    }
    Ok(Provider { id, name, issuer, client_id, client_secret: secret.map(ProviderSecret::new), loopback })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "[[provider]]\nid = \"one\"\nname = \"One\"\nissuer = \"https://one.example\"\nclient_id = \"us\"\n";

    #[test]
    fn providers_are_read_with_secrets_that_lie_elsewhere() {
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
    fn what_is_wrong_is_said() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("empty"), "\n").unwrap();
        for (more, said) in [
            ("client_secret = \"hush\"", "unknown field `client_secret`"),
            ("client_secret_file = \"nowhere\"", "cannot be read"),
            ("client_secret_file = \"empty\"", "is empty"),
            ("client_secret_env = \"BASTIDE_TEST_NEVER_SET\"", "not set"),
            ("client_secret_env = \"A\"\nclient_secret_file = \"b\"", "leave one of them out"),
        ] {
            let why = format!("{:#}", parse(&format!("{ONE}{more}\n"), folder.path()).unwrap_err());
            assert!(why.contains(said), "{more}: {why}");
        }
        let missing = format!("{:#}", parse(&ONE.replace("issuer", "address"), folder.path()).unwrap_err());
        assert!(missing.contains("address"), "{missing}");
    }
}
