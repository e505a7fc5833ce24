### What the server refuses, by its code, and what to do then.

error-not_json = The server could not read the message. Reload the page and try again.
error-too_big = The message is too long: the server takes at most 4 KB.
error-too_fast = Too many messages in a short time. Wait a moment, then try again.
error-hello_first = The connection was not opened properly. Reload the page.
error-version = This page and the server are of different versions. Reload the page.
error-no_table = There is no such table. Check the link.
error-no_seat = This seat does not exist or is not yours. Open the link that belongs to your seat.
error-not_your_turn = It is not your turn. Wait until the others have moved.
error-stale = The game has moved on in the meantime. Look at the board and choose again.
error-illegal = The rules do not allow this move. Choose one of those on offer.
error-not_started = The game has not started yet.
error-over = The game is over: no more moves can be made.
error-bad_setup = This game cannot be set up. Check the players and the options.
error-seat_taken = This seat is already taken. Choose another.
error-storage = The server could not save this, so nothing has changed. Try again.
error-no_decision = Nobody decides anything in this position.
error-not_over = This game is not over. It can be analysed when it is.
error-plain = This is a plain table: nobody is helped before the game is over.
error-bad_record = This is no record of a game, or one that breaks the rules.
error-busy = The server has as much to do as it takes. Wait a moment, then try again.
error-host = The server does not know the name by which this page was opened. Tell whoever keeps it.
error-too_slow = The request took too long to reach the server. Try again.
