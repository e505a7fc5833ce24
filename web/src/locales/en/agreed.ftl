### Clocks, undo, resignation and how games end.

## Choosing a clock

clock-text-game = { $minutes } min + { $seconds } s per turn
clock-text-seconds = { $seconds } s per turn
clock-text-minutes = { $minutes } min per turn
clock-text-days =
    { $days ->
        [one] { $days } day per turn
       *[other] { $days } days per turn
    }
fall-choose = When time runs out
fall-loses = The player loses
fall-computer = A computer player takes over

## Player clocks

clock-of = { $name }: { $time }
clock-spoken = { $minutes } min { $seconds } s
clock-days = { $days } d { $hours } h
clock-left = You have { $seconds } seconds left.

## Actions other than moves

acts = Resign or undo
sure = Are you sure?
sure-yes = Yes
sure-no = No, go back
undo-ask = Ask to undo my move
undo-help = One other player must agree, or everyone if the next tile has been drawn.
undo-never = No take-backs at this table.
abort = Abort the game
abort-help = Only during the first turn.
abort-sure = The game ends for everyone, and no one wins.
resign = Resign
resign-as = Resign: { $name }
resign-help = The game ends, and the other player wins.
resign-help-many = You lose, and a computer player takes over so that the others can finish. If no one else is left to play, the game ends.
resign-sure = You are about to resign. This cannot be undone.

## Notices on the board

offer-asked = { $name } asks to undo the last move.
offer-asked-drawn = { $name } asks to undo the last move. A tile has been drawn since; the same one will be drawn again.
offer-agree = Agree
offer-refuse = Decline
offer-waits = You asked to undo your move. Waiting for: { $names }.
offer-withdraw = Cancel
you-lost-resigned = You resigned. A computer player is finishing the game for you.
you-lost-time = You ran out of time and lost. A computer player is finishing the game for you.
kept-for-you = A computer player is playing for you.
come-back = Take my seat back
missing = { $name } has been away for a while.
replace = Let a computer player take over
stands-in = Computer for { $name }
out = out
sound-tick = Last seconds on my clock

## How a game ended

ended-aborted = Ended without a result
end-resigned = { $name } resigned.
end-time = { $name } ran out of time.
end-aborted = { $name } aborted the game before the second turn.
out-resigned = { $name } resigned; a computer player finished the game.
out-time = { $name } ran out of time; a computer player finished the game.

## Errors

error-not_playing = You no longer play this seat: a computer player has taken over, or you have lost.
error-time_up = Your time has run out.
error-no_undo = This move cannot be undone: another player has moved since, the others declined, or this table does not allow it.
error-too_late = The game can only be aborted during the first turn. You can resign instead.
error-not_away = That player has not been away long enough. Wait a little longer.
