### Several games at once.

watch-several = Watch several games
watch-tournament = To the tournament
watch-add = Add games
watch-add-links = Links to tables
watch-add-go = Add
watch-none = No games yet. Paste the links of the games that you want to watch side by side.
watch-none-now = No game is in progress right now. New ones appear by themselves.
watch-too-many = Only the first { $count } games are shown.
