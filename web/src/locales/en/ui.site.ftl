### The words of the pages themselves.

## First page

home-title = A whole world, tile by tile
home-lead = Walled towns, mammoth country, an unknown coast, or ghosts in the mist that all of you hold off together: choose a game, and play it with computer players, round one screen, or with friends far away.
choose-game = Choose a game
all-games = All games
players-range = { $least } to { $most } players
change-setup = Change the set-up
setup-reset = Back to the usual
play-now = Play now
make-table = Make the table
my-tables = My tables
my-tables-others = Other tables
my-tables-empty = Games that you begin or join will wait here.
join = Join friends
join-help = Open the link that you were sent, or paste it here.
join-link = Link to a table
join-go = Go
join-no-link = This is no link to a table: it ends in /t/ and twelve letters or digits.
phase-gathering = Waiting for players
phase-playing = Being played
phase-finished = Finished
seat-kind = Who plays in seat { $number }
seat-human = At this screen
seat-bot = Computer
seat-open-help = A friend takes it by the link.
seat-add = Add a player
seat-remove = Remove seat { $number }
seats-full = No more than { $most } can play with this set-up.
name-of-seat = Name of player { $number }
time-of-seat = Thinking time of player { $number }
expansions-all = All
expansions-none = None
part-clauses = Rules
part-clauses-of = Rules: { $part }
expansions-chosen =
    { $count ->
        [0] none chosen
        [one] { $count } chosen
       *[other] { $count } chosen
    }
first-seat = Plays first
first-seat-youngest = The youngest chose

## Plain tables

plain-choose = Plain table, as at a tournament
