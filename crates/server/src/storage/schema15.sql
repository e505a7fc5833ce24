-- Keys of the server itself, made at its first start: `vapid` is the private key by which push services know it.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How an account is told things: whether by letter and by push, in which language, and its quiet hours, in minutes after midnight of its
-- time zone; null where it has none.
CREATE TABLE notice_choices (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    mail INTEGER NOT NULL,
    push INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    zone TEXT NOT NULL,
    language TEXT NOT NULL
) STRICT;

-- Addresses of mail: the one that an account has, and one that waits to be confirmed. `unsubscribe` is what the links of letters know that
-- end letters there; `folded` is the address in small letters.
CREATE TABLE mail_addresses (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    confirmed INTEGER NOT NULL,
    address TEXT NOT NULL,
    folded TEXT NOT NULL,
    unsubscribe TEXT NOT NULL UNIQUE,
    since INTEGER NOT NULL,
    PRIMARY KEY (account, confirmed)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_addresses_by_address ON mail_addresses (folded) WHERE confirmed;

-- Links of letters that can be followed once: to confirm an address, or to set another password. Known by hashes of their secrets.
CREATE TABLE mail_links (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_by_account ON mail_links (account);
CREATE INDEX mail_links_by_expiry ON mail_links (expires);

-- Who has forgotten a password: a name or an address as it was typed, whether or not anybody has it. Looked up a moment later, so that
-- whoever asks waits as long for one as for the other.
CREATE TABLE recovery_asks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;

-- Browsers that take pushes, each as long as its session: where to send them and for which key. `secret` is the one that the browser
-- shares with us.
CREATE TABLE push_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    secret BLOB NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX push_devices_by_account ON push_devices (account);
CREATE INDEX push_devices_by_session ON push_devices (session);

-- What is still to be sent: a letter, or a push to a device. A row is written with what it tells of, and goes when it was sent or has
-- nothing to tell any more. What it is about is a table, the number of the entry of its log, and a seat. `due` is when it is sent, or tried
-- again.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    device INTEGER REFERENCES push_devices (id) ON DELETE CASCADE,
    tab TEXT REFERENCES tables (name) ON DELETE CASCADE,
    number INTEGER,
    seat INTEGER,
    created INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX outbox_once ON outbox (tab, number, account, kind, ifnull(device, 0)) WHERE tab IS NOT NULL;
CREATE INDEX outbox_by_due ON outbox (due);
CREATE INDEX outbox_by_account ON outbox (account);
CREATE INDEX outbox_by_device ON outbox (device) WHERE device IS NOT NULL;
