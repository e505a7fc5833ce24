### What a game can be set up with, and the words for what is on the board.

## Games and expansions

game-carcassonne = Carcassonne
game-carcassonne-help = Lay tiles to build cities, roads, monasteries and fields, and let your followers score them.

expansion-inns-cathedrals = Inns & Cathedrals
expansion-inns-cathedrals-help = Eighteen more tiles, a large follower for everybody and room for a sixth player; inns and cathedrals raise the stakes.

## Options

option-first_player = First player
option-first_player-help = Who takes the first turn.
option-first_player-random = Drawn at random
option-first_player-host_seat = Named by the host
option-first_player-youngest = The youngest, whom the host names

option-small_city = City of two tiles
option-small_city-help = What a completed city of exactly two tiles scores.
option-small_city-4 = 4 points: 2 a tile, 2 a pennant
option-small_city-2 = 2 points: 1 a tile, 1 a pennant

option-farmers = Farmers
option-farmers-help = Whether followers can stand on fields, which score at the end of the game.
option-farmers-true = With farmers
option-farmers-false = Without farmers

option-inn_cathedral_final = Unfinished at the end
option-inn_cathedral_final-help = What an unfinished road with an inn or city with a cathedral scores at the end of the game.
option-inn_cathedral_final-zero = Nothing
option-inn_cathedral_final-ignore = As without inn or cathedral

## Levels of computer players

level-easy = Easy
level-easy-help = Plays simply and overlooks a lot.
level-medium = Medium
level-medium-help = Weighs every move it could make now, but does not look ahead.
level-hard = Hard
level-hard-help = Looks ahead for as long as its time to think allows.

## Terms of a score

term-tiles =
    { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
term-pennants =
    { $count ->
        [one] { $count } pennant
       *[other] { $count } pennants
    }
term-neighbours =
    { $count ->
        [one] { $count } neighbouring tile
       *[other] { $count } neighbouring tiles
    }
term-cities =
    { $count ->
        [one] { $count } completed city
       *[other] { $count } completed cities
    }

## Kinds of feature

kind-city = City
kind-road = Road
kind-monastery = Monastery
kind-field = Field

## Figures and their roles

figure-follower = Follower
figure-large = Large follower
role-knight = Knight
role-highwayman = Highwayman
role-monk = Monk
role-farmer = Farmer
