### Opening a saved game, and the page of an imported game.

imported-note = This game was opened from a file.
imported-broken-off = This game wasn’t finished, so it has no result.
imported-share = Anyone with this link can replay the game
lab-link = CarcassonneLab link
lab-link-help = This link has the whole game. It opens on CarcassonneLab, and here under “Open a saved game”.
lab-link-none = Only games of the base game with the usual rules can be written as a CarcassonneLab link.

## The position editor

editor = Position editor
edit-position = Edit this position
