### Finding a game: the lobby, quick match, challenges, playing again, and who may come to a table.

lobby = Lobby

## Quick match

seek-gone = Nobody was found. Look again, or choose something else.

## Challenges

challenge-by = { $name } challenges you
challenge-accept = Accept
challenge-decline = No, thanks
challenge-declined = { $name } does not want to play now.
challenge-canceled = A challenge is over.
challenge-taken = { $name } accepts.
game-starts = Your game begins!
game-go = To the table
rematch-asked = Somebody wants to play again with you.
turns-waiting =
    { $count ->
        [one] It is your turn at { $count } table
       *[other] It is your turn at { $count } tables
    }

## Who may come

watching-count =
    { $count ->
        [one] { $count } spectator
       *[other] { $count } spectators
    }
qr = QR code
qr-help = Point the camera of a phone at it to open this link there.
qr-show = Show as a QR code
qr-hide = Hide the QR code

## Playing again

rematch = Rematch
rematch-help = Everybody moves one seat on. The game begins when all want it.
rematch-waits = Waiting for { $names }
rematch-wanted = { $names } wants to play again.
rematch-accept = Accept the rematch
rematch-decline = No rematch
rematch-next = To the next game
rematch-alone = The same table once more

## Refusals

error-not_invited = This table is for those who are invited. Sign in as one of them, or ask its host.
error-no_spectators = Nobody may watch this game while it goes on. Come back when it is over.
error-yourself = You cannot challenge yourself. Name somebody else.
error-too_many_challenges = There are as many open challenges as there may be. Take one back, or try again later.
error-no_challenge = This challenge is over: it was answered, taken back, or its time has run out.
error-no_seek = Nobody is looking for that any more. Choose another, or look for players yourself.
error-no_stream = The connection was lost for a moment. Try again.
error-rematch_made = The rematch is made already. Look at the table.
