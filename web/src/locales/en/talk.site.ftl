### Chat, and blocking players.

talk-lobby = Lobby chat
talk-guest-lobby = Sign in to chat here.
block-whom = Player’s name
blocks = Blocked players
blocks-help = You do not see their messages, and they cannot challenge you or join your tables. They are not notified.
unblock = Unblock
unblock-name = Unblock { $name }
