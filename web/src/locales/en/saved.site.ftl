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
