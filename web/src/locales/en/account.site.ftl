### Accounts, which are optional.

account = Account
sign-up = Create an account
sign-out = Sign out
sign-out-everywhere = Sign out everywhere
sign-out-everywhere-help = This signs you out on all your devices and revokes your API tokens.
sign-out-everywhere-sure = Sign out everywhere
sign-out-everywhere-keep = Cancel
sign-in-help = You can play without an account. With one, your games follow you to every device you sign in on.
sign-up-help = All you need is a name and a password. Your games then follow you to every device you sign in on.
account-since = Joined { $date }
account-name = Name
account-name-help = 2–32 characters from one alphabet. Other players see this name, and no one else can take one that looks the same.
ratings-were-reset = A moderator reset your ratings on { $date }. Your games are kept, and your ratings start over with your next rated game. Reason: { $reason }
registration-closed = This server isn’t accepting new accounts right now.
account-have = Already have an account?
account-have-none = No account yet?
account-take =
    { $count ->
        [one] Add { $count } game from this browser to my account
       *[other] Add { $count } games from this browser to my account
    }
account-unclaimed =
    { $count ->
        [one] { $count } game in this browser is not in your account yet.
       *[other] { $count } games in this browser are not in your account yet.
    }
account-claim = Add them to my account
account-claimed = The games in this browser are now in your account.
account-to-tables = My games
password = Password
password-help = At least 8 characters. A few unrelated words make a strong password that is easy to remember.
password-show = Show password
password-old = Current password
password-new = New password
password-old-wrong = That is not your current password. Try again.
password-change = Change password
password-change-help = This signs you out on all other devices and revokes your API tokens.
password-changed = Password changed. All other devices have been signed out.
sessions = Active sessions
sessions-help = Devices are signed out automatically after 90 days without use.
sessions-end-others = Sign out everywhere else
session-device = { $browser } on { $system }
session-program = API client
session-current = this device
session-times = signed in { $since }, last used { $used }
session-end = Sign out
session-end-of = Sign out: { $device }
leaving = Your data
download = Download my data
download-help = One JSON file with everything the server stores about you: profile, sessions, sign-in methods, games with their moves, messages, block list and reports.
delete = Delete account…
delete-help = You can delete your account at any time.
delete-title = Delete account { $name }?
delete-what = Your name, sessions, messages and block list will be deleted. In games with others you will appear as “deleted player”, and your unfinished games will count as resigned.
delete-for-good = This cannot be undone.
delete-sure = Delete my account
delete-keep = Keep my account
delete-wrong = Wrong password. Try again.
account-deleted = Your account has been deleted.
