### The words of Mists over Carcassonne, which all play as one team.

game-coop = Mists over Carcassonne
game-coop-help = One team against the mist: score 50 points together before the ghosts run out, and choose again and again between points and peace.
game-coop-note = This is level 1 of the six in the box. The others are not offered: how many points and ghosts they take is not known here. The printed tiles could not be confirmed either; their numbers are right, their edges are a reconstruction. A corrected tile file can be chosen under “Own tiles”.

## The team

team = Team
team-points = The team has { $points } of { $goal } points
team-won = The team has won
team-lost = The team has lost
won-team-in-coop = The team has won
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
feature-note-field-in-coop = Nobody stands on fields here, and they give no points.
feature-note-mist-in-coop = No points: when it is closed all round, its ghosts go back to the reserve.

## Deciding

turn-yours-deploy-in-coop = Your turn: place a guard?
turn-local-deploy-in-coop = { $name }: place a guard?
turn-theirs-deploy-in-coop = { $name } is choosing a guard
turn-yours-reward = Your turn: points, or ghosts off a tile?
turn-local-reward = { $name }: points, or ghosts off a tile?
turn-theirs-reward = { $name } chooses between points and ghosts
hint-clear = Take the points, or choose a tile whose ghosts go back
pass-reward =
    { $points ->
        [one] Take { $points } point
       *[other] Take { $points } points
    }
no-figure-in-coop = No guard
no-figure-short-in-coop = None
key-pass-in-coop = No guard, or take the points

## Figures of several colours

figure-second-guard = Guard of the second colour
figure-third-guard = Guard of the third colour
figure-fourth-guard = Guard of the fourth colour
guard-colour-0-in-coop = Red guard
guard-colour-1-in-coop = Blue guard
guard-colour-2-in-coop = Yellow guard
guard-colour-3-in-coop = Green guard
guard-colour-4-in-coop = Black guard
guard-colour-5-in-coop = Pink guard

## Help

draw-pile-clause-in-coop = COOP-02
help-figure-in-coop = Then you may place a guard on a free road or city of the new tile. Each colour there scores the whole value.
help-modes-in-coop = Mist on the new tile brings as many ghosts as are printed on it, one fewer where it goes on from other mist. Close a bank all round and its ghosts go back. If too few are left to place, the team has lost.
help-score-in-coop = When a road or city is complete, take its points for the team, or take the ghosts off one tile instead. With 50 points the team wins.
help-look-in-coop = Drag to move the board, pinch or wheel to zoom. Point at a road, a city or the mist to see what it would score and how far it goes; on a touch screen, press long.
