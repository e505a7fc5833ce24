### Insights: statistics over the reader's reviewed games.

insights-lead = See where you give points away. This browser reviews your finished games; nothing is sent to the server.
insights-none = You haven’t finished a game yet. Play one and come back.
insights-games = Newest games
insights-start = Review my games
insights-stop = Stop
insights-progress =
    { $count ->
        [one] { $done } of { $count } game reviewed.
       *[other] { $done } of { $count } games reviewed.
    }
insights-failed =
    { $count ->
        [one] { $count } game couldn’t be reviewed.
       *[other] { $count } games couldn’t be reviewed.
    }
insights-accuracy = Accuracy
insights-lost = Lost per game
insights-help = Accuracy is the share of your decisions that give away less than one point. “Lost per game” is the points that all your decisions in a game give away, compared with the computer’s best moves.
insights-by-phase = By phase
insights-phase = Phase
insights-phase-opening = First third
insights-phase-middle = Second third
insights-phase-end = Last third
insights-by-kind = By kind of mistake
insights-kind = Mistake
insights-kind-placement = The tile belonged elsewhere
insights-kind-figure_early = Figure placed too early
insights-kind-figure_late = Figure placed too late
insights-kind-figure_elsewhere = Figure belonged on another feature
insights-kind-field_early = Figure on a field too early
insights-kind-field_late = Figure missing on a field
insights-kind-other = Other decisions
insights-by-opponent = By opponent
insights-by-setup = By set-up
insights-worst = Costliest moves
insights-mistake = { $points } points lost
