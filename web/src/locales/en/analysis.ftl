### Position analysis and game review.

analyse-game = Analyse the game
