### Finding a game: lobby, quick match, challenges, rematch and table access.

lobby = Lobby

## Quick match

seek-gone = No opponent found. Try again, or choose another game.

## Challenges

challenge-by = { $name } challenged you
challenge-accept = Accept
challenge-decline = Decline
challenge-declined = { $name } declined your challenge.
challenge-canceled = A challenge was withdrawn.
challenge-taken = { $name } accepted your challenge.
game-starts = Your game is starting!
game-go = Go to the table
rematch-asked = You’ve been offered a rematch.
turns-waiting =
    { $count ->
        [one] It’s your turn in { $count } game
       *[other] It’s your turn in { $count } games
    }

## Access

watching-count =
    { $count ->
        [one] { $count } spectator
       *[other] { $count } spectators
    }

## Rematch

rematch = Rematch
rematch-help = Everyone moves over one seat. The game starts once all players have accepted.
rematch-waits = Waiting for { $names }
rematch-wanted = { $names } would like to play again.
rematch-accept = Accept rematch
rematch-decline = Decline rematch
rematch-next = Go to the next game
rematch-alone = New game with the same settings

## Errors

error-not_invited = This table is by invitation only. Sign in with an invited account, or ask the host to invite you.
error-no_spectators = You can’t watch this game until it’s over.
error-yourself = You can’t challenge yourself. Choose another player.
error-too_many_challenges = You have too many open challenges. Withdraw one, or try again later.
error-no_challenge = This challenge is no longer open. It was answered or withdrawn, or it expired.
error-no_seek = This game request is no longer available. Choose another, or create your own.
error-no_stream = The connection was lost for a moment. Try again.
error-rematch_made = The rematch has already been created. Go to the new table.
