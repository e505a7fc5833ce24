### Watched games.

watch-open = Open the game
watch-gathering = Waiting for players
watch-own-tiles = This game has custom tiles. Open it to see the board.
