### Numbers of figures and tiles in a set-up.

numbers = Numbers of figures and tiles
numbers-help = For your own variants. A gold line marks what differs from the printed game.
numbers-figures = Figures of each player
numbers-sets = Copies of each tile set
numbers-copies = Longer games
number-fewer = { $name }: fewer
number-more = { $name }: more
number-printed = as printed
number-in-box = printed: { $count }
numbers-reset = Reset to the printed numbers
numbers-problem-too_many =
    The set-up has too many { $what ->
        [tiles] tiles
        [figures] figures
        [segments] parts on its tiles
        [kinds-of-tile] kinds of tile
        [tower-foundations] tower foundations
        [herds-of-pigs] pig herds
        [tiles-that-move-the-dragon] tiles that move the dragon
        [mammoths-and-aurochs] mammoths and aurochs
        [deer] deer
        [tigers] tigers
        [mushroom-patches] mushrooms
        [fish-in-rivers] fish in rivers
        [fish] fish
        [lakes] lakes
        [rafts] rafts
        [towns] towns
       *[other] parts
    }: { $count }. At most { $most } fit. Lower a number.
numbers-problem-copies = A game can hold 1 to 255 copies of each tile. Change the number of copies.
numbers-problem-no_start = No tile is left to start with. Keep at least one copy of the base game’s tiles or of a river.

## Names of tile sets

set-river-1 = The River
set-river-2 = The River II
set-cathars = The Cathars
set-besiegers = The Besiegers
set-hunters = Land tiles
set-hunters-bonus = Bonus tiles
set-hunters-2020 = Land tiles
set-hunters-menhir = Menhir tiles
