### What people say, and whom they do not want to hear.

talk-lobby = Talk in the lobby
talk-guest-lobby = Sign in to say something here.
block-whom = Name of an account
blocks = People you have blocked
blocks-help = You do not see what they say, and they cannot challenge you or join your tables. Nobody is told.
unblock = Unblock
unblock-name = Unblock { $name }
