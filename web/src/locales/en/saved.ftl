### Opening a saved game, and the page of an imported game.

imported-note = This game was opened from a file.
imported-broken-off = This game wasn’t finished, so it has no result.
imported-share = Anyone with this link can replay the game
