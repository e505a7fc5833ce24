### What a game can be set up with, and the words for what is on the board.

## What of an expansion can be left out

elements-of = In play of { $part }

## Presets

preset-departs = Departs from “{ $preset }” in: { $options }
preset-value = In the preset: { $value }
preset-put-back = Put back
preset-put-back-of = { $option }: put back to “{ $value }”
preset-all-back = Put all back
preset-changed =
    { $count ->
        [one] with { $count } change
       *[other] with { $count } changes
    }

## Levels of computer players

levels = Who are the computer players?
strength = Strength { $strength } of { $most }

## Large games

tile-copies = Times that every tile is there
tile-copies-help = For large games: every tile that is drawn is there so many times. Rivers, bonus tiles and blocks are there once.

## Own tiles

own-tiles = Own tiles
own-tiles-help = A tile file that you wrote, to be played with the printed tiles or in their place.
own-tiles-choose = Choose a tile file
own-tiles-remove = Play without this file
own-tiles-use = These tiles are
own-tiles-mixed = added to the printed ones
own-tiles-instead = in place of the printed ones of: { $part }
own-tiles-alone = all that there are
own-tiles-printed = To correct printed tiles, save their file, edit it and choose it here:
