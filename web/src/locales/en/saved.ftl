### Opening a saved game, and the page of an imported game.

imported-note = This game was opened from a file.
imported-broken-off = The game was not finished, so it has no result.
imported-share = Link to this game: anyone with it can replay the game
