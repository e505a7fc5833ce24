### What games came to: ratings, people, the archive.

## Rated tables

rated-choose = Rated game
rated-choose-help = The result changes the ratings of those who play. Between accounts only: the other seats stay open for people, and whoever runs out of time loses.
rated-needs-account = For rated games you need an account.
rated-to-account = Sign in or make one

## Speeds, fields, ends

speed = Speed
turns-count =
    { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }

## People

person-you = This is you.
person-since = Account since { $date }
ratings = Ratings
ratings-none = No rated games yet.
rating-games =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
rating-provisional = provisional
rating-provisional-help = Fewer than ten games: the rating still says little.
rating-range = may be wrong by { $deviation }
rating-history = Rating over time
rating-history-of = { $class }: { $from } at first, { $to } now, { $least } to { $most } between.
rating-table = The ratings as a table
games-played = Games
games-none = No games to show.
games-more = Show more
games-download = All of these games as a file (NDJSON)
when = When
rating = Rating
game = Game

## Statistics

statistics = Statistics
statistics-help = Of the newest 2,000 games that you may see.
stat-games = Games
stat-won = Won
stat-shared = Shared
stat-rate = Share won
stat-points-of = { $game }: points a game, by kind
stat-kind = Kind
stat-average = A game
stat-by-seat = By seat
stat-seat = Seat
stat-seat-of = { $seat } of { $seats }
stat-by-setup = By set-up
stat-against = Against whom
stat-opponent = Who
stat-ahead = Ahead

## Leaderboard

leaderboard = Leaderboard
leaderboard-help = Ratings of rated games between accounts: by game, speed and number of players. Who has played fewer than ten games comes last.
leaderboard-none = Nobody has a rating here yet.
leader-place = Place
leader-name = Name
leader-page = Show more

## Archive

archive = Archive
archive-help = Games that ended: public ones of everybody, and all of your own.
archive-whose = Whose games
archive-all = Everybody’s public games
archive-mine = My games
archive-player = Player
archive-result = Result of that player
archive-any = Any
archive-won = Won
archive-shared = Shared
archive-lost = Lost
archive-expansion = Expansion
archive-how = How it ended
archive-over = By the rules
archive-from = From
archive-to = To
archive-least = Turns, at least
archive-most = Turns, at most
archive-rated-only = Rated games only
archive-search = Search
archive-reset = Clear
archive-more-filters = More filters
archive-found =
    { $count ->
        [0] No game was found. Try fewer filters.
        [one] { $count } game.
       *[other] { $count } games.
    }
archive-alike = Played alike
archive-alike-only = Only games with the same set-up
