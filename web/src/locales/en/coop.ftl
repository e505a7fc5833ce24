### Mists over Carcassonne, the cooperative game.

game-coop = Mists over Carcassonne
game-coop-help = One team against the mist: score 50 points together before the ghosts run out, and keep choosing between points and peace.
game-coop-note = This is the first of the six levels in the box. The others are missing because we don’t know how many points and ghosts they need. We could not check the printed tiles either: the numbers of tiles and ghosts are right, but the edges are reconstructed. You can choose a corrected file under “Custom tiles”.

## The team

team = Team
team-points = The team has { $points } of { $goal } points
team-won = The team has won
team-lost = The team has lost
won-team-in-coop = The team has won
team-chart = Points belong to the whole team. Scored on each player’s turns:

## Ghosts on tiles

ghosts-on-tile =
    { $count ->
        [0] The ghosts leave a tile
        [one] { $count } ghost on a tile
       *[other] { $count } ghosts on a tile
    }
thing-ghosts =
    { $count ->
        [one] a printed ghost
       *[other] { $count } printed ghosts
    }
mark-limited = can never be completed
feature-note-field-in-coop = No followers stand on fields in this game, and fields score nothing.
feature-note-mist-in-coop = No points: once a bank is enclosed, its ghosts go back to the reserve.

## Deciding

turn-yours-deploy-in-coop = Your turn: place a guard?
turn-local-deploy-in-coop = { $name }: place a guard?
turn-theirs-deploy-in-coop = { $name } may place a guard
turn-yours-reward = Your turn: take the points, or remove ghosts?
turn-local-reward = { $name }: take the points, or remove ghosts?
turn-theirs-reward = { $name } may take points or remove ghosts
hint-clear = Take the points, or choose a tile to remove its ghosts
pass-reward =
    { $points ->
        [one] Take { $points } point
       *[other] Take { $points } points
    }
no-figure-in-coop = No guard
no-figure-short-in-coop = None
key-pass-in-coop = Place no guard, or take the points

## Figures of several colours

figure-second-guard = Guard in the second colour
figure-third-guard = Guard in the third colour
figure-fourth-guard = Guard in the fourth colour
guard-colour-0-in-coop = Red guard
guard-colour-1-in-coop = Blue guard
guard-colour-2-in-coop = Yellow guard
guard-colour-3-in-coop = Green guard
guard-colour-4-in-coop = Black guard
guard-colour-5-in-coop = Pink guard

## Help

draw-pile-clause-in-coop = COOP-02
