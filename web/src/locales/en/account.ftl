### Accounts, which are optional.

sign-in = Sign in
account-of = Account: { $name }
