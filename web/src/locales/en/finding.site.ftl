### Finding a game: the lobby, quick match, challenges, playing again, and who may come to a table.

lobby-lead = Find somebody to play with: at once, by the day, or at a table that waits for players.

## Quick match

quick-match = Quick match
quick-match-help = One click: whoever wants the same plays with you.
players-count =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
seek-own = Something else
seek-game = Game
seek-players = Players
seek-last = As I set it up last: { $parts }
seek-rated = Rated game
seek-rated-help = The result counts for the ratings of both. For accounts only.
seek-range = Only opponents rated from { $least } to { $most }
seek-range-choose = Opponents by rating
seek-least = Lowest rating
seek-most = Highest rating
seek-start = Look for players
seek-name = Your name in the game
seeking = Looking for players …
seeking-help = Stay on this site: the game begins as soon as everybody is found.
seek-leave = Stop looking
seek-fill = Play with the computer instead
seeks = Who is looking for players
seeks-none = Nobody is looking just now. Be the first.
seek-accept = Play
seek-accept-of = Play with { $name }
seek-yours = This is you
rating-of = rated { $points }
unrated = Not rated

## Open tables

open-tables = Public tables
open-tables-none = There is no such table just now.
filter-game = Game
filter-game-all = All games
filter-clock = Clock
filter-clock-all = Any clock
filter-clock-live = Played together
filter-clock-days = Days a turn
filter-clock-none = No clock
filter-open = Seats
filter-open-all = Any
filter-open-yes = With a free seat
filter-open-no = To watch
filter-rated = Rating
filter-rated-all = Any
open-more = Show more
seats-free =
    { $count ->
        [0] no seat free
        [one] { $count } seat free
       *[other] { $count } seats free
    }

## Challenges

challenges = Challenges
challenge-make = Challenge somebody
challenge-make-help = Type the name of an account. They are asked wherever they are signed in; nobody else can take the seat.
challenge-name = Name of the account
challenge-send = Challenge
challenge-sign-in = Sign in to challenge somebody by name. To a friend without an account you send the link of a table.
challenge-to = You challenge { $name }
challenge-cancel = Take back
challenge-until = until { $time }
challenge-sent = { $name } has been asked.
challenges-none = Nobody challenges you just now.

## Who may come

access = Who may come
access-choose = The table is
access-public = public: everybody finds it in the lobby
access-link = for everybody who has the link
access-invited = for those alone whom I invite
access-names = Names of their accounts, with commas between them
access-spectators = Others may watch
access-spectators-help = Without it only players see the game while it goes on.
access-tag-invited = By invitation
access-tag-closed = Nobody may watch

## First page

find-players = Find somebody to play with
featured = Being played now
featured-watch = Watch
featured-left =
    { $count ->
        [one] { $count } tile left
       *[other] { $count } tiles left
    }
featured-board = The board as it lies now
