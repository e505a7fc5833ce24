### General messages of the pages.

## Everywhere

home = Bastide home page
site = Site
puzzles = Puzzles
rules = Rules
rule = Rule
rule-unknown = There is no rule { $id }.
rule-open-all = Open the full rules
rule-choice = Rule option “{ $name }”
rule-at = “{ $name }: { $value }”
rule-choice-usual = { $value } (default)
clause-link = Rule { $id }
help = Help
settings = Settings
language = Language
theme = Theme
theme-auto = System
theme-light = Light
theme-dark = Dark
text-size = Text size
text-size-normal = Normal
text-size-large = Large
text-size-tv = For a TV
surface = Table
surface-wood = Wood
surface-felt = Felt
surface-slate = Slate
text-board = Text board
board-settings = Board
setting-patterns = Use patterns as well as colours
setting-patterns-help = Helps you tell players apart without relying on colour.
setting-animation = Animations
setting-animation-help = Animates tiles and pieces. Always off if your system asks for reduced motion.
setting-confirm = Confirm moves
confirm-always = Always
confirm-undo = At the end of a turn
confirm-never = Never
confirm-always-help = Confirm the tile and the follower separately.
confirm-undo-help = You can move the tile until you end the turn. To end it, use the button or click your choice again.
confirm-never-help = You can move the tile until you choose a follower. That ends your turn.
setting-spots = Show legal places
setting-spots-help = When off, places only appear under the pointer.
setting-coordinates = Coordinates
setting-coordinates-help = Always show column and row numbers along the edges of the board, counting from the start tile.
close = Close
loading = One moment…
seconds = { NUMBER($seconds, maximumFractionDigits: 1) } s
lost-page = Page not found
lost-page-help = Check the address, or start from the home page.
lost-home = Go to the home page
unloaded-page = This page couldn’t be loaded
unloaded-page-help = You’re offline, or the server can’t be reached. The page opens as soon as you’re back online.
error-offline = Can’t reach the server. Check your connection and try again.
error-unknown = Something went wrong. Try again.
error-bad_message = The server couldn’t understand the message. Reload the page and try again.
error-already_started = This game has already started. Reload the page to watch it.
error-bad_range = That position doesn’t exist in this game.
error-not_found = There’s nothing at this address.
error-method = The server doesn’t support this kind of request. Reload the page.
error-origin = The server doesn’t accept requests from this address. Open the page at the server’s own address.
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

## Home page

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
part-all = All rules
options = Rule options

## Waiting room

invite-link = Link to this table
copy-link = Copy link
copied = Copied
away = away

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
your-turn = Your turn
turn-yours-place = Your turn: place the tile
turn-yours-deploy = Your turn: place a follower?
turn-yours-abbey = Your turn: place your abbey or draw a tile?
turn-yours-wagon = Your turn: move your wagon?
turn-yours-capture = Your turn: take a prisoner?
turn-yours-exchange = Your turn: which prisoner do you want back?
turn-yours-dragon = Your turn: move the dragon
turn-yours-enter = Your turn: move followers out of the City of Carcassonne to join the scoring?
turn-yours-courtier = Your turn: place a follower in the City of Carcassonne?
turn-yours-count = Your turn: move the count?
turn-yours-escape = Your turn: let a knight escape?
turn-yours-ransom = Your turn: buy a prisoner back?
turn-yours-double = Your turn: place another tile?
turn-yours-phantom = Your turn: place your phantom too?
turn-yours-mage-witch = Your turn: move the mage or the witch
turn-yours-other = Your turn
turn-local-place = Your turn, { $name }: place the tile
turn-local-deploy = { $name }: place a follower?
turn-local-abbey = { $name }: place your abbey or draw a tile?
turn-local-wagon = { $name }: move your wagon?
turn-local-capture = { $name }: take a prisoner?
turn-local-exchange = { $name }: which prisoner do you want back?
turn-local-dragon = { $name }: move the dragon
turn-local-enter = { $name }: move followers out of the City of Carcassonne to join the scoring?
turn-local-courtier = { $name }: place a follower in the City of Carcassonne?
turn-local-count = { $name }: move the count?
turn-local-escape = { $name }: let a knight escape?
turn-local-ransom = { $name }: buy a prisoner back?
turn-local-double = { $name }: place another tile?
turn-local-phantom = { $name }: place your phantom too?
turn-local-mage-witch = { $name }: move the mage or the witch
turn-local-other = Your turn, { $name }
turn-theirs-place = { $name } is placing a tile
turn-theirs-deploy = { $name } can place a follower
turn-theirs-other = Waiting for { $name }
turn-theirs-abbey = { $name } can place an abbey
turn-theirs-wagon = { $name } can move a wagon
turn-theirs-capture = { $name } can take a prisoner
turn-theirs-exchange = { $name } is choosing a prisoner to get back
turn-theirs-dragon = { $name } is moving the dragon
turn-theirs-enter = { $name } can move followers out of the City of Carcassonne
turn-theirs-courtier = { $name } can place a follower in the City of Carcassonne
turn-theirs-count = { $name } can move the count
turn-theirs-escape = { $name } can let a knight escape
turn-theirs-ransom = { $name } can buy a prisoner back
turn-theirs-double = { $name } can place another tile
turn-theirs-phantom = { $name } can place a phantom too
turn-theirs-mage-witch = { $name } is moving the mage or the witch
your-hand = Tiles in hand
hand-of = { $name } holds { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
hand-back = Hidden tile
hand-pick = Place this tile: { $tile }
hand-nowhere = { $tile } (doesn’t fit anywhere right now)
hand-covered = { $name }’s tiles are hidden.
show-hand = Show my tiles
bonus-tile = Bonus tile
bonus-left =
    { $count ->
        [0] No bonus tiles left
        [one] { $count } bonus tile left
       *[other] { $count } bonus tiles left
    }
turn-yours-bonus = Your turn: place the bonus tile
turn-local-bonus = { $name }: place the bonus tile
turn-theirs-bonus = { $name } is placing a bonus tile
turn-yours-shaman = Your turn: use the shaman to take a member back?
turn-local-shaman = { $name }: use the shaman to take a member back?
turn-theirs-shaman = { $name } can use the shaman to take a member back
turn-of = during { $name }’s turn
turn-doubled = Double turn
turn-second = Double turn: second tile
steps-left =
    { $count ->
        [one] { $count } step left
       *[other] { $count } steps left
    }
chance = Drawing a tile
game-over = The game is over
thinking = { $name } is thinking
pass-device = Pass the device to { $name }
tiles-left =
    { $count ->
        [0] No tiles left
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
        [one] { $laps } lap around the score track
       *[other] { $laps } laps around the score track
    }
track-score =
    { $laps ->
        [0] { $name }: { $score }.
        [one] { $name }: { $score }, { $laps } lap around the score track.
       *[other] { $name }: { $score }, { $laps } laps around the score track.
    }
offline = Connection lost. Retrying in { $seconds } s. Your game is safe on the server.
reconnecting = Connecting…
retry-now = Retry now

## Deciding

your-choice = Your move
hint-place = Choose a place on the board
hint-place-turn = Choose a place. ↻ means the tile will rotate to fit.
hint-placed = Choose the place again to rotate, then confirm
hint-figure = Choose a part of the tile, or skip this step
hint-figure-chosen = Confirm, or choose another part
hint-other = Make your choice
hint-chosen = Confirm, or choose another
hint-portal = Choose where the portal leads
hint-tower = Choose a tower to build on or climb
hint-fairy = Choose a follower for the fairy to stand beside
hint-princess = Choose a knight for the princess to send home
hint-festival = Choose a figure to take back
hint-mage = Choose a road or city for the mage
hint-witch = Choose a road or city for the witch
hint-withdraw = There is nowhere to go. Choose which of the two leaves the board.
hint-ransom = Choose a prisoner to buy back
hint-exchange = Choose a prisoner to get back
hint-capture = Choose a follower to take prisoner
hint-dragon = Choose where to move the dragon
hint-count = Choose a quarter for the count
hint-courtier = Choose a quarter
hint-move = Choose where to move
hint-escape = Choose which knight escapes
hint-hand = Choose a tile in your hand, then a place on the board
hint-remove = Choose a follower to take back and score
hint-remove-chosen =
    { $points ->
        [one] Confirm to take it back and score { $points } point
       *[other] Confirm to take it back and score { $points } points
    }
hint-shaman = Choose a member to take back
what-to-do = Action
mode-place = Tile
mode-figure = Figure
mode-portal = Portal
mode-tower = Tower
mode-fairy = Fairy
mode-princess = Princess
mode-festival = Festival
mode-mage = Mage
mode-witch = Witch
mode-ransom = Ransom
mode-remove = Score
mode-shaman = Member
choices-many =
    { $count ->
        [one] { $count } choice
       *[other] { $count } choices
    }
choice-before = Previous choice
choice-next = Next choice
act-build = Tower piece
act-again = Place another tile
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
pass-wagon = Take the wagon back
pass-capture = Don’t take a prisoner
pass-enter = Leave them there
pass-courtier = Don’t place a courtier
pass-phantom = Don’t place the phantom
pass-count = Leave the count where he is
pass-escape = Don’t let anyone escape
pass-ransom = Keep the points
pass-double = End the turn
pass-shaman = Don’t take anyone back
rotate = Rotate
take-back = Undo
confirm = Confirm
no-figure = No follower
no-figure-short = None
answer-pass = Pass
which-figure = Choose a figure
figure-of = { $name }’s { $role }
spot = Place { $number } of { $count }: { $place }
spot-chosen = Place { $number } of { $count }: { $place }, tile placed here, rotation { $turn } of { $turns }
choice = { $number }: { $role }, { $kind }
choice-other = { $number }: { $role }
part-side = { $what }, { $where }
side-n = north
side-ne = north-east
side-e = east
side-se = south-east
side-s = south
side-sw = south-west
side-w = west
side-nw = north-west

## Board tools

board-tools = Board tools
zoom-in = Zoom in
zoom-out = Zoom out
fit = Fit to screen
turn-board = Turn the board
show-fields = Show field owners
show-spots = Show legal places
show-guide = Show hints

## Hints

guide = Hints for this place
guide-nothing = Completes nothing
guide-free = { $kind }: { $points }, unclaimed
guide-team = { $kind }: { $points } for the team
guide-gives = { $kind }: { $what }
guide-share = { $points } for { $name }
guide-fit = Remaining tiles that fit: { $count } of { $all }.
guide-dead = No remaining tile can ever fit here.
guide-next = Chance that the next tile fits: { $chance }%.
guide-soon =
    { $count ->
        [one] Chance that the next tile fits: { $chance }%.
       *[other] Chance that one of the next { $count } tiles fits: { $chance }%.
    }

## Tournament tables

plain-table = Tournament table (no hints)
plain-tag = no hints
plain-table-help = No hints during the game: points of places and features, owners of fields and the tiles left are shown only afterwards. Rated games have none by default.

## Panels

panels = Details
panel-log = Score log
panel-tiles = Tiles
panel-features = Features
panel-projected = Forecast
log-empty = No points scored yet.
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
times = Copies: { $count }
discarded = Removed from the game
aside = Set aside, to be shuffled in later
stock = Tokens still in the supply
taken-out = Removed before the first turn
tiles-with-hidden = Includes tiles hidden in other players’ hands.
plain-tiles = Hints are off at this table. You’ll see the remaining tiles when the game is over.
feature-struck =
    { $count ->
        [one] { $count } crossed out
       *[other] { $count } crossed out
    }
feature-around =
    { $count ->
        [one] { $count } adjacent grassland
       *[other] { $count } adjacent grasslands
    }
mark-inn = inn
mark-cathedral = cathedral
mark-besieged = besieged
mark-carcassonne = City of Carcassonne
mark-cult-shrine = shrine
mark-mage = mage
mark-witch = witch
mark-darmstadtium = Darmstadtium
features-empty = No followers on the board yet.
features-help = What each feature would score if the game ended now.
feature-now = Current value of this feature
feature-complete = complete
feature-open =
    { $count ->
        [one] { $count } open end
       *[other] { $count } open ends
    }
feature-missing =
    { $count ->
        [one] { $count } surrounding tile missing
       *[other] { $count } surrounding tiles missing
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
feature-free = Unclaimed.
feature-scores = scores
feature-pin = Click to keep this open
show-on-board = Show
projected-help = Final scores if the game ended now, including unfinished features.
projected-parts = { $score } scored, { $more } more on the board

## The end

final-scoring = Final scoring
final-begins = The last tile has been placed. Now everything left on the board scores.
pause = Pause
play = Play
next = Next
skip = Skip
won =
    { $count ->
        [one] { $names } wins
       *[other] { $names } share the victory
    }
chart-kinds = Points by player and kind of feature
play-again = Play again
replay = Replay
recount = Show the scoring again
look-at-board = View the board
record = Save the game
commitment = Draw pile fingerprint, fixed before the first turn:
draw-pile-clause = BASE-02
seed = Draw pile seed, for checking the fingerprint:

## Replay

replay-controls = Replay
replay-position = Position in the game
replay-at = Step { $at } of { $end }, turn { $turn }
replay-first = Go to the start
replay-back = Step back
replay-forward = Step forward
replay-last = Go to the end
back-to-table = Back to the table
events = Game log
chart = Points
chart-course = Scores during the game; click to jump to a turn
chart-course-title = Points
go-to = Go to step { $seq }
events-earlier = Show earlier events
events-later = Show later events
event-placed = { $name } places a tile at { $place }
event-moved = { $name } moves a figure: { $figure }
event-returned = { $name } takes back a figure: { $figure }
event-captured = { $name } takes a prisoner from { $other }: { $figure }
event-redeemed = { $name } gets a prisoner back from { $other }: { $figure }
event-led = { $piece } moves
event-withdrawn = { $piece } leaves the board
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
event-aside = A tile is set aside for later
event-back = The set-aside tiles are shuffled in
event-left = A tile is removed from the game
event-deployed = { $name } places a figure: { $figure }
event-discarded = A tile that doesn’t fit anywhere is removed from the game
event-taken = { $name } draws: { $tile }
event-taken-hidden = { $name } draws a tile
event-takenout = A tile is removed before the first turn
event-bonus = A bonus tile is drawn

## Rules

rules-search = Search the rules
rules-part = Game or expansion
rules-found =
    { $count ->
        [0] Nothing found
        [one] { $count } rule
       *[other] { $count } rules
    }
