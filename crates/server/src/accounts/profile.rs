//! Profiles of accounts, as their owners see them. An avatar and a flag are public and optional.

use serde::{Deserialize, Serialize};
use table::Colour;
use utoipa::ToSchema;

use super::store::{AccountId, Changed, RATINGS_RESET, Refused, exists};
use crate::http::refusal::{Code, Refusal};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Period in milliseconds during which a ratings reset is shown to the account: 30 days.
const RESET_SHOWN_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Number of colours of figures.
const COLOURS: u8 = 6;
/// Assigned country codes of ISO 3166-1 alpha-2. The client has the same list.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Creation time in milliseconds since 1970.
    pub created: i64,
    pub program: bool,
    /// Time and reason of a recent ratings reset.
    pub ratings_reset: Option<(i64, String)>,
    pub public: PublicProfile,
    /// Colour that the account chose last for its seat.
    pub colour: Option<Colour>,
}

/// A picture of an account: a figure of the games in one of the players' colours, in front of a background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Avatar {
    /// Kind of figure.
    pub figure: AvatarFigure,
    /// Colour of the figure, numbered like the colours of seats.
    #[schema(maximum = 5)]
    pub colour: u8,
    /// Scenery behind the figure.
    pub background: AvatarBackground,
}

/// Figure of an avatar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AvatarFigure {
    Follower,
    Large,
    Mayor,
    Builder,
    Pig,
    Wagon,
    Member,
    Guard,
}

/// Background of an avatar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AvatarBackground {
    Field,
    City,
    Road,
    River,
    Forest,
    Mountain,
}

/// The chosen parts of a public profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicProfile {
    pub avatar: Option<Avatar>,
    /// Country code of ISO 3166-1 alpha-2.
    pub flag: Option<String>,
}

impl PublicProfile {
    /// Checks the colour and the country code.
    pub fn check(&self) -> Result<(), Refusal> {
        if let Some(Avatar { colour, .. }) = self.avatar
            && colour >= COLOURS
        {
            let what = format!("colour must be 0 to {}, not {colour}", COLOURS - 1);
            return Err(Refusal::new(Code::BadRange, what));
        }
        let known = |flag: &str| COUNTRIES.split_whitespace().any(|country| country == flag);
        match self.flag.as_deref() {
            Some(flag) if !known(flag) => {
                let what = "unknown country code; use two capital letters of ISO 3166-1, such as \"UA\"";
                Err(Refusal::new(Code::BadRange, what))
            }
            _ => Ok(()),
        }
    }
}

impl Database {
    /// Returns an account as its owner sees it.
    pub fn profile(&self, account: AccountId) -> Stored<Option<Profile>> {
        self.read(move |work| profile(work, account))
    }

    /// Replaces the colour that an account would like at its next table.
    pub fn set_colour(&self, account: AccountId, colour: Option<Colour>) -> Stored<Changed<()>> {
        self.change(move |work| set_colour(work, account, colour))
    }

    /// Replaces the avatar and the flag of an account.
    pub fn set_public_profile(&self, account: AccountId, profile: PublicProfile) -> Stored<Changed<()>> {
        self.change(move |work| set_public_profile(work, account, &profile))
    }
}

fn profile(work: &Transaction<'_>, account: AccountId) -> Result<Option<Profile>, StorageError> {
    let sql = "SELECT created, EXISTS (SELECT 1 FROM programs WHERE account = id) FROM accounts WHERE id = ?1";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let Some((created, program)) = work.query_row(sql, [account], read).optional()? else { return Ok(None) };
    let sql = "SELECT since, reason FROM sanctions WHERE account = ?1 AND kind = ?2 AND since > ?3";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let asked = given![account, RATINGS_RESET, now() - RESET_SHOWN_MS];
    let ratings_reset = work.query_row(sql, asked, read).optional()?;
    let sql = "SELECT colour FROM profiles WHERE account = ?1";
    let colour: Option<Option<u8>> = work.query_row(sql, [account], |row| row.get(0)).optional()?;
    let colour = colour.flatten().and_then(|colour| Colour::try_from(colour).ok());
    Ok(Some(Profile { created, program, ratings_reset, public: public_profile(work, account)?, colour }))
}

fn set_public_profile(
    work: &Transaction<'_>,
    account: AccountId,
    PublicProfile { avatar, flag }: &PublicProfile,
) -> Result<Changed<()>, StorageError> {
    if !exists(work, account)? {
        return Ok(Err(Refused::NoAccount));
    }
    let avatar = avatar.map(|avatar| serde_json::to_string(&avatar)).transpose();
    let avatar = avatar.map_err(|why| StorageError::Damaged(why.to_string()))?;
    let sql = "INSERT INTO profiles (account, avatar, flag) VALUES (?1, ?2, ?3) \
               ON CONFLICT (account) DO UPDATE SET avatar = excluded.avatar, flag = excluded.flag";
    work.execute(sql, given![account, avatar, flag])?;
    delete_empty(work, account)?;
    Ok(Ok(()))
}

fn set_colour(work: &Transaction<'_>, account: AccountId, colour: Option<Colour>) -> Result<Changed<()>, StorageError> {
    if !exists(work, account)? {
        return Ok(Err(Refused::NoAccount));
    }
    let sql = "INSERT INTO profiles (account, colour) VALUES (?1, ?2) \
               ON CONFLICT (account) DO UPDATE SET colour = excluded.colour";
    work.execute(sql, given![account, colour.map(Colour::number)])?;
    delete_empty(work, account)?;
    Ok(Ok(()))
}

/// Deletes the row of an account that has chosen nothing.
fn delete_empty(work: &Transaction<'_>, account: AccountId) -> Result<(), StorageError> {
    let sql = "DELETE FROM profiles WHERE account = ?1 AND avatar IS NULL AND flag IS NULL AND colour IS NULL";
    work.execute(sql, [account])?;
    Ok(())
}

/// Returns the avatar and the flag of an account. An avatar that this version does not know is left out.
pub(crate) fn public_profile(work: &Transaction<'_>, account: AccountId) -> Result<PublicProfile, StorageError> {
    let sql = "SELECT avatar, flag FROM profiles WHERE account = ?1";
    let read = |row: &Row| Ok((row.get::<Option<String>>(0)?, row.get(1)?));
    let Some((avatar, flag)) = work.query_row(sql, [account], read).optional()? else {
        return Ok(PublicProfile::default());
    };
    Ok(PublicProfile { avatar: avatar.and_then(|text| serde_json::from_str(&text).ok()), flag })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_offers_the_same_countries() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/people/countries.ts");
        let text = std::fs::read_to_string(path).unwrap();
        let list = text.split("COUNTRIES = (").nth(1).and_then(|rest| rest.split(')').next()).unwrap();
        let is_code = |word: &&str| word.len() == 2 && word.chars().all(|letter| letter.is_ascii_uppercase());
        let offered: Vec<&str> = list.split(|letter: char| !letter.is_ascii_alphabetic()).filter(is_code).collect();
        assert_eq!(offered, COUNTRIES.split_whitespace().collect::<Vec<_>>());
        assert_eq!(offered.len(), 249);
    }
}
