### Waiting room and invitations of a table.

## Waiting room

gathering = Waiting for players
gathering-help =
    { $count ->
        [0] Everyone is here.
        [one] One seat is still open. Send the link to a friend.
       *[other] { $count } seats are still open. Send the link to your friends.
    }
take-another = Take this seat too
host = host
start = Start the game
fill-and-start = Fill with computer players and start
waiting-for-host = Waiting for the host to start the game.
rated-waits = The game starts when all seats are taken.
table-details = Details

## Invitations

invite = Invite a friend
invite-text = Play { $game } with me
send-link = Send the link
invited-by = { $name } invites you to play { $game }
invited = You are invited to play { $game }
join-game = Join the game
qr = QR code
qr-help = Scan this with your phone to open the link.
qr-show = Show QR code
qr-hide = Hide QR code

## Sharing

share-watch = Anyone with this link can watch or take an open seat
embed = Show on a website or in a stream
embed-html = HTML of the game
embed-copy = Copy HTML
embed-help = Paste this HTML into a page of yours. The page then shows the game live.
embed-overlay = Link for streams
embed-overlay-help = For the browser source of a streaming program: the game on a transparent background. Options go into the link, such as ?players=left&theme=dark.
share-seat = Continue as { $name } on another device
share-seat-help = Anyone with this link can play for you. Share it only with people you trust.
revoke = Revoke all other links to { $name }’s seat
revoke-help = All other links and devices lose access to this seat. Only this browser keeps it.
revoked = Done. Only this browser has access to the seat now.
elsewhere = Your seat on other devices
copy-to-device = Continue on this device
copy-to-device-help = Makes a copy that needs no connection. The table on the server stays as it is.
