### The words of Hunters & Gatherers and The Discovery. A message that ends in -in-hunters or -in-discovery stands for the one of the
### same name while that game is shown.

## The games

game-hunters = Hunters & Gatherers
game-hunters-help = Long before there were towns: hunt mammoths on the meadows, gather in the forests, fish the rivers, and let gold bring you one tile more.
game-discovery = The Discovery
game-discovery-help = Chart grasslands, mountains and seas of a new world, and choose the moment when each follower comes home with points.

## Options

option-count_by = Rivers and forests count
option-count_by-help = What a completed river or forest is measured by. A tile with two segments of the same forest counts twice by segments.
option-count_by-segment = Segments
option-count_by-tile = Tiles
option-trap_and_fire = Hunting trap and fire
option-trap_and_fire-help = Whether a fire keeps the tigers of its meadow from the deer that a hunting trap counts. It concerns the later edition alone.
option-trap_and_fire-apart = The trap does not ask about fire
option-trap_and_fire-fire_saves_deer = Fire saves the trap’s deer

option-edition = Edition
option-edition-help = The edition of 2002 with its bonus tiles, or that of 2020 with menhirs and their powers, other animals and a third hut for everybody.
option-edition-first = Of 2002
option-edition-later = Of 2020

option-hand = Tiles to choose from
option-hand-help = Whether one places the tile that was drawn, or one of two in hand.
option-hand-one = None: the tile drawn is placed
option-hand-two_open = Two in hand, for all to see
option-hand-two_hidden = Two in hand, hidden from the others

option-equal_turns = Equal number of turns
option-equal_turns-help = Whether tiles are taken out before the start, so that everybody has as many turns as the others.
option-equal_turns-off = No tiles are taken out
option-equal_turns-even = As many as that takes
option-equal_turns-printed = As many as the printed rules say

## Kinds of feature

kind-meadow = Meadow
kind-forest = Forest
kind-river = River
kind-lake = Lake
kind-system = River system
kind-grass = Grassland
kind-mountain = Mountain
kind-sea = Sea

tile-part-meadow =
    { $count ->
        [one] a meadow
       *[other] { $count } meadows
    }
tile-part-forest =
    { $count ->
        [one] a forest
       *[other] { $count } forests
    }
tile-part-river =
    { $count ->
        [one] a river
       *[other] { $count } rivers
    }
tile-part-lake =
    { $count ->
        [one] a lake
       *[other] { $count } lakes
    }
tile-part-grass =
    { $count ->
        [one] a grassland
       *[other] { $count } grasslands
    }
tile-part-mountain =
    { $count ->
        [one] a mountain
       *[other] { $count } mountains
    }
tile-part-sea =
    { $count ->
        [one] a sea
       *[other] { $count } seas
    }

## Printed things

thing-mammoth =
    { $count ->
        [one] a mammoth
       *[other] { $count } mammoths
    }
thing-aurochs =
    { $count ->
        [one] an aurochs
       *[other] { $count } aurochs
    }
thing-deer =
    { $count ->
        [one] a deer
       *[other] { $count } deer
    }
thing-tiger =
    { $count ->
        [one] a tiger
       *[other] { $count } tigers
    }
thing-fish =
    { $count ->
        [one] a fish
       *[other] { $count } fish
    }
thing-gold =
    { $count ->
        [one] a nugget
       *[other] { $count } nuggets
    }
thing-menhir =
    { $count ->
        [one] a menhir
       *[other] { $count } menhirs
    }
thing-mushrooms =
    { $count ->
        [one] mushrooms
       *[other] { $count } patches of mushrooms
    }
thing-spring =
    { $count ->
        [one] a spring
       *[other] { $count } springs
    }
thing-fire =
    { $count ->
        [one] a fire
       *[other] { $count } fires
    }
thing-shrine =
    { $count ->
        [one] a shrine
       *[other] { $count } shrines
    }
thing-town =
    { $count ->
        [one] a town
       *[other] { $count } towns
    }

## Figures and their roles

figure-member = Member
figure-hut = Hut
role-hunter = Hunter
role-gatherer = Gatherer
role-fisher = Fisher
role-hut = Hut
role-explorer = Explorer
role-brigand = Brigand
role-navigator = Navigator
figure-follower-in-discovery = Follower

## Marks

mark-fire = a fire keeps the tigers away
mark-shrine = shrine: a hunter placed on it scores alone
mark-raft = raft

## Terms of a score

term-segments =
    { $count ->
        [one] { $count } segment
       *[other] { $count } segments
    }
term-fish = { $count } fish
term-mushrooms =
    { $count ->
        [one] { $count } patch of mushrooms
       *[other] { $count } patches of mushrooms
    }
term-mammoths =
    { $count ->
        [one] { $count } mammoth
       *[other] { $count } mammoths
    }
term-aurochs = { $count } aurochs
term-deer = { $count } deer
term-lakes =
    { $count ->
        [one] { $count } lake
       *[other] { $count } lakes
    }
term-doubled = the pit trap’s { $count }
term-towns =
    { $count ->
        [one] { $count } town
       *[other] { $count } towns
    }

## What was scored

scored-forest-finished = Forest completed
scored-forest-unfinished = Unfinished forest
scored-river-finished = River completed
scored-river-unfinished = Unfinished river
scored-meadow-finished = Meadow
scored-meadow-unfinished = Hunting trap
scored-system-finished = River system
scored-system-unfinished = Logboat
scored-grass-finished = Complete grassland
scored-grass-unfinished = Unfinished grassland
scored-grass-final = Grassland
scored-mountain-finished = Complete mountain
scored-mountain-unfinished = Unfinished mountain
scored-mountain-final = Mountain
scored-sea-finished = Complete sea
scored-sea-unfinished = Unfinished sea
scored-sea-final = Sea

## Words that differ from game to game

feature-struck-in-hunters =
    { $count ->
        [one] { $count } animal is struck out
       *[other] { $count } animals are struck out
    }
draw-pile-clause-in-hunters = HG-02
draw-pile-clause-in-discovery = DISC-02
turn-yours-deploy-in-hunters = Your turn: place a member or a hut?
turn-local-deploy-in-hunters = { $name }: place a member or a hut?
turn-theirs-deploy-in-hunters = { $name } is choosing a member or a hut
turn-yours-deploy-in-discovery = Your turn: place a follower, or score one?
turn-local-deploy-in-discovery = { $name }: place a follower, or score one?
turn-theirs-deploy-in-discovery = { $name } may place a follower or score one
mode-figure-in-discovery = Place
no-figure-in-hunters = Place nothing
no-figure-short-in-hunters = Nothing
key-pass-in-hunters = Place nothing
key-pass-in-discovery = Neither place nor score
show-fields-in-hunters = Show meadows by owner
show-fields-in-discovery = Show areas by owner
key-fields-in-hunters = Meadows by owner
key-fields-in-discovery = Areas by owner
final-begins-in-hunters = The last tile is placed. Huts and hunters are counted now.
help-figure-in-hunters = Then you may place a member or a hut on a part of the new tile that lights up: gatherers in forests, fishers on rivers, hunters lying down on meadows, huts on rivers and lakes.
help-modes-in-hunters = Whoever completes a forest with gold draws a bonus tile and places it in the same turn.
help-score-in-hunters = Forests and rivers score when they are complete. Hunters and huts stay to the end, when animals and fish are counted.
help-look-in-hunters = Drag to move the board, pinch or wheel to zoom. Point at a meadow, a forest or a river: what counts is ringed, the deer that tigers take are crossed out. On a touch screen, press long.
help-figure-in-discovery = Then you may place a follower on a part of the new tile that lights up. Or click one of your followers on the board instead: you see what it would bring, and confirm to take it back and score. Or do neither.
help-modes-in-discovery = With two tiles in hand, choose one of them first: the places that are shown are its own.
help-score-in-discovery = Nothing scores by itself: each follower scores when its owner takes it back, and what is still on the board at the end counts as unfinished.
help-look-in-discovery = Drag to move the board, pinch or wheel to zoom. Point at a mountain: the towns that it counts are ringed, its grasslands light up. On a touch screen, press long.
