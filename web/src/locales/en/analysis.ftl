### The analysis of a position and the review of a game.

analyse-game = Analyse the game
