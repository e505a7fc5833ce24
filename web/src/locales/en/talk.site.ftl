### Chat, and blocking players.

talk-lobby = Lobby chat
talk-guest-lobby = Sign in to chat here.
block-whom = Player’s name
blocks = Blocked players
blocks-help = You won’t see their messages, and they can’t challenge you or join your tables. They won’t be notified.
unblock = Unblock
unblock-name = Unblock { $name }
