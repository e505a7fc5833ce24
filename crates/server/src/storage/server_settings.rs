//! SQL for the runtime settings.

use super::{Database, Row, StorageError, Stored, Transaction, given};
use crate::common::server_settings::{ServerSettings, Setting};

impl Database {
    pub fn server_settings(&self) -> Stored<ServerSettings> {
        self.read(server_settings)
    }
}

/// Returns the current settings. Unknown settings from a later version are ignored.
pub(crate) fn server_settings(work: &Transaction<'_>) -> Result<ServerSettings, StorageError> {
    let read = |row: &Row| Ok((row.get::<String>(0)?, row.get::<String>(1)?));
    let mut settings = ServerSettings::default();
    for (name, value) in work.query_map("SELECT name, value FROM server_settings", (), read)? {
        if let Ok(setting) = Setting::parse(&name, &value) {
            settings.set(setting);
        }
    }
    Ok(settings)
}

pub(crate) fn put_server_setting(work: &Transaction<'_>, setting: Setting) -> Result<(), StorageError> {
    let sql = "INSERT INTO server_settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    work.execute(sql, given![setting.name(), setting.value()])?;
    Ok(())
}
