# Programs: tokens by which they act as an account

programs = Programs
programs-help = A program acts as you by a token, as far as its rights go. It never changes your password, sessions or tokens.
tokens-none = You have no tokens.
token-name = Name of the token
token-scopes = What it may do
token-scope-read = See my tables and events
token-scope-play = Play: tables, answers, seeks, challenges
token-scope-talk = Talk
token-lasts = Until when
token-lasts-ever = Until it is ended
token-lasts-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
token-make = Make a token
token-made = The token is made. Copy it now: it is shown this once.
token-secret = The new token
token-copy = Copy the token
token-times = made { $since }
token-used = last used { $used }
token-unused = never used
token-expires = until { $date }
token-expired = has ended
token-end = End
token-end-of = End the token { $name }
program-is = This account is a program’s: it plays rated games with programs alone.
program-become-help = If a program plays with this account, say so before its first rated game. That cannot be undone.
program-become = This is a program’s account…
program-sure = Yes, for good
program-keep = No
error-scope = The token does not have the right that is needed. Make one that has it.
error-bad_token = There is no such token, or it has ended. Make another on the page of your account.
error-too_many_tokens = You have 20 tokens, the most there may be. End one that is not used.
