### The position editor.

editor-tools = Editing
editor-tool-tiles = Tiles
editor-tool-figures = Figures
editor-tool-remove = Remove
editor-help-tiles = Pick a tile, then tap a place. Tap it again to rotate. Picking the next tile keeps it there.
editor-help-figures = Choose a player, tap a part of a tile, then confirm. Tap a figure to remove it.
editor-help-remove = Tap a tile or a figure, then confirm.
editor-undo = Undo
editor-redo = Redo
editor-put = Confirm
editor-whose = Player and figure
editor-tab-tiles = Tiles
editor-tab-position = Position
editor-tab-use = Play and share
editor-pick = { $tile }, { $count ->
    [one] { $count } left
   *[other] { $count } left
}
editor-damaged = This link is damaged, so the board you edited last is shown instead.
editor-problems = { $count ->
    [one] This position isn’t possible yet:
   *[other] This position isn’t possible yet ({ $count } problems):
}
editor-problem-form = A line of the text isn’t understood.
editor-problem-tile = There’s no such tile in this set-up.
editor-problem-copies = There are too many copies of this tile.
editor-problem-edges = The edges of this tile don’t match its neighbours.
editor-problem-taken = Another tile lies there.
editor-problem-apart = This tile touches no other tile.
editor-problem-far = This tile is too far away.
editor-problem-segment = The tile has no such part.
editor-problem-figure = This figure can’t stand there.
editor-problem-supply = The player has no such figure left.
editor-problem-seat = There’s no such player.
editor-problem-number = A number is wrong or too large.
editor-problem-twice = Something is given twice.
editor-problem-hand = The tile in hand isn’t available.
editor-problem-bag = The number of tiles left is impossible.
editor-problem-piece = This piece can’t be there.
editor-problem-token = There aren’t that many tokens.
editor-problem-start = The tiles that a game starts with are missing.
editor-problem-position = The position as a whole can’t occur.
editor-game = Game
editor-seats = Players
editor-expansions = { $count ->
    [0] Expansions: none
   *[other] Expansions: { $count }
}
editor-scores = Points so far
editor-to-move = Next to play
editor-hand = Tile in hand
editor-hand-none = Not drawn yet
editor-bag = Tiles left
editor-bag-help = Counted from the tiles on the board. Correct the numbers if tiles are missing from your box, or if the game is over.
editor-bag-empty = No tiles left
editor-bag-derive = Count again
editor-text = Position as text
editor-text-help = One item per line. Copy it to keep the position, or paste one here. It can also hold pieces, tokens and towers.
editor-fix-first = Fix the problems above first.
editor-play = Play on
editor-play-help = You play for { $name }, who is next. Computer players take the other seats.
editor-play-over = The game is over. Only the scoring is left.
editor-level = Computer’s level
editor-play-on = Play on
editor-analyse = Analyse
editor-analyse-help = Opens the position in the replay with the computer’s analysis. With a tile in hand, it compares all answers.
editor-analyse-go = Analyse
editor-score = Scoring
editor-score-help = What every feature would score if the game ended now, with its rule.
editor-share = Link to this position
editor-download = Download
