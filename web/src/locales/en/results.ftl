### What games came to: ratings, people, the archive.

## Rated tables

rated = Rated
rated-table-help = The result changes the ratings of those who play.
rated-waits = The game begins when all seats are taken.
rating-changes = Ratings
rating-change = { $before } → { $after } ({ $change })

## Speeds, fields, ends

speed-blitz = Blitz
speed-rapid = Rapid
speed-slow = Slow
speed-days = Over days
speed-none = No clock
size-two = Two players
size-more = Three and more
how-resigned = given up
how-time = time ran out
how-aborted = no result

## People

person-known = Account
person-deleted = deleted player
person-profile = { $name }: games and ratings
