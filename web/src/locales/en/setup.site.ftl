### Set-up options, and names of things on the board.

## Elements of an expansion that can be left out

elements-of = Parts of { $part } in play

## Presets

preset-departs = Differs from “{ $preset }” in: { $options }
preset-value = Preset: { $value }
preset-put-back = Reset
preset-put-back-of = { $option }: reset to “{ $value }”
preset-all-back = Reset all
preset-changed =
    { $count ->
        [one] with { $count } change
       *[other] with { $count } changes
    }

## Levels of computer players

levels = Computer player levels
strength = Strength { $strength } of { $most }

## Large games

tile-copies = Copies of each tile
tile-copies-help = For large games: every tile you draw exists this many times. Rivers, bonus tiles and start blocks exist once.

## Custom tiles

own-tiles = Custom tiles
own-tiles-help = Play with a tile file that you wrote, in addition to the standard tiles or in their place.
own-tiles-choose = Choose a tile file
own-tiles-remove = Remove this file
own-tiles-use = Use these tiles
own-tiles-mixed = in addition to the standard tiles
own-tiles-instead = instead of the tiles of: { $part }
own-tiles-alone = as the only tiles
own-tiles-printed = To correct standard tiles, save their file, edit it and choose it here:
