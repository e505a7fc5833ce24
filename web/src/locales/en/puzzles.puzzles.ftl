## Puzzles

puzzle-player = Player { $number }
puzzle-find = { $name } to move: find the best turn
puzzle-right = That’s the best turn!
puzzle-wrong = Not the best turn
puzzle-solution = The best turn
puzzle-yours = Your turn:
puzzle-lost = { $points } points behind
puzzle-explained = The best turn leads the next one by { $margin } points. Confirmed with { $evaluations } evaluated positions.
puzzle-next = Next puzzle
puzzle-skip = Skip
puzzle-retry = Try again
puzzle-show = Show the answer
puzzle-leave = Leave the puzzles
puzzle-today = Puzzle of the day
puzzle-rating = Your rating: { $rating } ({ $change })
puzzle-rating-now = Your puzzle rating: { $rating }
puzzle-streak =
    { $count ->
        [one] { $count } in a row
       *[other] { $count } in a row
    }
puzzle-choose = Choose puzzles
puzzle-left = { $count } of { $all } left
puzzle-game = Game
puzzle-theme = Theme
puzzle-all = All
puzzle-none = No puzzle has this game and theme. Change the filter.
puzzle-solved = Solved at the first attempt: { $count } of { $all }
puzzle-history = Your last puzzles
puzzle-history-right = Puzzle { $number }: solved. Open it again
puzzle-history-wrong = Puzzle { $number }: not solved. Open it again
puzzle-link = Link to this puzzle
puzzle-theme-claim = Complete and score at once
puzzle-theme-steal_field = Take or share a field
puzzle-theme-steal_city = Take or share a city or forest
puzzle-theme-steal = Take or share another feature
puzzle-theme-block = Block an opponent
puzzle-theme-save = Get a figure back
puzzle-theme-last_tiles = The last tiles
puzzle-theme-gain = Score points
puzzle-theme-plan = Prepare later points
