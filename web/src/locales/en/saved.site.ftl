### Opening a saved game, and the page of a game that was opened so.

open-saved = Open a saved game
open-saved-help = A record saved here, or a game saved by JCloisterZone: look through it, have it analysed, share it. Choose the file, or drop it on this page.
open-saved-choose = Choose a file
open-saved-drop = Let go of the file to open the game
open-saved-busy = Reading the game…
open-saved-too-big = The file is too long for a saved game: the server takes at most 256 KB.
imported-game = Opened from a file
