### Set-up options, and names of things on the board.

## Elements of an expansion that can be left out

elements-of = Parts of { $part } to include

## Presets

preset-departs = Differs from “{ $preset }” in: { $options }
preset-value = In the rule set: { $value }
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
own-numbers = own numbers of figures and tiles
tile-copies-help = For longer games. The draw pile contains this many copies of every tile, except for rivers, bonus tiles and blocks.

## Custom tiles

own-tiles = Custom tiles
own-tiles-help = Play with tiles from your own file, either in addition to the standard tiles or instead of them.
own-tiles-choose = Choose a tile file
own-tiles-remove = Remove this file
own-tiles-use = Use these tiles
own-tiles-mixed = In addition to the standard tiles
own-tiles-instead = Instead of the tiles from { $part }
own-tiles-alone = On their own
own-tiles-printed = To correct standard tiles, save their file, edit it, then choose it here:

## Players and own presets

arrange-computer = Computer
arrange-two-here = 2 players here
arrange-four-here = 4 players here
arrange-two-and-link = 2 here, 1 by link
more-setup = More
expansions-about = About the expansions
own-preset-new = Save this set-up
own-preset-name = Name of the set-up
own-preset-save = Save
own-preset-remove = Delete: { $name }
own-presets = Your set-ups
seat-open-link = friend with the link
