### Opening a saved game, and the page of an imported game.

open-saved = Open a saved game
open-saved-help = Open a game saved here or in JCloisterZone to replay, analyse or share it. Choose the file, or drop it on this page.
open-saved-choose = Choose a file
open-saved-link = Paste a CarcassonneLab link
open-saved-link-open = Open
open-saved-drop = Drop the file to open it
open-saved-busy = Opening the game…
open-saved-too-big = That file is too big. The limit is 256 KB.
imported-game = Opened from a file
imported-archive = imported
link-damaged = The link is incomplete or damaged. Copy it again.
link-version = The link has an unknown version.
link-seats = The link must name 2 to 5 players.
link-too_long = The link is too long, or has more tiles than the game.
link-discard_fits = Before move { $number }, a tile is set aside although it fits.
link-fits_nowhere = Move { $number }: the tile fits nowhere.
link-taken = Move { $number }: there’s already a tile in that place.
link-touches_nothing = Move { $number }: the tile touches no other tile.
link-does_not_fit = Move { $number }: the tile doesn’t fit there the way it’s turned.
link-no_segment = Move { $number }: the tile has no such place for a follower.
link-occupied = Move { $number }: another follower is already there.
link-no_follower = Move { $number }: the player has no follower left.
link-fits = The tile fits there in only one other rotation. That may not be how the game was played.
link-fix = Open with the tile turned
studies-home = Studies
