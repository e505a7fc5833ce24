//! Detects games saved by JCloisterZone 3 or earlier, which are XML and cannot be imported.

use super::{RecordError, clean_line};

/// Rejects XML. The error names the version if the file is from JCloisterZone 3 or earlier; other XML is an unknown format.
///
/// # Errors
/// Fails if the text is XML.
pub(crate) fn refuse_xml(text: &str) -> Result<(), RecordError> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') { Err(version(text).map_or(RecordError::UnknownFormat, RecordError::Xml)) } else { Ok(()) }
}

/// Returns the version of JCloisterZone that wrote a file whose root is `<game app-version="3.4.2" phase="...">`.
fn version(text: &str) -> Option<String> {
    let attributes = root(text)?.strip_prefix("game").filter(|rest| rest.starts_with(char::is_whitespace))?;
    attribute(attributes, "phase")?;
    let version = clean_line(attribute(attributes, "app-version")?);
    (!version.is_empty()).then(|| version.chars().take(20).collect())
}

/// Returns the content of the root element's tag.
fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(end) = [("<?", "?>"), ("<!--", "-->")].iter().find(|(begin, _)| rest.starts_with(begin)) {
        rest = rest.split_once(end.1)?.1.trim_start();
    }
    rest.strip_prefix('<')?.split_once('>').map(|(tag, _)| tag)
}

/// Returns the value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    while let Some((key, value)) = rest.split_once('=') {
        let value = value.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, behind) = value[1..].split_once(quote)?;
        if key.trim() == name {
            return Some(value);
        }
        rest = behind;
    }
    None
}
