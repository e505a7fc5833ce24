### Followed players.

follow = Follow
follow-name = Follow { $name }
unfollow = Unfollow
unfollow-name = Unfollow { $name }
following = Following
following-help = Follow players to see when they’re online and to watch their games. Open a profile to follow someone; only you see whom you follow.
following-sign-in = Sign in to follow players
following-games = Their games in progress
following-games-none = None of them is playing a public game right now.
following-players = Players you follow
following-none = You don’t follow anyone yet. Open a player’s profile and choose “Follow”.
following-all = Everyone you follow, and their games
error-follow = You can’t follow this account. It’s your own, one of you has blocked the other, or you already follow 200 players.
