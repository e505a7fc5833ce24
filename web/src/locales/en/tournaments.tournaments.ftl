### Tournaments

tournaments-help = Swiss tournaments, round robins and knock-outs between two players at a time. The server pairs them, opens the tables and counts the results.
tournaments-sign-in = To make or join a tournament, sign in.
tournaments-which = Which tournaments
tournaments-all = All
tournaments-mine = Mine
tournaments-none = No tournaments yet.
tournaments-more = More tournaments
tournament-phase-joining = Open for players
tournament-phase-playing = Round in progress
tournament-phase-between_rounds = Between rounds
tournament-phase-over = Finished
tournament-players =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }

## A new tournament

tournament-new = New tournament
tournament-name = Name
tournament-format = Format
tournament-format-swiss = Swiss
tournament-format-round-robin = Round robin
tournament-format-groups = Groups, then knock-out
tournament-format-single-elimination = Knock-out
tournament-format-double-elimination = Double elimination
tournament-number-rounds = Rounds
tournament-number-cycles = Games between every two players
tournament-number-groups = Groups
tournament-number-advance = Players of each group in the knock-out
tournament-rounds =
    { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }
tournament-cycles = { $count } times
tournament-groups = { $count } groups
tournament-match = Match
tournament-one-game = One game
tournament-best-of = Best of { $count }
tournament-ties = Equal points in a game
tournament-ties-draw = The game is drawn
tournament-ties-starter-loses = The player who began loses
tournament-joining = Who may join
tournament-joining-open = Everyone with an account
tournament-joining-organiser = Players you add
tournament-where = Where it is played
tournament-where-here = At tables on this server
tournament-in-person = In person
tournament-third-place = Play for the third place
tournament-order = Order of players and tie-breaks
tournament-seeding = Order of players at the start
tournament-seeding-rating = By rating
tournament-seeding-joined = In the order in which they joined
tournament-seeding-drawn = Drawn by lot
tournament-tie-break = Tie-break { $number }
tournament-tie-break-none = none
tournament-make = Create tournament

## The page of a tournament

tournament-by = Organised by { $name }
tournament-link = Link to the tournament
tournament-closed = A moderator has hidden this tournament. Reason: { $reason }
tournament-play = To your game
tournament-won = Winner: { $names }
tournament-sign-in = Sign in to join
tournament-join = Join
tournament-leave = Withdraw
tournament-return = Come back
tournament-start = Start
tournament-pair = Pair the next round
tournament-delete = Delete
tournament-delete-sure = Really delete it?
tournament-round = Round { $number }
tournament-choose-round = Round
tournament-bye = bye
tournament-open = not finished
tournament-adjourned = interrupted
tournament-drawn = Draw
tournament-both-lose = Both lose
tournament-wins = { $name } wins
tournament-table = Table
tournament-watch = Watch the round
tournament-aborted = The game was aborted. An arbiter decides.
tournament-conflict = The players reported different results. An arbiter decides.
tournament-decide = Decide
tournament-report = Report the result
tournament-stage-group = Group { $number }
tournament-stage-winners = Knock-out, round { $number }
tournament-stage-losers = Losers’ bracket, round { $number }
tournament-stage-final = Final
tournament-stage-second-final = Second final
tournament-stage-third-place = Match for the third place
tournament-report-page = Report tournament
tournament-reported = Thank you. A moderator will look into it.

## Results

tournament-decision = Decision
tournament-act-enter = Enter the points of the game
tournament-act-rule = Decide the match
tournament-act-reopen = Take back the last result
tournament-act-adjourn = Interrupt the match
tournament-act-resume = Resume the match
tournament-act-replay = Play the game again at a new table
tournament-points-of = Points of { $name }
tournament-outcome = Result of the match
tournament-reason = Reason, for everyone to read
tournament-send = Send
tournament-swap = Swap
tournament-from-game = Take the points from a game
tournament-from-game-help = Paste a link to a finished game here or on CarcassonneLab, a link of the position editor, or the text of a record.
tournament-fill-in = Fill in
tournament-game-open = This game is not finished.
tournament-game-of-two = This game does not have two players.

## Standings

tournament-standings = Standings
tournament-points = Points
tournament-record = Won–drawn–lost
tournament-break-direct = Direct
tournament-break-wins = Wins
tournament-break-buchholz = Buchholz
tournament-break-sonneborn-berger = Sonneborn-Berger
tournament-break-points-difference = Difference
tournament-export = Download
tournament-export-standings = Standings
tournament-export-matches = Matches
tournament-export-games = Games

## Wall screen

tournament-wall = Wall screen and printing
tournament-wall-back = Back to the tournament
tournament-wall-full = Full screen
tournament-wall-print = Print
tournament-wall-slips = Print result slips
tournament-wall-pairings = Pairings
tournament-wall-board = Board
tournament-wall-pairing = Players
tournament-wall-players = Players
tournament-wall-signature = Signature

## Players

tournament-no-players = No one has joined yet.
tournament-add-name = Name of the player
tournament-add-account = Name of the account
tournament-add = Add
tournament-withdrawn = withdrawn
tournament-remove = Withdraw
tournament-bring-back = Bring back
tournament-by-organiser = by the organiser

## Log

tournament-log = What was done
tournament-server = the server
tournament-did-join = { $name } joined
tournament-did-withdraw = { $name } withdrew
tournament-did-return = { $name } came back
tournament-did-pair = A round was paired
tournament-did-report = Match { $number }: a player reported { $points }
tournament-did-enter = Match { $number }: result { $points }
tournament-did-rule = Match { $number } was decided
tournament-did-reopen = Match { $number }: the last result was taken back
tournament-did-adjourn = Match { $number } was interrupted or resumed
tournament-did-replay = Match { $number }: the game is played again

## Errors

error-no_tournament = There is no such tournament. It may have been deleted.
error-tournament_refused = This is not possible in the tournament now.
error-tournament_full = You have too many unfinished tournaments. Finish or delete one first.
tournament-arbiters = Arbiters
tournament-arbiters-help = Arbiters pair rounds and decide results as you do. Everything they do is in the log.
tournament-arbiter-add = Make arbiter
tournament-arbiter-dismiss = Dismiss
tournament-arbiter-dismiss-of = Dismiss { $name }
tournament-arbiter-leave = Step down
tournament-did-appoint = { $name } became an arbiter
tournament-did-dismiss = { $name } is no longer an arbiter
