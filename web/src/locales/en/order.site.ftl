### Moderation.

order = Moderation
order-not-allowed = Only moderators and admins can use this page. The server operator appoints them.
order-act = Take action
order-act-on = Take action: { $name }
accounts = Accounts
accounts-find = Find an account
accounts-prefix = Start of the name
accounts-search = Search
accounts-none = No account’s name begins like this.
accounts-more = More accounts match. Type more of the name.
account-role-moderator = moderator
account-role-admin = admin
account-of-program = program
reports = Reports
reports-all = Show resolved reports
reports-none = No reports.
reports-none-open = No open reports.
report-of = { $name }: { $reason }
report-by = reported by { $name }
report-guest = a guest
report-table = table { $table }
report-study = study { $table }
report-tournament = tournament { $table }
report-seats = At the table: { $names }
report-lines = Messages
report-line-meant = Reported message:
report-decide = Resolve
report-decided = Resolved: { $act }
guest-named = { $name } (guest)
words-gone = (deleted)
seat-type-bot = computer player
seat-type-open = open seat
show-older = Show older entries
order-what = Action
order-whom = Account
order-table = Table
order-to = New name
order-days = Duration
order-for-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
order-why = Reason (shown to the player)
order-why-silent = Reason (optional)
act-dismiss = Dismiss report
act-mute = Mute
act-unmute = Unmute
act-ban = Ban
act-unban = Unban
act-reset-ratings = Reset ratings
act-ban-guest = Ban guest
act-ban-address = Ban addresses
act-rename = Rename
act-close = Close table
act-reopen = Reopen table
act-remove-line = Remove message
acted-dismiss = report dismissed
acted-mute = muted
acted-unmute = unmuted
acted-ban = banned
acted-unban = unbanned
acted-rename = renamed
acted-close = closed
acted-reopen = reopened
acted-remove-line = message removed
acted-ban-guest = guest banned
acted-ban-address = addresses banned
acted-lift-ban = ban lifted
acted-set = setting changed
acted-reset-ratings = ratings reset
acted-export = data exported
acted-delete = account deleted
acted-role-player = is now a player
acted-role-moderator = is now a moderator
acted-role-admin = is now an admin
acted-deleted = the account was deleted
audit = Audit log
audit-help = A record of everything moderators have done. Entries can’t be changed or deleted.
audit-latest = Latest actions
audit-all = Full audit log
audit-host = server operator
audit-renamed = { $name }, formerly { $former }
audit-line = message { $number }
audit-ban = ban { $number }
audit-report = report { $number }
audit-none = No entries yet.
order-seat = Seat
order-address = Address or address range
order-with-address = Also ban the guest’s address
order-guest-help = Banned guests, and guests from banned addresses, can’t create tables, take seats or create accounts. Players can still sign in to existing accounts from those addresses.
bans = Bans
bans-help = Bans on guests and addresses. To ban or unban an account, use “Take action”.
bans-none = No guests or addresses are banned.
ban-lift = Lift ban
ban-lift-of = Lift ban: { $name }
server-settings = Settings
server-settings-help = Changes take effect immediately for everyone. Moderators are exempt from slow mode and can always post links.
server-setting-registration = Registration
registration-is-open = Open to everyone
registration-is-closed = Closed
server-setting-slow-mode = Slow mode: minimum time between a person’s messages
server-setting-off = Off
server-setting-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
server-setting-links-after = Links in chat
links-everybody = Everyone can post links
links-accounts = Registered players only
links-accounts-of =
    { $count ->
        [one] Accounts at least { $count } day old
       *[other] Accounts at least { $count } days old
    }
server-setting-changed = Changed.
households = Shared addresses
households-help = Rated games between players who share an address. They may be a family, a school, or one person with two accounts.
households-none = No such games.

fairness = Compare with the computer
fairness-none = No public rated games to compare.
fairness-few = No decision counts in { $games } public rated games.
fairness-progress = { $done } of { $count } games reviewed.
fairness-share = The computer’s move in { $share } of the decisions that count.
fairness-counted = { $matched } of { $decisions } decisions in { $games } rated games.
fairness-alarm = This is unusually engine-like. Look at the games before you act; it proves nothing.
fairness-no-alarm = This is not unusual.
fairness-help = Decisions count in which the best move leads the next one by 0.3 to 2 points. The levels Hard and Master reach 87 to 89 %, Thief and Field baron 57 to 58 %, Builder 45 %. A share of 75 % over at least 5 games and 100 decisions is unusual.
