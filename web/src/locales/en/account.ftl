### Accounts, which nobody needs.

sign-in = Sign in
account-of = Account of { $name }
