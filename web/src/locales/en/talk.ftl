### What people say, and whom they do not want to hear.

talk = Talk
setting-talk = Talk with others
setting-talk-help = At tables and in the lobby. Switched off, you hear nobody, and nobody hears you.
talk-table = What is said at this table
talk-older = Show older lines
talk-apart = watching
talk-about = Report or block { $name }
talk-empty = Nobody has said anything yet.
talk-guest-watching = You are watching as a guest. Sign in to talk with the others who watch.
talk-watching-help = The players do not see what you write before the game is over.
talk-unread =
    { $count ->
        [0] Talk
       *[other] Talk ({ $count })
    }
panels-unread =
    { $count ->
        [one] Panels, { $count } new line
       *[other] Panels, { $count } new lines
    }
phrases = Phrases
say = Say something
send = Send
phrase-hello = Hello!
phrase-luck = Good luck!
phrase-nice = Nice move!
phrase-thanks = Thank you!
phrase-oops = Oops!
phrase-moment = One moment, please.
phrase-back = I am back.
phrase-played = Well played!
phrase-again = One more game?
phrase-bye = I have to go. Goodbye!
block = Block
block-name = Block { $name }
blocked-now = { $name } is blocked. You can undo that in your account.
line-removed = (removed by a moderator)
line-remove = Remove
line-remove-title = Remove a line
line-remove-help = Everybody sees that a moderator removed the line. Its words are deleted and can't be restored.
line-remove-why = Reason, for the audit log (optional)
report = Report
report-line = Report a line
report-person = Report a player
report-whom = Whom
report-reason = Why
report-words = Anything the moderators should know
report-help = Moderators see the lines around it and who sits at the table. The person is not told who reported them.
report-made = Thank you. A moderator will look at it.
reason-insult = Insults or threats
reason-spam = Spam or advertising
reason-cheating = Cheating or unfair play
reason-name = An offensive name
reason-other = Something else
deleted-player = deleted player
for-ever = for good
until = until { $date }
error-name_of_anybody = This is what anybody could be called. Choose a name by which others know you.
error-muted = You may not talk { $until }. The reason: { $reason }
error-banned = This account may not sign in { $until }. The reason: { $reason }
error-guest_banned = You may not play here as a guest { $until }. The reason: { $reason }
error-slow_mode = Slow mode is on: there is a pause between your lines. Try again in a while.
error-no_links = Guests and new accounts can't post links here.
error-registration_closed = This server takes no new accounts at present.
error-closed = A moderator has closed this table. The reason: { $reason }
error-line_length = This is empty or too long. A line has at most 200 signs, a reason at most 500.
error-talk_signed_out = Sign in to talk while you watch.
error-block = This cannot be blocked: it is your own account, or you have blocked as many as you may.
error-not_allowed = Your role does not allow that. Ask an admin.
error-nothing_there = There is nothing of that number or name any more. Load the page again.
error-not_for_you = You cannot sit down at this table. Choose another, or make one.
