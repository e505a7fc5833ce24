### Mists over Carcassonne, the cooperative game.

game-coop = Mists over Carcassonne
game-coop-help = Team up against the mist. Score 50 points together before you run out of ghosts, and keep choosing between taking points and removing ghosts.
game-coop-note = This is the first of the six levels in the box. The others are missing because we don’t know how many points and ghosts they need. We haven’t been able to check the tiles against a printed copy: the numbers of tiles and ghosts are right, but some edges may be wrong. You can use a corrected tile file under “Custom tiles”.

## The team

team = Team
team-points = The team has { $points } of { $goal } points
team-won = The team has won
team-lost = The team has lost
team-reason-goal = The team reached its goal.
team-reason-ghosts = There were not enough ghosts left for the tile.
team-reason-tiles = The last tile was played before the team reached its goal.
won-team-in-coop = The team has won
team-chart = Points scored by the team on each player’s turns:

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
mark-limited = can no longer be completed
feature-note-field-in-coop = Fields don’t score in this game, and figures can’t be placed on them.
feature-note-mist-in-coop = Doesn’t score. Once this bank of mist is enclosed, its ghosts go back to the reserve.

## Deciding

turn-yours-deploy-in-coop = Your turn: place a guard?
turn-local-deploy-in-coop = { $name }: place a guard?
turn-theirs-deploy-in-coop = { $name } can place a guard
turn-yours-reward = Your turn: take the points, or remove ghosts?
turn-local-reward = { $name }: take the points, or remove ghosts?
turn-theirs-reward = { $name } can take points or remove ghosts
hint-clear = Take the points, or choose a tile to remove its ghosts
pass-reward =
    { $points ->
        [one] Take { $points } point
       *[other] Take { $points } points
    }
no-figure-in-coop = No guard
no-figure-short-in-coop = None
key-pass-in-coop = Skip placing a guard, or take the points

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
