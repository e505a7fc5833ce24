### The TV.

tv = TV
tv-help = The best public games in progress, by the ratings of their players. When a game ends, the next best one follows.
tv-game = Game on the screen
tv-none = No public game is in progress here right now. The next one appears by itself.
tv-channels = Channels
tv-rating = Average rating { $rating }
