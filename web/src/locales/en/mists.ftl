### The words of Ghosts, Castles & Cemeteries.

## Set-up

expansion-mists = Ghosts, Castles & Cemeteries
expansion-mists-help = Whoever extends the mist sends a ghost to somebody else; whoever limits it gets one. Castles pay for the mist around them, and cemeteries bring guards, whom no ghost frightens.
expansion-mists-note = The printed tiles of this set could not be confirmed. Its 60 tiles and its start tile are a reconstruction here: their numbers are right, their edges are not certain. Whoever has the set can choose a corrected tile file under “Own tiles”.
expansion-mists-mixed = There are no official rules for this set together with other expansions. Each set keeps its own rules: ghosts frighten ordinary followers only, and only those on the land.

option-ghost_penalty = Ghosts at a scoring
option-ghost_penalty-help = Whom each ghost beside a follower in the scored feature costs 2 points.
option-ghost_penalty-all_present = Everybody with a follower there
option-ghost_penalty-scoring_only = Only those who score

## On the board

kind-castle = Castle
kind-cemetery = Cemetery
kind-mist = Bank of mist
figure-guard = Guard
role-guard = Guard
role-lord = Lord of the castle
role-keeper = Keeper
source-ghost = Ghosts
token-ghost = Ghosts
token-guard = Guards in reserve
tile-part-castle =
    { $count ->
        [one] a castle
       *[other] { $count } castles
    }
tile-part-cemetery =
    { $count ->
        [one] a cemetery
       *[other] { $count } cemeteries
    }
tile-part-mist =
    { $count ->
        [one] mist
       *[other] { $count } banks of mist
    }

## Scores

term-ghosts =
    { $count ->
        [one] { $count } ghost
       *[other] { $count } ghosts
    }
term-misty-tiles =
    { $count ->
        [one] { $count } tile with mist
       *[other] { $count } tiles with mist
    }
term-castle =
    { $count ->
        [one] the castle
       *[other] { $count } castles
    }
terms-less = { " − " }
scored-castle-finished = Castle completed
scored-castle-unfinished = Unfinished castle
scored-cemetery-finished = Cemetery completed
scored-cemetery-unfinished = Unfinished cemetery
not-below-zero = No score falls below 0
projected-less = { $score } scored, { $less } less with the ghosts on the board
feature-note-cemetery = No points: once tiles lie all around, the keeper’s owner takes a guard from the reserve.
feature-note-mist = No points: mist parts fields, and ghosts come where it is extended or limited.

## At the table

figure-haunted = { $figure }, { $count ->
        [one] { $count } ghost
       *[other] { $count } ghosts
    }
ghosts-beside =
    { $count ->
        [one] { $count } ghost beside it
       *[other] { $count } ghosts beside it
    }
ghosts-left =
    { $count ->
        [one] { $count } ghost in reserve
       *[other] { $count } ghosts in reserve
    }
turn-yours-haunt = Mist extended: a ghost for an opponent’s follower
turn-yours-haunt-own = Mist limited: a ghost for a follower of yours
turn-local-haunt = { $name }, mist extended: a ghost for an opponent’s follower
turn-local-haunt-own = { $name }, mist limited: a ghost for a follower of yours
turn-theirs-haunt = { $name } extended mist and sends a ghost to an opponent
turn-theirs-haunt-own = { $name } limited mist and must take a ghost
hint-haunt = For which follower of another player? A third ghost sends a follower home.
hint-haunt-own = For which follower of your own? A third ghost sends a follower home.
hint-haunt-chosen = Confirm, or choose another. A third ghost sends a follower home.
event-haunted = A ghost joins { $figure } (now { $count })
event-enlisted = { $name } takes from the reserve: { $figure }
