### Chat, and blocking players.

talk = Chat
setting-talk = Chat with others
setting-talk-help = At tables and in the lobby. When off, you can’t see or send messages.
talk-table = Chat at this table
talk-older = Show older messages
talk-apart = spectator
talk-about = Report or block { $name }
talk-empty = No messages yet.
talk-guest-watching = You are watching as a guest. Sign in to chat with the other spectators.
talk-watching-help = Players can’t read this until the game is over.
talk-unread =
    { $count ->
        [0] Chat
       *[other] Chat ({ $count })
    }
panels-unread =
    { $count ->
        [one] Details, { $count } new message
       *[other] Details, { $count } new messages
    }
chat-open = Open the chat. { $name }: { $text }
phrases = Quick phrases
say = Write a message
send = Send
phrase-hello = Hello!
phrase-luck = Good luck!
phrase-nice = Nice move!
phrase-thanks = Thank you!
phrase-oops = Oops!
phrase-moment = One moment, please!
phrase-back = I’m back.
phrase-played = Well played!
phrase-again = Another game?
phrase-bye = I have to go. Bye!
block = Block
block-name = Block { $name }
blocked-now = { $name } is blocked. You can unblock them in your account.
line-removed = (removed by a moderator)
line-remove = Remove
line-remove-title = Remove a message
line-remove-help = Everyone will see that a moderator removed this message. Its text will be deleted and can’t be restored.
line-remove-why = Reason, for the audit log (optional)
report = Report
report-line = Report message
report-person = Report player
report-whom = Player
report-reason = Reason
report-words = Details for the moderators (optional)
report-help = Moderators will see the surrounding messages and who is at the table. The player won’t be told who reported them.
report-made = Thank you. A moderator will look into it.
reason-insult = Insults or threats
reason-spam = Spam or advertising
reason-cheating = Cheating or unfair play
reason-name = Offensive name
reason-other = Something else
deleted-player = deleted player
for-ever = permanently
until = until { $date }
error-name_of_anybody = That name is too generic. Choose one that people will know you by.
error-muted = You are muted { $until }. Reason: { $reason }
error-banned = This account is banned { $until }. Reason: { $reason }
error-guest_banned = You are banned from playing here as a guest { $until }. Reason: { $reason }
error-slow_mode = Slow mode is on. Wait a little before you send your next message.
error-no_links = Guests and new accounts can’t post links here.
error-registration_closed = This server isn’t accepting new accounts right now.
error-closed = A moderator closed this table. Reason: { $reason }
error-line_length = The text is empty or too long. Messages can have up to 200 characters, and reasons up to 500.
error-talk_signed_out = Sign in to chat while you watch.
error-block = You can’t block this account. It’s your own, or your block list is full.
error-not_allowed = You don’t have permission to do this. Ask an admin.
error-nothing_there = That entry no longer exists. Reload the page.
error-not_for_you = You can’t join this table. Choose another one, or create your own.
