### The analysis of a position and the review of a game.

analysis = Analysis
review = Review
analysis-help = Shows the best answers in the position on the board, as the strongest computer player sees them: how far ahead each can expect to be in the end, and how play would go on.
analysis-waiting = thinking
analysis-thinking = The computer is weighing the answers.
analysis-nobody = Nobody decides here: chance brings the next tile.
analysis-next = To the next decision
analysis-exact = Every course of the rest of the game was looked at: these are no estimates.
analysis-weighed =
    { $evaluations ->
        [one] { NUMBER($evaluations) } position weighed.
       *[other] { NUMBER($evaluations) } positions weighed.
    }
analysis-guess = ≈ marks what was only glanced at.
analysis-dotted = On the board, dashes frame the answer that is shown, dots the place of the tile that was played.
analysis-longer = Think for { NUMBER($seconds, maximumFractionDigits: 1) } s

## Lines

line-best = Best answers
line-margin = Lead in the end, in points
line-margin-team = Points of the team in the end
line-margin-many = Half of the lead counts over the best of the others, half over all of them on average.
line-spoken = lead in the end { $margin } points
line-spoken-about = lead in the end { $margin } points, plus or minus { $error }
line-spoken-team = { $margin } points in the end
line-spoken-team-about = { $margin } points in the end, plus or minus { $error }
line-spoken-guess = lead in the end about { $margin } points, at a first glance
line-spoken-team-guess = about { $margin } points in the end, at a first glance
line-played = played
line-totals = Points that can be expected in the end
line-main = How play would go on
line-turned = { $place }, turned { $degrees }°
line-where = { $what }: { $where }
line-draw = is drawn
line-reward = Take the points
line-clear = Ghosts off a tile
line-return = Goes home: { $figure }
line-capture = Is taken prisoner: { $figure }
line-haunt = Takes a ghost: { $figure }
line-redeem = Comes back: { $figure }
line-move = Goes on: { $figure }
side-n = north
side-ne = north-east
side-e = east
side-se = south-east
side-s = south
side-sw = south-west
side-w = west
side-nw = north-west

## Review

review-help =
    { $count ->
        [one] Looks at the one decision of the game and tells how many points it gave away.
       *[other] Looks at all { $count } decisions of the game, one after another, and tells how many points each side gave away. It can be stopped at any time and goes on where it was.
    }
review-start = Review the game
review-go-on = Go on with the review
review-stop = Stop
review-progress = { $done } of { $count } decisions reviewed
review-seats = Points given away by each player
review-lost = Given away
review-of = { $count } of { $all }
review-lost-help = In points: by how much more the best answer promised than the one that was given.
review-from =
    { $points ->
        [one] from { NUMBER($points) } point
       *[other] from { NUMBER($points) } points
    }
review-worst = What cost most
review-none = Nobody gave away a whole point at once.
review-move = Turn { $turn }, { $name }
review-played = Played
review-better = Better
points-decimal = { $points } points
grade-best = best answer
grade-good = good answer
grade-inaccuracy = inaccuracy
grade-mistake = mistake
grade-blunder = blunder
course-two = Expected lead of { $name } in the end
course-many = Expected lead of each over the best of the others
course-team = Expected points of the team in the end
