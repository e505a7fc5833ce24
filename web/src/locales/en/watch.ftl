### Watched games.

watch-open = Open the game
watch-gathering = Waiting for players
