### The words of the pages themselves.

## Everywhere

home = Bastide, first page
site = Site
rules = Rules
rule = A rule
rule-unknown = There is no rule { $id }.
rule-open-all = Open the whole rule reference
rule-choice = Choice of the set-up “{ $name }”
rule-at = “{ $name }: { $value }”
rule-choice-usual = { $value } (usual)
clause-link = Rule { $id }
help = Help
settings = Settings
language = Language
theme = Colours
theme-auto = Like the system
theme-light = Light
theme-dark = Dark
surface = Table
surface-wood = Wood
surface-felt = Felt
surface-slate = Slate
board-settings = Board
setting-patterns = Patterns as well as colours
setting-patterns-help = Tells players apart without relying on colour.
setting-animation = Movement
setting-animation-help = Tiles turn, markers walk. Always off where the system asks for it.
setting-confirm = Confirming
confirm-always = Always
confirm-undo = At the end of a turn
confirm-never = Never
confirm-always-help = Tile and figure are each asked for once more.
confirm-undo-help = The tile can be taken back until the turn is given: a click on what is chosen, or the button, gives it.
confirm-never-help = The tile can be taken back until a figure is chosen, which ends the turn.
setting-spots = Show legal places
setting-spots-help = Without it, a place shows itself when the pointer is over it.
setting-coordinates = Coordinates
setting-coordinates-help = Numbers along the edges of the board: columns and rows, counted from the start tile, as records write them.
close = Close
loading = One moment…
seconds = { NUMBER($seconds, maximumFractionDigits: 1) } s
lost-page = Page not found
lost-page-help = Check the address, or start from the home page.
lost-home = Go to the home page
error-offline = The server cannot be reached. Check the connection and try again.
error-unknown = Something went wrong. Try again.
error-bad_message = The server did not understand the message. Reload the page and try again.
error-already_started = This game has begun already. Reload the page to watch it.
error-bad_range = The game has no such position.
error-not_found = There is nothing at this address.
error-method = The server does not answer this kind of request. Reload the page.
error-origin = The server does not take requests from this address. Open the page at the server's own address.
part-base = Base game
tile = Tile
tile-named = Tile: { $parts }
tile-part-city =
    { $count ->
        [one] a city
       *[other] { $count } cities
    }
tile-part-road =
    { $count ->
        [one] a road
       *[other] { $count } roads
    }
tile-part-monastery =
    { $count ->
        [one] a monastery
       *[other] { $count } monasteries
    }
tile-part-field =
    { $count ->
        [one] a field
       *[other] { $count } fields
    }
points =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }

## First page

try-again = Try again
turn-number = Turn { $turn }
you = you
guest = Guest
seats = Players
seat-open = Open seat
seat-number = Player { $number }
your-name = Your name
level-of-seat = Level of player { $number }
computer-named = Computer ({ $level })
expansions = Expansions
part-all = All parts
options = Rule options

## Gathering

gathering = Gathering round the table
gathering-help =
    { $count ->
        [0] Everybody is here.
        [one] One seat is still open: send the link to a friend.
       *[other] { $count } seats are still open: send the link to friends.
    }
invite-link = Link to this table
copy-link = Copy link
copied = Copied
take-seat = Sit here
take-another = Take this one too
host = host
away = away
start = Begin the game
start-help =
    { $count ->
        [one] The open seat will be played by the computer.
       *[other] The open seats will be played by the computer.
    }
waiting-for-host = The host begins the game.

## At the table

board =
    { $tiles ->
        [one] Board with { $tiles } tile
       *[other] Board with { $tiles } tiles
    }
players = Players
turn = Turn
watching = You are watching
results = Results
share = Share
share-watch = Link to this table: whoever opens it can watch, or take an open seat
share-seat = { $name }: go on with this seat on another device
share-seat-help = This link opens your seat. Give it to nobody who should not play for you.
revoke = End all other links to my seat: { $name }
revoke-help = Every other link and device that holds it lets go of it; this browser stays.
revoked = Done: only this browser holds the seat now.
your-turn = Your turn
turn-yours-place = Your turn: place the tile
turn-yours-deploy = Your turn: place a follower?
turn-yours-abbey = Your turn: place your abbey, or draw a tile?
turn-yours-wagon = Your wagon may roll on
turn-yours-capture = Your turn: take a prisoner?
turn-yours-exchange = Your turn: which prisoner comes back?
turn-yours-dragon = You lead the dragon
turn-yours-enter = Your followers may leave their quarter
turn-yours-courtier = Your turn: a follower into the City of Carcassonne?
turn-yours-count = Your turn: lead the count on?
turn-yours-escape = Your turn: does a knight escape?
turn-yours-ransom = Your turn: do you buy a prisoner back?
turn-yours-double = Your turn: do you draw another tile?
turn-yours-other = Your turn
turn-local-place = { $name }: place the tile
turn-local-deploy = { $name }: place a follower?
turn-local-abbey = { $name }: place your abbey, or draw a tile?
turn-local-wagon = { $name }, your wagon may roll on
turn-local-capture = { $name }: take a prisoner?
turn-local-exchange = { $name }: which prisoner comes back?
turn-local-dragon = { $name }, you lead the dragon
turn-local-enter = { $name }, your followers may leave their quarter
turn-local-courtier = { $name }: a follower into the City of Carcassonne?
turn-local-count = { $name }: lead the count on?
turn-local-escape = { $name }: does a knight escape?
turn-local-ransom = { $name }: do you buy a prisoner back?
turn-local-double = { $name }: do you draw another tile?
turn-local-other = { $name }, it is your turn
turn-theirs-place = { $name } is placing a tile
turn-theirs-deploy = { $name } is choosing a follower
turn-theirs-other = { $name } is to move
turn-theirs-abbey = { $name } may place an abbey
turn-theirs-wagon = { $name } may move a wagon on
turn-theirs-capture = { $name } may take a prisoner
turn-theirs-exchange = { $name } chooses who comes back
turn-theirs-dragon = { $name } leads the dragon
turn-theirs-enter = { $name } may take followers out of a quarter
turn-theirs-courtier = { $name } may place a follower in the City of Carcassonne
turn-theirs-count = { $name } may lead the count on
turn-theirs-escape = { $name }: a knight may escape
turn-theirs-ransom = { $name } may buy a prisoner back
turn-theirs-double = { $name } may draw another tile
your-hand = Tiles in hand
hand-of = { $name } holds { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
hand-back = A tile that is hidden from you
hand-pick = Place this one: { $tile }
hand-nowhere = { $tile }, which fits nowhere now
hand-covered = The tiles of { $name } are covered.
show-hand = Show my tiles
bonus-tile = Bonus tile
bonus-left =
    { $count ->
        [0] No bonus tile left
        [one] { $count } bonus tile left
       *[other] { $count } bonus tiles left
    }
turn-yours-bonus = A bonus tile for you: place it
turn-local-bonus = { $name }: a bonus tile! Place it
turn-theirs-bonus = { $name } is placing a bonus tile
turn-yours-shaman = Your turn: does the shaman call a member back?
turn-local-shaman = { $name }: does the shaman call a member back?
turn-theirs-shaman = { $name } may call a member back
turn-of = in the turn of { $name }
turn-doubled = Double turn
turn-second = Double turn: the second tile
steps-left =
    { $count ->
        [one] { $count } step left
       *[other] { $count } steps left
    }
chance = A tile is being drawn
game-over = The game is over
thinking = { $name } is thinking
pass-device = Pass the device to { $name }
tiles-left =
    { $count ->
        [0] No tile left
        [one] { $count } tile left
       *[other] { $count } tiles left
    }
supply = In supply: { $supply }
supply-empty = none left
holds = Holds: { $tokens }
prisoners = Prisoners: { $prisoners }
token-abbey = Abbey tile
token-tower = Tower pieces
laps =
    { $laps ->
        [one] once round the track
       *[other] { $laps } times round the track
    }
track-score =
    { $laps ->
        [0] { $name }: { $score }.
        [one] { $name }: { $score }, once round the track.
       *[other] { $name }: { $score }, { $laps } times round the track.
    }
offline = The connection is gone. Next attempt in { $seconds } s. Your game is safe on the server.
reconnecting = Connecting…
retry-now = Try now

## Deciding

your-choice = Your move
hint-place = Choose a place on the board
hint-placed = Choose again to turn it, then confirm
hint-figure = Choose a part of the tile, or leave it empty
hint-figure-chosen = Confirm, or choose another part
hint-other = Choose
hint-chosen = Confirm, or choose another
hint-portal = Choose where the portal leads
hint-tower = Choose a tower to build on or to climb
hint-fairy = Choose whom the fairy stands by
hint-princess = Choose the knight whom the princess sends home
hint-ransom = Choose whom to buy back
hint-exchange = Choose who comes back
hint-capture = Choose whom to take prisoner
hint-dragon = Choose where the dragon goes
hint-count = Choose the count’s quarter
hint-courtier = Choose a quarter
hint-move = Choose where to go
hint-escape = Choose the knight who escapes
hint-hand = Choose a tile of your hand, then a place on the board
hint-remove = Choose the follower that comes home with points
hint-remove-chosen =
    { $points ->
        [one] It comes home with { $points } point
       *[other] It comes home with { $points } points
    }
hint-shaman = Choose the member who comes back
what-to-do = What to do
mode-place = Tile
mode-figure = Figure
mode-portal = Portal
mode-tower = Tower
mode-fairy = Fairy
mode-princess = Princess
mode-ransom = Ransom
mode-remove = Score
mode-shaman = Member
choices-many =
    { $count ->
        [one] { $count } to choose from
       *[other] { $count } to choose from
    }
choice-before = The choice before
choice-next = The next choice
act-build = Tower piece
act-again = Draw another tile
tower-high =
    { $count ->
        [0] Foundation
        [one] Tower, { $count } storey
       *[other] Tower, { $count } storeys
    }
tile-at = Tile at { $place }
way-0 = North
way-1 = East
way-2 = South
way-3 = West
captive-held = { $figure }, held by { $name }
figure-in-role = { $figure } ({ $role })
pass-nothing = Nothing
pass-abbey = Draw a tile
pass-wagon = Take it home
pass-capture = Nobody
pass-enter = Nobody leaves
pass-courtier = Nobody
pass-count = He stays
pass-escape = Nobody escapes
pass-ransom = Keep the points
pass-double = End the turn
pass-shaman = Nobody
rotate = Turn
take-back = Take back
confirm = Confirm
no-figure = No follower
no-figure-short = None
answer-pass = Pass
which-figure = Which figure
figure-of = { $role } of { $name }
spot = Place { $number } of { $count }: { $place }
spot-chosen = Place { $number } of { $count }: { $place }, the tile lies here, position { $turn } of { $turns }
choice = { $number }: { $role }, { $kind }
choice-other = { $number }: { $role }

## Tools of the board

board-tools = Tools of the board
zoom-in = Zoom in
zoom-out = Zoom out
fit = Show everything
show-fields = Show fields by owner
show-spots = Show legal places
show-guide = Show what places do

## What places do

guide = What this place does
guide-nothing = Completes nothing
guide-free = { $kind }: { $points }, nobody’s yet
guide-team = { $kind }: { $points } for the team
guide-gives = { $kind }: { $what }
guide-share = { $points } for { $name }
guide-fit = Of { $all } tiles left { $count } fit here.
guide-dead = Nothing that is left can ever lie here.
guide-next = The next tile drawn: { $chance } %.
guide-soon =
    { $count ->
        [one] At least one of the next { $count }: { $chance } %.
       *[other] At least one of the next { $count }: { $chance } %.
    }

## Plain tables

plain-table = Plain table
plain-table-help = Nobody is helped while the game goes on: what places do, and which tiles are left, is told when it is over.

## Panels

panels = Details
panel-log = Scores
panel-tiles = Tiles
panel-features = Worth
panel-projected = Forecast
log-empty = Nobody has scored yet.
terms-join = { " + " }
term-each = { $what } × { $each }
scored-city-finished = City completed
scored-city-unfinished = Unfinished city
scored-road-finished = Road completed
scored-road-unfinished = Unfinished road
scored-monastery-finished = Monastery completed
scored-monastery-unfinished = Unfinished monastery
announce-scored =
    { $points ->
        [one] { $name }: { $what }, { $points } point.
       *[other] { $name }: { $what }, { $points } points.
    }
times = { $count } of them
discarded = Out of the game
aside = Put aside, to be shuffled in later
stock = Tokens that nobody has yet
taken-out = Taken out before the first turn
tiles-with-hidden = Tiles in hidden hands are counted among these.
plain-tiles = This is a plain table: which tiles are left is told when the game is over.
feature-struck =
    { $count ->
        [one] { $count } struck out
       *[other] { $count } struck out
    }
feature-around =
    { $count ->
        [one] { $count } grassland around
       *[other] { $count } grasslands around
    }
mark-inn = inn
mark-cathedral = cathedral
mark-besieged = besieged
mark-carcassonne = City of Carcassonne
features-empty = Nobody stands on anything yet.
features-help = What each feature would score if the game ended now.
feature-now = What this feature would score now
feature-complete = complete
feature-open =
    { $count ->
        [one] { $count } open end
       *[other] { $count } open ends
    }
feature-missing =
    { $count ->
        [one] { $count } tile missing around
       *[other] { $count } tiles missing around
    }
feature-tiles =
    { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
feature-cities =
    { $count ->
        [one] { $count } completed city
       *[other] { $count } completed cities
    }
feature-free = Nobody stands here.
feature-scores = scores
feature-pin = Click to keep this open
show-on-board = Show
projected-help = The score if the game ended now, everything unfinished counted.
projected-parts = { $score } scored, { $more } more on the board

## The end

final-scoring = Final scoring
final-begins = The last tile is placed. What is still on the board is counted now.
pause = Pause
play = Play
next = Next
skip = Skip
won =
    { $count ->
        [one] { $names } wins
       *[other] { $names } share the victory
    }
chart-kinds = Points of each player by kind of feature
play-again = Play again
replay = Replay
recount = Count once more
look-at-board = Look at the board
record = Save the record
commitment = Seal of the draw pile, which was fixed before the first turn:
draw-pile-clause = BASE-02
seed = Seed of the draw pile, by which its seal can be checked:

## Replay

replay-controls = Replay
replay-position = Position in the game
replay-at = Step { $at } of { $end }, turn { $turn }
replay-first = To the start
replay-back = Step back
replay-forward = Step forward
replay-last = To the end
back-to-table = Back to the table
events = What happened
chart = Points
chart-course = Scores over the game; click to go there
chart-course-title = Points
go-to = Go to step { $seq }
events-earlier = Show earlier ones
events-later = Show later ones
event-placed = { $name } places a tile at { $place }
event-moved = { $name } moves: { $figure }
event-returned = { $name } takes home: { $figure }
event-captured = { $name } takes a prisoner of { $other }: { $figure }
event-redeemed = { $name } gets back from { $other }: { $figure }
event-led = { $piece } moves
event-built =
    { $count ->
        [one] { $name } builds a tower, { $count } storey high
       *[other] { $name } builds a tower, { $count } storeys high
    }
event-tokens =
    { $count ->
        [1] { $name } gets: { $token }
       *[other] { $name } gets: { $token } × { $count }
    }
event-aside = A tile is put aside for later
event-back = The tiles put aside are shuffled in
event-left = A tile is left out of the game
event-deployed = { $name } places: { $figure }
event-discarded = A tile that fits nowhere leaves the game
event-taken = { $name } takes into hand: { $tile }
event-taken-hidden = { $name } takes a tile into hand
event-takenout = A tile is taken out before the first turn
event-bonus = A bonus tile is drawn

## Rules

rules-search = Search the rules
rules-part = Part of the rules
rules-found =
    { $count ->
        [0] Nothing found
        [one] { $count } rule
       *[other] { $count } rules
    }

## Help

help-place = Choose one of the marked places: the tile lies there. Choose it again, or press R, to turn it through the positions that fit. Confirm when you like it; until then everything can be taken back.
help-figure = Then you may place a follower on a part of the new tile that lights up, or none.
help-modes = With expansions there may be more to do instead: build a tower, lead the fairy, pay a ransom. Choose what to do above the choices; many of them are stepped through with the arrows.
help-score = What is complete scores at once; the rest is counted at the end.
help-look = Drag to move the board, pinch or wheel to zoom. Point at a figure, a city or a field to see what it would score; on a touch screen, press long.
help-guide = The lamp beside the board shows what places do: what the tile would complete at each and for whom, a cross where nothing that is left can ever lie, and, for the place that you point at, how likely it is to be filled. A dashed sign is a feature that nobody is on yet; a faint one asks for the tile to be turned.
keys = Keys
key-move = Move among the legal places
key-rotate = Turn the tile
key-confirm = Confirm
key-back = Take back
key-choose = A place by its number, then a part of the tile
key-mode = What else to do
key-pass = No follower
key-fit = Show the whole board
key-zoom = Zoom
key-fields = Fields by owner
key-spots = Legal places
key-guide = What places do
key-hand = The other tile of the hand
key-inspect = What the next feature would score
key-help = This help
