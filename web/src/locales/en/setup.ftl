### Set-up options, and names of things on the board.

## Games and expansions

game-carcassonne = Carcassonne
game-carcassonne-help = Lay tiles to build cities, roads, monasteries and fields, and place followers on them to score points.

expansion-inns-cathedrals = Inns & Cathedrals
expansion-inns-cathedrals-help = Adds 18 tiles, a large follower for each player and room for a sixth player. Inns and cathedrals raise the stakes.

expansion-river = The River
expansion-river-help = The game starts with a river that winds across the board. The River II adds a fork and a volcano.

expansion-games-quarterly = Games Quarterly
expansion-games-quarterly-help = Adds 12 tiles, most of them one of a kind, for a few surprises in the draw pile.

expansion-cathars = The Cathars
expansion-cathars-help = Besieged cities are worth little to their knights and a lot to the farmers around them. A nearby monastery lets knights escape.

expansion-king-robber = The King & the Robber Baron
expansion-king-robber-help = Build the largest city or the longest road, and the king or the robber baron will reward you at the end.

expansion-count = The Count of Carcassonne
expansion-count-help = The board grows around the City of Carcassonne. Followers wait in its quarters and can join a feature just before it scores, if the count lets them.

expansion-abbey-mayor = Abbey & Mayor
expansion-abbey-mayor-help = Abbeys fill gaps on the board, mayors count pennants, wagons roll on to the next feature, and barns take over the fields.

expansion-princess-dragon = The Princess & the Dragon
expansion-princess-dragon-help = A dragon sweeps over the board, a fairy protects a follower, princesses send knights away, and portals lead anywhere.

expansion-traders-builders = Traders & Builders
expansion-traders-builders-help = Builders bring double turns, and pigs make fields worth more. When you complete a city, you get its wine, grain and cloth, even if it’s someone else’s.

expansion-tower = The Tower
expansion-tower-help = The higher a tower, the farther it reaches to take prisoners. Exchange or ransom them, or put a follower on top of the tower.

expansion-watchtowers = The Watchtowers
expansion-watchtowers-help = Each watchtower counts what is around it: followers, pennants, roads, cities or monasteries. Stand on its tile when your road or city is completed, and you get its points as well.

expansion-festival = The Festival
expansion-festival-help = When you place a tile with the festival, you can take back one of your figures from anywhere on the board.

expansion-phantom = The Phantom
expansion-phantom-help = Everyone gets a phantom, a second follower that you can place in the same turn after your other action.

expansion-darmstadt = Darmstadt
expansion-darmstadt-help = Three tiles. A completed city with the Darmstadtium scores 3 more points; a completed church gives 3 points to the player with the most followers around it.

expansion-spiel-fair = Spiel fair
expansion-spiel-fair-help = Seven tiles of the fair in Essen. They add no rules.

expansion-spiel-doch = Spiel Doch!
expansion-spiel-doch-help = Two tiles that begin the board instead of the start tile.

expansion-winter = Winter Edition
expansion-winter-help = Twelve more tiles. They add no rules.

expansion-wind-roses = The Wind Roses
expansion-wind-roses-help = The board begins with a wind rose, which divides it into four quarters. Place a tile with a quarter of the rose in the quarter it names, and you get 3 points at once.

expansion-cult = The Cult
expansion-cult-help = Six shrines, scored like monasteries. A shrine beside a monastery challenges it: if both are occupied, the one that is completed first scores, and the other scores nothing.

expansion-mage-witch = Mage & Witch
expansion-mage-witch-help = Place a tile with the mage’s hat, and you must move the mage or the witch to an unfinished road or city. The mage adds a point for each tile there; the witch halves what it scores.

## Elements of an expansion that can be left out

left-out = without: { $elements }
tile-copied = { $count } copies of every tile
element-inns = Inns and cathedrals
element-large = Large followers
element-river = The river at the start
element-pig-herds = Pig herds
element-siege = Sieges
element-king = The king
element-robber = The robber baron
element-count = The City of Carcassonne and its count
element-abbeys = Abbeys
element-mayors = Mayors
element-wagons = Wagons
element-barns = Barns
element-dragon = The dragon
element-fairy = The fairy
element-portals = Portals
element-princesses = Princesses
element-builders = Builders
element-pigs = Pigs
element-goods = Goods
element-towers = Towers
element-ghosts = Ghosts
element-guards = Guards
element-start-block = The large start tile
element-castles = Castles
element-cemeteries = Cemeteries
element-watchtowers = Watchtowers
element-festivals = The festival
element-phantoms = Phantoms
element-darmstadtium = The Darmstadtium
element-churches = Churches
element-wind-roses = Wind roses
element-shrines = Challenges of shrines
element-mage = The mage
element-witch = The witch

## Presets

preset = Rule set
played-by = Rules: { $preset }
played-but = with these changes:
departure = { $option }: { $value } (rule set: { $other })
this-game = This game

## Options

option-first_player = First player
option-first_player-help = Who takes the first turn.
option-first_player-random = Chosen at random
option-first_player-host_seat = Chosen by the host
option-first_player-youngest = Chosen by the youngest player

option-small_city = Two-tile cities
option-small_city-help = What a completed city of exactly two tiles scores.
option-small_city-4 = 4 points: 2 per tile, 2 per pennant
option-small_city-2 = 2 points: 1 per tile, 1 per pennant

option-farmers = Farmers
option-farmers-help = Whether followers can be placed on fields, which score at the end of the game.
option-farmers-true = With farmers
option-farmers-false = Without farmers

option-hand = Tiles to choose from
option-hand-help = Whether you place the tile you draw or choose one from your hand.
option-hand-one = One: place the tile you draw
option-hand-two_open = Two in hand, visible to everyone
option-hand-two_hidden = Two in hand, hidden from the other players
option-hand-three_open = Three in hand, visible to everyone
option-hand-three_hidden = Three in hand, hidden from the other players

option-inn_cathedral_final = Inns and cathedrals at the end
option-inn_cathedral_final-help = What unfinished roads with an inn and unfinished cities with a cathedral score at the end of the game.
option-inn_cathedral_final-zero = Nothing
option-inn_cathedral_final-ignore = The same as without an inn or cathedral

option-river = River
option-river-help = Which river the game starts with.
option-river-1 = The River
option-river-2 = The River II
option-river-both = Both rivers

option-river_start_tile = Start tile in games with a river
option-river_start_tile-help = What to do with the base game’s start tile when the river’s spring is used instead.
option-river_start_tile-shuffle = Shuffle it in
option-river_start_tile-remove = Leave it in the box

option-gq_pig_herd = Field-only tile
option-gq_pig_herd-help = Whether the Games Quarterly tile without roads and cities has a pig herd.
option-gq_pig_herd-herd = A pig herd
option-gq_pig_herd-field = An empty field

option-siege_tiles = Siege tiles
option-siege_tiles-help = Which of the two printed sets to play with; the rules are the same.
option-siege_tiles-cathars = The Cathars, 4 tiles
option-siege_tiles-besiegers = The Besiegers, 6 tiles
option-siege_tiles-both = Both, 10 tiles

option-siege_escape = Escape from a besieged city
option-siege_escape-help = Where a monastery must be for a knight to escape at the end of a turn.
option-siege_escape-cathar_tile = Next to the Cathar tile
option-siege_escape-any_city_tile = Next to any tile of the city
option-siege_escape-off = No escape

option-king_counts_carcassonne = The king and the City of Carcassonne
option-king_counts_carcassonne-help = Whether the City of Carcassonne counts as a completed city for the king.
option-king_counts_carcassonne-false = Does not count
option-king_counts_carcassonne-true = Counts as a city

option-king_robber_scoring = Points for the king and the robber baron
option-king_robber_scoring-help = What the holders of the two cards score.
option-king_robber_scoring-per_feature = 1 point per completed city or road, at the end
option-king_robber_scoring-ten = 10 points per card, at the end
option-king_robber_scoring-by_players = 15 points for one card, 40 for both, at the end
option-king_robber_scoring-continuous = 1 point each time a city or road is completed

option-count_entry = Entering the City of Carcassonne
option-count_entry-help = When a player can place a follower in a quarter of the city, as long as they don’t score on that turn.
option-count_entry-completed = When any feature worth points is completed
option-count_entry-another_scores = When another player scores

option-count_final = Leaving the city at the end
option-count_final-help = Which followers can leave the City of Carcassonne before the final scoring.
option-count_final-market_only = Only those in the market
option-count_final-any_quarter = Those in any quarter

option-count_move = The count’s move
option-count_move-help = Where the count moves when a follower is placed in the City of Carcassonne.
option-count_move-by_player = To any quarter the player chooses
option-count_move-clockwise = To the next quarter clockwise
option-count_move-follow = To that follower’s quarter

option-darmstadt_removes_monasteries = Ordinary monasteries
option-darmstadt_removes_monasteries-help = Whether two ordinary monastery tiles are taken out for the new ones.
option-darmstadt_removes_monasteries-false = All stay
option-darmstadt_removes_monasteries-true = Two are taken out

option-spiel_doch_start = Start of the board
option-spiel_doch_start-help = Whether the two tiles lie on the table at the start.
option-spiel_doch_start-true = With the pair
option-spiel_doch_start-false = With the usual start tile

option-wind_rose_parts = Parts of the rose
option-wind_rose_parts-help = Into how many parts the rose divides the board.
option-wind_rose_parts-four = Four quarters
option-wind_rose_parts-two = Two halves, north and south

option-cult_tiles = Printing
option-cult_tiles-help = Which of the two printings to play with; the rules are the same.
option-cult_tiles-6 = 6 tiles
option-cult_tiles-5 = 5 tiles

option-shrine_challenge = Shrine beside a monastery
option-shrine_challenge-help = What happens when one of two occupied neighbours is completed.
option-shrine_challenge-true = The other loses
option-shrine_challenge-false = Both score

option-carcassonne_land = The land around Carcassonne
option-carcassonne_land-help = Whether the dragon and portals can reach the land outside the walls of the City of Carcassonne.
option-carcassonne_land-closed = Out of reach
option-carcassonne_land-open = Within reach

option-abbey_at_end = Abbeys at the end
option-abbey_at_end-help = Whether abbeys can still be placed after the last tile.
option-abbey_at_end-false = Unused abbeys are lost
option-abbey_at_end-true = One last round for abbeys

option-wagon_move = Wagon movement
option-wagon_move-help = How far a wagon can move when its feature is completed.
option-wagon_move-same_tile_link = To a directly connected feature
option-wagon_move-adjacent_tiles = Within its tile or to an adjacent one

option-barn_on_barn = Several barns on a field
option-barn_on_barn-help = Whether a barn can be placed on a field that already has one.
option-barn_on_barn-false = Only when fields are joined
option-barn_on_barn-true = More barns can be placed

option-fairy = Position of the fairy
option-fairy-help = Where the fairy stands.
option-fairy-next_to_follower = Next to one follower
option-fairy-on_tile = On a tile, for every follower there

option-dragon_moves = When the dragon moves
option-dragon_moves-help = Whether followers can still score before the dragon moves.
option-dragon_moves-before_scoring = Before scoring
option-dragon_moves-after_scoring = After scoring

option-princess = The princess
option-princess-help = Whether a knight has to leave when a princess is added to a city.
option-princess-may = Can send a knight home
option-princess-must = Must send a knight home

option-builder_turn = Double turn
option-builder_turn-help = Whether the builder’s owner is asked before drawing the second tile.
option-builder_turn-may = The player can decline it
option-builder_turn-must = The second tile is always drawn
option-pig_herd_with_pigs = Pig herds in games with pigs
option-pig_herd_with_pigs-help = Whether the pig herds printed on tiles count if players also have pigs to place.
option-pig_herd_with_pigs-off = Don’t count
option-pig_herd_with_pigs-on = Count

option-tower_actions = Building towers
option-tower_actions-help = When a player can build on a tower or climb it.
option-tower_actions-every_turn = On every turn
option-tower_actions-foundation_turn = Only when placing a foundation

option-tower_takes_own = Your own followers near a tower
option-tower_takes_own-help = Whether a player who builds on a tower can take back one of their own followers.
option-tower_takes_own-false = Stay where they are
option-tower_takes_own-true = Can be taken back

option-festival = Figures that come back
option-festival-help = Which of your figures the festival can bring back.
option-festival-figures = Any of your figures
option-festival-followers = Only followers

option-festival_tower = Followers on towers
option-festival_tower-help = Whether the festival can bring back a follower on top of a tower.
option-festival_tower-no = Stay there
option-festival_tower-yes = Can be taken back

## Levels of computer players

level-easy = Easy
level-easy-help = A good first opponent. It only sees immediate points and overlooks a lot. Think one turn ahead, and you’ll beat it.
level-medium = Builder
level-medium-help = Loves building large cities and long roads, but ignores fields and opponents. For players who know the rules.
level-baron = Field baron
level-baron-help = Claims valuable fields early and fights for them. It’s hard to catch late in the game.
level-thief = Thief
level-thief-help = Sneaks into features that others have started, shares them or takes them over, and gets in your way. Watch what you leave open.
level-hard = Hard
level-hard-help = Weighs what every move is worth to each player, now and at the end of the game. It has no obvious weaknesses. For experienced players.
level-master = Master
level-master-help = The strongest opponent. It looks ahead as far as its thinking time allows and beats all the others.

## Parts of a score

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
term-herds =
    { $count ->
        [one] { $count } pig herd
       *[other] { $count } pig herds
    }
term-pigs =
    { $count ->
        [one] { $count } pig
       *[other] { $count } pigs
    }
term-fairy =
    { $count ->
        [1] the fairy
       *[other] the fairy × { $count }
    }
term-barns =
    { $count ->
        [one] { $count } barn
       *[other] { $count } barns
    }
term-goods =
    { $count ->
        [one] { $count } goods majority
       *[other] { $count } goods majorities
    }
term-king =
    { $count ->
        [1] the king
       *[other] the king × { $count }
    }
term-robber =
    { $count ->
        [1] the robber baron
       *[other] the robber baron × { $count }
    }
term-roads =
    { $count ->
        [one] { $count } completed road
       *[other] { $count } completed roads
    }
term-ransom =
    { $count ->
        [one] { $count } ransom
       *[other] { $count } ransoms
    }
term-darmstadtium =
    { $count ->
        [1] Darmstadtium
       *[other] Darmstadtium × { $count }
    }
term-church =
    { $count ->
        [1] church
       *[other] church × { $count }
    }
term-wind-rose =
    { $count ->
        [1] wind rose
       *[other] wind rose × { $count }
    }
term-followers =
    { $count ->
        [one] { $count } follower
       *[other] { $count } followers
    }
term-road-tiles =
    { $count ->
        [one] { $count } tile with a road
       *[other] { $count } tiles with a road
    }
term-city-tiles =
    { $count ->
        [one] { $count } tile with a city
       *[other] { $count } tiles with a city
    }
term-monasteries =
    { $count ->
        [one] { $count } monastery
       *[other] { $count } monasteries
    }
term-mage = { $count } for the mage
term-witch = { $count } for the witch

## Kinds of feature

kind-city = City
kind-road = Road
kind-monastery = Monastery
kind-field = Field
kind-quarter = Quarter
kind-tower = Tower

## Figures and their roles

figure-follower = Follower
figure-large = Large follower
figure-mayor = Mayor
figure-wagon = Wagon
figure-barn = Barn
figure-builder = Builder
figure-pig = Pig
figure-phantom = Phantom
role-knight = Knight
role-highwayman = Highwayman
role-monk = Monk
role-farmer = Farmer
role-mayor = Mayor
role-wagon = Wagon
role-barn = Barn
role-builder = Builder
role-pig = Pig
role-courtier = Courtier
role-watchman = Watchman

## Neutral pieces

piece-dragon = Dragon
piece-fairy = Fairy
piece-count = Count
piece-mage = Mage
piece-witch = Witch

## Quarters of the City of Carcassonne

quarter-castle = Castle
quarter-blacksmith = Blacksmith
quarter-cathedral = Cathedral
quarter-market = Market

## Goods

good-wine = Wine
good-grain = Grain
good-cloth = Cloth

## Sources of points other than features

source-fairy = Fairy
source-king = King
source-robber = Robber baron
source-wine = Wine
source-grain = Grain
source-cloth = Cloth
source-ransom = Ransom
source-watchtower = Watchtower
source-church = Church
source-wind-rose = Wind rose
