### Position analysis and game review.

analysis = Analysis
review = Review
analysis-help = Shows the best moves according to the strongest computer player, with the expected final lead, the chance to win and a likely continuation for each.
analysis-waiting = thinking
analysis-thinking = The computer is thinking.
analysis-nobody = There’s no move to analyse here: the next tile is about to be drawn.
analysis-next = Go to the next move
analysis-exact = All possible continuations have been searched, so these numbers are exact.
analysis-weighed =
    { $evaluations ->
        [one] { NUMBER($evaluations) } position evaluated.
       *[other] { NUMBER($evaluations) } positions evaluated.
    }
analysis-guess = ≈ marks a rough estimate.
analysis-dotted = On the board, a dashed outline shows the selected move, and a dotted outline shows where the tile was actually placed.
analysis-longer = Think for { NUMBER($seconds, maximumFractionDigits: 1) } s

## Lines

line-best = Best moves
line-lead = Expected final lead, in points
line-margin = Expected final lead in points, and chance to win
line-margin-team = The team’s expected final score, and chance to win
line-margin-many = The lead is the average of two numbers: the lead over the best opponent and the mean lead over all opponents.
line-spoken = expected final lead of { $margin } points
line-spoken-about = expected final lead of { $margin } points, plus or minus { $error }
line-spoken-team = expected final score of { $margin } points
line-spoken-team-about = expected final score of { $margin } points, plus or minus { $error }
line-spoken-guess = expected final lead of about { $margin } points, rough estimate
line-spoken-team-guess = expected final score of about { $margin } points, rough estimate
line-played = played
line-totals = Expected final scores
line-chances = Chance to win
line-chance = wins { $chance }
line-spoken-chance = chance to win { $chance }
line-lost-chance = { $chance } chance to win
line-main = How play might continue
line-turned = { $place }, rotated { $degrees }°
line-where = { $what }: { $where }
line-draw = is drawn
line-reward = Take the points
line-clear = Remove ghosts from a tile
line-return = Returned: { $figure }
line-capture = Captured: { $figure }
line-haunt = Gets a ghost: { $figure }
line-withdraw = { $what } leaves the board
line-redeem = Bought back: { $figure }
line-move = Moves on: { $figure }

## Review

review-help =
    { $count ->
        [one] Checks the only decision in the game and shows how many points it lost.
       *[other] Checks all { $count } decisions in the game and shows how many points each player lost. You can stop at any time and continue later.
    }
review-start = Review the game
review-go-on = Continue the review
review-stop = Stop
review-progress = { $done } of { $count } decisions reviewed
review-seats = Points and chance to win lost by each player
review-lost = Points lost
review-lost-chance = chance to win
review-of = { $count } of { $all }
review-lost-help = How far each move fell short of the best one: in final points, and below it in chance to win, added up over all moves.
review-from =
    { $points ->
        [one] { NUMBER($points) } point or { $chance } chance to win
       *[other] { NUMBER($points) } points or { $chance } chance to win
    }
review-worst = Biggest mistakes
review-none = No move lost a full point or { $chance } of the chance to win.
review-move = Turn { $turn }, { $name }
review-played = Played
review-better = Better
points-decimal = { $points } points
grade-best = best move
grade-good = good move
grade-inaccuracy = inaccuracy
grade-mistake = mistake
grade-blunder = blunder
course-two = { $name }’s expected final lead
course-many = Each player’s expected final lead over the best opponent
course-team = The team’s expected final score
analysis-on-server = Analyse on the server
analysis-on-server-help = Otherwise this browser analyses the game.
study-make = Create a study
