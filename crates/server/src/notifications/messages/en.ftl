### Emails and pushes. They are plain text: every line of a message is a line of the email.
### Names are arguments as the players typed them, so they are always in the nominative.

## Parts of emails

greeting = Hi { $name },
other-players =
    { $count ->
        [1] Other player: { $others }.
       *[other] Other players: { $others }.
    }
time-per-turn =
    { $days ->
        [one] Each player has { $days } day per turn.
       *[other] Each player has { $days } days per turn.
    }
# After an email about a change of the account.
if-not-you =
    If this was you, you don't need to do anything. If not, change your password and check your sign-in methods:

    { $link }

    If you can't sign in any more, contact the people who run this server right away.
footer =
    Bastide, { $site }
    Unsubscribe from game emails: { $unsubscribe }
footer-confirm =
    Bastide, { $site }
    Remove this address: { $unsubscribe }
footer-account = Bastide, { $site }

## Emails. `subject` is the subject line; the texts are followed by the parts above.

confirm =
    To get emails from Bastide at this address, open this link within { $hours ->
        [1] an hour
        [one] { $hours } hour
       *[other] { $hours } hours
    }:

    { $link }

    If you didn't ask for this, ignore this email and you won't get any more.
    .subject = Confirm your email address
recover =
    We received a request to reset the password for your account { $name }. To choose a new one, open this link within { $hours ->
        [1] an hour
        [one] { $hours } hour
       *[other] { $hours } hours
    }. It works once:

    { $link }

    If you didn't ask for this, ignore this email. Your password stays the same.
    .subject = Reset the password for { $name }
turn =
    It's your turn at this table:

    { $link }
    .subject = Your turn
challenge =
    { $challenger } challenged you to a game. Accept or decline the challenge in the lobby:

    { $link }
    .subject = New challenge from { $challenger }
ratings_reset =
    A moderator reset the ratings of your account { $name }. Your games are unaffected, and your ratings will start over with your next rated game. See the reason on your account page:

    { $link }
    .subject = Your ratings were reset
password_changed = The password for your account { $name } was changed, and you were signed out on all other devices.
    .subject = Your password was changed
passkey_added = A passkey was added to your account { $name }. It can now be used to sign in.
    .subject = A passkey was added
passkey_removed = A passkey was removed from your account { $name }.
    .subject = A passkey was removed
provider_added = An account on another site was linked to your account { $name }. It can now be used to sign in.
    .subject = A sign-in method was added
provider_removed = An account on another site was unlinked from your account { $name }. It can no longer be used to sign in.
    .subject = A sign-in method was removed
address_changed = The email address for your account { $name } was changed or removed.
    .subject = Your email address was changed

## Pushes. `title` is the first line.

push-turn =
    { $count ->
        [0] Your game is waiting.
        [1] Other player: { $others }
       *[other] Other players: { $others }
    }
    .title = Your turn
push-challenge = { $challenger } challenged you to a game.
    .title = New challenge

## Messages to channels (chats and webhooks). `title` is the first line; lists of matches and places follow.

news-round =
    .title = { $tournament }: round { $round }
news-result =
    .title = { $tournament }, round { $round }
news-over =
    .title = { $tournament } is over
news-more = and { $count } more
news-winner = Winner: { $winner }
news-no-winner = No winner
channel-test = This channel gets the messages that you chose.
    .title = Bastide: test

## The Telegram bot: its buttons, and what it answers.

bot-game = Open game
bot-lobby = Open lobby
bot-tournament = Open tournament
bot-stop = Stop messages
bot-connected = From now on, you get messages here when it's your turn in a correspondence game and when someone challenges you. Send /stop to end them.
bot-connected-tournament = From now on, pairings and results of { $tournament } are posted here.
bot-no-link = This link was used or has expired. Get a new one on the Bastide site.
bot-stopped = There will be no more messages. You can connect this chat again on your account page.
bot-help = Connect this chat on your account page: { $link }
