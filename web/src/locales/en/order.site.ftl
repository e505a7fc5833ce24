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
act-rename = Rename
act-close = Close the table
act-reopen = Reopen the table
acted-dismiss = report dismissed
acted-mute = muted
acted-unmute = unmuted
acted-ban = banned
acted-unban = unbanned
acted-rename = renamed
acted-close = closed
acted-reopen = reopened
acted-role-player = is a player now
acted-role-moderator = is a moderator now
acted-role-admin = is an admin now
acted-deleted = the account was deleted
audit = Audit log
audit-help = What was done to keep order. Entries are only ever added.
audit-host = whoever keeps the server
audit-renamed = { $name }, until then { $former }
audit-report = report { $number }
audit-none = Nothing was done yet.
