//! Stable codes of refusals, by which clients recognise them.

use crate::json::Unreadable;
use crate::offer::OfferKind;
use crate::rated::UnfitForRating;
use crate::refusal::Refusal;

/// Declares the codes, each with its word in the protocol.
macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal,)*) => {
        /// Stable code of a refusal; `docs/protocol.md` lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum RefusalCode {
            $($(#[doc = $doc])* $name,)*
        }

        impl RefusalCode {
            pub const ALL: &[RefusalCode] = &[$(RefusalCode::$name,)*];

            /// Returns the word used in the protocol.
            pub fn word(self) -> &'static str {
                match self {
                    $(RefusalCode::$name => $word,)*
                }
            }
        }
    };
}

codes! {
    /// The message or body is not valid JSON.
    NotJson "not_json",
    /// The message or body is valid JSON of the wrong shape.
    BadMessage "bad_message",
    /// The message or body is too large.
    TooBig "too_big",
    /// A message was sent before `hello`.
    HelloFirst "hello_first",
    /// The client uses a version of the protocol that is not supported.
    Version "version",
    /// The client does not hold the seat.
    NoSeat "no_seat",
    /// It is another seat's turn.
    NotYourTurn "not_your_turn",
    /// The answer is for an earlier position.
    Stale "stale",
    /// The rules do not allow the answer.
    Illegal "illegal",
    /// The game has not started.
    NotStarted "not_started",
    /// The game has already started.
    AlreadyStarted "already_started",
    /// The game is over.
    Over "over",
    /// The game must be over for this request.
    NotOver "not_over",
    /// The table gives no hints until its game is over.
    Plain "plain",
    /// The record cannot be parsed or breaks the rules.
    BadRecord "bad_record",
    /// The link of another program cannot be imported.
    BadLink "bad_link",
    /// The response would reveal information that is hidden until the end of the game.
    Secret "secret",
    /// The set-up cannot be played.
    BadSetup "bad_setup",
    /// The seat is not free.
    SeatTaken "seat_taken",
    /// Another person has this colour.
    ColourTaken "colour_taken",
    /// Stored data could not be read or written.
    Storage "storage",
    /// The seat cannot answer: a computer player plays for it, or it has lost.
    NotPlaying "not_playing",
    /// The seat has run out of time.
    TimeUp "time_up",
    /// Nothing can be undone now.
    NoUndo "no_undo",
    /// No such offer is pending, or it cannot be made now.
    NoOffer "no_offer",
    /// The game is paused.
    Paused "paused",
    /// The game is too far along to be aborted.
    TooLate "too_late",
    /// The player is not away, or not for long enough.
    NotAway "not_away",
    /// A number in the request is out of range.
    BadRange "bad_range",
    /// No such path.
    NotFound "not_found",
    /// A rated game needs a clock that forfeits on time-out.
    RatedClock "rated_clock",
    /// A rated game needs an account on every seat.
    RatedGuest "rated_guest",
    /// A rated game cannot have computer players.
    RatedComputer "rated_computer",
    /// A rated game cannot be cooperative or use custom tiles.
    RatedSetup "rated_setup",
    /// A rated game needs a different account on each seat.
    RatedTwice "rated_twice",
    /// The table is invitation-only.
    NotInvited "not_invited",
    /// The game allows no spectators.
    NoSpectators "no_spectators",
    /// The rematch already exists.
    RematchMade "rematch_made",
    /// The game cannot be continued elsewhere.
    NoTransfer "no_transfer",
}

impl Refusal {
    /// Returns the code by which a client recognises this refusal.
    pub fn code(&self) -> RefusalCode {
        use Refusal as Why;
        match self {
            Why::Name { .. } | Why::Seats { .. } | Why::Millis { .. } | Why::Clock { .. } | Why::Setup(_) => {
                RefusalCode::BadSetup
            }
            Why::PublicAndInvited | Why::Invited { .. } => RefusalCode::BadSetup,
            Why::OpenSeats | Why::BadReplacement(_) => RefusalCode::BadSetup,
            Why::NoTransfer(_) => RefusalCode::NoTransfer,
            Why::NotInvited => RefusalCode::NotInvited,
            Why::NoSpectators => RefusalCode::NoSpectators,
            Why::RematchMade => RefusalCode::RematchMade,
            Why::Rated(UnfitForRating::Clock) => RefusalCode::RatedClock,
            Why::Rated(UnfitForRating::Guest) => RefusalCode::RatedGuest,
            Why::Rated(UnfitForRating::Computer) => RefusalCode::RatedComputer,
            Why::Rated(UnfitForRating::Setup) => RefusalCode::RatedSetup,
            Why::Rated(UnfitForRating::Twice) => RefusalCode::RatedTwice,
            Why::SeatTaken(_) => RefusalCode::SeatTaken,
            Why::ColourTaken(_) => RefusalCode::ColourTaken,
            Why::NoSuchColour(_) | Why::NoSuchSeat { .. } | Why::NoSuchPosition { .. } | Why::NoSuchRange { .. } => {
                RefusalCode::BadRange
            }
            Why::TooManyTokens { .. } => RefusalCode::BadRange,
            Why::NotHost | Why::OpensNothing | Why::NotYours(_) | Why::NotHeld(_) => RefusalCode::NoSeat,
            Why::AlreadyStarted => RefusalCode::AlreadyStarted,
            Why::NotStarted => RefusalCode::NotStarted,
            Why::Over => RefusalCode::Over,
            Why::Unreadable(Unreadable::NotJson(_)) => RefusalCode::NotJson,
            Why::Unreadable(_) | Why::NoWord | Why::NoRecord => RefusalCode::BadMessage,
            Why::BadRecord(_) => RefusalCode::BadRecord,
            Why::BadLink(_) => RefusalCode::BadLink,
            Why::NoLink(_) => RefusalCode::BadRange,
            Why::TooBig { .. } => RefusalCode::TooBig,
            Why::HelloFirst => RefusalCode::HelloFirst,
            Why::Version { .. } => RefusalCode::Version,
            Why::Stale { .. } => RefusalCode::Stale,
            Why::NotYourTurn { .. } | Why::Drawing => RefusalCode::NotYourTurn,
            Why::Illegal(_) => RefusalCode::Illegal,
            Why::Secret => RefusalCode::Secret,
            Why::NotOver | Why::RatedRecord => RefusalCode::NotOver,
            Why::Plain => RefusalCode::Plain,
            Why::StoodIn(_) | Why::IsOut(_) | Why::NotPlaying | Why::PlaysAlready(_) => RefusalCode::NotPlaying,
            Why::TimeUp(_) => RefusalCode::TimeUp,
            Why::NoUndo | Why::NothingToUndo(_) | Why::AnsweredSince(_) => RefusalCode::NoUndo,
            Why::AskedAlready(OfferKind::Undo) | Why::NoOffer(OfferKind::Undo) => RefusalCode::NoUndo,
            Why::AskedAlready(_) | Why::NoOffer(_) => RefusalCode::NoOffer,
            Why::Paused => RefusalCode::Paused,
            Why::TooLateToAbort => RefusalCode::TooLate,
            Why::NoPerson(_) | Why::NotAway { .. } | Why::OverDays => RefusalCode::NotAway,
            Why::NoOwnTiles => RefusalCode::NotFound,
            Why::NotWritten(_) | Why::NotRead(_) | Why::Damaged(_) | Why::Waiting => RefusalCode::Storage,
        }
    }
}
