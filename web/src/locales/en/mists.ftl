### Ghosts, Castles & Cemeteries.

## Set-up

expansion-mists = Ghosts, Castles & Cemeteries
expansion-mists-help = Extend the mist to send a ghost to another player, but limit it and you get one yourself. Castles score the mist around them, and cemeteries bring guards, who aren’t afraid of ghosts.
expansion-mists-note = We haven’t been able to check these tiles against a printed copy. The numbers of tiles, castles and cemeteries are right, but some edges may be wrong. If you own the set, you can use a corrected tile file under “Custom tiles”.
expansion-mists-mixed = There are no official rules for combining this set with other expansions. Here, each set keeps its own rules, and ghosts only affect ordinary followers outside towers and the City of Carcassonne.

option-ghost_penalty = Ghosts during scoring
option-ghost_penalty-help = Who loses 2 points for each ghost beside their followers when a feature is scored.
option-ghost_penalty-all_present = Everyone with a follower there
option-ghost_penalty-scoring_only = Only the players who score

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
not-below-zero = Scores can’t fall below 0
projected-less = { $score } scored, −{ $less } for ghosts on the board
feature-note-cemetery = Doesn’t score. Once it’s surrounded by tiles, the keeper’s owner takes a guard from the reserve.
feature-note-mist = Doesn’t score. Mist divides fields, and ghosts appear when it’s extended or limited.

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
turn-yours-haunt = You extended the mist: place a ghost beside an opponent’s follower
turn-yours-haunt-own = You limited the mist: place a ghost beside one of your followers
turn-local-haunt = { $name }, you extended the mist: place a ghost beside an opponent’s follower
turn-local-haunt-own = { $name }, you limited the mist: place a ghost beside one of your followers
turn-theirs-haunt = { $name } extended the mist and sends a ghost to an opponent
turn-theirs-haunt-own = { $name } limited the mist and must take a ghost
hint-haunt = Choose an opponent’s follower. A third ghost sends it home.
hint-haunt-own = Choose one of your followers. A third ghost sends it home.
hint-haunt-chosen = Confirm, or choose another follower. A third ghost sends it home.
event-haunted = Gets a ghost: { $figure } (now { $count })
event-enlisted = { $name } takes a figure from the reserve: { $figure }
