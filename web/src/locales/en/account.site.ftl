### Accounts, which nobody needs.

account = Account
sign-up = Make an account
sign-out = Sign out
sign-out-everywhere = Sign out everywhere
sign-out-everywhere-help = Your other devices are signed out, and your programs’ tokens stop working.
sign-out-everywhere-sure = Sign out everywhere
sign-out-everywhere-keep = Cancel
sign-in-help = You can play without an account. With one, your tables are on every device on which you sign in.
sign-up-help = A name and a password are enough. Your tables are then on every device on which you sign in.
account-since = Account since { $date }
account-name = Name
account-name-help = 2 to 32 signs of one script. The others at a table see it; nobody else can have one that looks the same.
ratings-were-reset = A moderator reset your ratings on { $date }. The reason: { $reason } Your games stay; your ratings start again with your next rated game.
registration-closed = This server takes no new accounts at present.
account-have = You have an account?
account-have-none = You have no account?
account-take =
    { $count ->
        [one] Take { $count } table of this browser into the account
       *[other] Take { $count } tables of this browser into the account
    }
account-unclaimed =
    { $count ->
        [one] { $count } table of this browser is not in your account.
       *[other] { $count } tables of this browser are not in your account.
    }
account-claim = Take them into the account
account-claimed = The tables of this browser are in your account now.
account-to-tables = To my tables
password = Password
password-help = At least 8 signs. Some words in a row are good and easy to remember.
password-show = Show the password
password-old = Password until now
password-new = New password
password-old-wrong = The password until now is another. Type it again.
password-change = Change the password
password-change-help = All other devices are signed out then. Tokens of programs end too.
password-changed = The password is changed. All other devices are signed out.
sessions = Where you are signed in
sessions-help = A device that is not used for 90 days is signed out by itself.
sessions-end-others = Sign out all others
session-device = { $browser } on { $system }
session-program = A program
session-current = this device
session-times = since { $since }, last used { $used }
session-end = Sign out
session-end-of = Sign out: { $device }
leaving = What is yours
download = Download everything
download-help = One file in JSON with everything that the server has of your account: profile, sessions, ways to sign in, tables with their records, what you said, whom you blocked, what you reported.
delete = Delete the account…
delete-help = You can delete your account at any time.
delete-title = Delete the account { $name }?
delete-what = Your name, your sessions, what you said and whom you blocked are removed. In games with others you are called “deleted player”; games that have not ended are given up.
delete-for-good = This cannot be undone, and nobody can bring the account back.
delete-sure = Delete for good
delete-keep = Keep the account
delete-wrong = The password is another. Type it again.
account-deleted = Your account is deleted.
