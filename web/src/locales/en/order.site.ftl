### Where moderators keep order.

order = Keeping order
order-not-allowed = This page is for moderators and admins. Whoever keeps the server names them.
order-act = Act
reports = Reports
reports-all = Show decided reports too
reports-none = There are no reports.
reports-none-open = There are no open reports.
report-of = { $name }: { $reason }
report-by = reported by { $name }
report-guest = a guest
report-table = table { $table }
report-seats = At the table: { $names }
report-lines = What was said
report-line-meant = This line is reported:
report-decide = Decide
report-decided = Decided: { $act }
guest-named = { $name } (guest)
words-gone = (deleted)
seat-type-bot = computer player
seat-type-open = open seat
show-older = Show older ones
order-what = What to do
order-whom = Account
order-table = Table
order-to = New name
order-days = How long
order-for-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
order-why = Why (whoever it is done to is told)
order-why-silent = Why (may be left out)
act-dismiss = Dismiss the report
act-mute = Mute
act-unmute = Unmute
act-ban = Ban
act-unban = Unban
act-reset-ratings = Reset the ratings
act-ban-guest = Ban the guest
act-ban-address = Ban addresses
act-rename = Rename
act-close = Close the table
act-reopen = Reopen the table
act-remove-line = Remove the line
acted-dismiss = report dismissed
acted-mute = muted
acted-unmute = unmuted
acted-ban = banned
acted-unban = unbanned
acted-rename = renamed
acted-close = closed
acted-reopen = reopened
acted-remove-line = line removed
acted-ban-guest = guest banned
acted-ban-address = addresses banned
acted-lift-ban = ban lifted
acted-set = setting changed
acted-reset-ratings = ratings reset
acted-export = data exported
acted-delete = account deleted
acted-role-player = is a player now
acted-role-moderator = is a moderator now
acted-role-admin = is an admin now
acted-deleted = the account was deleted
audit = Audit log
audit-help = What was done to keep order. Entries are only ever added.
audit-host = whoever keeps the server
audit-renamed = { $name }, until then { $former }
audit-line = line { $number }
audit-ban = ban { $number }
audit-report = report { $number }
audit-none = Nothing was done yet.
order-seat = Seat
order-address = Address, or a block of addresses
order-with-address = Also ban the address from which the guest came
order-guest-help = A banned guest, and guests from banned addresses, make no tables, take no seats and make no accounts. Accounts that exist can still sign in.
bans = Bans
bans-help = Bans of guests and addresses. Accounts are banned and unbanned by name, under “Act”.
bans-none = No guest and no address is banned.
ban-lift = Lift the ban
ban-lift-of = Lift the ban: { $name }
server-settings = Settings
server-settings-help = What you change here holds at once, for everybody. Moderators are exempt from slow mode and may always post links.
server-setting-registration = New accounts
registration-is-open = Anybody can make one
registration-is-closed = Closed
server-setting-slow-mode = Slow mode: pause between two lines of one person
server-setting-off = Off
server-setting-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
server-setting-links-after = Links in chat
links-everybody = Everybody may post links
links-accounts = Accounts only
links-accounts-of =
    { $count ->
        [one] Accounts at least { $count } day old
       *[other] Accounts at least { $count } days old
    }
server-setting-changed = Changed.
households = Same address
households-help = Rated games in which two players came from the same address. That may be a family, a school, or one person with two accounts.
households-none = There are no such games.
