### Opening a saved game, and the page of a game that was opened so.

imported-note = This game was opened from a file.
imported-broken-off = It was broken off before its end, and its outcome is open.
imported-share = Link to this game: whoever opens it can look through it
