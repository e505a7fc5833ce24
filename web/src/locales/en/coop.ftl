### The words of Mists over Carcassonne, which all play as one team.

game-mists = Mists over Carcassonne
game-mists-help = One team against the mist: score 50 points together before the ghosts run out, and choose again and again between points and peace.
game-mists-note = This is level 1 of the six in the box. The others are not offered: how many points and ghosts they take is not known here. The printed tiles could not be confirmed either; their numbers are right, their edges are a reconstruction. A corrected tile file can be chosen under “Own tiles”.
game-coop = Mists over Carcassonne

## The team

team = Team
team-points = The team has { $points } of { $goal } points
team-won = The team has won
team-lost = The team has lost
won-team-in-mists = The team has won
team-chart = All points are the team’s. In whose turns they came:

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
mark-limited = can never be finished
feature-note-field-in-mists = Nobody stands on fields here, and they give no points.
feature-note-mist-in-mists = No points: when it is closed all round, its ghosts go back to the reserve.

## Deciding

turn-yours-deploy-in-mists = Your turn: place a guard?
turn-local-deploy-in-mists = { $name }: place a guard?
turn-theirs-deploy-in-mists = { $name } is choosing a guard
turn-yours-reward = Your turn: points, or ghosts off a tile?
turn-local-reward = { $name }: points, or ghosts off a tile?
turn-theirs-reward = { $name } chooses between points and ghosts
hint-clear = Take the points, or choose a tile whose ghosts go back
pass-reward =
    { $points ->
        [one] Take { $points } point
       *[other] Take { $points } points
    }
no-figure-in-mists = No guard
no-figure-short-in-mists = None
key-pass-in-mists = No guard, or take the points

## Figures of several colours

figure-second-guard = Guard of the second colour
figure-third-guard = Guard of the third colour
figure-fourth-guard = Guard of the fourth colour
guard-colour-0-in-mists = Red guard
guard-colour-1-in-mists = Blue guard
guard-colour-2-in-mists = Yellow guard
guard-colour-3-in-mists = Green guard
guard-colour-4-in-mists = Black guard
guard-colour-5-in-mists = Pink guard

## Help

draw-pile-clause-in-mists = COOP-02
help-figure-in-mists = Then you may place a guard on a free road or city of the new tile. Each colour there scores the whole value.
help-modes-in-mists = Mist on the new tile brings as many ghosts as are printed on it, one fewer where it goes on from other mist. Close a bank all round and its ghosts go back. If too few are left to place, the team has lost.
help-score-in-mists = When a road or city is complete, take its points for the team, or take the ghosts off one tile instead. With 50 points the team wins.
help-look-in-mists = Drag to move the board, pinch or wheel to zoom. Point at a road, a city or the mist to see what it would score and how far it goes; on a touch screen, press long.
