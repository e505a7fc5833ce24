//! Settings that hosts and moderators can change while the server is running.

/// Maximum slow-mode interval in seconds.
const MAX_SLOW_MODE_S: u32 = 3600;
/// Maximum account age, in days, that can be required for posting links.
const MAX_LINK_DAYS: u32 = 365;

/// The current settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// Whether new accounts can be created.
    pub registration: bool,
    /// Minimum number of seconds between two lines from one person at a table or in the lobby; 0 turns slow mode off.
    pub slow_mode_s: u32,
    /// Account age in days required for posting links, which excludes guests; `None` if there is no restriction.
    pub links_after_days: Option<u32>,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings { registration: true, slow_mode_s: 0, links_after_days: None }
    }
}

/// A setting with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Registration(bool),
    SlowMode(u32),
    LinksAfter(Option<u32>),
}

impl Setting {
    /// Parses a setting from its name and value. The error lists the valid names or values.
    pub fn parse(name: &str, value: &str) -> Result<Setting, String> {
        let number = |most: u32| match value {
            "off" => Ok(None),
            digits => digits.parse().ok().filter(|&number| number <= most).map(Some).ok_or(most),
        };
        match name {
            "registration" => match value {
                "open" => Ok(Setting::Registration(true)),
                "closed" => Ok(Setting::Registration(false)),
                _ => Err("registration must be open or closed".to_owned()),
            },
            "slow-mode" => match number(MAX_SLOW_MODE_S) {
                Ok(seconds) => Ok(Setting::SlowMode(seconds.unwrap_or_default())),
                Err(most) => Err(format!("slow-mode must be off or 1 to {most} seconds")),
            },
            "links-after" => number(MAX_LINK_DAYS).map(Setting::LinksAfter).map_err(|most| {
                format!("links-after must be off or 0 to {most} days of account age; 0 excludes only guests")
            }),
            _ => Err("the settings are registration, slow-mode and links-after".to_owned()),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Setting::Registration(_) => "registration",
            Setting::SlowMode(_) => "slow-mode",
            Setting::LinksAfter(_) => "links-after",
        }
    }

    pub fn value(self) -> String {
        match self {
            Setting::Registration(true) => "open".to_owned(),
            Setting::Registration(false) => "closed".to_owned(),
            Setting::SlowMode(0) | Setting::LinksAfter(None) => "off".to_owned(),
            Setting::SlowMode(number) | Setting::LinksAfter(Some(number)) => number.to_string(),
        }
    }
}

impl ServerSettings {
    pub fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Registration(open) => self.registration = open,
            Setting::SlowMode(seconds) => self.slow_mode_s = seconds,
            Setting::LinksAfter(days) => self.links_after_days = days,
        }
    }

    pub fn all(self) -> [Setting; 3] {
        [
            Setting::Registration(self.registration),
            Setting::SlowMode(self.slow_mode_s),
            Setting::LinksAfter(self.links_after_days),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_through_text() {
        let mut settings = ServerSettings::default();
        for (name, value) in [("registration", "closed"), ("slow-mode", "30"), ("links-after", "0")] {
            let setting = Setting::parse(name, value).unwrap();
            assert_eq!((setting.name(), setting.value()), (name, value.to_owned()));
            settings.set(setting);
        }
        let expected = ServerSettings { registration: false, slow_mode_s: 30, links_after_days: Some(0) };
        assert_eq!(settings, expected);
        for setting in ServerSettings::default().all() {
            assert_eq!(Setting::parse(setting.name(), &setting.value()), Ok(setting));
            settings.set(setting);
        }
        assert_eq!(settings, ServerSettings::default());
        for (name, value) in
            [("registration", "off"), ("slow-mode", "3601"), ("slow-mode", "-1"), ("links-after", ""), ("speed", "1")]
        {
            assert!(Setting::parse(name, value).is_err(), "{name} {value}");
        }
    }
}
