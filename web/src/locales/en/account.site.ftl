### Accounts, which are optional.

account = Account
sign-up = Create an account
sign-out = Sign out
sign-out-everywhere = Sign out everywhere
sign-out-everywhere-help = This signs you out on all your devices and revokes your API tokens.
sign-out-everywhere-sure = Sign out everywhere
sign-out-everywhere-keep = Cancel
sign-in-help = You don’t need an account to play, but with one you can open your games on any device.
sign-up-help = All you need is a name and a password. You can then open your games on any device.
account-since = Joined { $date }
account-tab-profile = Profile
account-tab-security = Security
account-tab-notifications = Notifications
account-tab-api = API
account-name = Name
account-name-help = 2–32 characters, all from the same alphabet. Other players will see this name.
ratings-were-reset = A moderator reset your ratings on { $date }. Your games are unaffected, and your ratings will start over with your next rated game. Reason: { $reason }
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
        [one] { $count } game in this browser isn’t in your account yet.
       *[other] { $count } games in this browser aren’t in your account yet.
    }
account-claim = Add them to my account
account-claimed = The games in this browser are now in your account.
account-to-profile = My profile
account-to-tables = My games
password = Password
password-help = At least 8 characters. A few unrelated words make a strong password that is easy to remember.
password-show = Show password
password-old = Current password
password-new = New password
password-old-wrong = The current password is incorrect. Try again.
password-change = Change password
password-change-help = This signs you out on all other devices and revokes your API tokens.
password-changed = Password changed. You’ve been signed out on all other devices.
sessions = Active sessions
sessions-help = You’re signed out automatically on devices you haven’t used for 90 days.
sessions-end-others = Sign out everywhere else
session-device = { $browser } on { $system }
session-program = API client
session-current = this device
session-times = signed in { $since }, last used { $used }
session-end = Sign out
session-end-of = Sign out: { $device }
public-profile = Public profile
public-profile-help = A picture and a flag on your page. Both are optional.
avatar = Picture
avatar-none = None
avatar-colour = Colour
avatar-colour-0 = Red
avatar-colour-1 = Blue
avatar-colour-2 = Yellow
avatar-colour-3 = Green
avatar-colour-4 = Black
avatar-colour-5 = Purple
avatar-background = Background
avatar-background-field = Field
avatar-background-city = City
avatar-background-road = Road
avatar-background-river = River
avatar-background-forest = Forest
avatar-background-mountain = Mountains
flag = Flag
flag-none = None
profile-save = Save
profile-saved = Saved.
leaving = Your data
download = Download my data
download-help = A JSON file with everything the server stores about you: your profile, sessions, sign-in methods, games with their moves, messages, block list and reports.
delete = Delete account…
delete-help = You can delete your account at any time.
delete-title = Delete account { $name }?
delete-what = Your name, sessions, messages and block list will be deleted. Your games will show “deleted player” in place of your name, and you’ll resign any that are unfinished.
delete-for-good = This can’t be undone.
delete-sure = Delete my account
delete-keep = Keep my account
delete-wrong = Wrong password. Try again.
account-deleted = Your account has been deleted.
