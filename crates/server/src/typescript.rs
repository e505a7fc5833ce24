//! Generates TypeScript declarations for all message types from the serialised Rust types. A test compares them with the client's file;
//! `scripts/types` rewrites it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;

use bots::analysis::game_review::GameReview;
use bots::analysis::info::AnalysisInfo;
use games::View;
use games::editing::{Edit, EditedBoard};
use games::numbers::Numbers;
use games::reference::Clause;
use games::sides::SideSet;
use games::study::ReadStudy;
use table::messages::{Message, ReplyMessage, Update};
use table::request::ClientMessage;
use table::study_position::{PositionRequest, StudyPosition};
use table::{Games, MadeTable, NewTable, TableInfo, TableSummary, Transfer};
use ts_rs::{Config, TS, TypeVisitor};

use crate::accounts::openid::types::{Newcomer, ProviderInfo, WayThere};
use crate::accounts::sign_in::types::{ChallengeForPasskey, WaysInfo};
use crate::accounts::types::{Identity, SessionInfo};
use crate::channels::types::{ChannelsInfo, MadeWebhook, NewTelegramLink, NewWebhook, TelegramLinkInfo};
use crate::chat::types::{BlockedInfo, LinesInfo};
use crate::follows::types::FollowState;
use crate::http::types::{ClaimedSeats, SeatToken};
use crate::live::messages::ChatMessage;
use crate::matchmaking::types::{ChallengeInfo, FeaturedInfo, PersonEvent, Sought, TvGame};
use crate::moderation::types::{
    AuditInfo, BanInfo, FoundAccounts, ModerationCounts, ReportInfo, SettingsInfo, SharedGameInfo,
};
use crate::notifications::types::{AddressInfo, NoticesInfo, PushMessage, RecoveryInfo};
use crate::puzzles::types::{DailyPuzzle, PuzzleHistory, PuzzleOutcome};
use crate::results::people::PeoplePage;
use crate::results::types::{ArchivePage, LeaderPage, PersonInfo, RatingPointInfo, StatisticsInfo};
use crate::studies::types::{SavedStudy, StudyEvent, StudyInfo, StudySummary};
use crate::tokens::types::{MadeTokenInfo, TokenInfo};
use crate::tournaments::types::{NewTournament, TournamentAct, TournamentInfo, TournamentLogEntry, TournamentSummary};

const FILE: &str = "../../web/src/shared/protocol.generated.ts";
/// Line length above which a union is split across lines.
const WIDTH: usize = 100;
const HEADING: &str =
    "// The server's protocol as types, made from the server's own by scripts/types: not to be changed by hand.\n";

/// Declarations by name.
#[derive(Default)]
struct Declarations {
    seen: Vec<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        // Types without an output path, such as numbers and lists, are built in.
        if T::output_path().is_some() {
            let config = Config::default();
            let docs = T::docs().unwrap_or_default();
            let text = lines_of(&format!("{docs}export {}", T::decl(&config)));
            let other = self.texts.insert(T::ident(&config), text.clone());
            assert!(other.is_none_or(|other| other == text), "two types are called {}", T::ident(&config));
        }
        T::visit_dependencies(self);
    }
}

/// Formats a declaration in the style of the client's code: short docs on one line, members indented, long unions split.
fn lines_of(declaration: &str) -> String {
    let mut lines = Vec::new();
    let mut doc_lines = Vec::new();
    for line in declaration.lines() {
        let line = line.trim();
        match line.strip_prefix('*') {
            Some("/") if doc_lines.iter().map(String::len).sum::<usize>() < WIDTH => {
                lines.push(format!("/** {} */", doc_lines.join(" ")));
            }
            Some("/") => {
                lines.push("/**".to_owned());
                lines.extend(doc_lines.iter().map(|words| format!(" * {words}")));
                lines.push(" */".to_owned());
            }
            Some(words) => doc_lines.push(words.trim().to_owned()),
            None if line == "/**" => doc_lines.clear(),
            None if line.is_empty() => {}
            None if line.len() > WIDTH => lines.extend(line.replace(" | {", "\n| {").lines().map(str::to_owned)),
            None => lines.push(line.to_owned()),
        }
    }
    let outer = lines.iter().position(|line| line.starts_with("export")).unwrap_or_default();
    let set_in = lines.iter().enumerate().map(|(at, line)| format!("{}{line}\n", if at > outer { "  " } else { "" }));
    set_in.collect()
}

fn written() -> String {
    let mut found = Declarations::default();
    found.visit::<Message<'static>>();
    found.visit::<Update<'static>>();
    found.visit::<ReplyMessage<'static>>();
    found.visit::<ChatMessage>();
    found.visit::<ClientMessage>();
    found.visit::<View>();
    found.visit::<Games>();
    found.visit::<Numbers>();
    found.visit::<Edit>();
    found.visit::<EditedBoard>();
    found.visit::<PositionRequest>();
    found.visit::<StudyPosition<'static>>();
    found.visit::<ReadStudy>();
    found.visit::<Clause>();
    found.visit::<SideSet>();
    found.visit::<NewTable>();
    found.visit::<TableInfo>();
    found.visit::<TableSummary>();
    found.visit::<MadeTable>();
    found.visit::<Transfer>();
    found.visit::<SeatToken>();
    found.visit::<ClaimedSeats>();
    found.visit::<AnalysisInfo>();
    found.visit::<GameReview>();
    found.visit::<Identity>();
    found.visit::<SessionInfo>();
    found.visit::<WaysInfo>();
    found.visit::<ProviderInfo>();
    found.visit::<WayThere>();
    found.visit::<Newcomer>();
    found.visit::<ChallengeForPasskey>();
    found.visit::<TokenInfo>();
    found.visit::<MadeTokenInfo>();
    found.visit::<NoticesInfo>();
    found.visit::<ChannelsInfo>();
    found.visit::<MadeWebhook>();
    found.visit::<NewWebhook>();
    found.visit::<NewTelegramLink>();
    found.visit::<TelegramLinkInfo>();
    found.visit::<AddressInfo>();
    found.visit::<RecoveryInfo>();
    found.visit::<PushMessage<'static>>();
    found.visit::<LinesInfo>();
    found.visit::<BlockedInfo>();
    found.visit::<ReportInfo>();
    found.visit::<AuditInfo>();
    found.visit::<BanInfo>();
    found.visit::<SettingsInfo>();
    found.visit::<SharedGameInfo>();
    found.visit::<FoundAccounts>();
    found.visit::<ModerationCounts>();
    found.visit::<PuzzleOutcome>();
    found.visit::<PuzzleHistory>();
    found.visit::<DailyPuzzle>();
    found.visit::<SavedStudy>();
    found.visit::<StudyInfo>();
    found.visit::<StudySummary>();
    found.visit::<StudyEvent>();
    found.visit::<NewTournament>();
    found.visit::<TournamentAct>();
    found.visit::<TournamentInfo>();
    found.visit::<TournamentSummary>();
    found.visit::<TournamentLogEntry>();
    found.visit::<ArchivePage>();
    found.visit::<PersonInfo>();
    found.visit::<RatingPointInfo>();
    found.visit::<LeaderPage>();
    found.visit::<PeoplePage>();
    found.visit::<StatisticsInfo>();
    found.visit::<FollowState>();
    found.visit::<PersonEvent>();
    found.visit::<Sought>();
    found.visit::<ChallengeInfo>();
    found.visit::<FeaturedInfo>();
    found.visit::<TvGame>();
    let texts: Vec<String> = found.texts.into_values().collect();
    format!("{HEADING}\n{}", texts.join("\n"))
}

#[test]
fn the_clients_types_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("BASTIDE_WRITE_TYPES").is_some() {
        std::fs::write(&path, written()).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == written(), "{} is out of date: run scripts/types", path.display());
}
