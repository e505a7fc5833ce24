### Game results: ratings, profiles, archive.

## Rated tables

rated-choose = Rated game
rated-choose-help = The result affects the players’ ratings. Only registered players can join, computer players aren’t allowed, and running out of time loses the game.
rated-needs-account = You need an account to play rated games.
rated-to-account = Sign in or create one

## Speeds, player counts, results

speed = Speed
turns-count =
    { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }

## People

person-you = This is you.
person-since = Joined { $date }
person-edit = Edit profile
ratings = Ratings
ratings-none = No rated games yet.
rating-games =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
rating-provisional = provisional
rating-provisional-help = Based on fewer than ten games, so still uncertain.
rating-range = uncertainty: ±{ $deviation }
rating-history = Rating history
rating-history-of = { $class }: started at { $from }, now { $to }, ranging from { $least } to { $most }.
rating-chart-later =
    { $count ->
        [one] A chart appears after { $count } rated game.
       *[other] A chart appears after { $count } rated games.
    }
rating-table = Ratings as a table
games-played = Games
games-none = No games to show.
games-more = Show more
games-download = Download these games (NDJSON)
when = Date
rating = Rating
game = Game

## Statistics

statistics = Statistics
statistics-help = Based on the 2,000 most recent games you can see.
stat-games = Games
stat-won = Won
stat-shared = Shared wins
stat-rate = Win rate
stat-points-of = { $game }: average points by source
stat-kind = Source
stat-average = Per game
stat-by-seat = By seat
stat-seat = Seat
stat-seat-of = { $seat } of { $seats }
stat-by-setup = By set-up
stat-against = Opponents
stat-opponent = Opponent
stat-ahead = Finished ahead

## Leaderboard

leaderboard-help = Ratings by game, speed and number of players. Players with fewer than ten rated games are listed last.
leaderboard-none = No ratings here yet.
leader-place = Rank
leader-name = Name
leader-page = Show more

## Players

people-help = Find a player by name, or see who is online. Ratings are for the game you choose here.
people-search = Find a player
people-search-help = Type the beginning of a name.
people-begins = Names that begin with “{ $text }”
people-begins-none = No name begins with “{ $text }”. Check the spelling.
people-online = Online now
people-online-none = No registered players are online right now.
people-best = Best players
people-best-all = Full leaderboard
people-recent = Recently active
people-recent-none = No public games have been played yet.
people-is-online = online
people-watch = Watch
people-watch-of = Watch { $name } play
people-challenge-of = Challenge { $name }
people-unrated = no rating

## Archive

archive-help = Finished games: all public games and all of your own.
archive-whose = Whose games
archive-all = All public games
archive-mine = My games
archive-player = Player
archive-result = Result of this player
archive-any = Any
archive-won = Won
archive-shared = Shared win
archive-lost = Lost
archive-expansion = Expansion
archive-how = How it ended
archive-over = Played to the end
archive-from = From
archive-to = To
archive-least = Minimum turns
archive-most = Maximum turns
archive-rated-only = Rated games only
archive-search = Search
archive-reset = Clear
archive-more-filters = More filters
archive-found =
    { $count ->
        [0] No games found. Try fewer filters.
        [one] { $count } game.
       *[other] { $count } games.
    }
archive-alike = Same set-up
archive-alike-only = Only games with the same set-up
insights = Insights
