### Finding a game: lobby, quick match, challenges, rematch and table access.

lobby-lead = Find an opponent for a live or correspondence game, or join a table that is waiting for players.

## Quick match

quick-match = Quick match
quick-match-help = One click pairs you with someone who wants the same game.
players-count =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
quick-for = { $game } for { $count }
seek-own = Custom game
seek-game = Game
seek-players = Players
seek-last = My last set-up: { $parts }
seek-rated = Rated game
seek-rated-help = The result affects both players’ ratings. Registered players only.
seek-range = Only opponents rated { $least } to { $most }
seek-range-choose = Limit the opponent’s rating
seek-least = Minimum rating
seek-most = Maximum rating
seek-start = Look for players
seek-name = Your name in the game
seeking = Looking for players…
seeking-help = Stay on this site. The game starts as soon as enough players are found.
seek-leave = Stop looking
seek-fill = Play against computer players instead
seeks = Players looking for a game
seeks-none = No one is looking for a game right now. Be the first.
seek-accept = Play
seek-accept-of = Play with { $name }
seek-yours = Your request
name-rated = { $name } ({ $rating })
unrated = Unrated

## Open tables

open-tables = Public tables
open-tables-none = No tables match.
filter-game = Game
filter-game-all = All games
filter-clock = Time control
filter-clock-all = Any
filter-clock-live = Live
filter-clock-days = Correspondence
filter-clock-none = No clock
filter-open = Seats
filter-open-all = Any
filter-open-yes = With a free seat
filter-open-no = Watch only
filter-rated = Rating
filter-rated-all = Any
open-more = Show more
seats-free =
    { $count ->
        [0] no free seats
        [one] { $count } free seat
       *[other] { $count } free seats
    }

## Challenges

challenges = Challenges
challenge-make = Challenge a player
challenge-make-help = Enter a player’s name. They’ll see your challenge wherever they’re signed in, and no one else can take their seat.
challenge-name = Player’s name
challenge-send = Challenge
challenge-sign-in = Sign in to challenge players by name. To invite a friend without an account, send them a link to your table.
challenge-to = You challenged { $name }
challenge-cancel = Withdraw
challenge-until = until { $time }
challenge-sent = Challenge sent to { $name }.
challenges-none = No open challenges.

## Access

access = Who can join
access-choose = Access
access-public = Public: listed in the lobby
access-link = Anyone with the link
access-invited = Only people I invite
access-names = Names of the invited players, separated by commas
access-spectators = Allow spectators
access-spectators-help = When off, only the players can see the game until it’s over.
access-tag-invited = Invitation only
access-tag-closed = No spectators

## Home page

find-players = Find an opponent
featured = Games in progress
featured-watch = Watch
featured-left =
    { $count ->
        [one] { $count } tile left
       *[other] { $count } tiles left
    }
featured-board = Current board
