### Game results: ratings, profiles, archive.

## Rated tables

rated = Rated
rated-table-help = The result affects the players’ ratings.
rating-changes = Rating changes
rating-change = { $before } → { $after } ({ $change })
table-rating = Rating in this game

## Speeds, player counts, results

speed-blitz = Blitz
speed-rapid = Rapid
speed-slow = Classical
speed-days = Correspondence
speed-none = No clock
size-two = Two players
size-more = Three or more
how-resigned = by resignation
how-time = on time
how-aborted = aborted

## People

person-known = Registered player
person-deleted = deleted player
person-profile = { $name }: games and ratings

## Pages

archive = Archive
leaderboard = Leaderboard
tournaments = Tournaments
