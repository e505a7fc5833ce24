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

acts = Resign, undo or pause
sure = Are you sure?
sure-yes = Yes
sure-no = No, go back
undo-ask = Ask to undo my move
undo-help = One other player must agree. If the next tile has been drawn, everyone must agree.
undo-never = Moves can’t be undone at this table.
pause-ask = Offer a pause
pause-now = Pause the game
pause-help = All other players must agree. Clocks stop, and no one can move until a player resumes the game.
pause-help-alone = Clocks stop, and no one can move until you resume the game.
abort = Abort the game
abort-help = You can only do this during the first turn.
abort-sure = This ends the game for everyone, and no one wins.
end-ask = Offer to end the game
end-now = End the game
end-help = All other players must agree. The game ends without a result.
end-help-alone = The game ends without a result.
resign = Resign
resign-as = Resign as { $name }
resign-help = This ends the game, and the other player wins.
resign-help-many = You lose, and a computer player takes over so the others can finish. If no other players are left, the game ends.
resign-sure = You are about to resign. This can’t be undone.

## Notices on the board

offer-asked = { $name } wants to undo the last move.
offer-asked-drawn = { $name } wants to undo the last move. The tile drawn since then stays the next one.
offer-asked-end = { $name } offers to end the game without a result.
offer-asked-pause = { $name } offers to pause the game.
offer-agree = Agree
offer-refuse = Decline
offer-waits = You asked to undo your move. Waiting for { $names }.
offer-waits-end = You offered to end the game. Waiting for: { $names }.
offer-waits-pause = You offered a pause. Waiting for: { $names }.
offer-withdraw = Cancel
paused = The game is paused. Clocks are stopped, and no one can move.
paused-turn = Paused
resume = Resume
you-lost-resigned = You resigned. A computer player is finishing the game for you.
you-lost-time = You ran out of time and lost. A computer player is finishing the game for you.
kept-for-you = A computer player is playing for you.
come-back = Take my seat back
missing = { $name } has been away for a while.
replace = Let a computer player take over
stands-in = { $name } (computer)
out = out
sound-tick = Low time warning

## How a game ended

ended-aborted = Ended without a result
end-resigned = { $name } resigned.
end-time = { $name } ran out of time.
end-aborted = { $name } aborted the game before the second turn.
end-agreed = { $name } offered to end the game without a result, and everyone agreed.
out-resigned = { $name } resigned; a computer player finished the game.
out-time = { $name } ran out of time; a computer player finished the game.

## Errors

error-not_playing = You’re no longer playing in this seat. A computer player has taken over, or you’ve lost the game.
error-time_up = Your time has run out.
error-no_undo = You can’t undo this move. Another player has moved since, the others declined, or undo is off at this table.
error-no_offer = You can’t offer or accept this now: the others were asked or declined, or the offer is gone. Try again after the next move.
error-paused = The game is paused. Resume it first.
error-too_late = You can only abort a game during the first turn. You can still resign.
error-not_away = That player hasn’t been away long enough. Wait a little longer.
