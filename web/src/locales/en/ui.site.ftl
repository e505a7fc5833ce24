### General messages of the pages.

## Home page

home-title = A whole world, tile by tile
home-lead = Walled towns, mammoth country, an unknown coast, or ghosts in the mist to fight off together. Choose a game and play against computer players, with friends on one screen, or with friends far away.
home-lead-device = Walled towns, mammoth country, an unknown coast, or ghosts in the mist to fight off together. Choose a game and play against computer players or with friends on one screen.
choose-game = Choose a game
all-games = All games
players-range = { $least }–{ $most } players
setup-reset = Reset to defaults
home-lessons = Lessons
play-now = Play now
play-friend = Play with a friend
starts-help = Starts { $game } with the settings you used last, or the usual ones if you’re new.
make-table = Create table
my-tables = My games
my-tables-others = Other games
my-tables-empty = Games you start or join will appear here.
join = Join friends
join-help = Open the link your friend sent you, or paste it here.
join-link = Table link
join-go = Go
join-no-link = That’s not a link to a table. Table links end in /t/ followed by twelve letters or digits.
phase-gathering = Waiting for players
phase-playing = In progress
phase-finished = Finished
seat-kind = Player in seat { $number }
seat-human = On this device
seat-bot = Computer
seat-open-help = A friend can join with the link.
seat-add = Add a player
seat-remove = Remove seat { $number }
seats-full = This set-up allows at most { $most } players.
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
first-seat = First player
first-seat-youngest = First player, chosen by the youngest

## Tournament tables

plain-choose = Tournament table (no hints)

## Guided game

guided-offer = New here? Learn the game in ten short steps on a real board. It takes about five minutes.
guided-begin = Start the guided game
guided-decline = No, thanks

## Tabs

tab-count = { $name } ({ $count })
