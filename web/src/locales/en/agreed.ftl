### Clocks, and the ends and turns of a game that people agree on.

## Choosing a clock

clock-text-game = { $minutes } min for the game, +{ $seconds } s a turn
clock-text-seconds = { $seconds } s a turn
clock-text-minutes = { $minutes } min a turn
clock-text-days =
    { $days ->
        [one] { $days } day a turn
       *[other] { $days } days a turn
    }
fall-choose = When time is up
fall-loses = The player loses
fall-computer = A computer player goes on

## Clocks beside the players

clock-of = { $name }: { $time }
clock-spoken = { $minutes } min { $seconds } s
clock-days = { $days } d { $hours } h
clock-left = You have { $seconds } seconds left.

## What can be done beside moving

acts = Resign, take back
sure = Are you sure?
sure-yes = Yes
sure-no = No, back
undo-ask = Ask to take my move back
undo-help = The others are asked. Where the next tile has been drawn, all of them must agree.
undo-never = At this table nothing is taken back.
abort = End the game without a result
abort-help = Possible as long as the first turn lasts.
abort-sure = The game ends for everybody, and nobody wins.
resign = Resign
resign-as = Resign: { $name }
resign-help = The game ends, and the other player wins.
resign-help-many = You lose, and a computer player goes on so that the others can finish. Where nobody is left to play with, the game ends.
resign-sure = You give this game up. That cannot be undone.

## What is said on the board

offer-asked = { $name } asks to take the last move back.
offer-asked-drawn = { $name } asks to take the last move back. A tile has been drawn since; the same one will come again.
offer-agree = Agree
offer-refuse = Refuse
offer-waits = You asked to take your move back. It is up to: { $names }.
offer-withdraw = Never mind
you-lost-resigned = You have resigned. A computer player finishes the game for you.
you-lost-time = Your time is up, and you have lost. A computer player finishes the game for you.
kept-for-you = A computer player plays for you.
come-back = Take my seat back
missing = { $name } has been away for a while.
replace = Let a computer player go on
stands-in = Computer for { $name }
out = has lost
sound-tick = Last seconds of my clock

## How a game ended

ended-aborted = Ended without a result
end-resigned = { $name } resigned.
end-time = The time of { $name } was up.
end-aborted = { $name } ended the game before its second turn.
out-resigned = { $name } resigned; a computer player finished the game.
out-time = The time of { $name } was up; a computer player finished the game.

## What the server refuses

error-not_playing = You do not play this seat now: a computer player does, or it has lost.
error-time_up = The time of this seat is up.
error-no_undo = Nothing can be taken back now: another player has moved since, the others have refused, or this table does not allow it.
error-too_late = The second turn has begun. If you do not want to go on, resign.
error-not_away = Nobody is away there for long enough. Wait a little.
