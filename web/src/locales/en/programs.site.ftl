# API tokens: programs act as an account with them

programs = API access
programs-help = A program with a token can act as you, within the permissions you give it. It can never change your password, sessions or tokens.
tokens-none = No tokens yet.
token-name = Token name
token-scopes = Permissions
token-scope-read = See my games and events
token-scope-play = Play: create and join games, make moves, send challenges
token-scope-talk = Chat
token-scope-tournaments = Organise tournaments and play in them
token-lasts = Expires
token-lasts-ever = Never
token-lasts-days = { $days ->
    [one] In { $days } day
   *[other] In { $days } days
}
token-make = Create token
token-made = Token created. Copy it now. You won’t be able to see it again.
token-secret = New token
token-copy = Copy token
token-times = created { $since }
token-used = last used { $used }
token-unused = never used
token-expires = expires { $date }
token-expired = expired
token-end = Revoke
token-end-of = Revoke token { $name }
program-is = This is a program’s account. It only plays rated games against other programs.
program-become-help = If a program will play with this account, mark it as a program’s account before its first rated game. This can’t be undone.
program-become = Make this a program’s account…
program-sure = Yes, permanently
program-keep = No
error-scope = This token lacks the required permission. Create one that has it.
error-bad_token = This token doesn’t exist or has expired. Create another one in your account.
error-too_many_tokens = You have reached the limit of 20 tokens. Revoke one you don’t use.
