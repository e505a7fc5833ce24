### Hunters & Gatherers and The Discovery. A message that ends in -in-hunters or -in-discovery replaces the message of the same name
### without that ending while the game is shown.

## The games

game-hunters = Hunters & Gatherers
game-hunters-help = Go back to a time before towns: hunt mammoths in the meadows, gather in the forests, fish the rivers, and find gold to earn extra tiles.
game-discovery = The Discovery
game-discovery-help = Chart the grasslands, mountains and seas of a new world, and pick the right moment to take each follower back for points.

## Options

option-count_by = Score rivers and forests by
option-count_by-help = Whether a completed river or forest scores for each tile or for each segment. With segments, a tile with two segments of the same forest counts twice.
option-count_by-segment = Segments
option-count_by-tile = Tiles
option-trap_and_fire = Hunting trap and fire
option-trap_and_fire-help = Whether a fire also protects deer from tigers when a hunting trap scores. 2020 edition only.
option-trap_and_fire-apart = Fire doesn’t affect the trap
option-trap_and_fire-fire_saves_deer = Fire protects the deer

option-edition = Edition
option-edition-help = The 2002 edition has bonus tiles. The 2020 edition has menhirs with special powers, different animals and a third hut for each player.
option-edition-first = 2002 edition
option-edition-later = 2020 edition

option-equal_turns = Equal number of turns
option-equal_turns-help = Whether to remove tiles before the start so that everyone has the same number of turns.
option-equal_turns-off = Don’t remove any tiles
option-equal_turns-even = Remove as many as needed
option-equal_turns-printed = Remove as many as the printed rules say

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

## Things printed on tiles

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
        [one] a mushroom patch
       *[other] { $count } mushroom patches
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

mark-fire = fire keeps tigers away
mark-shrine = shrine: only a hunter placed on it scores
mark-raft = raft

## Parts of a score

term-segments =
    { $count ->
        [one] { $count } segment
       *[other] { $count } segments
    }
term-fish = { $count } fish
term-mushrooms =
    { $count ->
        [one] { $count } mushroom patch
       *[other] { $count } mushroom patches
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
term-doubled = { $count } for the pit trap
term-towns =
    { $count ->
        [one] { $count } town
       *[other] { $count } towns
    }

## Scored features

scored-forest-finished = Forest completed
scored-forest-unfinished = Unfinished forest
scored-river-finished = River completed
scored-river-unfinished = Unfinished river
scored-meadow-finished = Meadow
scored-meadow-unfinished = Hunting trap
scored-system-finished = River system
scored-system-unfinished = Logboat
scored-grass-finished = Completed grassland
scored-grass-unfinished = Unfinished grassland
scored-grass-final = Grassland
scored-mountain-finished = Mountain completed
scored-mountain-unfinished = Unfinished mountain
scored-mountain-final = Mountain
scored-sea-finished = Completed sea
scored-sea-unfinished = Unfinished sea
scored-sea-final = Sea

## Messages that differ by game

feature-struck-in-hunters =
    { $count ->
        [one] { $count } animal crossed out
       *[other] { $count } animals crossed out
    }
draw-pile-clause-in-hunters = HG-02
draw-pile-clause-in-discovery = DISC-02
turn-yours-deploy-in-hunters = Your turn: place a member or a hut?
turn-local-deploy-in-hunters = { $name }: place a member or a hut?
turn-theirs-deploy-in-hunters = { $name } can place a member or a hut
turn-yours-deploy-in-discovery = Your turn: place a follower, or score one?
turn-local-deploy-in-discovery = { $name }: place a follower, or score one?
turn-theirs-deploy-in-discovery = { $name } can place a follower or score one
mode-figure-in-discovery = Place
no-figure-in-hunters = Place nothing
no-figure-short-in-hunters = Nothing
key-pass-in-hunters = Don’t place anything
key-pass-in-discovery = Don’t place or score a follower
show-fields-in-hunters = Show meadow owners
show-fields-in-discovery = Show feature owners
key-fields-in-hunters = Show meadow owners
key-fields-in-discovery = Show feature owners
final-begins-in-hunters = The last tile has been placed. Now huts and hunters score.
